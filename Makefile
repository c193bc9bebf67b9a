# Two commands are enough on a fresh machine: `make run` opens Memdesk, `make test` tests it. `make help` lists the rest.

BIN := .venv/bin
SETUP := sh packaging/setup.sh
ARGS ?=

# Least branch coverage in per cent. The MCP server runs in processes that are not counted.
CORE_COVER ?= 93
DESKTOP_COVER ?= 85

.DEFAULT_GOAL := help
.PHONY: help run setup test crash check format bench shots translations manifest references packages clean distclean

help:
	@echo "make run       open Memdesk: your City, or a copy of the demo City (ARGS='--demo' for the demo)"
	@echo "make test      run all tests and hold their coverage to its least (ARGS='-k search' to choose)"
	@echo "make check     style, types, layers, dead code"
	@echo "make format    put the code into its style"
	@echo "make crash     kill 1,000 writers, and let every system call of every write fail (half an hour)"
	@echo "make bench     run the benchmarks"
	@echo "make shots     draw the pictures of docs/images again"
	@echo "make translations  bring new texts of the window into resources/translations"
	@echo "make references    write docs/reference again from the code"
	@echo "make packages  build the wheel, the bundle and on Debian the .deb into dist/"
	@echo "make manifest  write product-manifest.json anew from the code"
	@echo "make setup     only prepare this checkout for all of the above"
	@echo "make clean     remove what tests and builds leave; distclean removes .venv too"

run:
	@$(SETUP) run
	@$(BIN)/memdesk open $(ARGS)

setup:
	@$(SETUP) test

test:
	@$(SETUP) test
	@rm -f .coverage .coverage.*
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n auto --cov --cov-report= $(ARGS) || { \
	    echo "memdesk: what failed beside the others is run once more by itself; twice is a failure"; \
	    QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest --lf --lfnf=none --cov --cov-append --cov-report= $(ARGS); }
ifeq ($(ARGS),)
	$(BIN)/coverage report --skip-covered --include 'core/*' --fail-under $(CORE_COVER)
	$(BIN)/coverage report --skip-covered --include 'desktop/*' --fail-under $(DESKTOP_COVER)
endif

check:
	@$(SETUP) check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/python packaging/references.py --check

format:
	@$(SETUP) check
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What holds every test to some minutes would end these, which take half an hour.
crash:
	@$(SETUP) test
	MEMDESK_CRASH_WHOLE=1 $(BIN)/python -m pytest -n 2 -rP -o faulthandler_timeout=0 tests/crash $(ARGS)

bench:
	@$(SETUP) test
	$(BIN)/python -m pytest tests/bench --benchmark-enable $(ARGS)

shots:
	@$(SETUP) run
	QT_QPA_PLATFORM=offscreen sh packaging/shots.sh

translations:
	@$(SETUP) run
	sh packaging/translations.sh

references:
	@$(SETUP) check
	$(BIN)/python packaging/references.py

packages:
	sh packaging/build.sh

manifest:
	@$(SETUP) run
	$(BIN)/python packaging/product_manifest.py

clean:
	rm -rf build dist htmlcov .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	rm -rf .import_linter_cache
	find core desktop tests -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean
	rm -rf .venv

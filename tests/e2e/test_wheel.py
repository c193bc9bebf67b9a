"""A wheel of this checkout installs without Qt, and every module of the core imports from it."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

CHECKOUT = Path(__file__).parents[2]
IMPORT_EVERYTHING = """
import importlib, importlib.util, json, pkgutil, sys
import memdesk
names = ["memdesk"]
for module in pkgutil.walk_packages(memdesk.__path__, "memdesk."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
        names.append(module.name)
loaded = sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps({"names": names, "loaded": loaded, "file": memdesk.__file__,
                  "qt": importlib.util.find_spec("PySide6") is not None}))
"""

pytestmark = pytest.mark.slow


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=110, cwd="/"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", folder, CHECKOUT)
    (built,) = folder.glob("*.whl")
    return built


def requirements(metadata: str, extras: Iterable[str] = ()) -> list[Requirement]:
    """What a distribution asks for, with what those of its extras add that are asked for."""
    lines = Parser().parsestr(metadata).get_all("Requires-Dist") or []
    wanted = [Requirement(line) for line in lines]
    asked = ("", *extras)
    return [one for one in wanted if one.marker is None or any(one.marker.evaluate({"extra": e}) for e in asked)]


def closure(wanted: list[Requirement]) -> dict[str, importlib.metadata.Distribution]:
    """What is installed here of these requirements and of all that they require in turn."""
    found: dict[str, importlib.metadata.Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    while wanted:
        one = wanted.pop()
        key = (one.name.lower(), frozenset(one.extras))
        if key not in seen:
            seen.add(key)
            distribution = found[one.name.lower()] = importlib.metadata.distribution(one.name)
            wanted += requirements(distribution.read_text("METADATA") or "", one.extras)
    return found


@pytest.fixture(scope="module")
def clean_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has the wheel and what its metadata asks for, linked from here: no network needed."""
    environment = tmp_path_factory.mktemp("clean") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    (site_packages,) = environment.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        declared = requirements(archive.read(metadata).decode("utf-8"))
    for distribution in closure(declared).values():
        for top in {path.parts[0] for path in distribution.files or [] if path.parts[0] not in ("..", "__pycache__")}:
            link = site_packages / top
            if not link.exists():
                link.symlink_to(Path(str(distribution.locate_file(top))))
    python = environment / "bin" / "python"
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel)
    return python


def test_wheel_holds_both_packages_and_the_resources(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        texts = sorted(name for name in names if name.endswith(".md") and "/demo-city/" in name)
        assert "memdesk/__init__.py" in names
        assert "memdesk_desktop/__init__.py" in names
        assert "memdesk/_resources/demo-city/city.json" in names
        assert "memdesk/_resources/demo-city/powers/memory/wiki/术语表.md" in names
        assert not [name for name in names if name.startswith(("tests/", "core/", "desktop/"))]
        for name in texts:
            source = CHECKOUT / "resources" / name.removeprefix("memdesk/_resources/")
            assert archive.read(name) == source.read_bytes()


def test_core_imports_without_qt(clean_python: Path) -> None:
    seen = json.loads(run(clean_python, "-I", "-c", IMPORT_EVERYTHING))
    sources = [path.relative_to(CHECKOUT / "core") for path in (CHECKOUT / "core").rglob("*.py")]
    expected = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in sources}
    assert set(seen["names"]) == {name for name in expected if not name.endswith("__main__")}
    assert not seen["qt"]
    assert "memdesk_desktop" not in seen["loaded"]
    assert Path(seen["file"]).is_relative_to(clean_python.parents[1])

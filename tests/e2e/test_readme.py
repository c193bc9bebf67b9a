"""Every command in the README runs, in order, as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")


def run_all(blocks: list[tuple[str, str]], folder: Path) -> str:
    """Run the blocks of a page in order, in an empty folder; what they print."""
    launcher = folder / "bin" / "memdesk"
    launcher.parent.mkdir()
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m memdesk "$@"\n')
    launcher.chmod(0o755)
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    script = ["set -eu"]
    for language, code in blocks:
        script.append(code if language == "sh" else f"python - <<'END'\n{code}END")
    done = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=folder,
        env={**os.environ, "PATH": f"{launcher.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def runnable(text: str) -> list[tuple[str, str]]:
    return re.findall(r"<!-- runnable -->\n```(\w+)\n(.*?)```", text, re.S)


def test_the_five_minutes_of_the_readme(tmp_path: Path) -> None:
    blocks = runnable(README)
    assert len(blocks) == 3
    printed = run_all(blocks, tmp_path)
    assert (tmp_path / "my-city.png").stat().st_size > 10_000
    assert "Release window" in printed
    assert "The day moved" in printed
    assert "0 problems" in printed


def test_the_five_minutes_of_the_chinese_readme(tmp_path: Path) -> None:
    blocks = runnable((CHECKOUT / "README.zh-CN.md").read_text(encoding="utf-8"))
    assert len(blocks) == 1
    assert "发布安排在周二" in run_all(blocks, tmp_path)
    assert (tmp_path / "my-city.png").stat().st_size > 10_000


def test_the_page_about_file_memory(tmp_path: Path) -> None:
    blocks = runnable((CHECKOUT / "docs/file-memory.md").read_text(encoding="utf-8"))
    assert len(blocks) == 1
    printed = run_all(blocks, tmp_path)
    assert "[build]  Moved the build to Node 22." in printed
    assert "- Prefers short answers." in printed
    assert "cherry-assistant-guide" in printed


PAGES = [*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_picture_and_link_of_the_readme_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        file = CHECKOUT / target
        assert file.exists(), target
        if file.suffix == ".png":
            assert file.stat().st_size < 300_000


def test_the_make_targets_that_it_names_exist() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", README, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target

"""Every command in the README runs, in order, as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"<!-- runnable -->\n```(\w+)\n(.*?)```", README, re.S)


def test_the_five_minutes_of_the_readme(tmp_path: Path) -> None:
    launcher = tmp_path / "bin" / "memdesk"
    launcher.parent.mkdir()
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m memdesk "$@"\n')
    launcher.chmod(0o755)
    python = tmp_path / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    script = ["set -eu"]
    for language, code in BLOCKS:
        script.append(code if language == "sh" else f"python - <<'END'\n{code}END")
    assert len(BLOCKS) == 3
    done = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{launcher.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Release window" in done.stdout
    assert "The day moved" in done.stdout
    assert "0 problems" in done.stdout
    assert (tmp_path / "my-city.png").stat().st_size > 10_000


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

"""The set-up script on a machine that lacks everything: what it says, what it runs, and what it leaves alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
TOOLS = ("awk", "basename", "cat", "cksum", "dirname", "find", "grep", "head", "sed", "sh", "sort", "tr", "uname")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="system packages are prepared on Linux only")
on_debian = pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="apt-get is of Debian and Ubuntu")


class BareMachine:
    """A checkout, and a PATH with a few tools, no Python, no libraries, and an apt-get that only takes notes."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "a checkout"
        (self.checkout / "packaging").mkdir(parents=True)
        shutil.copy(CHECKOUT / "pyproject.toml", self.checkout)
        shutil.copy(CHECKOUT / "packaging" / "setup.sh", self.checkout / "packaging")
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.notes = folder / "notes"
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.bin / tool).symlink_to(found)
        self.command("ldconfig", "exit 0")
        self.command("apt-cache", "exit 1")
        self.command("dpkg-query", "exit 1")
        self.command("apt-get", f'echo "$*" >>"{self.notes}"')

    def command(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def setup(self, mode: str, uid: int = 1000, **environment: str) -> subprocess.CompletedProcess[str]:
        self.command("id", f"echo {uid}")
        return subprocess.run(
            [str(self.bin / "sh"), str(self.checkout / "packaging" / "setup.sh"), mode],
            env={"PATH": str(self.bin), "HOME": str(self.checkout), **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def apt_calls(self) -> list[str]:
        return self.notes.read_text(encoding="utf-8").splitlines() if self.notes.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> BareMachine:
    return BareMachine(tmp_path)


def line_to_run(message: str) -> list[str]:
    (line,) = re.findall(r"^    sudo apt-get install (.+)$", message, re.MULTILINE)
    return str(line).split(" ")


def test_wrong_use_says_what_is_right(machine: BareMachine) -> None:
    done = machine.setup("everything")
    assert done.returncode == 2
    assert "run|check|test" in done.stderr
    assert not (machine.checkout / ".venv").exists()


@on_debian
def test_ordinary_user_gets_one_line_and_nothing_is_touched(machine: BareMachine) -> None:
    done = machine.setup("test")
    packages = line_to_run(done.stderr)
    assert done.returncode == 1
    assert packages == sorted(set(packages))
    assert {"libegl1", "libgl1", "libxcb-cursor0", "python3-venv", "xvfb", "fonts-wqy-microhei"} <= set(packages)
    assert machine.apt_calls() == []
    assert not (machine.checkout / ".venv").exists()


@on_debian
def test_window_libraries_are_asked_for_where_there_is_a_display(machine: BareMachine) -> None:
    without = line_to_run(machine.setup("run").stderr)
    with_display = line_to_run(machine.setup("run", WAYLAND_DISPLAY="wayland-0").stderr)
    assert "libegl1" in without
    assert "libxcb-cursor0" not in without
    assert "libxcb-cursor0" in with_display


@on_debian
def test_checks_need_no_libraries(machine: BareMachine) -> None:
    assert line_to_run(machine.setup("check").stderr) == ["python3", "python3-venv"]


@on_debian
def test_root_installs_what_is_missing(machine: BareMachine) -> None:
    done = machine.setup("test", uid=0)
    update, install = machine.apt_calls()
    assert update.endswith("update")
    assert "install --yes --no-install-recommends" in install
    assert {"libegl1", "python3-venv", "xvfb"} <= set(install.split())
    assert done.returncode == 1, "there is still no Python"
    assert "Python 3.11 or newer" in done.stderr


def test_new_interpreter_is_found_past_an_old_one(machine: BareMachine) -> None:
    machine.command("python3", "exit 1")
    machine.command("python3.12", 'case "$*" in *--version*) echo "Python 3.12.0" ;; *"-m venv"*) exit 7 ;; esac')
    done = machine.setup("check")
    assert done.returncode == 7, done.stderr
    assert "making .venv with Python 3.12.0" in done.stderr


@pytest.mark.parametrize("script", ["packaging/setup.sh", "packaging/shots.sh", ".ci/run"])
def test_scripts_parse_and_may_be_run(script: str) -> None:
    path = CHECKOUT / script
    shell = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("#!").split("/")[-1].split()[-1]
    assert os.access(path, os.X_OK)
    assert subprocess.run([shell, "-n", str(path)], check=False, timeout=20).returncode == 0


def test_an_environment_that_is_linked_here_is_left_as_it_is(machine: BareMachine) -> None:
    other = machine.checkout.parent / "other"
    (other / "bin").mkdir(parents=True)
    (other / "bin" / "python").symlink_to(sys.executable)
    (other / ".memdesk-place").write_text("/elsewhere\n", encoding="utf-8")
    before = sorted(path.name for path in other.rglob("*"))
    (machine.checkout / ".venv").symlink_to(other)
    assert machine.setup("check").returncode == 0
    assert sorted(path.name for path in other.rglob("*")) == before


def test_a_link_to_no_environment_is_said_to_be_one(machine: BareMachine) -> None:
    (machine.checkout / ".venv").symlink_to(machine.checkout.parent / "gone")
    result = machine.setup("check")
    assert result.returncode == 1
    assert ".venv is a link" in result.stderr

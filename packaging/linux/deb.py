"""Builds the Debian package from a bundle: files in their places, dependencies from what the bundle's programs ask for.

Run as ``python packaging/linux/deb.py BUNDLE SHARE OUT`` on Debian or Ubuntu: BUNDLE is PyInstaller's folder, SHARE
holds what goes below ``/usr/share`` (icons, manual page, completions), OUT gets ``memdesk_<version>_<arch>.deb``.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NEEDED = re.compile(r"NEEDED\s+(\S+)")
LIBC_VERSION = re.compile(r"GLIBC_(\d+)\.(\d+)")
# A package's name since the width of its time changed (Debian 13, Ubuntu 24.04) and its name before.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
RECOMMENDS = "fonts-inter, fonts-noto-cjk | fonts-wqy-microhei, fonts-noto-color-emoji"
# The plug-in for Wayland is used where these are; on X11 nobody misses them.
ONLY_WAYLAND = re.compile(r"^(libwayland|libdrm|libgbm)")


def build_deb(bundle: Path, share: Path, out: Path) -> Path:
    """Write the package and return its path; raises CalledProcessError where a Debian tool fails."""
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    architecture = _output("dpkg", "--print-architecture").strip()
    tree = out / f"memdesk_{version}_{architecture}"
    shutil.rmtree(tree, ignore_errors=True)
    _lay_out(bundle, share, tree)
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(_control(version, architecture, tree), "utf-8")
    _set_modes(tree)
    package = Path(f"{tree}.deb")
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Zxz", tree, package], check=True)
    shutil.rmtree(tree)
    return package


def _lay_out(bundle: Path, share: Path, tree: Path) -> None:
    shutil.copytree(bundle, tree / "usr" / "lib" / "memdesk", symlinks=True)
    binary = tree / "usr" / "bin" / "memdesk"
    binary.parent.mkdir(parents=True)
    binary.symlink_to("../lib/memdesk/memdesk")
    shutil.copytree(share, tree / "usr" / "share")
    _copy(HERE / "memdesk.desktop", tree / "usr/share/applications/memdesk.desktop")
    metainfo = "org.memdesk.Memdesk.metainfo.xml"
    _copy(HERE / metainfo, tree / "usr/share/metainfo" / metainfo)
    _copy(CHECKOUT / "LICENSE", tree / "usr/share/doc/memdesk/copyright")
    changes = tree / "usr/share/doc/memdesk/changelog.gz"
    changes.write_bytes(gzip.compress((CHECKOUT / "CHANGELOG.md").read_bytes(), mtime=0))


def _control(version: str, architecture: str, tree: Path) -> str:
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file() and not file.is_symlink()) // 1024
    fields = {
        "Package": "memdesk",
        "Version": version,
        "Architecture": architecture,
        "Maintainer": "Memdesk <memdesk@localhost>",
        "Installed-Size": str(size),
        "Depends": ", ".join(dependencies(tree / "usr" / "lib" / "memdesk")),
        "Recommends": RECOMMENDS,
        "Section": "utils",
        "Priority": "optional",
        "Description": "desktop workspace for what AI agents remember\n"
        " Browse, search, correct and govern the memories of AI agents: Markdown files in a\n"
        " folder of your own. Agents use the same actions on the command line and over MCP.",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def dependencies(bundle: Path) -> list[str]:
    """The packages that hold the libraries which the bundle's files ask for and do not bring, sorted."""
    inside = {file.name for file in bundle.rglob("*.so*")}
    wanted: set[str] = set()
    libc = (0, 0)
    for file in _programs(bundle):
        told = _output("objdump", "-p", str(file))
        wanted.update(NEEDED.findall(told))
        libc = max([libc, *((int(major), int(minor)) for major, minor in LIBC_VERSION.findall(told))])
    packages = {_package_of(name) for name in wanted - inside if not ONLY_WAYLAND.match(name)}
    packages.discard("libc6")
    named = [f"{RENAMED[name]} | {name}" if name in RENAMED else name for name in sorted(packages)]
    return [f"libc6 (>= {libc[0]}.{libc[1]})", *named]


def _programs(bundle: Path) -> list[Path]:
    found = [file for file in bundle.rglob("*") if file.is_file() and not file.is_symlink()]
    return [file for file in found if file.open("rb").read(4) == b"\x7fELF"]


def _package_of(library: str) -> str:
    """The installed package that owns a library; raises LookupError where none does."""
    owners = subprocess.run(
        ["dpkg-query", "--search", f"*/{library}"], capture_output=True, text=True, check=False
    ).stdout
    for line in owners.splitlines():
        package, _, path = line.partition(": ")
        if "/lib" in path and "diversion" not in package:
            name = package.split(":")[0].split(",")[0]
            return next((old for old, new in RENAMED.items() if new == name), name)
    raise LookupError(f"No installed package holds {library}; install it and build again.")


def _set_modes(tree: Path) -> None:
    """What a package ships is readable by everybody and writable by root, whatever the builder's umask was."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)
    tree.chmod(0o755)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    print(build_deb(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])))  # noqa: T201

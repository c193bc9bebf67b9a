#!/bin/sh
# Builds what people install, into dist/: the wheel and the sdist, and on Linux the bundle as a tarball and, on Debian and
# Ubuntu, the .deb.
#
#     packaging/build.sh [wheel|bundle|all]
#
# Works in an environment of its own, build/venv, so that a bundle holds what it needs and nothing of a developer's.
# PYTHON names the interpreter; it must be built with a shared library or statically, as every system's is.
set -eu
cd "$(dirname "$0")/.."

what=${1:-all}
case $what in wheel | bundle | all) ;; *) echo "usage: packaging/build.sh [wheel|bundle|all]" >&2 && exit 2 ;; esac

say() { printf 'memdesk: %s\n' "$*" >&2; }
export PIP_DISABLE_PIP_VERSION_CHECK=1
bin=build/venv/bin

if ! [ -x $bin/python ] || ! [ "$(cat build/venv/.made-for 2>/dev/null)" = "$(cksum <pyproject.toml)" ]; then
    say "making build/venv"
    ${PYTHON:-python3} -m venv --clear build/venv
    $bin/python -m pip install --quiet ".[desktop,packaging]"
    cksum <pyproject.toml >build/venv/.made-for
fi
# The code itself changes more often than what it needs.
$bin/python -m pip install --quiet --force-reinstall --no-deps .

version=$($bin/python -c 'from importlib import metadata; print(metadata.version("memdesk"))')
mkdir -p dist

if [ "$what" != bundle ]; then
    say "building the wheel and the sdist"
    $bin/python -m build --no-isolation --outdir dist . >/dev/null
fi

if [ "$what" != wheel ]; then
    say "building the bundle"
    rm -rf build/bundle build/share
    $bin/pyinstaller --noconfirm --log-level ERROR --distpath build/bundle --workpath build/pyinstaller packaging/memdesk.spec
    $bin/python packaging/linux/command_files.py build/share
    $bin/python packaging/icons.py build/share/icons
    say "packing the tarball"
    folder=memdesk-$version-linux-$(uname -m)
    rm -rf "build/$folder"
    mkdir -p "build/$folder/share/applications"
    cp -a build/bundle/memdesk "build/$folder/lib"
    cp -a build/share/. "build/$folder/share/"
    cp packaging/linux/memdesk.desktop "build/$folder/share/applications/"
    cp packaging/linux/install.sh LICENSE CHANGELOG.md "build/$folder/"
    tar --create --xz --owner=0 --group=0 --file "dist/$folder.tar.xz" --directory build "$folder"
    rm -rf "build/$folder"
    if command -v dpkg-deb >/dev/null; then
        say "packing the .deb"
        $bin/python packaging/linux/deb.py build/bundle/memdesk build/share dist >/dev/null
    fi
fi

say "built:" && ls -l dist >&2

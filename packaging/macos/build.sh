#!/bin/sh
# Builds Memdesk.app for macOS into dist/, zipped; the command line is Memdesk.app/Contents/MacOS/memdesk.
#
#     packaging/macos/build.sh
#
# Needs Python 3.11 or newer. Not signed and not notarised: who distributes it signs it with their own identity.
# Not run by the project's own checks, which run on Linux.
set -eu
cd "$(dirname "$0")/../.."

${PYTHON:-python3} -m venv --clear build/venv
bin=build/venv/bin
$bin/python -m pip install --quiet ".[desktop,packaging]"

$bin/python packaging/icons.py build/icons
rm -rf build/icons/memdesk.iconset
mkdir -p build/icons/memdesk.iconset
for size in 16 32 128 256 512; do
    cp "build/icons/hicolor/${size}x${size}/apps/memdesk.png" "build/icons/memdesk.iconset/icon_${size}x${size}.png"
done
iconutil --convert icns --output build/icons/memdesk.icns build/icons/memdesk.iconset

$bin/pyinstaller --noconfirm --log-level ERROR --distpath build/bundle --workpath build/pyinstaller packaging/memdesk.spec
version=$($bin/python -c 'from importlib import metadata; print(metadata.version("memdesk"))')
mkdir -p dist
ditto -c -k --keepParent build/bundle/Memdesk.app "dist/memdesk-$version-macos.zip"

# The smallest proof: the command line answers, the window draws itself.
program=build/bundle/Memdesk.app/Contents/MacOS/memdesk
MEMDESK_ROOT=$(mktemp -d)
export MEMDESK_ROOT
"$program" agent add kim
"$program" memory remember --agent kim --input '{"content": "Hello from the bundle", "target": "agent"}'
QT_QPA_PLATFORM=offscreen "$program" open --screenshot "$MEMDESK_ROOT/window.png" --scope kim

#!/bin/sh
# Draws the pictures of docs/images: every view of the demo City, in both themes, and the Chinese window.
set -eu
cd "$(dirname "$0")/.."
mkdir -p docs/images

shot() {
    name=$1 && shift
    .venv/bin/memdesk open --demo --size 1280x800 --screenshot "docs/images/$name.png" "$@"
}

for theme in light dark; do
    shot "list-$theme" --theme "$theme" --view list --scope assistant
    shot "detail-$theme" --theme "$theme" --view detail --memory city/wiki/canary-ring
    shot "edit-$theme" --theme "$theme" --view edit --memory city/wiki/canary-ring
    shot "new-$theme" --theme "$theme" --view new --scope shared
    shot "settings-$theme" --theme "$theme" --view settings
done
shot list-zh --theme light --lang zh_CN --view list --scope docs-helper

#!/bin/sh
# Brings the texts of the window into resources/translations: new ones are added unfinished, unused ones dropped.
# English needs a file for its plural forms only.
set -eu
cd "$(dirname "$0")/.."
bin=${BIN:-.venv/bin}
texts=resources/translations
mkdir -p "$texts"
update() {
    "$bin/pyside6-lupdate" -silent -extensions py desktop/memdesk_desktop -locations none -no-obsolete "$@"
}
update -source-language en -target-language zh_CN -ts "$texts/memdesk_zh_CN.ts"
update -source-language en -target-language en -pluralonly -ts "$texts/memdesk_en.ts"
for name in zh_CN en; do
    "$bin/pyside6-lrelease" -silent "$texts/memdesk_$name.ts" -qm "$texts/memdesk_$name.qm"
done

#!/bin/sh
# Installs Memdesk from this folder for one user, or with PREFIX=/usr/local for all; no package manager needed.
#
#     ./install.sh            into ~/.local
#     ./install.sh --remove   takes the program away again; memories stay where they are
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${PREFIX:-$HOME/.local}
program=$prefix/lib/memdesk

remove() {
    rm -rf "$program"
    rm -f "$prefix/bin/memdesk" "$prefix/share/applications/memdesk.desktop" "$prefix/share/man/man1/memdesk.1.gz" \
        "$prefix/share/bash-completion/completions/memdesk" "$prefix/share/zsh/vendor-completions/_memdesk"
    find "$prefix/share/icons/hicolor" -name 'memdesk.png' -delete -o -name 'memdesk.svg' -delete 2>/dev/null || true
}

if [ "${1:-}" = --remove ]; then
    remove
    echo "Memdesk is removed. Your memories were not touched."
    exit 0
fi

remove
mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share"
cp -R "$here/lib" "$program"
cp -R "$here/share/." "$prefix/share/"
ln -s ../lib/memdesk/memdesk "$prefix/bin/memdesk"
# A desktop does not always have ~/.local/bin in its path.
sed -i "s|^Exec=memdesk |Exec=\"$prefix/bin/memdesk\" |" "$prefix/share/applications/memdesk.desktop"
if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$prefix/share/applications" || true; fi
echo "Memdesk is installed. Start it with: $prefix/bin/memdesk"

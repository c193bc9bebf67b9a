#!/bin/bash
# Installs the .deb in a bare Debian 12, does the main job with it, upgrades it over changed memories, removes it again.
#
#     packaging/linux/smoke.sh dist/memdesk_<version>_amd64.deb       as root; needs debootstrap
#
# ROOT names a bare root that exists already (debootstrap --variant=minbase bookworm ROOT); it is copied, never changed.
# The package sources and certificates of this machine are used inside. Everything is said on standard output.
set -euo pipefail

deb=$(realpath "$1")
work=$(mktemp -d -t memdesk-smoke.XXXXXX)
inside=$work/root
city=/home/person/.local/share/memdesk

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2 && exit 1; }

leave() {
    for place in dev/pts dev/shm dev proc sys; do umount -l "$inside/$place" 2>/dev/null || true; done
    rm -rf --one-file-system "$work"
}
trap leave EXIT

in_root() { chroot "$inside" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_person() { chroot "$inside" setpriv --reuid=1000 --regid=1000 --clear-groups env -i HOME=/home/person PATH=/usr/bin:/bin LANG=C.UTF-8 "${@}"; }

say "a bare Debian 12"
if [ -n "${ROOT:-}" ]; then
    cp -a "$ROOT" "$inside"
else
    debootstrap --variant=minbase bookworm "$inside" >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log" && exit 1; }
fi
rm -f "$inside/etc/apt/sources.list"
mkdir -p "$inside/etc/ssl/certs"
cp -r /etc/apt/. "$inside/etc/apt/"
cp /etc/ssl/certs/ca-certificates.crt "$inside/etc/ssl/certs/" 2>/dev/null || true
cp /etc/resolv.conf /etc/hosts "$inside/etc/"
for place in proc sys dev dev/pts dev/shm; do mkdir -p "$inside/$place" && mount --bind "/$place" "$inside/$place"; done
in_root apt-get -qq update
in_root useradd --create-home --uid 1000 person
in_root sh -c 'command -v python3' && fail "Python is there already: this is no bare root"

say "install"
cp "$deb" "$inside/root/memdesk.deb"
in_root apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends /root/memdesk.deb >"$work/apt.log" 2>&1 \
    || { tail -20 "$work/apt.log" && exit 1; }
in_root apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends xvfb xdotool fonts-dejavu-core desktop-file-utils >/dev/null 2>&1
in_root dpkg-query --show memdesk
in_root desktop-file-validate /usr/share/applications/memdesk.desktop
for file in usr/share/man/man1/memdesk.1.gz usr/share/bash-completion/completions/memdesk \
    usr/share/icons/hicolor/256x256/apps/memdesk.png; do [ -s "$inside/$file" ] || fail "$file is missing"; done
# As the program's start does it, with its own folder first.
missing=$(in_root sh -c 'export LD_LIBRARY_PATH=/usr/lib/memdesk/_internal:/usr/lib/memdesk/_internal/PySide6/Qt/lib
    find /usr/lib/memdesk -name "*.so*" -type f | xargs ldd 2>/dev/null | grep "not found" | grep -v -e wayland -e libdrm -e libgbm | sort -u')
[ -z "$missing" ] || fail "libraries are missing: $missing"
as_person memdesk --version

say "the main job on the command line"
as_person memdesk agent add kim
as_person memdesk memory remember --agent kim --input '{"content":"Deploys wait for the night desk.","target":"agent","topic":"deploys"}'
as_person memdesk memory search --agent kim --input '{"query":"who waits at night"}' | grep -q "night desk" || fail "the memory is not found"

say "the main job in the window"
cat >"$inside/home/person/window.sh" <<'WINDOW'
Xvfb :91 -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
export DISPLAY=:91
for _ in $(seq 50); do xdotool getdisplaygeometry >/dev/null 2>&1 && break; sleep 0.2; done
started=$(date +%s%N)
memdesk open --scope kim &
window=$!
for _ in $(seq 150); do found=$(xdotool search --onlyvisible --name Memdesk 2>/dev/null | head -n 1) && [ -n "$found" ] && break; sleep 0.1; done
[ -n "$found" ] || { echo "no window" && exit 1; }
echo "window after $((($(date +%s%N) - started) / 1000000)) ms"
sleep "${SETTLE:-4}"
xdotool windowfocus "$found" 2>/dev/null
sleep 0.5
xdotool key ctrl+n && sleep "${SETTLE:-4}"
xdotool type --delay 20 "# Label printer" && xdotool key Return && xdotool type --delay 20 "The label printer is in room four" && sleep 2
xdotool key ctrl+s && sleep "${SETTLE:-4}"
kill $window && wait $window 2>/dev/null
kill $server
memdesk memory search --agent kim --input '{"query":"label printer"}'
WINDOW
as_person sh /home/person/window.sh | tee "$work/window.log"
grep -q "room four" "$work/window.log" || fail "what was typed in the window is not found"
as_person env QT_QPA_PLATFORM=offscreen memdesk open --screenshot /home/person/window.png --scope kim
[ -s "$inside/home/person/window.png" ] || fail "no picture of the window"
cp "$inside/home/person/window.png" "${PICTURE:-/dev/null}" 2>/dev/null || true

say "agents: MCP"
as_person sh -c 'printf "%s\n" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"smoke\",\"version\":\"1\"}}}" | memdesk mcp --agent kim' | grep -q serverInfo \
    || fail "the MCP server does not answer"
as_person memdesk reindex

say "upgrade over changed memories"
printf -- '# Long-term knowledge\n\nChanged by hand, at night.\r\n' >"$inside$city/agents/kim/memory/FACT.md"
sum() { (cd "$inside$city" && find . -type f -not -path './.memdesk/cache/*' -not -path './.memdesk/state/locks/*' -print0 | sort -z | xargs -0 sha256sum); }
sum >"$work/before"
dpkg-deb -R "$deb" "$work/newer"
sed -i 's/^Version: .*/&+1/' "$work/newer/DEBIAN/control"
dpkg-deb --build --root-owner-group -Zgzip "$work/newer" "$inside/root/newer.deb" >/dev/null
in_root apt-get -qq -o Dpkg::Use-Pty=0 install --yes /root/newer.deb >/dev/null 2>&1
in_root dpkg-query --show memdesk
as_person memdesk doctor
as_person memdesk memory list --agent kim
sum >"$work/after"
diff "$work/before" "$work/after" || fail "an upgrade changed memories"
echo "$(wc -l <"$work/before") files, every byte as before"

say "remove"
in_root apt-get -qq -o Dpkg::Use-Pty=0 remove --purge --yes memdesk >/dev/null 2>&1
[ ! -e "$inside/usr/bin/memdesk" ] && [ ! -e "$inside/usr/lib/memdesk" ] || fail "the program is still there"
sum >"$work/after"
diff "$work/before" "$work/after" || fail "removing the program changed memories"
echo "the program is gone, $(wc -l <"$work/before") files of memories are there"

say "passed"

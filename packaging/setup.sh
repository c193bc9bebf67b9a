#!/bin/sh
# Prepares a checkout to run, check or test Memdesk: system libraries, the virtual environment .venv, the package in it.
#
#     packaging/setup.sh run|check|test
#
# A second call finds its stamp in .venv and returns at once. Nothing outside of the checkout is touched, except
# that on Debian and Ubuntu, as root, missing system packages are installed; an ordinary user gets the line to run.
# PYTHON names the interpreter to use, where the choice made here is not the right one.
set -eu
cd "$(dirname "$0")/.."

mode=${1:-run}
case $mode in
    run) extras=desktop ;;
    check | test) extras=desktop,dev ;;
    *) echo "usage: packaging/setup.sh run|check|test" >&2 && exit 2 ;;
esac

say() { printf 'memdesk: %s\n' "$*" >&2; }

has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

# --- stamps ---------------------------------------------------------------------------------------------------

# An environment that is only linked here belongs to another checkout, which prepares it: it is used as it is.
if [ -L .venv ]; then
    [ -x .venv/bin/python ] && exit 0
    say ".venv is a link to an environment that is not there. Prepare that one, or remove the link."
    exit 1
fi

state="$(pwd) $(cat pyproject.toml packaging/setup.sh | cksum)"
system_stamp=.venv/.memdesk-system-$mode
if [ "$mode" = run ] && has_display; then system_stamp=$system_stamp-window; fi
package_stamp=.venv/.memdesk-package-$extras

is_current() { [ -f "$1" ] && [ "$(cat "$1")" = "$state" ]; }

# What tests need holds what a run needs.
has_packages() { is_current "$package_stamp" || is_current .venv/.memdesk-package-desktop,dev; }

if is_current "$system_stamp" && has_packages; then exit 0; fi

# --- the system ------------------------------------------------------------------------------------------------

# library, then the Debian package that has it
offscreen_libraries='
libGL.so.1            libgl1
libEGL.so.1           libegl1
libfontconfig.so.1    libfontconfig1
libglib-2.0.so.0      libglib2.0-0
libxkbcommon.so.0     libxkbcommon0
libdbus-1.so.3        libdbus-1-3'
window_libraries='
libxcb-cursor.so.0    libxcb-cursor0
libxcb-icccm.so.4     libxcb-icccm4
libxcb-keysyms.so.1   libxcb-keysyms1
libxcb-shape.so.0     libxcb-shape0
libxkbcommon-x11.so.0 libxkbcommon-x11-0'
fonts='fonts-inter fonts-wqy-microhei fonts-noto-color-emoji fonts-dejavu-core'

required=''            # packages that are missing and needed
recommended=''         # packages that are missing and only wished for
missing_libraries=''   # the same need, for systems with other package names

os_release() { [ -r /etc/os-release ] && (. /etc/os-release && eval "printf '%s' \"\${$1:-}\""); }

is_debian() {
    command -v apt-get >/dev/null 2>&1 || return 1
    case " $(os_release ID) $(os_release ID_LIKE) " in *" debian "* | *" ubuntu "*) return 0 ;; esac
    return 1
}

# Since Debian 13 and Ubuntu 24.04 the package of GLib carries the width of its time in its name.
package_name() {
    if [ "$1" = libglib2.0-0 ] && apt-cache show libglib2.0-0t64 2>/dev/null | grep -q '^Package:'; then
        echo libglib2.0-0t64
    else
        echo "$1"
    fi
}

has_package() { dpkg-query --show --showformat='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

need_libraries() {
    cache=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
    while read -r library package; do
        [ -n "$library" ] || continue
        case $cache in *"$library "*) continue ;; esac
        missing_libraries="$missing_libraries $library"
        required="$required $package"
    done <<LIBRARIES
$1
LIBRARIES
}

has_any_font() {
    [ -n "$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-/nonexistent}/.fonts" \
        "${HOME:-/nonexistent}/.local/share/fonts" -name '*.[ot]t[fc]' 2>/dev/null | head -n 1)" ]
}

wish_packages() {
    for package in "$@"; do
        has_package "$package" || recommended="$recommended $package"
    done
}

find_python() {
    second_best=''
    for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$name" -c 'import ensurepip, venv' 2>/dev/null; then echo "$name" && return; fi
        second_best=${second_best:-$name}
    done
    echo "$second_best"
}

need_python() {
    python=$(find_python)
    if [ -z "$python" ]; then
        # A system whose own Python is too old has no package that would help.
        has_package python3 || required="$required python3 python3-venv"
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        required="$required $(basename "$python")-venv"
    fi
}

collect_needs() {
    need_python
    [ "$(uname -s)" = Linux ] && [ "$mode" != check ] || return 0
    need_libraries "$offscreen_libraries"
    if has_display && [ "$mode" = run ]; then need_libraries "$window_libraries"; fi
    is_debian || return 0
    # shellcheck disable=SC2086  # a list of packages
    wish_packages $fonts
    if ! has_any_font; then required="$required fonts-dejavu-core"; fi
    if [ "$mode" = test ]; then
        # shellcheck disable=SC2046
        wish_packages xvfb xdotool $(echo "$window_libraries" | awk 'NF { print $2 }')
    elif [ "$(id -u)" = 0 ]; then
        # shellcheck disable=SC2046
        wish_packages $(echo "$window_libraries" | awk 'NF { print $2 }')
    fi
}

apt_packages() {
    for package in $1; do package_name "$package"; done | sort -u | tr '\n' ' ' | sed 's/ $//'
}

install_packages() {
    say "installing system packages: $1"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    # shellcheck disable=SC2086
    apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends $1 >/dev/null
}

prepare_system() {
    collect_needs
    if is_debian && [ "$(id -u)" = 0 ]; then
        if [ -n "$required$recommended" ]; then install_packages "$(apt_packages "$required $recommended")"; fi
        python=$(find_python)
    elif is_debian; then
        if [ -n "$required" ]; then
            say "this machine lacks what Memdesk needs. Run this line, then the same command again:"
            printf '\n    %s\n\n' "sudo apt-get install $(apt_packages "$required $recommended")" >&2
            exit 1
        fi
        if [ -n "$recommended" ]; then
            say "good to have, for all scripts and all tests: sudo apt-get install $(apt_packages "$recommended")"
        fi
    elif [ -n "$missing_libraries" ]; then
        say "Qt needs these libraries, and the loader does not list them:$missing_libraries"
        say "If the window does not open, install the packages of your system that hold them."
    fi
    if [ -z "$python" ]; then
        say "Memdesk needs Python 3.11 or newer with its modules venv and ensurepip. Install it, or name it: PYTHON=…"
        exit 1
    fi
}

# --- the virtual environment -------------------------------------------------------------------------------------

prepare_environment() {
    # A checkout that was moved or copied has an environment that still points to its old place.
    if ! [ -x .venv/bin/python ] || ! [ "$(cat .venv/.memdesk-place 2>/dev/null)" = "$(pwd)" ]; then
        say "making .venv with $("$python" --version)"
        "$python" -m venv --clear .venv
        pwd >.venv/.memdesk-place
    fi
    say "installing Memdesk and what it needs into .venv (a minute or two the first time)"
    PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --editable ".[$extras]"
    echo "$state" >"$package_stamp"
}

is_current "$system_stamp" || prepare_system
has_packages || prepare_environment
echo "$state" >"$system_stamp"

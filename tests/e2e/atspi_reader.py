"""Tells what a screen reader is told of the window: every accessible of one application, as JSON.

For the system's Python, which has the bindings of AT-SPI; argument: the name of the application.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

MOST = 4000
PATIENCE_S = 15.0


def application(name):
    """The application of this name, once the desktop knows it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        desktop = Atspi.get_desktop(0)
        for at in range(desktop.get_child_count()):
            found = desktop.get_child_at_index(at)
            if found is not None and name in (found.get_name() or "").casefold():
                return found
        time.sleep(0.2)
    return None


def told(accessible):
    """Name, role, states and text of one accessible."""
    states = accessible.get_state_set()
    text = ""
    if accessible.get_text_iface() is not None:
        length = Atspi.Text.get_character_count(accessible)
        text = Atspi.Text.get_text(accessible, 0, min(length, 2000))
    return {
        "name": accessible.get_name() or "",
        "description": accessible.get_description() or "",
        "role": accessible.get_role_name(),
        "focused": states.contains(Atspi.StateType.FOCUSED),
        "focusable": states.contains(Atspi.StateType.FOCUSABLE),
        "editable": states.contains(Atspi.StateType.EDITABLE),
        "text": text or "",
        "pressed_by": Atspi.Action.get_n_actions(accessible) if accessible.get_action_iface() is not None else 0,
    }


def walk(top):
    """What can be seen, depth first."""
    found, waiting = [], [top]
    while waiting and len(found) < MOST:
        accessible = waiting.pop()
        try:
            shown = accessible.get_state_set().contains(Atspi.StateType.SHOWING)
            if accessible is not top and accessible.get_role_name() != "frame" and not shown:
                continue
            found.append(told(accessible))
            children = [accessible.get_child_at_index(at) for at in range(min(accessible.get_child_count(), 200))]
        except gi.repository.GLib.Error:
            continue
        waiting += [child for child in reversed(children) if child is not None]
    return found


def main():
    """Print the walk; 1 where the application is not there."""
    top = application(sys.argv[1])
    if top is None:
        return 1
    print(json.dumps(walk(top)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

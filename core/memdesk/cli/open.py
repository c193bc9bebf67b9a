"""``memdesk open``: starts the window, where it is installed."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import TYPE_CHECKING

from memdesk.cli.container import chosen_root, default_root
from memdesk.errors import InvalidInput

if TYPE_CHECKING:
    import argparse


_MAX_SIDE = 8192


def open_window(arguments: argparse.Namespace) -> int:
    """Open the window and return its exit status; 1 with a sentence where it is not installed."""
    if importlib.util.find_spec("PySide6") is None or importlib.util.find_spec("memdesk_desktop") is None:
        sys.stderr.write("The window is not installed. Install it with: pip install 'memdesk[desktop]'\n")
        return 1
    from memdesk_desktop.app import OpenOptions, run

    width, _, height = arguments.size.partition("x")
    if not all(side.isdecimal() and 0 < int(side[:9]) <= _MAX_SIDE for side in (width, height)):
        sys.stderr.write(f"--size takes WIDTHxHEIGHT, for example 1280x800, each at most {_MAX_SIDE}.\n")
        return 2
    root = getattr(arguments, "root", None)
    try:
        chosen = chosen_root(root)
    except InvalidInput as error:
        sys.stderr.write(f"error ({error.code}): {error.message}\n")
        return 1
    named = root is not None or "MEMDESK_ROOT" in os.environ or arguments.demo
    options = OpenOptions(
        root=chosen,
        # Where no City is named and none exists, there is more to see in the demo than in an empty window.
        demo=arguments.demo or (not named and not default_root().exists()),
        scope=arguments.scope,
        memory_id=arguments.memory,
        screenshot=arguments.screenshot,
        view=arguments.view,
        size=(int(width), int(height)),
        theme=arguments.theme,
        language=arguments.lang,
        link=arguments.link,
        own_root=default_root(),
        named=named,
    )
    return run(options)

"""``memdesk mcp``: checks whom it serves, then hands standard input and output to the server."""

from __future__ import annotations

import gc
import logging
import sys
from typing import TYPE_CHECKING

from memdesk.cli.container import chosen_root, open_host
from memdesk.errors import MemdeskError
from memdesk.host.resolving import resolve
from memdesk.power import ExecutionContext

if TYPE_CHECKING:
    import argparse


def serve(arguments: argparse.Namespace) -> int:
    """Serve until the client leaves; 1 with a sentence on standard error where there is nobody to serve."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="memdesk mcp: %(message)s")
    # Nothing that is loaded at the start is ever garbage; looking for some takes a sixth of the time.
    gc.disable()
    try:
        host = open_host(chosen_root(getattr(arguments, "root", None)))
        context = ExecutionContext(agent_id="", workspace_id=arguments.workspace, session_id=None, caller="agent")
        if not arguments.product:
            resolve(host.city, arguments.agent, context)
    except MemdeskError as error:
        sys.stderr.write(f"error ({error.code}): {error.message}\n")
        return 1
    from memdesk.mcp.serving import serve_agent, serve_product

    gc.freeze()
    gc.enable()
    with host.city:
        if arguments.product:
            serve_product(host)
        else:
            serve_agent(host, arguments.agent, arguments.workspace)
    return 0

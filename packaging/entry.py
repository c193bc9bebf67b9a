"""What a frozen bundle starts: the ``memdesk`` command, and the modules that it starts as processes of their own."""

import runpy
import sys

from memdesk.cli.main import main

if __name__ == "__main__":
    # A child is started as ``sys.executable -m memdesk.…``; in a bundle that executable is this program.
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2 and sys.argv[2].partition(".")[0] == "memdesk":
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        sys.exit(0)
    sys.exit(main())

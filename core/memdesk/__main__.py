"""``python -m memdesk``."""

import sys

from memdesk.cli.main import main

sys.exit(main())

"""What all tests need before anything else is imported."""

from __future__ import annotations

import os

# Without a screen Qt ends the process; a test that wants a real one sets its own platform for a child.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

"""The first list is on the screen before what only later things need is loaded or made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cities import make_host, ok

_SCRIPT = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from memdesk_desktop import app

class Window(app.MainWindow):
    def start(self):
        super().start()
        self.page.list_view.model.loaded.connect(self.look)

    def look(self, loaded):
        assert loaded.total == 1, loaded
        self.grab()
        heavy = {"pydantic", "yaml", "watchdog", "markdown", "pygments", "nh3", "importlib.metadata", "difflib"}
        late = {"palette", "journal_pane", "governing_bars", "detail_view", "widgets.filter_popover"}
        print(sorted(name for name in (*heavy, *(f"memdesk_desktop.{name}" for name in late)) if name in sys.modules))
        QTimer.singleShot(0, self.close)

app.MainWindow = Window
sys.exit(app.run(app.OpenOptions(root=Path(sys.argv[1]), scope="kim")))
"""


def test_the_first_list_waits_for_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    host = make_host(tmp_path / "city", "kim")
    ok(host, "remember", agent="kim", content="Releases go to the canary ring.", target="agent", topic="Canary")
    host.city.close()
    # What was written just now is read once more; the second window finds all in the index.
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(tmp_path / "city")],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "HOME": str(tmp_path),
                "XDG_CONFIG_HOME": str(tmp_path),
                "XDG_STATE_HOME": str(tmp_path),
                "XDG_CACHE_HOME": str(tmp_path),
            },
        )
        assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"

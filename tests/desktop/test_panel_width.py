"""The panel beside a memory is as wide as its place, whatever stands in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot
from scenes import Stage, city

from cities import ok
from memdesk_desktop.main_window import MainWindow
from memdesk_desktop.widgets.evidence_item import EvidenceItem


def test_long_evidence_pushes_nothing_out_of_the_panel(
    qtbot: QtBot, window_of: Callable[[object], MainWindow], tmp_path: Path
) -> None:
    host = city(tmp_path / "city")
    content = "A sentence that is longer than the panel is wide. " * 4
    made = ok(host, "remember", agent="kim", content=content, target="agent", topic="long")
    window = window_of(host)
    window.resize(1280, 800)
    stage = Stage(qtbot, window, host, tmp_path / "city")
    view = stage.detail(made["memory_id"])
    qtbot.waitUntil(lambda: any(item.excerpt.text() for item in view.panel.findChildren(EvidenceItem)), timeout=5_000)
    stage.settle()
    for area in window.findChildren(QScrollArea):
        if area.isVisibleTo(window):
            assert area.widget().width() <= area.viewport().width(), area.objectName()
    host.city.close()

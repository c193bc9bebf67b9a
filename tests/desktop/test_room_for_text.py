"""No text is cut off at the window's least size, in either language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scenes import SCENES, Stage, city

from memdesk import ActionHost
from memdesk_desktop.language import Language
from memdesk_desktop.main_window import MIN_WINDOW_SIZE, MainWindow
from memdesk_desktop.widgets.text_widgets import LinkButton
from memdesk_desktop.widgets.timeline import RevisionRow

# These cut what people wrote, by design, and have the whole in their tooltip, or show only an icon.
CUTTING = (RevisionRow, LinkButton, QToolButton)
CUTTING_NAMES = {"viewTitle", "backButton"}


@pytest.fixture
def stage(
    qtbot: QtBot, window_of: Callable[[object], MainWindow], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Stage]:
    host: ActionHost = city(tmp_path / "city")
    window = window_of(host)
    window.resize(MIN_WINDOW_SIZE)
    yield Stage(qtbot, window, host, tmp_path / "city")
    window.page.snackbar.hide()
    host.city.close()


@pytest.mark.parametrize("name", ["en", "zh_CN"])
@pytest.mark.parametrize("scene", SCENES)
def test_every_label_and_button_has_room(scene: str, name: str, stage: Stage, language: Language) -> None:
    language.set_choice(name)
    stage.window.theme.on_language_changed()
    QApplication.processEvents()
    SCENES[scene](stage)
    stage.settle()
    assert stage.window.size() == MIN_WINDOW_SIZE
    cut = [_describe(widget) for widget in stage.window.findChildren(QWidget) if _is_cut(widget, stage.window)]
    assert not cut


def _is_cut(widget: QWidget, window: MainWindow) -> bool:
    if not widget.isVisibleTo(window) or widget.objectName() in CUTTING_NAMES or isinstance(widget, CUTTING):
        return False
    if isinstance(widget, QLabel):
        return bool(widget.text()) and _label_is_cut(widget)
    if isinstance(widget, QAbstractButton | QComboBox):
        return _lacks(widget, widget.sizeHint().width(), widget.sizeHint().height()) or _leaves(widget)
    return False


def _label_is_cut(label: QLabel) -> bool:
    if label.wordWrap():
        return label.height() < label.heightForWidth(label.width()) - 1 or _longest_word(label) > label.width() + 1
    return _lacks(label, label.sizeHint().width(), label.sizeHint().height()) or _leaves(label)


def _longest_word(label: QLabel) -> int:
    if label.textFormat() == Qt.TextFormat.RichText:
        return 0
    return max(
        (label.fontMetrics().horizontalAdvance(word) for word in re.split(r"[\s/-]", label.text()) if word.isascii()),
        default=0,
    )


def _lacks(widget: QWidget, width: int, height: int) -> bool:
    return widget.width() < width or widget.height() < min(height, 28)


def _leaves(widget: QWidget) -> bool:
    """Whether it stands partly outside of what holds it, at its left or right."""
    parent = widget.parentWidget()
    return parent is not None and (widget.x() < 0 or widget.x() + widget.width() > parent.width())


def _describe(widget: QWidget) -> str:
    text = widget.currentText() if isinstance(widget, QComboBox) else getattr(widget, "text", str)()
    have, want = widget.size().toTuple(), widget.sizeHint().toTuple()
    return f"{type(widget).__name__} {widget.objectName()} {text!r}: has {have}, wants {want}"

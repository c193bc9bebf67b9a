"""What a view says where there is nothing to list."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memdesk_desktop.theme import Theme
from memdesk_desktop.widgets.empty_state import EmptyState


@pytest.mark.parametrize("width", [420, 1000, 1900])
@pytest.mark.parametrize("text", ["Short.", "Words that go on for more than one line. " * 4, "长句子没有空格" * 30])
@pytest.mark.parametrize("late", [False, True])
def test_every_line_of_its_texts_can_be_seen(qtbot: QtBot, theme: Theme, width: int, text: str, late: bool) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    state = EmptyState(theme)
    layout = QVBoxLayout(holder)
    layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
    layout.addWidget(state)
    holder.resize(width, 600)
    if not late:
        state.show_state("memory", text, text)
    with qtbot.waitExposed(holder):
        holder.show()
    state.show_state("memory", text, text)
    qtbot.wait(1)
    for label in (state.title, state.text):
        assert label.height() >= label.heightForWidth(label.width()) > 0

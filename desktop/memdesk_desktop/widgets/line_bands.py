"""Where the lines of a block stand in a text field with lines of a fixed height."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QTextBlock
    from PySide6.QtWidgets import QTextEdit


def block_band(edit: QTextEdit, block: QTextBlock, line_height: int) -> tuple[int, int]:
    """Top and height of a block in the viewport, such that its text is in the middle of each line.

    Qt puts the room that a fixed height adds above each line and leaves it out of the block's rectangle.
    """
    layout = edit.document().documentLayout()
    box = layout.blockBoundingRect(block)
    slack = max(0, line_height - edit.fontMetrics().height())
    following = block.next()
    bottom = layout.blockBoundingRect(following).top() if following.isValid() else box.bottom() + slack
    top = box.top() - edit.verticalScrollBar().value() + slack / 2
    return round(top), round(bottom - box.top())

"""Texts that are said again, in place, when the language changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from typing_extensions import override

Text: TypeAlias = str | Callable[[], str]
"""A text as it is, or a function that says it in the language of the moment."""


def said(text: Text) -> str:
    """The text in the language of the moment."""
    return text if isinstance(text, str) else text()


def say(setter: Callable[[str], Any], text: Text, *, owner: QObject | None = None) -> None:
    """Give a text to a setter now and, where it is a function, whenever the language changes.

    ``owner`` is told of the change and lives as long as the setter: by default the widget whose method it is.
    The last text given to a setter holds.
    """
    holder: QObject = owner if owner is not None else setter.__self__  # type: ignore[attr-defined]
    spoken = holder.findChild(_Spoken, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if spoken is None and not isinstance(text, str):
        spoken = _Spoken(holder)
    if spoken is not None:
        spoken.take(setter, text)
    setter(said(text))


def said_by_class(speaker: QObject, source: str, comment: str | None, n: int) -> str:
    """``source`` in the language of the moment, under the name of the class that says it, which may be derived from.

    Qt's own ``tr`` stops at the first class, a derived one, where there is a number to fill in.
    """
    names = [kind.__name__ for kind in type(speaker).__mro__]
    own = (name for name in names if QCoreApplication.translate(name, source, comment) != source)
    return QCoreApplication.translate(next(own, names[0]), source, comment, n)


class TextContext:
    """Texts outside of widgets, under the name that translators see: give its instance that same name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """``source`` in the language of the moment; ``n`` chooses among its plural forms."""
        return QCoreApplication.translate(self._name, source, comment, n)


class _Spoken(QObject):
    """Hangs below a widget, since a change of language is sent to every child."""

    def __init__(self, holder: QObject) -> None:
        super().__init__(holder)
        self._texts: dict[tuple[int, str], tuple[Callable[[str], Any], Callable[[], str]]] = {}

    def take(self, setter: Callable[[str], Any], text: Text) -> None:
        key = (id(setter.__self__), setter.__name__)  # type: ignore[attr-defined]
        if isinstance(text, str):
            self._texts.pop(key, None)
        else:
            self._texts[key] = (setter, text)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LanguageChange:
            for setter, text in list(self._texts.values()):
                setter(text())
        return super().event(event)

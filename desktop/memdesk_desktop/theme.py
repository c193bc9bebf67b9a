"""Colours, fonts, icons and the style sheet of the window, light and dark."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from typing import Literal

from PySide6.QtCore import QByteArray, QLocale, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyle, QStyleFactory

from memdesk_desktop.resources import StylesheetIcons, stylesheet_template, theme_tokens, tinted_svg

ThemeMode = Literal["system", "light", "dark", "contrast"]
ThemeName = Literal["light", "dark", "contrast-light", "contrast-dark"]
FontRole = Literal[
    "page-title",
    "view-title",
    "heading",
    "reading",
    "row-title",
    "interface",
    "button",
    "caption",
    "badge",
    "avatar",
    "editor",
    "code",
    "mono-caption",
]

_REGULAR, _MEDIUM, _BOLD = QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold
# Pixel size, weight, monospaced.
_FONTS: dict[FontRole, tuple[int, QFont.Weight, bool]] = {
    "page-title": (24, _BOLD, False),
    "view-title": (18, _BOLD, False),
    "heading": (17, _BOLD, False),
    "reading": (15, _REGULAR, False),
    "row-title": (14, _BOLD, False),
    "interface": (13, _REGULAR, False),
    "button": (13, _MEDIUM, False),
    "caption": (12, _REGULAR, False),
    "badge": (12, _MEDIUM, False),
    "avatar": (11, _BOLD, False),
    "editor": (13, _REGULAR, True),
    "code": (13, _REGULAR, True),
    "mono-caption": (12, _REGULAR, True),
}
_CJK = {
    "win32": ["Microsoft YaHei UI"],
    "darwin": ["PingFang SC"],
    "linux": ["Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei"],
}
_SANS = {
    "win32": ["Segoe UI Variable Text", "Segoe UI"],
    "darwin": [".AppleSystemUIFont"],
    "linux": ["Inter", "Noto Sans", "DejaVu Sans"],
}
_MONO = {
    "win32": ["Cascadia Mono", "Consolas"],
    "darwin": ["SF Mono", "Menlo"],
    "linux": ["JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono"],
}
# Name, token and stroke of the icons that the style sheet shows.
_SHEET_ICONS = (
    ("chevron-down", "text2", None),
    ("chevron-down", "disabled", None),
    ("check", "on-accent", 2.5),
    ("check", "accent-text", 2.0),
)
_CHECK_STROKE = 2.5


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme as ``#RRGGBB``; ``-`` in a token's name is ``_`` here."""

    rail: str
    sidebar: str
    main: str
    subtle: str
    hover: str
    pressed: str
    selected: str
    hairline: str
    divider: str
    control: str
    text: str
    text2: str
    text3: str
    disabled: str
    accent: str
    accent_hover: str
    accent_press: str
    on_accent: str
    accent_text: str
    focus: str
    btn: str
    btn_hover: str
    btn_press: str
    avatar: str
    mark: str
    mark_line: str
    danger: str
    danger_tint: str
    warn: str
    warn_tint: str
    ok: str
    ok_tint: str
    snack: str
    on_snack: str
    snack_action: str
    add: str
    # Named so that it is no keyword; the token is ``del``.
    del_: str
    fact: str
    fact_tint: str
    preference: str
    preference_tint: str
    decision: str
    decision_tint: str
    episode: str
    episode_tint: str
    procedure: str
    procedure_tint: str
    document: str
    document_tint: str

    @classmethod
    def load(cls, name: ThemeName) -> Tokens:
        """The tokens of a theme; raises KeyError where the file lacks one."""
        values = theme_tokens()[name]
        return cls(**{item.name: values[item.name.rstrip("_").replace("_", "-")] for item in fields(cls)})


class Theme(QObject):
    """The look of the window; ``changed`` goes out after colours changed, and painted widgets repaint."""

    changed = Signal()

    def __init__(self, mode: ThemeMode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: ThemeMode = mode
        self._name: ThemeName = self._resolve()
        self._colours: dict[str, QColor] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self._icons: dict[tuple[str, str, int, int], QIcon] = {}
        self._fonts: dict[FontRole, QFont] = {}
        self._sheet_icons = StylesheetIcons()
        self._app: QApplication | None = None
        self.reduced_motion = False
        self.tokens = Tokens.load(self._name)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)

    @property
    def name(self) -> ThemeName:
        """The theme that is shown now."""
        return self._name

    @property
    def mode(self) -> ThemeMode:
        """What was asked for; ``system`` follows the desktop."""
        return self._mode

    def set_mode(self, mode: ThemeMode) -> None:
        """Show another theme at once."""
        self._mode = mode
        self._switch(self._resolve())

    def apply(self, app: QApplication) -> None:
        """Give the application its style, palette, font and style sheet, now and at every change."""
        self._app = app
        style = QStyleFactory.create("Fusion")
        if style is not None:
            app.setStyle(style)
        app.setFont(self.font("interface"))
        self._dress()

    def on_language_changed(self) -> None:
        """Emphasise as the letters of another language need it."""
        self._dress()

    def close(self) -> None:
        """Remove the temporary icon files."""
        self._sheet_icons.remove()

    def colour(self, token: str) -> QColor:
        """The colour of a token such as ``accent-text``; raises AttributeError for one that does not exist."""
        colour = self._colours.get(token)
        if colour is None:
            name = "del_" if token == "del" else token.replace("-", "_")
            colour = self._colours[token] = QColor(getattr(self.tokens, name))
        return colour

    def font(self, role: FontRole) -> QFont:
        """The font of a role; a copy may be changed by the caller."""
        font = self._fonts.get(role)
        if font is None:
            font = self._fonts[role] = self._make_font(role)
        return QFont(font)

    def pixmap(self, name: str, token: str, size: int, ratio: float) -> QPixmap:
        """An icon in a token's colour, ``size`` logical pixels square, sharp at that device pixel ratio."""
        key = (name, token, size, ratio)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = self._render(name, token, size, ratio)
        return pixmap

    def icon(self, name: str, token: str = "text2", size: int = 16, room: int = 0) -> QIcon:
        """An icon for buttons and menus, with its disabled state, for every screen's pixel ratio.

        ``room`` logical pixels are left empty after it, as a gap to the text of a button.
        """
        key = (name, token, size, room)
        icon = self._icons.get(key)
        if icon is None:
            icon = QIcon()
            for ratio in sorted({1.0, 2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}):
                for mode, colour in (
                    (QIcon.Mode.Normal, token),
                    (QIcon.Mode.Selected, token),
                    (QIcon.Mode.Disabled, "disabled"),
                ):
                    icon.addPixmap(_with_room(self.pixmap(name, colour, size, ratio), room), mode)
            self._icons[key] = icon
        return icon

    def draw_icon(self, painter: QPainter, rect: QRectF, name: str, token: str) -> None:
        """Paint an icon into a square, sharp on the device that is painted on."""
        device = painter.device()
        ratio = device.devicePixelRatio() if device is not None else 1.0
        painter.drawPixmap(rect.topLeft(), self.pixmap(name, token, round(rect.width()), ratio))

    def stylesheet(self) -> str:
        """The style sheet with this theme's colours."""
        sheet = stylesheet_template()
        values = theme_tokens()[self._name]
        for token in sorted(values, key=len, reverse=True):
            sheet = sheet.replace(f"@{token}", values[token])
        if QLocale().language() == QLocale.Language.Chinese:
            sheet = sheet.replace("font-weight: 600", "font-weight: 700")  # what Han faces know
        return sheet.replace("ICONDIR", self._sheet_icons.folder(self._name).as_posix())

    def motion_ms(self, duration: int) -> int:
        """A duration in milliseconds, 0 where the desktop, or the person, asks for no motion."""
        if self.reduced_motion:
            return 0
        style = QApplication.style()
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if style is None or style.styleHint(hint) <= 0 else duration

    def _resolve(self) -> ThemeName:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        if self._mode == "contrast":
            return "contrast-dark" if dark else "contrast-light"
        if self._mode == "system":
            return "dark" if dark else "light"
        return self._mode

    @Slot()
    def _on_color_scheme_changed(self) -> None:
        self._switch(self._resolve())

    def _switch(self, name: ThemeName) -> None:
        if name == self._name:
            return
        self._name = name
        self.tokens = Tokens.load(name)
        self._colours.clear()
        self._pixmaps.clear()
        self._icons.clear()
        self._dress()
        self.changed.emit()

    def _dress(self) -> None:
        if self._app is None:
            return
        for name, token, stroke in _SHEET_ICONS:
            self._sheet_icons.write(self._name, name, token, theme_tokens()[self._name][token], stroke)
        self._app.setPalette(self._palette())
        self._app.setStyleSheet(self.stylesheet())

    def _palette(self) -> QPalette:
        palette = QPalette()
        role = QPalette.ColorRole
        for target, token in (
            (role.Window, "main"),
            (role.WindowText, "text"),
            (role.Base, "main"),
            (role.AlternateBase, "subtle"),
            (role.Text, "text"),
            (role.PlaceholderText, "text3"),
            (role.Button, "btn"),
            (role.ButtonText, "text"),
            (role.BrightText, "danger"),
            (role.Highlight, "accent"),
            (role.HighlightedText, "on-accent"),
            (role.Link, "accent-text"),
            (role.LinkVisited, "accent-text"),
            (role.ToolTipBase, "snack"),
            (role.ToolTipText, "on-snack"),
            (role.Light, "main"),
            (role.Midlight, "hover"),
            (role.Mid, "divider"),
            (role.Dark, "control"),
            (role.Shadow, "divider"),
            (role.Accent, "accent"),
        ):
            palette.setColor(target, self.colour(token))
        for target in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, target, self.colour("disabled"))
        return palette

    def emphasised(self, role: FontRole, text: str) -> QFont:
        """The font of a role that emphasises ``text``: Han faces often know only regular and bold."""
        font = self.font(role)
        if font.weight() >= _BOLD and has_han(text):
            font.setWeight(QFont.Weight.Bold)
        return font

    @staticmethod
    def _make_font(role: FontRole) -> QFont:
        size, weight, mono = _FONTS[role]
        system = sys.platform if sys.platform in _SANS else "linux"
        font = QFont()
        font.setFamilies([*(_MONO if mono else _SANS)[system], *_CJK[system]])
        font.setPixelSize(size)
        font.setWeight(weight)
        if mono:
            font.setStyleHint(QFont.StyleHint.Monospace)
            font.setFixedPitch(True)
        return font

    def _render(self, name: str, token: str, size: int, ratio: float) -> QPixmap:
        stroke = _CHECK_STROKE if token == "on-accent" and name == "check" else None
        svg = tinted_svg(name, self.colour(token).name(), stroke)
        pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(svg.encode())).render(painter)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap


def has_han(text: str) -> bool:
    """Whether a text has Chinese, Japanese or Korean letters."""
    return not text.isascii() and any(is_han(char) for char in text)


def is_han(char: str) -> bool:
    """Whether a character is one that Latin faces lack and East Asian ones have."""
    return (
        "\u2e80" <= char <= "\ud7ff"
        or "\uf900" <= char <= "\ufaff"
        or "\uff00" <= char <= "\uffef"
        or char >= "\U00020000"
    )


def _with_room(pixmap: QPixmap, room: int) -> QPixmap:
    if not room:
        return pixmap
    ratio = pixmap.devicePixelRatio()
    wide = QPixmap(pixmap.width() + round(room * ratio), pixmap.height())
    wide.fill(Qt.GlobalColor.transparent)
    wide.setDevicePixelRatio(ratio)
    painter = QPainter(wide)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return wide

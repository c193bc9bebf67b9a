"""The language of the window: its texts, Qt's own, and how dates and numbers are written."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from memdesk_desktop.preferences import LANGUAGES
from memdesk_desktop.resources import resource_path

LanguageChoice = Literal["system", "en", "zh_CN"]
LanguageName = Literal["en", "zh_CN"]


class Language(QObject):
    """Installs translators; every widget is then told by Qt (``LanguageChange``) and says its texts again."""

    def __init__(self, choice: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice: LanguageChoice = _known(choice)
        self._translators: list[QTranslator] = []
        self._install()

    @property
    def choice(self) -> LanguageChoice:
        """What was asked for; ``system`` follows the desktop."""
        return self._choice

    @property
    def name(self) -> LanguageName:
        """The language that is spoken now."""
        return _resolve(self._choice)

    def set_choice(self, choice: str) -> None:
        """Speak another language at once; an unknown one is the desktop's."""
        before, self._choice = self.name, _known(choice)
        if self.name != before:
            self._remove()
            self._install()

    def close(self) -> None:
        """Speak the language of the sources again."""
        self._remove()

    def _install(self) -> None:
        # Dates and numbers are written in the language of the sentences that they stand in.
        QLocale.setDefault(_locale(self.name))
        app = QCoreApplication.instance()
        if app is None:
            return
        ours = resource_path("translations")
        # The English texts only add plural forms; what a language lacks is taken from them.
        places = [(ours, "memdesk_en")]
        if self.name != "en":
            qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
            places += [(qt, f"qtbase_{self.name}"), (ours, f"memdesk_{self.name}")]
        for folder, name in places:
            translator = QTranslator(self)
            if translator.load(name, str(folder)):
                app.installTranslator(translator)
                self._translators.append(translator)

    def _remove(self) -> None:
        app = QCoreApplication.instance()
        for translator in reversed(self._translators):
            if app is not None:
                app.removeTranslator(translator)
            translator.deleteLater()
        self._translators = []


def _known(choice: str) -> LanguageChoice:
    return cast("LanguageChoice", choice) if choice in LANGUAGES else "system"


def _resolve(choice: LanguageChoice) -> LanguageName:
    if choice != "system":
        return choice
    wanted = [*QLocale.system().uiLanguages(), "en"][0]
    return "zh_CN" if wanted.split("-")[0].split("_")[0] == "zh" else "en"


def _locale(name: LanguageName) -> QLocale:
    """The desktop's own where it is of the language, such as British English."""
    locale, system = QLocale(name), QLocale.system()
    return system if system.language() == locale.language() else locale

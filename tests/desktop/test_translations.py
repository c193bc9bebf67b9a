"""The texts of the window: every one is translated, and every one goes through a translator."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "desktop" / "memdesk_desktop"
TEXTS = ROOT / "resources" / "translations"
LANGUAGES = {"zh_CN": [], "en": ["-pluralonly"]}
HINT = "run `make translations`, translate what is unfinished in resources/translations, and commit .ts and .qm"

# Names that are the same in every language.
NAMES = {"Memdesk", "FACT.md", "English", "简体中文"}
# Methods and constructors that show or speak a text, with the places of their texts.
SPEAKING = {
    "setText": (0,),
    "setToolTip": (0,),
    "setWindowTitle": (0,),
    "setTitle": (0,),
    "setStatusTip": (0,),
    "setWhatsThis": (0,),
    "setPlaceholderText": (0,),
    "setAccessibleName": (0,),
    "setAccessibleDescription": (0,),
    "setItemText": (1,),
    "addAction": (0, 1),
    "addMenu": (0,),
    "addItem": (0, 1),
    "say": (1,),
    "set_text": (0,),
    "set_full_text": (0,),
    "show_text": (0,),
    "show_error": (0,),
    "show_message": (0, 1, 2),
    "show_state": (1, 2),
    "add_button": (0,),
    "ask": (0,),
    "plain_label": (0,),
    "TitleLabel": (2,),
    "Button": (1,),
    "hinted_button": (1,),
    "HintedButton": (1,),
    "IconButton": (2,),
    "RailButton": (2,),
    "Section": (1,),
    "QLabel": (0,),
    "QPushButton": (0,),
    "QCheckBox": (0,),
    "QAction": (0, 1),
    "QMenu": (0,),
}
# First arguments that are no texts but kinds and icons.
KINDS = {"show_message": {"error", "warn", "conflict"}}


@dataclass(frozen=True, order=True)
class Message:
    """One text as a translator sees it."""

    context: str
    source: str
    comment: str = ""
    plural: bool = False
    forms: tuple[str, ...] = field(default=(), compare=False)
    state: str = field(default="", compare=False)


def _tool(name: str) -> str:
    tool = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    assert tool, f"{name} comes with PySide6"
    return tool


def _messages(file: Path) -> list[Message]:
    messages = []
    for context in ET.parse(file).getroot().iter("context"):
        name = context.findtext("name") or ""
        for item in context.iter("message"):
            translation = item.find("translation")
            assert translation is not None
            plural = item.get("numerus") == "yes"
            forms = [form.text or "" for form in translation] if plural else [translation.text or ""]
            source, comment = item.findtext("source") or "", item.findtext("comment") or ""
            messages.append(Message(name, source, comment, plural, tuple(forms), translation.get("type", "")))
    return messages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_hold_exactly_the_texts_of_the_sources(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / f"memdesk_{language}.ts"
    shutil.copy(TEXTS / fresh.name, fresh)
    options = ["-silent", "-extensions", "py", "-locations", "none", "-no-obsolete", "-source-language", "en"]
    command = [_tool("pyside6-lupdate"), *options, "-target-language", language, *LANGUAGES[language], str(SOURCES)]
    subprocess.run([*command, "-ts", str(fresh)], check=True, cwd=ROOT)
    stored, found = set(_messages(TEXTS / fresh.name)), set(_messages(fresh))
    assert not found - stored, f"not in {fresh.name}: {sorted(found - stored)}; {HINT}"
    assert not stored - found, f"obsolete in {fresh.name}: {sorted(stored - found)}; {HINT}"
    assert fresh.read_bytes() == (TEXTS / fresh.name).read_bytes(), HINT


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    unfinished = [item for item in _messages(TEXTS / f"memdesk_{language}.ts") if item.state or not all(item.forms)]
    assert not unfinished, f"{unfinished}; {HINT}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_is_the_one_of_the_texts(language: str, tmp_path: Path) -> None:
    compiled = tmp_path / "compiled.qm"
    stored = TEXTS / f"memdesk_{language}"
    command = [_tool("pyside6-lrelease"), "-silent", str(stored.with_suffix(".ts")), "-qm", str(compiled)]
    subprocess.run(command, check=True)
    assert compiled.read_bytes() == stored.with_suffix(".qm").read_bytes(), HINT


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_source(language: str) -> None:
    wrong = []
    for item in _messages(TEXTS / f"memdesk_{language}.ts"):
        for at, form in enumerate(item.forms):
            expected = _placeholders(item.source)
            if language == "en" and at == 0:  # "One place" needs no number
                expected.pop("%Ln", None)
                found = _placeholders(form)
                found.pop("%Ln", None)
            else:
                found = _placeholders(form)
            if expected != found:
                wrong.append((item.source, form))
    assert not wrong


def _placeholders(text: str) -> dict[str, int]:
    """Placeholders; a name may stand more often, but a number only as often as in the source."""
    names = dict.fromkeys(re.findall(r"\{[^}]*\}", text), 1)
    return {**names, **({"%Ln": text.count("%Ln")} if "%Ln" in text else {}), **_stray(text)}


def _stray(text: str) -> dict[str, int]:
    stray = re.findall(r"%(?!Ln)[A-Za-z0-9]+", text)
    return {name: stray.count(name) for name in stray}


def test_chinese_uses_its_own_punctuation() -> None:
    wrong = [
        (item.source, form)
        for item in _messages(TEXTS / "memdesk_zh_CN.ts")
        for form in item.forms
        if re.search(r"[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]|[\u4e00-\u9fff]\.(?!\w)|\.\.\.", form)
    ]
    assert not wrong


def test_chinese_parts_latin_from_han_letters() -> None:
    tight = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9%]|[A-Za-z0-9][\u4e00-\u9fff]")
    wrong = [
        form
        for item in _messages(TEXTS / "memdesk_zh_CN.ts")
        for form in item.forms
        if tight.search(form) and item.context != "TimeText"  # dates are written tight
    ]
    assert not wrong


# What stands in the sources


def _sources() -> list[Path]:
    return sorted(SOURCES.rglob("*.py"))


def test_lupdate_understands_every_call(tmp_path: Path) -> None:
    """lupdate reads Python by guesswork: what it finds is compared with what the syntax tree says."""
    target = tmp_path / "found.ts"
    options = ["-silent", "-extensions", "py", "-locations", "none"]
    subprocess.run([_tool("pyside6-lupdate"), *options, str(SOURCES), "-ts", str(target)], check=True, cwd=ROOT)
    expected = {message for path in _sources() for message in _translated(ast.parse(path.read_text("utf-8")))}
    found = set(_messages(target))
    assert found - expected == set()
    assert expected - found == set()


@pytest.mark.parametrize("path", _sources(), ids=lambda path: path.stem)
def test_no_text_bypasses_the_translator(path: Path) -> None:
    bypassing = [f"{path.name}:{line}: {text!r}" for line, text in _spoken_literals(ast.parse(path.read_text("utf-8")))]
    assert not bypassing, "give these to self.tr()"


@pytest.mark.parametrize("path", _sources(), ids=lambda path: path.stem)
def test_sentences_of_the_core_are_shown_in_the_language_of_the_window(path: Path) -> None:
    if path.stem in ("error_texts", "app"):
        return
    tree = ast.parse(path.read_text("utf-8"))
    raw = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "message"]
    assert not raw, f"{path.name}: lines {raw}: use error_text()"


def _translated(tree: ast.AST, context: str = "") -> Iterator[Message]:
    for node in ast.iter_child_nodes(tree):
        inner = node.name if isinstance(node, ast.ClassDef) else context
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _message_of(node, node.func, context)
        yield from _translated(node, inner)


def _message_of(call: ast.Call, function: ast.Attribute, context: str) -> Iterator[Message]:
    texts = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if function.attr == "tr":
        assert texts, f"line {call.lineno}: a text is missing"
        assert isinstance(texts[0], str), f"line {call.lineno}: only a literal can be translated"
        assert not call.keywords, f"line {call.lineno}: lupdate does not read keywords"
        comment = texts[1] if len(texts) > 1 and isinstance(texts[1], str) else ""
        yield Message(context if owner == "self" else owner, texts[0], comment, len(call.args) > 2)
    elif function.attr == "translate" and owner == "QCoreApplication" and isinstance(texts[0], str):
        assert len(call.args) < 4, f"line {call.lineno}: lupdate finds no plurals here, use TextContext"
        comment = texts[2] if len(texts) > 2 and isinstance(texts[2], str) else ""
        yield Message(texts[0], str(texts[1]), comment)


def test_each_text_is_said_under_the_name_that_translators_see() -> None:
    """What is said for a widget from outside of its class is looked for under the widget's name, and not found."""
    for path in _sources():
        tree = ast.parse(path.read_text("utf-8"))
        contexts = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            if ast.unparse(node.value.func) == "TextContext"
            for target in node.targets
            if isinstance(target, ast.Name) and ast.unparse(node.value.args[0]) == repr(target.id)
        }
        imported = {name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names}
        for call in _calls_of_tr(tree):
            owner = ast.unparse(call.func.value)  # type: ignore[attr-defined]
            assert owner in {"self", *contexts, *imported}, f"{path.name} line {call.lineno}: {owner} speaks for itself"


def test_a_number_is_said_by_classes_that_others_derive_from() -> None:
    """Qt looks for a text with a number under the name of the derived class alone."""
    trees = [ast.parse(path.read_text("utf-8")) for path in _sources()]
    classes = {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    bases = {name: [ast.unparse(base) for base in node.bases] for name, node in classes.items()}

    def has_own_tr(name: str) -> bool:
        own = any(isinstance(item, ast.FunctionDef) and item.name == "tr" for item in classes[name].body)
        return own or any(has_own_tr(base) for base in bases[name] if base in classes)

    derived_from = {base for names in bases.values() for base in names if base in classes}
    counting = {name for name in derived_from if any(len(call.args) > 2 for call in _calls_of_tr(classes[name]))}
    assert counting
    assert {name for name in counting if not has_own_tr(name)} == set()


def _calls_of_tr(tree: ast.AST) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "tr"]


def _spoken_literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = [node.args[place] for place in SPEAKING.get(name, ()) if place < len(node.args)]
        given += [word.value for word in node.keywords if name in SPEAKING and word.arg in ("text", "title", "name")]
        for argument in given:
            for text in _literals(argument):
                if text not in NAMES and text not in KINDS.get(name, ()):
                    yield node.lineno, text


def _literals(node: ast.expr) -> Iterator[str]:
    """Letters that this expression would show as they stand in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"[^\W\d_]{2}", node.value):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from _literals(part) if isinstance(part, ast.Constant) else ()
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from _literals(node.left)
        yield from _literals(node.right)
    elif isinstance(node, ast.Lambda):
        yield from _literals(node.body)


def test_the_gate_sees_what_it_is_for() -> None:
    text = 'label.setText("Plain words")\nbox.setToolTip(f"Bare {name}")\nButton(theme, lambda: "Bare")\n'
    assert [line for line, _ in _spoken_literals(ast.parse(text))] == [1, 2, 3]
    fine = 'label.setText(self.tr("x"))\nlabel.setText(f"{a} · {b}")\nbutton.setText("")\nq.setText("FACT.md")\n'
    assert not list(_spoken_literals(ast.parse(fine)))

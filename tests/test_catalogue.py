"""The catalogue: kept compiled, so that no machine needs gettext; complete, and sound."""

import ast
import re

import polib
import pytest
from django.utils.translation.template import templatize

from tests.layout import APPS, ROOT

FOLDER = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES"
# Functions that mark a text -> where it stands among their arguments.
MARKS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "ngettext": 0, "pgettext": 1, "pgettext_lazy": 1}
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd%]")


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(FOLDER / "django.po"))


def texts(entry):
    return [entry.msgstr] if not entry.msgid_plural else list(entry.msgstr_plural.values())


def test_catalogue_translates_a_heading(catalogue):
    assert catalogue.find("Research interests").msgstr == "研究兴趣"


def test_it_is_complete_and_nothing_is_guessed(catalogue):
    assert [entry.msgid for entry in catalogue if entry.fuzzy or not all(texts(entry))] == []


def test_what_is_compiled_is_what_is_written(catalogue):
    """After an edit: make messages."""
    compiled = polib.mofile(str(FOLDER / "django.mo"))
    known = {(entry.msgctxt, entry.msgid): texts(entry) for entry in compiled}
    assert known == {(entry.msgctxt, entry.msgid): texts(entry) for entry in catalogue}


def test_placeholders_stay(catalogue):
    for entry in catalogue:
        expected = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        assert [set(PLACEHOLDER.findall(text)) for text in texts(entry)] == [expected], entry.msgid


def in_python(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            text = node.args[MARKS[node.func.id]]
            if isinstance(text, ast.Constant):
                yield text.value


def in_template(path):
    """Django writes a template as the code that xgettext reads; so do we."""
    code = templatize(path.read_text())
    for call in re.finditer(r"(?<!\w)(n?p?gettext|_)\(", code):
        arguments = re.findall(r"u?('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", code[call.end() :])
        yield ast.literal_eval(arguments[1 if call[1] in ("pgettext", "npgettext") else 0])


def sources():
    yield from ((path, in_template) for path in (ROOT / "templates").rglob("*.html"))
    for app in APPS:
        yield from ((path, in_python) for path in (ROOT / app).rglob("*.py"))


def test_every_text_of_the_interface_is_in_it(catalogue):
    """If this fails: make messages, then translate what is new in django.po, and again."""
    known = {entry.msgid for entry in catalogue}
    missing = {
        text: path.relative_to(ROOT)
        for path, texts_of in sources()
        for text in texts_of(path)
        if text and text not in known
    }
    assert missing == {}

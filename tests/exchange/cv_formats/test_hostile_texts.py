"""Whatever somebody types is text in every format, and changes nothing beside itself."""

import csv
import json
import re
from dataclasses import replace
from io import BytesIO, StringIO
from zipfile import ZipFile

import docx
import pytest
import yaml

from exchange.cv_formats import latex, markdown, rendercv, resume, table, typeset, word
from exchange.cv_formats.document import words
from profiles import markup
from profiles.models import Award
from tests.exchange.cv_formats import records
from tests.hostile.lines import everyone

pytestmark = pytest.mark.django_db
OWN = [
    r"\input{/etc/passwd} \write18{id} \end{document}",
    r"$\input{/etc/passwd}$ and $x$ \[ \csname a\endcsname",
    '#import "x.typ" #read("/etc/passwd") "]) #panic() `x',
    "a: b\n- c: !!python/object/apply:os.system [id]",
    '=HYPERLINK("http://evil.example") { INCLUDETEXT }',
    "# Heading\n## Another\n***\n| a |",
    "%\n\\\\ ^^5c ~ _ & { } $",
    "A break  \n[5cm] and  \n*more*",
    'A;=HYPERLINK(1) ;"=1+1"\n\n\uff1d1+1',
]
FORMULA = re.compile("[=+@\uff1d\uff0b\uff20-]")
COMMANDS = {
    *("text", "frac", "sqrt", "textbf", "emph", "texttt", "textsuperscript", "textsubscript"),
    *("href", "par", "textbackslash", "textasciitilde", "textasciicircum", "textless"),
    *("textgreater", "textquotedbl", "textasciigrave", "textquotesingle", "hspace", "entry"),
    *("detail", "section", "subsection", "item", "begin", "end", "hypersetup", "LARGE", "bfseries"),
}


def test_hostile_text_is_text_in_every_format(alice):
    """One test, for the CV takes seconds to read."""
    cv = hostile_cv(alice)
    latex_has_no_command_but_ours(cv)
    yaml_and_json_hold_texts_alone(cv)
    word_has_no_fields(cv)
    markdown_reads_as_what_was_typed(cv)
    typst_typesets_them_as_text(cv)
    the_table_has_texts_and_no_formulas(cv)


def the_table_has_texts_and_no_formulas(cv):
    rows = list(csv.reader(StringIO(table.write(cv).decode("utf-8-sig"), newline="")))
    assert len(rows) == 1 + sum(len(part.entries) + len(part.texts) for part in cv.parts)
    assert {len(row) for row in rows} == {len(table.COLUMNS)}
    by_semicolons = csv.reader(StringIO(table.write(cv).decode("utf-8-sig")), delimiter=";")
    assert not [cell for row in [*rows, *by_semicolons] for cell in row if FORMULA.match(cell)]


def hostile_cv(alice):
    """Of alice, whose awards are called by hostile texts, and told of in them."""
    hostile = [*OWN, *everyone()]
    alice.display_name = f"Alice {OWN[0]}"[:120]
    alice.save()
    Award.objects.bulk_create(
        Award(researcher=alice, name=text[:300], note=text[:3000], awarder=text[:200])
        for text in hostile
    )
    return records.of(alice)


def latex_has_no_command_but_ours(cv):
    body = latex.write(cv).decode().partition(r"\hypersetup")[2]
    assert set(re.findall(r"\\([A-Za-z]+)", body)) <= COMMANDS
    assert body.count(r"\begin{document}") == body.count(r"\end{document}") == 1
    assert not re.search(r"(?<!\\)[#$&%]", body)
    assert not re.search(r"\\\\\s*[*[]", body)


def yaml_and_json_hold_texts_alone(cv):
    sections = yaml.safe_load(rendercv.write(cv))["cv"]["sections"]
    [awards] = sections.values()
    assert len(awards) == len(cv.parts[0].entries)
    resume_awards = json.loads(resume.write(cv))["awards"]
    assert [award.get("title", "") for award in resume_awards] == [
        words(entry.title) for entry in cv.parts[0].entries
    ]


def word_has_no_fields(cv):
    content = word.write(cv)
    text = "\n".join(p.text for p in docx.Document(BytesIO(content)).paragraphs)
    assert "INCLUDETEXT" in text
    body = ZipFile(BytesIO(content)).read("word/document.xml").decode()
    assert "fldChar" not in body
    assert "instrText" not in body


def markdown_reads_as_what_was_typed(cv):
    text = markdown.write(cv).decode()
    assert sum(line.startswith("# ") for line in text.splitlines()) == 1
    assert "<script" not in markup.render(text)[: len(text)].lower()
    for entry in cv.parts[0].entries[: len(OWN)]:
        line = markdown.inline(entry.title)
        assert markup.plain_text(line) == " ".join(words(entry.title).split())


def typst_typesets_them_as_text(cv):
    """Those for which every machine has letters."""
    part = cv.parts[0]
    entries = tuple(entry for entry in part.entries if repr(entry).isascii())
    assert len(entries) > len(OWN)
    cv = replace(cv, parts=(replace(part, entries=entries),))
    for design in ("sober", "modern"):
        assert typeset.write(replace(cv, design=design)).startswith(b"%PDF-")

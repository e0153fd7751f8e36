"""`[@key]` and `[[Name]]` by themselves: another app's answers are made up here."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from profiles.markup import parser, plain_text, render, render_inline, survey
from profiles.markup.parser import Target

LINK = '<a href="/p/" class="citation" title="In full" rel="noopener">PipeMorph, NSDI\'26</a>'
KNOWN = {"wang2026:pipe/1.0+x", "Pipe Morph", "算盤", "a]b", "AT&T", "it's"}
DRAFT, TWICE = "Secret", "Twice"


@pytest.fixture
def whose(monkeypatch):
    """Somebody whose texts may name what is KNOWN."""
    made = Target("PipeMorph, NSDI'26", "/p/", "In full")

    def find(researcher, drafts):
        return lambda reference: (
            [made] * (reference.text in KNOWN)
            + [made] * (drafts and reference.text == DRAFT)
            + [made, made] * (reference.text == TWICE)
        )

    monkeypatch.setattr(parser, "finders", [find])
    return SimpleNamespace()


@pytest.mark.parametrize("typed", ["[@wang2026:pipe/1.0+x]", "[[Pipe Morph]]"])
def test_reference_becomes_a_link(whose, typed):
    assert render_inline(f"In {typed}.", whose) == f"In {LINK}."
    assert plain_text(f"In *{typed}*.", whose) == "In PipeMorph, NSDI'26."


@pytest.mark.parametrize("typed", ["[[算盤]]", r"[[a\]b]]", "[[AT&amp;T]]", "[[AT&T]]", "[[it's]]"])
def test_odd_characters(whose, typed):
    assert LINK in render(typed, whose)


@pytest.mark.parametrize(
    "text",
    [
        "- [[Pipe Morph]]",
        "> *[[Pipe Morph]]*",
        "|a|\n|-|\n|[[Pipe Morph]]|",
        "x[^1]\n\n[^1]: [[Pipe Morph]]",
        "[@wang2026:pipe/1.0+x]: accepted",
    ],
)
def test_it_is_read_wherever_words_are(whose, text):
    assert render(text, whose).count(LINK) == 1


@pytest.mark.parametrize("typed", ["[@nobody]", "[[Nobody]]", "[[Twice]]", "[@a_b_c]"])
def test_what_is_not_found_stays_as_typed(whose, typed):
    assert render_inline(f"In {typed}.", whose) == f"In {typed}."
    assert render_inline(f"In {typed}.") == f"In {typed}."
    assert plain_text(typed, whose) == typed


@pytest.mark.parametrize(
    "text",
    [
        r"\[[Pipe Morph]]",
        r"[\[Pipe Morph]]",
        r"\[@wang2026:pipe/1.0+x]",
        "`[[Pipe Morph]]`",
        "    [[Pipe Morph]]",
        "```\n[[Pipe Morph]]\n```",
        "$[[Pipe Morph]]_1$",
        "[[Pipe\nMorph]]",
        "[[]]",
        "[@]",
    ],
)
def test_no_link_in_code_maths_or_behind_a_backslash(whose, text):
    assert "<a " not in render(text, whose)
    assert survey(text).references == []


def test_links_stay_links(whose):
    assert render_inline("[[PDF]](https://a.org)", whose) == (
        '<a href="https://a.org" rel="noopener">[PDF]</a>'
    )
    assert 'href="https://a.org"' in render_inline("[@alice](https://a.org)", whose)
    assert 'href="https://a.org"' in render("See [[1]].\n\n[1]: https://a.org", whose)


@pytest.mark.parametrize(
    "text", ["[see [[Pipe Morph]] here](/x)", '<a href="/x">see [[Pipe Morph]] here</a>']
)
def test_no_link_within_a_link(whose, text):
    assert render_inline(text, whose) == (
        '<a href="/x" rel="noopener">see PipeMorph, NSDI\'26 here</a>'
    )


def test_a_description_of_a_picture_holds_its_words(whose):
    assert 'alt="Of PipeMorph, NSDI\'26"' in render_inline(
        "![Of [[Pipe Morph]]](/media/x.webp)", whose
    )


def test_references_of_a_text_each_once():
    text = "[@a] [[B]] `[[C]]` [@a]\n\n[^1]: [[D]]\n\nx[^1]"
    assert [r.typed for r in survey(text).references] == ["[@a]", "[[B]]", "[[D]]"]


def test_a_draft_is_told_of_without_its_name(whose):
    assert render_inline("In [[Secret]].", whose) == "In a forthcoming paper."
    assert plain_text("In [[Secret]].", whose) == "In a forthcoming paper."
    assert parser.withhold("[[Secret]], [[Nobody]]", whose) == ("a forthcoming paper, [[Nobody]]")


def test_a_summary_of_nobodys_text_says_the_name():
    assert plain_text("[[Pipe Morph]] and [@key]") == "Pipe Morph and"


def test_doubts(whose):
    found = survey("[[Pipe Morph]] [[Secret]] [[Twice]] [[Nobody]]").references
    assert [parser.doubt(r, whose) for r in found] == ["", "draft", "several", "unknown"]


@pytest.mark.parametrize(
    "text",
    ["[[" * 10_000, "[@" * 10_000, "[[a" * 7_000, "[@" + "a" * 20_000, "[[" + r"\a" * 10_000],
)
def test_endless_brackets_end(whose, text):
    assert "<a" not in render(text, whose)
    assert survey(text).references == []


def test_whole_addresses_for_readers_elsewhere(whose):
    text = '[[Pipe Morph]] [a](../x.pdf) <a href="/y">b</a> ![c](/media/c.webp) [d](#e) n[^1]'
    html = render(f"{text}\n\n[^1]: z", whose, page="https://h.org/alice/news/")
    addresses = re.findall(r'(?:href|src)="([^#"][^"]*)"', html)
    assert addresses == [
        *("https://h.org/p/", "https://h.org/alice/x.pdf", "https://h.org/y"),
        "https://h.org/media/c.webp",
    ]
    assert 'href="#e"' in html


def test_templates_say_whose_text_it_is():
    """Without, a reference would stay as typed on that page alone."""
    templates = Path(__file__).resolve().parents[2] / "templates"
    bare = re.compile(r"\|markdown(?:_inline|_page)?(?!:|\w)")
    assert [p.name for p in templates.rglob("*.html") if bare.search(p.read_text())] == []

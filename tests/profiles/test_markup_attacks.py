"""Whatever the text, nothing active comes out."""

import json

import pytest

from profiles.markup import parser, plain_text, render, render_inline, render_maths
from profiles.markup.parser import Target
from profiles.markup.sanitiser import sanitise
from tests.profiles.markup_oracle import faults

RENDERERS = [render, render_inline, render_maths]
# Every place of the syntax that takes a text of its own.
PLACES = [
    "[@{}]",
    "[[{}]]",
    "```{}\ncode\n```",
    "```python\n{}\n```",
    "n[^1]\n\n[^1]: {}",
    "n[^{0}]\n\n[^{0}]: x",
    '![a](/media/x.webp "{}")',
    "![{}](/media/x.webp)",
    "$$\\text{{{}}}$$",
    "<a href='/x'>[[{}]]</a>",
]
OURS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JAVASCRIPT:alert(1))",
    "[a](java&#10;script:alert(1))",
    "[a](&#x6A;avascript:alert(1))",
    "[a](data:text/html,<script>1</script>)",
    "[a](vbscript:x)",
    "<javascript:alert(1)>",
    "![a](javascript:alert(1))",
    "![a](data:image/svg+xml;base64,PHN2Zz4=)",
    '![a" onerror="alert(1)](/media/x.png)',
    '![a](/media/x.png "t\\" onerror=\\"alert(1)")',
    "[a]: javascript:alert(1)\n\n[a]",
    "<a href='\x01java\x03script:alert(1)'>x</a>",
    "<u onclick=alert(1)>x</u>",
    "<u><script>1</script></u>",
    "<u>*x</u>*",
    "<br style=x:expression(1)>",
    "</u></p><script>1</script>",
    r"$\text{<script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\style{background:url(//e.test)}{x}$",
    r"$\class{csrf}{x}$",
    r"\(\text{</math><img src=x onerror=1>}\)",
    "$" + "{" * 900 + "$",
    '```"><script>1</script>\nx\n```',
    "|<script>|\n|:-:|\n|<u>|",
    "[^<script>]\n\n[^<script>]: <img src=x onerror=1>",
    "<!-- --><script>1</script><!-- -->",
    "<!--><script>1</script>-->",
    "# <h1 id=csrfmiddlewaretoken>\0\u202e",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_plain_markdown_has_no_fault(renderer):
    assert faults(renderer("**Plain** text with $x^2$ and `code`")) == []


def test_the_oracle_sees():
    for active in ("<script>", "<a onclick=x></a>", "<a href=javascript:x></a>", "<!-- -->", "<p>"):
        assert faults(active), active


class Somebody:
    """Whose every key and name is known, and says what it was called."""


@pytest.fixture
def somebody(monkeypatch):
    def find(researcher, drafts):
        return lambda reference: [Target(reference.text, "/p/", reference.text)]

    monkeypatch.setattr(parser, "finders", [find])
    return Somebody()


def assert_inert_in_place(attack, place, whose):
    text = place.format(attack.replace("\n", " "))
    html = render(text, whose)
    assert faults(html) == [], (text, html)
    assert sanitise(html) == html, text


@pytest.mark.parametrize("place", PLACES)
def test_our_attacks_are_inert_in_every_place(somebody, place):
    for attack in OURS:
        assert_inert_in_place(attack, place, somebody)
        assert_inert_in_place(attack, place, None)


@pytest.mark.parametrize("place", PLACES)
def test_the_shared_attacks_are_inert_in_every_place(shared, somebody, place):
    for attack in shared_attacks(shared):
        assert_inert_in_place(attack, place, somebody)


def shared_attacks(shared):
    lines = (shared / "attacks" / "xss-dev.txt").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("attack", OURS)
def test_our_attacks_are_inert(renderer, attack):
    html = renderer(attack)
    assert faults(html) == []
    assert sanitise(html) == html


@pytest.mark.parametrize("renderer", RENDERERS)
def test_the_shared_attacks_are_inert(shared, renderer):
    attacks = shared_attacks(shared)
    assert len(attacks) >= 900
    for attack in attacks:
        html = renderer(attack)
        assert faults(html) == [], attack
        assert sanitise(html) == html, attack


@pytest.mark.parametrize("attack", OURS)
def test_plain_text_is_one_line(attack):
    assert "\n" not in plain_text(attack)

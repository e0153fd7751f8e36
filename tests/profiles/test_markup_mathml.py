"""TeX as MathML Core: what is written, and what a page may do with it."""

import re
import threading
from html import unescape
from pathlib import Path

import pytest

from profiles.markup import render, render_inline, render_maths
from profiles.markup.maths import CLASSES, mathml
from profiles.markup.sanitiser import sanitise


def test_fraction_becomes_mathml():
    html = render_inline(r"$\frac{a}{b}$")
    assert "<mfrac><mi>a</mi><mi>b</mi></mfrac>" in html
    assert '<annotation encoding="application/x-tex">\\frac{a}{b}</annotation>' in html
    assert "annotation" not in render_maths(r"$\frac{a}{b}$")


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        (r"\mathbb{R}", "<mi>ℝ</mi>"),
        (r"\mathcal{L}", "ℒ"),
        (r"\mathrm{d}x", '<mi mathvariant="normal">d</mi>'),
        (r"\boldsymbol{\mu}", "𝝁"),
        (r"\operatorname{rank}A", "<mi>rank</mi>"),
        (r"\text{if } x", "<mtext>if&nbsp;</mtext>"),
        (r"\text{if $x_1$ then}", "<msub>"),
        (r"a \not= b", "<mo>≠</mo>"),
        (r"\substack{a\\b}", "<mtable"),
        (r"\mbox{a}", "<mtext>a</mtext>"),
        (r"\begin{split}a&=b\\&=c\end{split}", "<mtable"),
        (r"\textcolor{red}{x}", 'mathcolor="#FF0000"'),
        (r"\boxed{x}", '<mtd class="math-top math-bottom math-start math-end">'),
        (r"x \tag{7}", "<mtext>(7)</mtext>"),
    ],
)
def test_what_people_write(tex, part):
    assert part in render(f"$${tex}$$")


def test_columns_are_aligned_by_class():
    html = render(r"$$\begin{aligned} a &= b \\ c &= d \end{aligned}$$")
    assert " style=" not in html
    assert html.count('<mtd class="math-right math-to">') == 2
    assert html.count('<mtd class="math-left math-from">') == 2


def test_every_class_has_its_rule():
    sheet = (Path(__file__).resolve().parents[2] / "static/css/site/prose.css").read_text()
    for name in ["maths", "maths-long", *CLASSES.values()]:
        assert f".{name} {{" in sheet, name
        assert sanitise(f'<span class="{name}">x</span>') == f'<span class="{name}">x</span>'


def test_a_long_formula_scrolls_in_itself():
    long = "+".join(f"x_{n}" for n in range(20))
    assert render(f"$${long}$$").startswith('<span class="maths" tabindex="0"><math')
    assert '<span class="maths-long" tabindex="0"><math' in render(f"So ${long}$.")
    assert "maths-long" not in render("So $x$.")


@pytest.mark.parametrize(
    "tex",
    ["{" * 41 + "x" + "}" * 41, r"\left(" * 41 + "x" + r"\right)" * 41, r"\sqrt" * 301 + "x",
     r"\newcommand{\a}{\a\a}\a"],
)  # fmt: skip
def test_what_is_too_much_is_shown_as_source(tex):
    assert render_inline(f"${tex}$").startswith('<code class="math-source">')


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\roman{SO}(n,1)", "SO(n,1)"),
        (r"\HB", "HB"),
        (r"P\sp n", "Pn"),
        (r"\germ g", "𝔤"),
        (r"\foo{x}y", "xy"),
        (r"\text{as \foo}", "as\xa0foo"),
        (r"\style{x}{y}", "xy"),
        (r"\href{javascript:alert(1)}{x}", "javascript:alert(1)x"),
    ],
)
def test_an_unknown_command_is_shown_by_its_argument_or_its_name(tex, words):
    html = render_maths(f"${tex}$")
    assert html.startswith("<math>")
    assert "href" not in html
    assert unescape(re.sub("<[^>]*>", "", html)) == words


def test_a_title_s_formula_that_cannot_be_typeset_is_said_in_words():
    assert render_maths(r"The $\'etale$ site") == "The étale site"


def test_the_deepest_formulas_fit_on_a_small_stack():
    """A stack that overflows takes the process down, whatever is caught."""
    deep = [("{", "}"), (r"\frac{", "}{1}"), (r"\left(", r"\right)"), (r"\xrightarrow{", "}")]
    chains = [r"\sqrt", r"\hat", r"\displaystyle ", r"\not ", r"\rm "]
    made = []

    def convert():
        made.extend(mathml(o * 40 + "x" + c * 40, "", True) for o, c in deep)
        made.extend(mathml((c * 300)[:2000] + "x", "", True) for c in chains)

    before = threading.stack_size(1024 * 1024)
    try:
        thread = threading.Thread(target=convert)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(made) == len(deep) + len(chains)


def test_no_formula_names_anything_of_the_page():
    html = render(r"$$\begin{equation}x\label{content}\end{equation}$$ and $\eqref{content}$")
    assert not re.search(r'\bid="|href=', html)

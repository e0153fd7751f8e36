"""Formulas where nothing typesets them: citations, RIS, CSL-JSON; commands that nobody knows."""

import pytest

from publications import citations
from publications.citations.styles import STYLES
from publications.latex import plain_maths, plain_title, to_text_reporting
from publications.models import Publication
from tests.publications.importing import reasons, take

pytestmark = pytest.mark.django_db

BIB = r"""
@article{a, title = {On $\germ{sl}_n$ in $\HB$ and $x^{n}$}, author = {Ahlgren, Alice},
  journal = {Notes of $K^-$}, year = 2024}
@article{b, title = {More of $\HB$}, author = {Ahlgren, Alice}, journal = {Tides}, year = 2023}
"""


@pytest.fixture
def paper(alice):
    take(BIB, alice)
    (paper,) = citations.with_citation_data(Publication.objects.filter(citation_key="a"))
    return paper


@pytest.mark.parametrize(
    ("title", "words"),
    [
        (r"$\roman{SO}(n,1)$", "SO(n,1)"),
        (r"$\HB$", "HB"),
        (r"$P\sp n$ in ${\cal N}=4$", "Pⁿ in 𝒩=4"),
        (r"$\max_i x_i$", "maxᵢ xᵢ"),
        (r"$\pi^{\ifmmode\pm\else\textpm\fi{}}$", "π^±"),
        (r"$\left(x\right)^2$", "(x)²"),
    ],
)
def test_a_formula_in_words(title, words):
    assert plain_title(title) == words


def test_no_citation_shows_tex(paper):
    item = citations.csl_item(paper, with_maths=True)
    texts = [citations.reference(paper), citations.ris([paper]), citations.csl_text([paper])]
    texts += [plain_maths(style.format(item)) for style in STYLES.values()]
    for text in texts:
        assert "𝔰𝔩ₙ in HB and xⁿ" in text.replace("In HB", "in HB")
        assert "$" not in text


def test_the_page_typesets_what_is_copied_in_words(client, paper):
    html = client.get(paper.get_absolute_url()).content.decode()
    assert "<math>" in html
    assert "math-source" not in html
    assert "\\germ" not in html.split('id="cite-bibtex"')[0]


def test_an_unknown_command_of_a_formula_is_told_once(alice):
    assert to_text_reporting(r"In $\HB$")[1] == ["HB"]
    assert to_text_reporting(r"In $\germ g$")[1] == []
    report = take(BIB, alice)
    assert reasons(report).count("unknown macro \\HB") == 1
    assert next(p.line for p in report.problems if "\\HB" in p.reason) == 2

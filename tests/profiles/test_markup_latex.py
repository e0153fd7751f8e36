r"""LaTeX's commands for text, left in a text that is Markdown here, read as plain signs."""

import pytest

from profiles.markup import plain_text
from publications.latex import plain_title

READ = [
    (r"\textit{E. coli} grows", "E. coli grows"),
    (r"\textbf{\emph{very} new}", "very new"),
    (r"{\it E. coli} and {\em others}", "E. coli and others"),
    (r"\emph{the $\alpha$ chain}", "the α chain"),
    (r"$\alpha$-helix, H$_2$O", "α-helix, H₂O"),
    (r"$\sim$5 nm", "∼5 nm"),
    (r"CO\textsubscript{2}, 10\textsuperscript{-3}", "CO₂, 10⁻³"),
    ("``x'' and ``don't''", "“x” and “don't”"),
    ("Fig.~1 of Sec.~2, 5~km", "Fig. 1 of Sec. 2, 5 km"),
    (r"M\"{o}bius, Erd\H{o}s, G{\"o}del, \'{E}", "Möbius, Erdős, Gödel, É"),
    (r"set in \LaTeX{} by hand~\citep{knuth84}.", "set in LaTeX by hand."),
]
# Tildes and braces of other meanings, paths, what closes nowhere.
LEFT = [
    *("~5 km and 3~5 km", "https://example.org/~alice", r"C:\path\to{x}", "the set {a, b}"),
    *(r"\emph{x", "``x", "$5 and $6", "a~"),
]


@pytest.mark.parametrize(("typed", "read"), READ)
def test_latex_commands_become_signs(typed, read):
    assert plain_text(typed) == read


@pytest.mark.parametrize("typed", LEFT)
def test_it_leaves(typed):
    assert plain_text(typed) == typed


def test_it_does_so_in_titles():
    assert plain_title(r"\emph{E. coli} and H$_2$O~x") == "E. coli and H₂O x"
    assert plain_title("The price: $150") == "The price: $150"


def test_strikethrough_is_no_tie():
    assert plain_text("a ~~b~~ c") == "a b c"

"""LaTeX and HTML that a program escaped as if they were text."""

import pytest

from publications.latex import from_text, to_text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"On Kelp\footnote\{with a note\}", "On Kelpwith a note"),
        (r"\href\{https://e.org\}\{Kelp Press\}", "Kelp Press"),
        (r"TGF-\&\#946; and {\&}{\#}946;", "TGF-β and β"),
        (r"Kelp {\&}amp; Tides &amp;micro;", "Kelp & Tides µ"),
        (r"{\textless}i{\textgreater}Ulva{\textless}/i{\textgreater} grows", "Ulva grows"),
        ("$<$i$>$Ulva$<$/i$>$ and &lt;b&gt;kelp&lt;/b&gt;", "Ulva and kelp"),
        ('flat $\\{L}ambda$CDM, M\\{"}uller', "flat ΛCDM, Müller"),
        (r"$\backslash$alpha and {\textbackslash{}mu}", "α and μ"),
        (r"the \$L_0\$ norm", "the L₀ norm"),
        (r"for \$\mathrm{AC}^0[\oplus]\$ via", r"for $\mathrm{AC}^0[\oplus]$ via"),
        (
            r"{\textdollar}{\textbackslash}mathrm\{AC\}{\^{}}0[{\textbackslash}oplus]{\textdollar}",
            r"$\mathrm{AC}^0[\oplus]$",
        ),
        (r"{\textdollar}k{\textdollar}-means, L{\textdollar}{\_}1{\textdollar}", "k-means, L₁"),
        (r"{\textdollar}5 to {\textdollar}7", "$5 to $7"),
        (r"between \$5 and \$6\_a", "between $5 and $6_a"),
        (r"{\{}DNA{\}} of A.{\~{}}Brandt, part.{\~{}}II", "DNA of A. Brandt, part. II"),
        (r"Kelp for{\\\}all", "Kelp for all"),
        (r"The $\{a, b\}$ and \{c\}", r"The $\{a, b\}$ and {c}"),
        ("If $a<b$ and $c>d$", "If $a<b$ and $c>d$"),
    ],
)
def test_it_is_read(raw, text):
    assert to_text(raw) == text


@pytest.mark.parametrize(
    "text", [r"\alpha", "&#946;", "&lt;i&gt;", "<i>x</i>", r"\{a\}", "{a}", "a.~B"]
)
def test_what_somebody_typed_stays(text):
    assert to_text(from_text(text)) == text

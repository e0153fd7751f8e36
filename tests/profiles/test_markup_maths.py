import pytest

from profiles.markup import render, render_inline, render_maths
from profiles.markup.structure import tex_to_text


def test_inline_formulas_become_mathml():
    html = render_inline("The $k$-means of $x^2$")
    assert html.count("<math") == 2
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in html


@pytest.mark.parametrize("text", [r"$x_1$", r"\(x_1\)", r"$$x_1$$", r"\[x_1\]"])
def test_four_ways_to_write_it(text):
    for renderer in (render, render_inline, render_maths):
        assert "<msub>" in renderer(text)


@pytest.mark.parametrize("text", ["$$\na\n- b\n= c\n$$", "\\[\na\n- b\n= c\n\\]"])
def test_a_display_keeps_its_lines_together(text):
    html = render(f"So:\n{text}\nand on")
    assert html.startswith('<p>So:</p>\n<span class="maths" tabindex="0"><math display="block">')
    assert html.count("<math") == 1
    assert "<ul>" not in html


@pytest.mark.parametrize(
    "text", ["costs $5 and $6", "$ x$", "$x $", "$5-$10", r"\$x$", "[SOSP'25]", "a $ b"]
)
def test_money_is_not_maths(text):
    assert "<math" not in render_inline(text)
    assert "<math" not in render_maths(text)


def test_escaped_brackets_are_not_maths():
    assert render_inline(r"\[SOSP'25\] \(see the paper\)") == "[SOSP'25] (see the paper)"


def test_code_is_not_maths():
    assert render_inline("`$x$`") == "<code>$x$</code>"


def test_2000_characters_are_a_formula_and_2001_are_source():
    assert "<math" in render_inline(f"${'x' * 2000}$")
    assert render_inline(f"${'x' * 2001}$") == f'<code class="math-source">${"x" * 2001}$</code>'


@pytest.mark.parametrize("tex", ["{" * 400, "x_1_2", r"\left(", r"\frac"])
def test_what_cannot_be_read_is_shown_as_source(tex):
    assert render_inline(f"${tex}$") == f'<code class="math-source">${tex}$</code>'


def test_a_signs_text_stays_text():
    html = render_inline(r"$\text{<b>x</b>} < y$")
    assert "&lt;b&gt;x&lt;/b&gt;" in html


def test_no_formula_pushes_itself_across_the_page():
    assert "width" not in render_inline(r"$\hspace{999em}x$")
    assert 'width="2em"' in render_inline(r"$a\qquad b$")


def test_titles_are_not_markdown():
    assert render_maths("A *b* _c_ <u>d</u> & $x$").startswith(
        "A *b* _c_ &lt;u&gt;d&lt;/u&gt; &amp; <math"
    )
    assert render_maths(r"Only \$5") == "Only $5"


@pytest.mark.parametrize(
    ("tex", "spaced"),
    [(r"\log\log n", 2), (r"2\log n", 1), (r"\log^2 n", 1), (r"\max_i x_i", 1), ("a + b", 0)],
)
def test_names_of_functions_stand_apart(tex, spaced):
    assert str(render_inline(f"${tex}$")).count('<mo lspace="0.1667em">') == spaced


def test_a_formula_remembers_nothing_of_another():
    assert "Zebra" in tex_to_text(r"\title{Zebra} \maketitle")
    assert "Zebra" not in tex_to_text(r"\maketitle")


def test_commands_for_text_are_not_shown_in_a_title():
    assert render_maths(r"On \emph{rings} of $x$").startswith("On rings of <math")

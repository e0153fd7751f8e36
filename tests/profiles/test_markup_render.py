import pytest

from profiles.markup import plain_text, render, render_inline


def test_emphasis_and_link_are_rendered():
    assert render("A **bold** [link](https://example.org).") == (
        '<p>A <strong>bold</strong> <a href="https://example.org" rel="noopener">link</a>.</p>\n'
    )


def test_inline_has_no_block():
    assert render_inline(" *Nature* ~~paper~~ ") == "<em>Nature</em> <s>paper</s>"


def test_a_short_list_of_tags_comes_through():
    html = render_inline("<u>Ada</u>* <DEL>x</DEL> H<sub>2</sub>O<br/><mark>m</mark> <kbd>k</kbd>")
    assert html == ("<u>Ada</u>* <del>x</del> H<sub>2</sub>O<br><mark>m</mark> <kbd>k</kbd>")


@pytest.mark.parametrize(
    "text", ["<u>alone", "alone</u>", "<u class=x>y</u>", "<a>y</a>", "<span>y</span>", "</br>"]
)
def test_other_tags_are_text(text):
    assert "&lt;" in render_inline(text)
    assert "<" not in render_inline(text)


def test_a_pair_does_not_straddle_emphasis():
    assert render_inline("*a <u>b* c</u>") == "<em>a &lt;u&gt;b</em> c&lt;/u&gt;"
    assert render_inline("<u>a *b</u> c*") == "&lt;u&gt;a <em>b&lt;/u&gt; c</em>"


@pytest.mark.parametrize(
    "text",
    [
        "<!-- one line -->",
        "<!-- Write here.\n\nA [link](https://example.org).\n\nEnd. -->",
        "- item\n\n<!-- a\n\n- b -->",
    ],
)
def test_comments_vanish(text):
    html = render(f"Before\n\n{text}\n\nAfter")
    assert "example" not in html
    assert "--" not in html
    assert html.startswith("<p>Before</p>")
    assert html.endswith("<p>After</p>\n")


def test_text_after_a_comment_stays():
    assert render("<!-- a\n\nb --> *c*") == "<p><em>c</em></p>\n"
    assert render("x <!-- a --> y") == "<p>x  y</p>\n"


def test_a_comment_in_code_stays():
    assert render_inline("`<!-- a -->`") == "<code>&lt;!-- a --&gt;</code>"


def test_an_unclosed_comment_is_text():
    assert render("<!-- a\n\nb") == "<p>&lt;!-- a</p>\n<p>b</p>\n"


def test_escaped_brackets_around_links():
    html = render("Title  \n\\[ [Paper](https://a.org) \\| [Slides](/s.pdf) \\]")
    assert "<br>\n[ <a" in html
    assert "</a> | <a" in html
    assert html.endswith("</a> ]</p>\n")


def test_bullets_nest_three_levels():
    assert render("- a\n  - b\n    - c").count("<ul>") == 3


def test_an_empty_item_before_a_heading():
    assert render("- a\n- \n## B") == "<ul>\n<li>a</li>\n<li></li>\n</ul>\n<h3>B</h3>\n"


def test_headings_start_below_the_page():
    assert render("NEWS\n====\n\n## Old\n\n###### x") == "<h3>NEWS</h3>\n<h4>Old</h4>\n<h6>x</h6>\n"
    assert render("## First") == "<h3>First</h3>\n"
    assert render("# First", shift_headings=3) == "<h4>First</h4>\n"


def test_cells_are_aligned_by_class():
    html = render("|a|b|c|\n|:-|:-:|-:|\n|1|2|3|")
    assert "style" not in html
    for side in ("left", "center", "right"):
        assert f'<td class="align-{side}">' in html


def test_footnotes_of_two_texts_keep_apart():
    one, two = (render(f"{word}[^1]\n\n[^1]: note") for word in ("one", "two"))
    assert one.count("fn-") == two.count("fn-") == 2
    assert one.split('id="')[1].split('"')[0] not in two


def test_definition_lists():
    assert "<dt>Term</dt>" in render("Term\n: meaning")


def test_template_syntax_is_shown_as_typed():
    text = "{{ settings.SECRET_KEY }} {% include x.html %}"
    assert render_inline(text) == text


def test_refused_links_stay_visible():
    assert render_inline("[x](ftp://a.org)") == "[x](ftp://a.org)"


def test_relative_links_stay():
    assert 'href="../files/p.pdf"' in render_inline("[x](../files/p.pdf)")


def test_long_text_is_shown_as_typed():
    html = render("*a*\n\n" + "[" * 70_000)
    assert html.startswith("<p>*a*</p>\n<p>[[[")
    assert render_inline("<" * 70_000).startswith("&lt;")


def test_many_brackets_end():
    assert render("[" * 8000) == f"<p>{'[' * 8000}</p>"


def test_half_a_surrogate_does_not_raise():
    assert "?" in render("a\ud800")


def test_plain_text_takes_the_markup_off():
    text = "# A\n\n**B** &amp; [c](https://d.org)[^1] $x^2$ <u>e</u>\n\n[^1]: note"
    assert plain_text(text) == "A B & c x² e"

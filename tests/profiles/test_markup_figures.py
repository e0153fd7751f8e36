"""Pictures with captions, and footnotes."""

import re
from types import SimpleNamespace

import pytest

from profiles.markup import plain_text, render


def test_picture_with_title_becomes_a_figure():
    assert render('![A dog](/media/pictures/ab-64x48.webp "Rex, *asleep*")') == (
        '<figure><img src="/media/pictures/ab-64x48.webp" alt="A dog" loading="lazy" width="64" '
        'height="48">\n<figcaption>Rex, <em>asleep</em></figcaption></figure>\n'
    )
    assert plain_text('![A dog](/media/a.webp "Rex")') == "A dog Rex"


@pytest.mark.parametrize(
    "text",
    [
        "![A dog](/media/a.webp)",
        'See ![A dog](/media/a.webp "Rex")',
        '![A dog](/media/a.webp "Rex") ![A cat](/media/b.webp "Tom")',
        '![A dog](https://elsewhere.org/a.webp "Rex")',
    ],
)
def test_other_pictures_are_no_figures(text):
    assert "<fig" not in render(text)


def test_a_caption_holds_maths_links_and_no_html():
    html = render('![x](/media/a.webp "$x$ [a](/b) <script>1</script>")')
    assert "<math>" in html
    assert '<a href="/b"' in html
    assert "&lt;script&gt;" in html


def ids(html):
    return re.findall(r' id="([^"]*)"', html)


def test_footnotes_of_one_page_keep_apart_even_of_one_text():
    page = SimpleNamespace()
    text = "a[^1] b[^1]\n\n[^1]: note"
    one, two = render(text, page), render(text, page)
    assert len(ids(one)) == 3
    assert not set(ids(one)) & set(ids(two))
    for html in (one, two):
        assert set(re.findall(r'href="#([^"]*)"', html)) == set(ids(html))


def test_the_way_back_has_a_name():
    assert 'aria-label="Back to the text"' in render("a[^1]\n\n[^1]: note")

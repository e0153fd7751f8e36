import pytest

from profiles.markup import render_inline


def test_picture_gets_its_size():
    assert render_inline("![A dog](/media/pictures/ab12-640x480.webp)") == (
        '<img src="/media/pictures/ab12-640x480.webp" alt="A dog" loading="lazy" '
        'width="640" height="480">'
    )


@pytest.mark.parametrize(
    "src", ["https://example.org/a.png", "//example.org/a.png", "/media/../admin/", "a.png"]
)
def test_a_picture_from_elsewhere_becomes_a_link(src):
    assert render_inline(f"![A dog]({src})") == f'<a href="{src}" rel="noopener">A dog</a>'


def test_a_picture_in_a_link_becomes_its_words():
    assert render_inline("[![A dog](https://a.org/x.png)](https://b.org)") == (
        '<a href="https://b.org" rel="noopener">A dog</a>'
    )


def test_media_may_lie_in_a_bucket(settings):
    settings.MEDIA_URL = "https://bucket.example.org/"
    assert "<img" in render_inline("![x](https://bucket.example.org/a.webp)")
    assert "<img" not in render_inline("![x](https://other.example.org/a.webp)")

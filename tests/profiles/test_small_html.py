"""What small_html makes is what Django's format_html makes of the same texts."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from hypothesis import given
from hypothesis import strategies as st

from profiles.markup import joined_html, small_html

TEXTS = st.text(alphabet="<>&'\"{}aé ") | st.just(SafeString("<b>&amp;</b>"))


@given(TEXTS, TEXTS)
def test_a_piece_is_as_django_makes_it(one, other):
    form = '<a href="{}">{}</a>'
    piece = small_html(form, one, other)
    assert piece == format_html(form, one, other)
    assert isinstance(piece, SafeString)


@given(st.lists(TEXTS))
def test_pieces_are_joined_as_django_joins_them(pieces):
    joined = joined_html(", ", pieces)
    assert joined == format_html_join(", ", "{}", ((piece,) for piece in pieces))
    assert isinstance(joined, SafeString)

import pytest

from profiles.slugs import make_slug


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("On Notes", "on-notes"),
        ("The quick brown fox", "the-quick-brown"),
        ("Incomprehensibilities", "incomprehensibil"),
        ("论笔记", "lunbiji"),
        ("?!", "paper"),
    ],
)
def test_long_slug_ends_with_a_whole_word(text, slug):
    assert make_slug(text, fallback="paper", length=16) == slug


def test_a_number_follows_what_is_taken():
    assert make_slug("On Notes", {"on-notes"}, fallback="paper") == "on-notes-2"

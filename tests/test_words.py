"""One word for one thing: what docs/words.md says in its last column stands nowhere on screen."""

import re

import pytest

from tests.layout import ROOT
from tests.messages import every_text

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|<[^>]*>|\{\w+\}|https?://\S+")


def refused():
    """{phrase: the word to say}, of the table in docs/words.md."""
    rows = re.findall(
        r"^\| (.+?) \| .*\| (.+?) \|$", (ROOT / "docs" / "words.md").read_text(), re.M
    )
    return {
        phrase.strip(): word
        for word, phrases in rows
        if word not in ("word", "---")
        for phrase in phrases.split(",")
    }


@pytest.fixture(scope="module")
def texts():
    return every_text()


def said_otherwise(text):
    """What of a text the table has another word for."""
    plain = PLACEHOLDER.sub(" ", text)
    phrases = "|".join(map(re.escape, refused()))
    return re.findall(rf"(?i)(?<![\w/-])(?:{phrases})(?![\w/])", plain)


def test_refused_words_are_found():
    assert refused()["bring back"] == "Restore"
    assert said_otherwise("Bring back “%(record)s” to the homepage") == ["Bring back", "homepage"]
    assert said_otherwise("Restore a recording from luost26/academic-homepage") == []


def test_every_text_keeps_to_the_table(texts):
    wrong = {
        text: (str(path), said) for text, path in texts.items() if (said := said_otherwise(text))
    }
    assert wrong == {}

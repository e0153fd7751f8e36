"""What themes call things: the tables of themes.toml, and the samples of demo.toml."""

import tomllib
from pathlib import Path


def _tables(file: str) -> dict:
    return tomllib.loads(Path(__file__).with_name(file).read_text("utf-8"))


def first_words(table: dict[str, str]) -> dict[str, str]:
    """Each word of the lines of a table -> what they stand for."""
    return {word: first for first, words in table.items() for word in words.split()}


THEMES, DEMOS = _tables("themes.toml"), _tables("demo.toml")

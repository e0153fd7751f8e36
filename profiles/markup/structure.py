"""The blocks of a Markdown text that was written for another system, and its lines in words."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from profiles.markup.text import words_of

# Lines are not looked into: whoever needs one has it as typed.
BLOCKS = MarkdownIt("commonmark").enable("table")
BLOCKS.core.ruler.disable(["inline", "text_join"])
# Longer than a paragraph: such a line stays as typed.
LONGEST_LINE = 20_000
# What is no tag of HTML ("a <Study>") are words.
LINES = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
INLINE_TAG = re.compile(
    r"</?(?:u|b|i|em|strong|span|su[bp]|a|font|mark|ins|del|s|kbd|code|small|big|br|p|div|center)"
    r"(?:\s[^<>]*)?/?>",
    re.I,
)
# A link with its words and its address.
LINK = re.compile(r"\[([^\[\]]*)\]\(\s*([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)[^()]*\)")


def blocks(text: str) -> list[SyntaxTreeNode]:
    """CommonMark with tables and HTML: nodes with their lines in `map`, counted from 0."""
    return [node for node in SyntaxTreeNode(BLOCKS.parse(text)).children if node.map]


def line_in_words(text: str) -> str:
    """Markdown and HTML of one paragraph, without either, in one line."""
    if len(text) > LONGEST_LINE:
        return " ".join(text.split())
    return words_of(LINES.parseInline(INLINE_TAG.sub("", text)))

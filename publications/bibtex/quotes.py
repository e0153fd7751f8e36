"""Quotes that BibTeX does not know, or that stand within a quoted value: where each closes."""

import re

# Quotes as word processors write them, and a quoted value with quotes in it: how each closes.
QUOTES_CLOSED_BY = {'"': '"', "'": "'", "“": "”“", "„": "“”", "”": "”", "‘": "’", "«": "»"}
AFTER_QUOTE = re.compile(
    r"\s*+(?:,\s*+(?:[A-Za-z][\w-]*+\s*+=|[})])|[})])|[ \t]*+\n\s*+[A-Za-z][\w-]*+\s*+="
)
LONGEST = 1000
# So often a text may have quotes that close nowhere; then it is no text that people typed.
PATIENCE = 500

# As other languages write a quote within quotes; before a vowel it is an umlaut's.
ESCAPED = re.compile(r'\\"(?![{\\AEIOUaeiou])')


def unescaped(value: str) -> str:
    return ESCAPED.sub('"', value)


class OddQuotes:
    """For one text: “word processor” quotes, 'single' ones, "a "quoted" word" in a value."""

    def __init__(self):
        self._patience = PATIENCE

    def end(self, text: str, at: int) -> int:
        """The index after the quote that closes the one at `at`, if a field follows; or -1."""
        closers = QUOTES_CLOSED_BY.get(text[at : at + 1])
        if not closers or not self._patience:
            return -1
        for found in re.finditer(f"[{closers}]", text[at + 1 : at + LONGEST]):
            if AFTER_QUOTE.match(text, end := at + 1 + found.end()):
                inside = found.string[: found.start()]
                return end if inside.count("{") == inside.count("}") else -1
        self._patience -= 1
        return -1

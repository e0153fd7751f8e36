"""A CSL item -> its line in a list of references, as four style guides print it.

text = styles.STYLES["apa"].format(citations.csl_item(paper))

After the CSL styles of the same names; docs/citing.md tells where they are not followed. Maths
that an item has stays between its dollar signs.

apa       APA, 7th edition
ieee      IEEE
acm       ACM Reference Format
chicago   Chicago, author and date
work      what all styles share: names, “et al.”, pages, ordinals, capitals of titles, quotes
"""

from collections.abc import Callable
from dataclasses import dataclass

from publications.citations.styles import acm, apa, chicago, ieee
from publications.citations.styles.work import Work, plain

RETRACTED = "retracted"


@dataclass(frozen=True)
class Style:
    """`label`: its name; `edition`: which rules; `csl`: the CSL style that it follows."""

    label: str
    edition: str
    csl: str
    write: Callable[[Work], str]

    def marked(self, item: dict) -> str:
        """With the signs of `work.ITALIC` around what is set in italics."""
        line = self.write(Work(item))
        return f"{line} Retracted." if item.get("status") == RETRACTED else line

    def format(self, item: dict) -> str:
        """Write the reference as plain text in one line."""
        return plain(self.marked(item))


STYLES = {
    "apa": Style("APA", "7", "apa", apa.reference),
    "ieee": Style("IEEE", "", "ieee", ieee.reference),
    "acm": Style("ACM", "", "association-for-computing-machinery", acm.reference),
    "chicago": Style("Chicago", "18", "chicago-author-date", chicago.reference),
}

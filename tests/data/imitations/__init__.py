"""Five homepages, invented: each imitates how researchers write theirs with one known theme.

`PERSON` is entered as into the forms, `BIBTEX` imported, and `SHOWN` is what the page then says.
"""

from dataclasses import dataclass
from pathlib import Path

from website.demo.content import Person


@dataclass(frozen=True)
class Imitation(Person):
    """A person of the demo's shape, whose papers lie elsewhere."""

    folder: Path = Path()

    @property
    def bibtex(self) -> Path:
        return self.folder / f"{self.slug}.bib"

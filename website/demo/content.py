"""The shapes of the demo's content: a person, the rows of their record, what adorns a paper."""

from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Drawn for the demo by the Vitae team: a reaction that diffuses, a mirror, the partitions of 5.
PICTURES = HERE / "pictures"


@dataclass(frozen=True)
class Item:
    """One row of a record: values as a person types them into the form of `model`, which is
    one of profiles unless its app is named.
    """

    model: str
    values: dict
    links: tuple = ()
    # Citation keys of the papers that a news item or a project is about.
    papers: tuple = ()
    translations: dict = field(default_factory=dict)


def item(model, *, links=(), papers=(), translations=None, **values) -> Item:
    return Item(model, values, tuple(links), tuple(papers), translations or {})


@dataclass(frozen=True)
class Paper:
    """What is added, after the import, to the paper of this citation key."""

    key: str
    values: dict
    topics: tuple = ()
    awards: tuple = ()
    links: tuple = ()
    versions: tuple = ()
    translations: dict = field(default_factory=dict)


def paper(key, *, topics=(), awards=(), links=(), versions=(), translations=None, **values):
    related = (tuple(topics), tuple(awards), tuple(links), tuple(versions))
    return Paper(key, values, *related, translations or {})


def zh(**texts) -> dict:
    """Texts in the second language of the demo."""
    return {"zh-hans": texts}


@dataclass(frozen=True)
class Person:
    slug: str
    name: str
    record: dict
    items: tuple
    papers: tuple = ()
    # Citation keys, in the order they stand on the home page.
    selected: tuple = ()
    native_name: str = ""
    translations: dict = field(default_factory=dict)

    @property
    def bibtex(self) -> Path:
        return HERE / f"{self.slug}.bib"


@dataclass(frozen=True)
class VenueEntry:
    """A journal of the lab's: `aliases` are the other forms in which papers print its name."""

    name: str
    short_name: str
    url: str = ""
    aliases: tuple = ()
    ranks: tuple = ()

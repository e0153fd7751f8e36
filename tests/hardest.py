"""The hardest content: long names, many authors, empty records, every construct of Markdown."""

from django.utils import timezone

from profiles.dates import PartialDate
from profiles.models import Affiliation, Experience, NewsItem, Page, ResearcherLink
from publications.models import Authorship, Publication, PublicationLink, Venue
from tests.conftest import make_researcher
from tests.publications.papers import make_paper

LONG_NAME = "Maria-Magdalena Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad"
LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 3
MARKDOWN = f"""\
## A heading

Inline $e^{{i\\pi}} + 1 = 0$, `code`, ~~old~~, <u>under</u>, H<sub>2</sub>O, <kbd>Ctrl</kbd>.
{LONG_WORD}

$$\\begin{{aligned}}
a &= b + c + d + e + f + g + h + i + j \\\\
k &= \\frac{{l}}{{m}}
\\end{{aligned}}$$

```python
def many(arguments, that, make, a, line, too, long, for_, any, phone, to, show, in_, one, piece):
    return "<&>"
```

| left | centre | right |
|:-----|:------:|------:|
| one  | two    | three |

1. first
   - nested
     - deeper

> quoted[^1], and again[^1]

[^1]: A note with [a link](https://example.org/).

שלום وعليكم السلام 你好 **bold**
"""
PAGES = ["/", "/empty/", "/empty/publications/", "/empty/news/", "/empty/cv/", "/long/"]
PAGES += ["/long/publications/", "/long/publications/?page=2", "/long/hard/", "/long/cv/"]
PAGES += ["/long/news/", "/publications/by-forty/", "/zh-hans/long/", "/zh-hans/publications/"]
PAGES += ["/search/", "/search/?q=paper", "/search/?q=zzzz", "/publications/?q=zzzz"]
PAGES += ["/zh-hans/search/?q=zzzz", "/publications/bare/"]


def fill(count=600):
    """Two researchers: one with nothing, one with everything and `count` papers."""
    make_researcher("A B", slug="empty")
    hard = make_researcher(LONG_NAME, slug="long", headline=f"Who *writes* {LONG_WORD}")
    hard.native_name, hard.native_language = "محمد بن موسى الخوارزمي", "ar"
    hard.biography = hard.interests = MARKDOWN
    hard.postal_address = "A street\n\nA town"
    hard.translations = {"zh-hans": {"biography": "中文。", "headline": "标题"}}
    hard.save()
    Page.objects.create(researcher=hard, title=LONG_WORD[:200], slug="hard", body=MARKDOWN)
    Affiliation.objects.create(researcher=hard, role=LONG_WORD[:200], organisation=LONG_NAME)
    ResearcherLink.objects.create(researcher=hard, url="https://example.org/", label=LONG_NAME[:80])
    for number in range(3):
        row = {"researcher": hard, "organisation": "One place", "description": MARKDOWN}
        Experience.objects.create(**row, role=f"Role {number}")
        NewsItem.objects.create(researcher=hard, date=f"20{number:02d}", body=MARKDOWN)
    _fill_papers(hard, count)


def _fill_papers(hard, count):
    make_paper("Bare", hard, date=None)
    names = [hard, *(f"Given{n}-Middle Family{n}" for n in range(39))]
    venue = Venue.objects.create(name=f"The venue of {LONG_NAME}", short_name="VENUE")
    paper = make_paper(
        "By forty",
        *names,
        venue=venue,
        abstract=MARKDOWN,
        tldr="Short *words*.",
        doi="10.1000/x(1)<2>",
    )
    PublicationLink.objects.create(publication=paper, url="https://example.org/x?a=1&b=2")
    now, first = timezone.now(), Publication.objects.count()
    rows = Publication.objects.bulk_create(
        Publication(
            title=f"Paper $x_{{{n}}}$ & more",
            slug=f"paper-{n + first}",
            date=PartialDate(1990 + n % 30),
            published_at=now,
        )
        for n in range(count)
    )
    Authorship.objects.bulk_create(
        Authorship(publication=row, researcher=hard, family="Trinidad") for row in rows
    )

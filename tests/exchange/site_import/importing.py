"""What the tests of site imports share: a small site, read by hand, and what its import left."""

from pathlib import Path

from django.apps import apps

from exchange.site_import import importer
from exchange.site_import.records import Paper, Place, SiteRecord, SiteRow, bibtex_entry
from exchange.site_import.tree import Tree
from profiles.models import Award, Education, NewsItem, Page, Talk

PDF = b"%PDF-1.4\n%%EOF\n"
# Not written by imports, or remembered of them on purpose.
NOT_COMPARED = {"Revision", "ImportBatch", "SearchDocument", "ContentType", "Permission"}


def tree_of(folder: Path, **files) -> Tree:
    """A tree of `files` ("files/talk.pdf" -> bytes or text), written below a folder."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Tree.open(folder)


def kelp(**fields):
    fields = {"title": "Growing Consensus in Kelp Forests", "year": "2024"} | fields
    fields = {"author": "Alice Ahlgren and Bob Brandt"} | fields
    fields |= {"booktitle": "Symposium on Imaginary Systems", "abbr": "SIS"}
    return bibtex_entry("inproceedings", "kelp", fields)


def record(**changes) -> SiteRecord:
    """A paper, two news, a degree, an award, a talk with slides, and a page."""
    rows = [
        news("one", "2024-05", "Our paper on [kelp](/publication/kelp/) appeared.", 3),
        news("two", "2023", "I gave a talk.", 4),
        SiteRow(
            Education,
            "_config.yml#education/0",
            Place("_config.yml", 9),
            {"degree": "Ph.D.", "organisation": "Tideway University", "start": "2020"},
            label="Ph.D.",
        ),
        SiteRow(
            Award,
            "_pages/about.md#awards/0",
            Place("_pages/about.md", 12),
            {"name": "Seaweed Prize", "dates": "2022"},
        ),
        SiteRow(
            Talk,
            "_talks/kelp.md",
            Place("_talks/kelp.md", 1),
            {"title": "Kelp", "date": "2023-06-02"},
            links=[{"label": "Slides", "file": "files/talk.pdf"}],
            old_paths=["/talks/kelp"],
        ),
        SiteRow(
            Page,
            "_pages/garden.md",
            Place("_pages/garden.md", 1),
            {"title": "My garden", "slug": "garden", "body": "![Kelp](/images/kelp.png) grows."},
            old_paths=["/garden/"],
        ),
    ]
    paper = Paper(
        "kelp",
        kelp(),
        Place("_publications/kelp.md", 1),
        [("pdf", "files/kelp.pdf"), ("slides", "files/lost.pdf")],
        ["/publication/kelp/"],
    )
    values = {
        "biography": ("I grow kelp, see [my garden](/garden/).", Place("_pages/about.md", 5)),
        "email": ("alice@example.org", Place("_config.yml", 4)),
    }
    made = SiteRecord("academicpages", researcher=values, rows=rows, papers=[paper])
    made.venue_urls = {"SIS": "https://sis.example.org/"}
    made.hosts, made.old_paths = ["alice.example.org"], ["/about/"]
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def news(name, date, body, line):
    values = {"date": date, "body": body}
    return SiteRow(NewsItem, f"_pages/about.md#news/{name}", Place("_pages/about.md", line), values)


def take(site, made, researcher, **options):
    """(plan, number) of an import by the command line."""
    options = {"by_operator": True} | options
    plan = importer.plan(site, researcher, record=made, **options)
    return plan, importer.apply(plan)


def dump() -> dict:
    """Every row of every table, but what is remembered on purpose and moments of change."""
    tables = {}
    for model in apps.get_models():
        if model.__name__ not in NOT_COMPARED:
            rows = model._base_manager.order_by("pk").values()
            tables[model.__name__] = [
                {name: value for name, value in row.items() if name != "updated_at"} for row in rows
            ]
    return tables

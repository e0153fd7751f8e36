"""A made-up lab of any size, for benchmarks/growth.py: people, papers, and what stands behind them
in the admin (accounts, imports, versions, questions). Rows are written by the thousand.
"""

from collections.abc import Iterable

WORDS = "tide delta engine reef sampling moth lattice query cache proof river storm cell orbit"
NAMED = [f"{word}{number}" for number in range(40) for word in WORDS.split()]
STEP = 2_000  # rows in one statement
AN_IMPORT = 500  # papers of one
RAW = "@article{{{key},\n  title = {{{title}}},\n  author = {{Reed, Ada}},\n  year = {{2001}}\n}}\n"
MANAGER = "manager"


def make(label: str, rows: Iterable[dict], **same) -> list:
    """Rows of a model, each told by its columns; `same` are those that all have."""
    from django.apps import apps

    model = apps.get_model(label)
    return model._base_manager.bulk_create((model(**same, **row) for row in rows), STEP)


def fill(papers_of_each: list[int]) -> None:
    """One person for each number, with so many papers."""
    from website.search import index

    people = add_people(len(papers_of_each))
    names = sorted(NAMED[:60])
    venues = ({"name": f"Journal of {name}", "short_name": name.upper()} for name in names)
    venues = make("publications.Venue", venues)
    topics = ({"name": f"Topic {n}", "slug": f"topic-{n}"} for n in sorted(map(str, range(200))))
    topics, number = make("publications.Topic", topics), 0
    for person, count in zip(people, papers_of_each, strict=True):
        add_papers(person, range(number, number + count), venues, topics)
        number += count
    for person, other in zip(people, [*people[1:], people[0]], strict=True):
        add_behind(person)
        add_questions(person, other)
    index.rebuild()


def add_people(count: int) -> list:
    """With an account each, and one of a manager, who has no page."""
    from django.contrib.auth.models import Group
    from django.utils import timezone

    [manager] = make("auth.User", [{"username": MANAGER}], is_staff=True)
    manager.groups.add(Group.objects.get(name="Managers"))
    names = ({"username": f"member-{n}"} for n in range(count))
    people = make(
        "profiles.Researcher",
        (
            {
                "slug": account.username,
                "display_name": f"Member {NAMED[n % len(NAMED)].title()} {n}",
                "family_name": NAMED[n % len(NAMED)].title(),
                "owner": account,
            }
            for n, account in enumerate(make("auth.User", names, is_staff=True))
        ),
        given_name="Member",
        biography="Studies tides, and what they leave behind. " * 5,
        published_at=timezone.now(),
    )
    each = [{"researcher": person} for person in people]
    years = [row | {"start": year} for row in each for year in ("1990", "1994", "1998")]
    prizes = (
        {"researcher": row["researcher"], "name": f"Prize of {year}", "dates": year}
        for row in years
        for year in [row["start"]]
    )
    institutes = (row | {"organisation": f"Institute {n % 20}"} for n, row in enumerate(each))
    make("profiles.Affiliation", institutes, role="Researcher")
    make("profiles.Education", years, organisation="Institute", degree="PhD")
    make("profiles.Experience", years, organisation="Institute")
    make("profiles.Award", prizes)
    make("profiles.Page", each, slug="page", title="Page", body="A page.")
    return people


def add_papers(person, numbers: range, venues: list, topics: list) -> None:
    """With three authors each, of whom the person is one; and twelve news, of which eight speak of
    papers.
    """
    from django.utils import timezone

    public = {"published_at": timezone.now()}
    papers = make(
        "publications.Publication",
        (
            {
                "slug": f"paper-{n}",
                "citation_key": f"member{n}",
                "title": f"On {NAMED[n % 560]} and {NAMED[n * 7 % 559]} by way of {NAMED[n % 37]}",
                "date": f"{1985 + n % 40}-{n % 12 + 1:02}",
                "entry_type": ("article", "inproceedings", "article", "book")[n % 4],
                "venue": venues[n % len(venues)],
            }
            for n in numbers
        ),
        abstract="We look at tides and engines, and find that patience pays. " * 8,
        owner=person,
        **public,
    )
    make(
        "publications.Authorship",
        (
            {
                "publication": paper,
                "position": at,
                "given": given,
                "family": family,
                "researcher": person if at == n % 3 else None,
            }
            for n, paper in enumerate(papers)
            for at, (given, family) in enumerate(
                [(f"M{n % 3}", person.family_name), ("Ada", "Reed"), ("Kim", NAMED[n % 560])]
            )
        ),
    )
    pairs = ({"publication": paper, "topic": topics[n % 200]} for n, paper in enumerate(papers))
    make("publications.Publication_topics", pairs)
    news = ({"date": f"20{n:02}-05", "body": f"Our {NAMED[n]} is out."} for n in range(10, 22))
    news = make("profiles.NewsItem", news, researcher=person, **public)
    told = zip(news, papers[:8], strict=False)
    rows = ({"news_item": item, "publication": paper} for item, paper in told)
    make("publications.NewsMention", rows)


def add_behind(person) -> None:
    """The imports of the papers, a version of each and of the news, and ten that are deleted; what
    the account did; five pictures.
    """
    from django.contrib.admin.models import CHANGE
    from django.contrib.contenttypes.models import ContentType

    from profiles.compiled_queries import batched

    papers = person.brought_publications.order_by("pk")
    for some in batched(papers.iterator(STEP), AN_IMPORT):
        add_import(person, some)
    news = [(item.pk, item.body, "added") for item in person.newsitem_set.order_by("pk")]
    gone = 10_000_000 + person.pk * 10  # keys that no row has
    for n in range(10):
        news += [(gone + n, f"News {n}", "added"), (gone + n, f"News {n}", "deleted")]
    add_versions(person, "profiles.newsitem", ((*row, person.owner) for row in news))
    make(
        "admin.LogEntry",
        ({"object_id": str(p.pk), "object_repr": p.title[:200]} for p in papers[:20]),
        user=person.owner,
        content_type=ContentType.objects.get(app_label="publications", model="publication"),
        action_flag=CHANGE,
        change_message='[{"changed": {"fields": ["Title"]}}]',
    )
    pictures = (
        {"image": f"pictures/{person.slug}-{n}-640x480.webp", "alt": f"A tide of {NAMED[n]}"}
        for n in range(5)
    )
    make("profiles.Picture", pictures, researcher=person, uploaded_by=person.owner)


def add_questions(person, owner) -> None:
    """Whether three names on papers of another are theirs."""
    from publications.models import Authorship

    named = Authorship.objects.filter(publication__owner=owner, researcher=None).order_by("pk")
    rows = ({"authorship": row} for row in named[:3])
    make("publications.AuthorshipSuggestion", rows, researcher=person, reason="maybe")


def add_import(person, papers: list) -> None:
    file = f"{person.slug}.bib"
    lines = range(1, 1 + 5 * len(papers), 5)
    records = [
        {"key": p.citation_key, "publication": p.slug, "line": n, "file": file, "action": "created"}
        for n, p in zip(lines, papers, strict=True)
    ]
    counts = {"created": len(records)}
    batch = {"files": [file], "report": counts | {"records": records}, "counts": counts}
    batch |= {"written_at": papers[0].created_at, "researcher": person, "user": person.owner}
    sources = (
        {
            "publication": paper,
            "citation_key": paper.citation_key,
            "entry_type": paper.entry_type,
            "raw": RAW.format(key=paper.citation_key, title=paper.title),
            "values": {"title": paper.title},
            "checksum": f"{paper.pk:064}",
            "line": line,
        }
        for line, paper in zip(lines, papers, strict=True)
    )
    [batch] = make("publications.ImportBatch", [batch])
    make("publications.Source", sources, batch=batch, file=file)
    who = (("imported", None), ("changed", person.owner))
    versions = ((paper.pk, paper.title, *one) for paper in papers for one in who)
    add_versions(person, "publications.publication", versions)


def add_versions(person, kind: str, rows: Iterable[tuple]) -> None:
    """Of each row its key, its name, what was done, and who did it."""
    versions = (
        {
            "object_id": key,
            "name": name[:300],
            "action": action,
            "user": user,
            "state": {"fields": {"title": name, "published_at": None}, "rows": {}},
            "digest": f"{key:064}",
        }
        for key, name, action, user in rows
    )
    make("history.Revision", versions, researcher=person, kind=kind)

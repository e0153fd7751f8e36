"""A made-up lab of any size, for benchmarks/growth.py: people, papers, and what stands behind them
in the admin (accounts, imports, versions, questions). Rows are written by the thousand.
"""

WORDS = "tide delta engine reef sampling moth lattice query cache proof river storm cell orbit"
NAMED = [f"{word}{number}" for number in range(40) for word in WORDS.split()]
STEP = 2_000  # rows in one statement
AN_IMPORT = 500  # papers of one
RAW = "@article{{{key},\n  title = {{{title}}},\n  author = {{Reed, Ada}},\n  year = {{2001}}\n}}\n"
MANAGER = "manager"


def fill(papers_of_each: list[int]) -> None:
    """One person for each number, with so many papers."""
    from profiles.models import Researcher
    from website.search import index

    people = add_people(len(papers_of_each))
    add_vocabularies()
    number = 0
    for person, count in zip(people, papers_of_each, strict=True):
        add_papers(person, range(number, number + count))
        add_news(person)
        number += count
    people = list(Researcher.objects.order_by("pk"))
    for person, next_one in zip(people, [*people[1:], people[0]], strict=True):
        add_behind(person)
        add_questions(person, next_one)
    index.rebuild()


def add_people(count: int) -> list:
    """With an account each, and one of a manager, who has no page."""
    from django.contrib.auth.models import Group, User
    from django.utils import timezone

    from profiles.models import Affiliation, Award, Education, Experience, Page, Researcher

    now = timezone.now()
    manager = User.objects.create(username=MANAGER, is_staff=True)
    manager.groups.add(Group.objects.get(name="Managers"))
    accounts = User.objects.bulk_create(
        User(username=f"member-{n}", is_staff=True) for n in range(count)
    )
    people = Researcher.objects.bulk_create(
        Researcher(
            slug=f"member-{n}",
            display_name=f"Member {NAMED[n % len(NAMED)].title()} {n}",
            given_name="Member",
            family_name=NAMED[n % len(NAMED)].title(),
            biography="Studies tides, and what they leave behind. " * 5,
            owner=account,
            published_at=now,
        )
        for n, account in enumerate(accounts)
    )
    Affiliation.objects.bulk_create(
        Affiliation(researcher=person, organisation=f"Institute {n % 20}", role="Researcher")
        for n, person in enumerate(people)
    )
    degree = {"organisation": "Institute", "degree": "PhD"}
    years = [(person, str(year)) for person in people for year in (1990, 1994, 1998)]
    Education.objects.bulk_create(
        Education(researcher=person, start=year, **degree) for person, year in years
    )
    Experience.objects.bulk_create(
        Experience(researcher=person, start=year, organisation="Institute")
        for person, year in years
    )
    Award.objects.bulk_create(
        Award(researcher=person, name=f"Prize of {year}", dates=year) for person, year in years
    )
    Page.objects.bulk_create(
        Page(researcher=person, slug="page", title="Page", body="A page.") for person in people
    )
    return people


def add_vocabularies() -> None:
    from publications.models import Topic, Venue

    Venue.objects.bulk_create(
        Venue(name=f"Journal of {name}", short_name=name.upper()) for name in NAMED[:60]
    )
    Topic.objects.bulk_create(Topic(name=f"Topic {n}", slug=f"topic-{n}") for n in range(200))


def add_papers(person, numbers: range) -> None:
    """With three authors each, of whom the person is one."""
    from django.utils import timezone

    from profiles.batches import batched
    from publications.models import Authorship, Publication, Topic, Venue

    now = timezone.now()
    venues, topics = (list(m.objects.values_list("pk", flat=True)) for m in (Venue, Topic))
    for some in batched(numbers, STEP):
        papers = Publication.objects.bulk_create(
            Publication(
                slug=f"paper-{n}",
                citation_key=f"member{n}",
                title=f"On {NAMED[n % 560]} and {NAMED[n * 7 % 559]} by way of {NAMED[n % 37]}",
                date=f"{1985 + n % 40}-{n % 12 + 1:02}",
                entry_type=("article", "inproceedings", "article", "book")[n % 4],
                venue_id=venues[n % len(venues)],
                abstract="We look at tides and engines, and find that patience pays. " * 8,
                owner=person,
                published_at=now,
            )
            for n in some
        )
        Authorship.objects.bulk_create(
            Authorship(
                publication=paper,
                position=at,
                given=given,
                family=family,
                researcher=person if at == n % 3 else None,
            )
            for n, paper in enumerate(papers)
            for at, (given, family) in enumerate(
                [(f"M{n % 3}", person.family_name), ("Ada", "Reed"), ("Kim", NAMED[n % 560])]
            )
        )
        Publication.topics.through.objects.bulk_create(
            Publication.topics.through(publication_id=paper.pk, topic_id=topics[n % 200])
            for n, paper in enumerate(papers)
        )


def add_news(person) -> None:
    """Twelve, of which eight speak of papers."""
    from django.utils import timezone

    from profiles.models import NewsItem
    from publications.models import NewsMention

    now = timezone.now()
    news = NewsItem.objects.bulk_create(
        NewsItem(
            researcher=person,
            date=f"20{n:02}-05",
            body=f"Our {NAMED[n]} is out.",
            published_at=now,
        )
        for n in range(10, 22)
    )
    papers = person.brought_publications.order_by("pk")[:8]
    NewsMention.objects.bulk_create(
        NewsMention(news_item=item, publication=paper)
        for item, paper in zip(news, papers, strict=False)
    )


def add_behind(person) -> None:
    """The imports of the papers, a version of each and of the news, and ten that are deleted; what
    the account did; five pictures.
    """
    from django.contrib.admin.models import CHANGE, LogEntry
    from django.contrib.contenttypes.models import ContentType

    from history.models import Revision
    from profiles.batches import batched
    from profiles.models import Picture
    from publications.models import Publication

    for some in batched(person.brought_publications.order_by("pk").iterator(STEP), AN_IMPORT):
        add_import(person, some)
    news = list(person.newsitem_set.order_by("pk"))
    rows = [("profiles.newsitem", item.pk, item.body, Revision.Action.ADDED) for item in news]
    gone = 10_000_000 + person.pk * 10  # keys that no row has
    for n in range(10):
        item = ("profiles.newsitem", gone + n, f"News {n}")
        rows += [(*item, Revision.Action.ADDED), (*item, Revision.Action.DELETED)]
    Revision.objects.bulk_create(version(person, *row, user=person.owner) for row in rows)
    kind = ContentType.objects.get_for_model(Publication)
    LogEntry.objects.bulk_create(
        LogEntry(
            user=person.owner,
            content_type=kind,
            object_id=str(paper.pk),
            object_repr=paper.title[:200],
            action_flag=CHANGE,
            change_message='[{"changed": {"fields": ["Title"]}}]',
        )
        for paper in person.brought_publications.order_by("pk")[:20]
    )
    Picture.objects.bulk_create(
        Picture(
            researcher=person,
            uploaded_by=person.owner,
            image=f"pictures/{person.slug}-{n}-640x480.webp",
            alt=f"A tide of {NAMED[n]}",
        )
        for n in range(5)
    )


def add_questions(person, owner) -> None:
    """Whether three names on papers of another are theirs."""
    from publications.models import Authorship, AuthorshipSuggestion

    named = Authorship.objects.filter(publication__owner=owner, researcher=None)
    AuthorshipSuggestion.objects.bulk_create(
        AuthorshipSuggestion(authorship=row, researcher=person, reason="maybe")
        for row in named.order_by("pk")[:3]
    )


def add_import(person, papers) -> None:
    from history.models import Revision
    from publications.models import ImportBatch, Source

    file = f"{person.slug}.bib"
    names = ("key", "publication", "line")
    entries = [(paper.citation_key, paper.slug, 1 + 5 * at) for at, paper in enumerate(papers)]
    records = [
        dict(zip(names, entry, strict=True)) | {"file": file, "action": "created"}
        for entry in entries
    ]
    counts = {"created": len(records)}
    batch = ImportBatch.objects.create(
        researcher=person,
        user=person.owner,
        files=[file],
        report=counts | {"records": records},
        counts=counts,
        written_at=papers[0].created_at,
    )
    Source.objects.bulk_create(
        Source(
            publication=paper,
            batch=batch,
            citation_key=paper.citation_key,
            entry_type=paper.entry_type,
            raw=RAW.format(key=paper.citation_key, title=paper.title),
            values={"title": paper.title},
            checksum=f"{paper.pk:064}",
            file=file,
            line=line,
        )
        for paper, (_key, _slug, line) in zip(papers, entries, strict=True)
    )
    Revision.objects.bulk_create(
        version(person, "publications.publication", paper.pk, paper.title, action, user=by)
        for paper in papers
        for action, by in (("imported", None), ("changed", person.owner))
    )


def version(person, kind: str, key: int, name: str, action: str, user):
    from history.models import Revision

    return Revision(
        researcher=person,
        kind=kind,
        object_id=key,
        name=name[:300],
        action=action,
        user=user,
        state={"fields": {"title": name, "published_at": None}, "rows": {}},
        digest=f"{key:064}",
    )

"""How the cost of public pages grows with the site: CPU of each, on a small site and on a large.

    .venv/bin/python benchmarks/growth.py [--folder DIR] [--runs 5]

The small site has 100 people with 60 papers each; the large 1,000 people and 100,000 papers, of
which one person has 10,000, thirty have 1,062 each and the others 60. A folder keeps the two
databases for the next time. Each page is rendered in one process, without a server; the median
counts. Take the ratios, not the milliseconds, to other machines. With a DATABASE_URL that has
"{site}" in it, the sites are in the PostgreSQL databases of the names that makes, to be created
before; what the server itself takes is not in the figures then.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from measure import Statements, cpu_seconds

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"small": [60] * 100, "large": [10_000, *[1_062] * 30, *[60] * 969]}
WORDS = "tide delta engine reef sampling moth lattice query cache proof river storm cell orbit"
NAMED = [f"{word}{number}" for number in range(40) for word in WORDS.split()]
TYPICAL, PROLIFIC = "member-99", "member-0"
PAGES = {
    "lab": ("/", "/?q=member", "/publications/", "/publications/?page=5"),
    "lab, filtered": tuple(
        f"/publications/?{filters}"
        for filters in ("year=2001", "type=article", "topic=topic-1", "venue=1", "q=delta7")
    ),
    "one person": tuple(
        f"/{TYPICAL}/{page}"
        for page in (
            *("", "publications/", "publications/?q=delta7", "publications/?year=2001", "news/"),
            *("cv/", "page/", "news/feed/", "publications/feed/", "publications.bib"),
        )
    ),
    "one paper": ("/publications/paper-5950/", "/publications/paper-5950.bib"),
    "search": tuple(
        f"/search/?q={words}"
        for words in ("delta7", "delta", "member", "delta7&kind=papers", "nothign", "paper-5950")
    ),
    "sitemap": (
        "/sitemap.xml",
        *(f"/sitemap-{n}.xml?p=1" for n in ("publications", "researchers")),
    ),
    "10,000 papers": tuple(
        f"/{PROLIFIC}/{page}"
        for page in (
            *("", "publications/", "publications/?page=90", "publications/?q=delta7", "news/"),
            *("cv/", "news/feed/", "publications/feed/", "publications.bib"),
        )
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, help="Keeps the databases here.")
    parser.add_argument("--runs", type=int, default=5, help="The median of so many counts.")
    parser.add_argument("--site", choices=SIZES, help="Measures one of the two, as JSON.")
    asked = parser.parse_args()
    if asked.site:
        print(json.dumps(measured(asked.site, asked.runs)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        report(asked.folder or Path(temporary), asked.runs)


def report(folder: Path, runs: int) -> None:
    command = [sys.executable, __file__, "--runs", str(runs), "--site"]
    database = {key: url for key, url in os.environ.items() if key == "DATABASE_URL"}
    sites = []
    for site in SIZES:
        data = folder / site
        data.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(  # noqa: S603 our own script
            [*command, site],
            env=os.environ
            | {"DATA": str(data)}
            | {key: url.format(site=site) for key, url in database.items()},
            check=True,
            stdout=subprocess.PIPE,
        )
        sites.append(json.loads(done.stdout))
    small, large = sites
    print(f"{'page':<38}{'small ms':>9}{'large ms':>9}{'times':>7}{'queries':>12}{'KB':>12}")
    for kind, addresses in PAGES.items():
        print(kind)
        for address in addresses:
            (ms, queries, size), (ms_large, queries_large, size_large) = (
                small.get(address, (0, 0, 0)),
                large[address],
            )
            print(
                f"  {address:<36}{ms:>9.1f}{ms_large:>9.1f}{ms_large / ms if ms else 0:>7.1f}"
                f"{f'{queries} {queries_large}':>12}{f'{size} {size_large}':>12}"
            )


def measured(site: str, runs: int) -> dict[str, tuple[float, int, int]]:
    """{address: (median CPU ms, queries, KB)}."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from profiles.models import Researcher

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not Researcher.objects.exists():
        start = time.perf_counter()
        fill(SIZES[site])
        print(f"{site}: filled in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    client, answers = Client(HTTP_HOST="localhost"), {}
    for addresses in PAGES.values():
        for address in addresses:
            if site == "small" and PROLIFIC in address:
                continue
            queries = Statements(connection)
            with connection.execute_wrapper(queries):
                answer = client.get(address)
            if answer.status_code not in (200, 404):
                raise SystemExit(f"{address} answers {answer.status_code}")
            times = [cpu_seconds(partial(client.get, address)) for _ in range(runs)]
            size = len(answer.getvalue()) // 1000
            answers[address] = (1000 * statistics.median(times), queries.count, size)
    return answers


def fill(papers_of_each: list[int]) -> None:
    from django.utils import timezone

    from profiles.models import Affiliation, Education, NewsItem, Page, Researcher
    from publications.models import Authorship, NewsMention, Publication, Topic, Venue
    from website.search import index

    now, step = timezone.now(), 2_000
    people = Researcher.objects.bulk_create(
        Researcher(
            slug=f"member-{n}",
            display_name=f"Member {NAMED[n % len(NAMED)].title()} {n}",
            given_name="Member",
            family_name=NAMED[n % len(NAMED)].title(),
            biography="Studies tides, and what they leave behind. " * 5,
            published_at=now,
        )
        for n in range(len(papers_of_each))
    )
    Affiliation.objects.bulk_create(
        Affiliation(researcher=person, organisation=f"Institute {n % 20}", role="Researcher")
        for n, person in enumerate(people)
    )
    Education.objects.bulk_create(
        Education(researcher=person, organisation="Institute", degree="PhD", start=f"{year}")
        for person in people
        for year in (1990, 1994, 1998)
    )
    Page.objects.bulk_create(
        Page(researcher=person, slug="page", title="Page", body="A page.") for person in people
    )
    Venue.objects.bulk_create(
        Venue(name=f"Journal of {name}", short_name=name.upper()) for name in NAMED[:60]
    )
    Topic.objects.bulk_create(Topic(name=f"Topic {n}", slug=f"topic-{n}") for n in range(200))
    venues, topics = (list(m.objects.values_list("pk", flat=True)) for m in (Venue, Topic))
    number = 0
    for person, count in zip(people, papers_of_each, strict=True):
        for start in range(0, count, step):
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
                for n in range(number, number + min(step, count - start))
            )
            number += len(papers)
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
        news = NewsItem.objects.bulk_create(
            NewsItem(researcher=person, date=f"20{n:02}-05", body=f"Our {NAMED[n]} is out.")
            for n in range(10, 22)
        )
        NewsMention.objects.bulk_create(
            NewsMention(news_item=item, publication=paper)
            for item, paper in zip(news[:8], papers, strict=False)
        )
    index.rebuild()


if __name__ == "__main__":
    main()

"""What a list of papers weighs on the wire, with all that it asks for: HTML, CSS, JavaScript."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from config.static import inline_imports, minify, minify_script
from profiles.dates import PartialDate
from profiles.models import Researcher
from publications.models import Authorship, Publication, PublicationLink, Topic, Venue
from tests.conftest import make_researcher
from uploads.images import picture_files

KIB = 1024
ASKED = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"]+)"')


def words(seed, count):
    """Made-up words that compress no better than real ones: no two titles share many."""
    text = hashlib.shake_128(seed.encode()).hexdigest(count * 3)
    syllables = ("ra", "ten", "mi", "o", "sur", "al", "pe", "di", "con", "lo", "ex", "ve")
    found = [syllables[int(sign, 16) % 12] for sign in text]
    return " ".join("".join(found[i * 3 : i * 3 + 3]) for i in range(count)).capitalize()


ABSTRACT = words("abstract", 150)


def fill(researcher, count):
    venue = Venue.objects.create(name=f"Conference of {count}", short_name="CONF")
    papers = Publication.objects.bulk_create(
        Publication(
            title=words(f"title {number}", 9),
            slug=f"{count}-{words(f'title {number}', 5).lower().replace(' ', '-')}",
            date=PartialDate(2024 - number * 20 // count),
            published_at=researcher.published_at,
            venue=venue,
            container_title=f"Proceedings of the {number}th {venue.name}",
            pages=f"{number}–{number + 14}",
            doi=f"10.1145/{3000000 + number * 7919}",
            tldr=words(f"tldr {number}", 16),
            abstract=ABSTRACT,
        )
        for number in range(count)
    )
    Authorship.objects.bulk_create(
        Authorship(publication=paper, position=place, **author(paper, place, researcher))
        for paper in papers
        for place in range(5)
    )
    PublicationLink.objects.bulk_create(
        PublicationLink(
            publication=paper, kind=kind, url=f"https://example.org/{kind}/{paper.slug}"
        )
        for paper in papers
        for kind in ("pdf", "code")
    )
    topic = Topic.objects.create(name=f"Topic {count}", slug=f"topic-{count}")
    Publication.topics.through.objects.bulk_create(
        Publication.topics.through(publication=paper, topic=topic) for paper in papers
    )


def author(paper, place, researcher):
    if place == 1:
        return {"given": "Alice", "family": "Ahlgren", "researcher": researcher}
    return {"given": words(f"{paper.pk} {place}", 1), "family": words(f"{place} {paper.pk}", 1)}


@pytest.fixture(scope="module")
def lists(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        for count in (60, 1000):
            fill(make_researcher(f"Alice {count}"), count)
        yield
        transaction.set_rollback(True)


def weight(client, path):
    response = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    asked = ASKED.findall(gzip.decompress(response.content).decode())
    assert any("publications.js" in name for name in asked)
    return len(response.content) + sum(compressed(name) for name in asked)


def compressed(name):
    text = Path(finders.find(name)).read_text()
    text = minify(inline_imports(text)) if name.endswith(".css") else minify_script(text)
    return len(gzip.compress(text.encode(), 9))


@pytest.mark.parametrize(("count", "bar"), [(60, 40), (1000, 60)])
def test_list_stays_under_its_weight(client, db, lists, count, bar):
    assert weight(client, f"/alice-{count}/publications/") <= bar * KIB


def test_the_labs_list_is_as_light(client, db, lists):
    assert weight(client, "/publications/") <= 60 * KIB


def test_abstracts_are_not_in_it(client, db, lists):
    page = client.get("/alice-60/publications/").content.decode()
    assert ABSTRACT not in page
    assert page.count('data-part="abstract"') == 60


PICTURE = Path(settings.BASE_DIR, "website", "demo", "pictures", "mirror.png")
PHONE_SLOT = 80  # CSS pixels, for which two of the screen to one are enough


def covers(researcher, count):
    """The newest papers get a cover: the bytes of the size that a phone asks for, of each."""
    newest = researcher.authorships.order_by("-publication__date")
    papers = [authorship.publication for authorship in newest[:count]]
    papers[0].cover.save("mirror.png", ContentFile(PICTURE.read_bytes()))
    _master, smallest, *_larger = picture_files(papers[0].cover.name)
    assert int(smallest.removesuffix(".webp").rpartition("-")[2]) >= 2 * PHONE_SLOT
    same = Publication.objects.filter(pk__in=[paper.pk for paper in papers])
    return same.update(cover=papers[0].cover.name) * [default_storage.size(smallest)]


def test_ten_covers_near_the_top_are_as_light_on_a_phone(client, db, lists):
    pictures = covers(Researcher.objects.get(slug="alice-60"), 10)
    path = "/alice-60/publications/"
    html = client.get(path).content.decode()
    assert len(pictures) == html.count('sizes="(width < 44rem) 3rem') == 10
    assert weight(client, path) + sum(pictures) <= 40 * KIB

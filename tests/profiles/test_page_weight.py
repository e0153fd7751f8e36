"""The home page with 8 news and 10 selected papers: 15 KiB compressed, in at most 4 requests."""

import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings

from config.static import inline_imports, minify, minify_script
from profiles.models import Affiliation, NewsItem, ResearcherLink
from publications.models import Authorship, Publication, PublicationLink, Venue

pytestmark = pytest.mark.django_db
LINKED = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)"|<script src="/static/([^"]+)"')
# Words that repeat no more than those of real titles do.
VOCABULARY = """
adaptive resilient pipelines schedule elastic training under failures models memory sparse archives
gradients fair sharing accelerators network topology placement serving latency inference decoding
tides moons harbours rivers glaciers isotopes enzymes symmetry lattices entropy parsing grammars
dialects manuscripts markets auctions ballots vaccines neurons cortex retina proteins membranes
polymers catalysts batteries turbines bridges granite basalt pollen orchids beetles
"""
WORDS = VOCABULARY.split()
FAMILIES = [word.title() for word in WORDS[30:42]]


def words(number, start):
    """`number` words, others for each `start`."""
    return " ".join(WORDS[(start * 17 + step * 7) % len(WORDS)] for step in range(number))


def fill(alice):
    type(alice).objects.filter(pk=alice.pk).update(
        headline=words(12, 1), biography=f"{words(60, 2)}.\n\n{words(50, 3)}."
    )
    Affiliation.objects.create(researcher=alice, role="Professor", organisation="Uppsala")
    for kind in ("scholar", "dblp", "github", "linkedin", "mastodon", "website"):
        ResearcherLink.objects.create(
            researcher=alice, kind=kind, url=f"https://{kind}.example/alice"
        )
    for n in range(8):
        body = f"{words(9, 10 + n).capitalize()}, [{words(2, n)}](https://example.org/{n})."
        NewsItem.objects.create(researcher=alice, date=f"2025-{12 - n:02d}", body=body)
    for n in range(10):
        select_paper(alice, n)


def select_paper(alice, n):
    venue = Venue.objects.create(name=words(6, 40 + n).title(), short_name=f"V{n}")
    paper = Publication.objects.create(
        title=words(8, 20 + n).capitalize(), slug=f"paper-{n}", date=f"{2025 - n}", venue=venue
    )
    for place in range(5):
        researcher = alice if place == 1 else None
        name = {"family": FAMILIES[(n + place * 5) % 12], "given": WORDS[n + place * 3].title()}
        Authorship.objects.create(
            publication=paper, position=place, researcher=researcher, is_selected=place == 1, **name
        )
    for kind in ("pdf", "code"):
        PublicationLink.objects.create(
            publication=paper, kind=kind, url=f"https://example.org/{kind}/{n}"
        )


def packed(text):
    return len(brotli.compress(text.encode()))  # as WhiteNoise does


def weights(client, path):
    """Bytes of each request of a page but its pictures, as a browser gets them."""
    answer = client.get(path, headers={"accept-encoding": "gzip, deflate, br, zstd"})
    html = brotli.decompress(answer.content).decode()
    found = {"/": len(answer.content)}
    for names in LINKED.findall(html):
        path = next(filter(None, names))
        text = Path(settings.BASE_DIR, "static", path).read_text()
        small = minify(inline_imports(text)) if path.endswith(".css") else minify_script(text)
        found[path] = packed(small)
    return found


def test_home_weighs_at_most_fifteen_kib(client, alice):
    fill(alice)
    html = client.get("/alice-ahlgren/").content.decode()
    assert html.count('class="entry news-item') == 8
    assert html.count('class="paper-title"') == 10
    found = weights(client, "/alice-ahlgren/")
    assert sum(found.values()) <= 15 * 1024, found
    assert len(found) <= 4, found

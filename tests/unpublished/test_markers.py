"""Nothing unpublished leaves by any view: a marker in every column, and every public address."""

from datetime import timedelta

import pytest
from django.utils import timezone

from exchange.views import CVFileView
from profiles.models import (
    FormerSlug,
    LabNewsItem,
    NewsItem,
    Page,
    Picture,
    Project,
    Redirect,
    Researcher,
)
from publications.models import (
    Authorship,
    FormerAddress,
    NewsMention,
    ProjectPaper,
    Publication,
    Topic,
    Venue,
)
from tests.publications.papers import make_paper
from tests.unpublished import rows
from tests.unpublished.addresses import addresses, leaks, shown

pytestmark = pytest.mark.django_db
PAST, LATER = timedelta(days=-1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def _cards_as_words(monkeypatch):
    """In place of a drawing, in which no marker could be found."""
    monkeypatch.setattr("profiles.views.jpeg", lambda card: repr(card).encode())


@pytest.fixture(autouse=True)
def _documents_as_words(monkeypatch):
    """In place of a PDF and a Word file, which are compressed: what they are written from."""
    written = CVFileView._written

    def in_words(view, document):
        return repr(document).encode() if view.format.library else written(view, document)

    monkeypatch.setattr(CVFileView, "_written", in_words)


def moment(delay):
    return timezone.now() + delay


def write_items(alice, published_at):
    """Each kind of row on a public researcher's pages, and news of the lab; an old address that
    leads to the page.
    """
    rows.make(LabNewsItem, published_at=published_at)
    for model in rows.items():
        rows.of_item(model, researcher=alice, published_at=published_at)
    rows.make(Picture, researcher=alice)
    Redirect.objects.create(researcher=alice, old_path="/old/", target=f"{rows.slug(Page)}/")


def write_person(published_at):
    """A person, all that is theirs, and a paper of theirs alone: public but for the person."""
    person = rows.make(Researcher, published_at=published_at)
    past = moment(PAST)
    for model in rows.items():
        rows.of_item(model, researcher=person, published_at=past)
    rows.make(Picture, researcher=person)
    FormerSlug.objects.create(researcher=person, slug="former")
    make_paper(f"{rows.MARK} {rows.SOUGHT}", person, owner=person)
    return person


def write_paper(alice, published_at):
    """An embargoed paper of a public person, and all that speaks of it in public."""
    paper = rows.make(Publication, published_at=published_at, owner=alice)
    rows.make(Picture, researcher=alice)
    paper.venue = rows.make(Venue)
    paper.save()
    paper.topics.add(rows.make(Topic))
    Authorship.objects.create(publication=paper, researcher=alice, is_selected=True, position=9)
    FormerAddress.objects.create(publication=paper, slug="former")
    words = f"Accepted: [@{paper.citation_key}], [[{paper.short_name}]], [@{paper.slug}]."
    news = NewsItem.objects.create(researcher=alice, date="2024", body=words)
    NewsMention.objects.create(news_item=news, publication=paper)
    project = Project.objects.create(researcher=alice, title="Open", description=words)
    ProjectPaper.objects.create(project=project, publication=paper)
    make_paper("Open", alice, "Grace Hopper", owner=alice, abstract=words, tldr=words, note=words)
    Researcher.objects.filter(pk=alice.pk).update(biography=words, headline=words)
    return paper


def test_no_view_shows_what_was_withdrawn(client, alice):
    """Once public, the rows are at many views; as drafts at none, and confirmed by no 304."""
    write_all(alice, moment(PAST))
    known = {path: answer.headers for path, _leak, answer in shown(client, addresses())}
    assert len(known) > 40
    assert rows.picture() in known
    kept = {path: headers["ETag"] for path, headers in known.items() if "ETag" in headers}
    assert kept
    withdraw(alice)
    confirmed = [
        path
        for path, etag in kept.items()
        if client.get(path, headers={"if-none-match": etag}).status_code == 304
    ]
    assert confirmed == []
    assert leaks(client, addresses()) == []


def write_all(alice, published_at):
    write_items(alice, published_at)
    write_person(published_at)
    write_paper(alice, published_at)


def withdraw(alice):
    """The person's own rows stay published: what withdraws them is the person."""
    for model in (Researcher, Publication, LabNewsItem):
        model.objects.filter(**_marked(model)).update(published_at=None)
    for model in rows.items():
        of_alice = model.objects.filter(**_marked(model), researcher=alice)
        assert of_alice.update(published_at=None)


def test_no_view_shows_what_is_scheduled(client, alice):
    write_all(alice, moment(LATER))
    assert leaks(client, addresses()) == []


def test_every_kind_shows_once_it_is_public(client, alice):
    """Else its silence above would prove nothing."""
    write_items(alice, moment(PAST))
    pages = ["/alice-ahlgren/", "/alice-ahlgren/cv/", f"/alice-ahlgren/{rows.slug(Page)}/"]
    said = " ".join(client.get(path).content.decode() for path in pages)
    silent = [m.__name__ for m in rows.items() if f"{rows.MARK}{m.__name__}" not in said]
    assert silent == []


def _marked(model):
    """Of the rows above, those that carry markers."""
    texts = [name for name in rows.columns(model) if name not in ("translations",)]
    column = next(name for name in texts if isinstance(rows.columns(model)[name], str))
    return {f"{column}__icontains": rows.MARK}


def test_it_appears_when_its_moment_comes(client, alice):
    item = rows.of_item(NewsItem, researcher=alice, published_at=moment(LATER))
    NewsItem.objects.filter(pk=item.pk).update(published_at=timezone.now())
    assert leaks(client, ["/alice-ahlgren/"])

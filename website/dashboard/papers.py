"""What the front page says of papers: how many, what waits, the last import, one more to add."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from profiles import access
from profiles.models import Researcher
from publications import claims
from publications.findings import papers_by
from publications.models import Authorship, ImportBatch, NewsMention, Publication, Status
from website import dashboard
from website.dashboard import Action, Box, Notice, Shelf, Step

ACCEPTED = (Status.ACCEPTED, Status.IN_PRESS)
NAMED_AT_MOST = 2


def actions(user, person: Researcher) -> Iterator[Action]:
    of_person = f"?researcher={person.pk}"
    if access.can_add(ImportBatch, user):
        yield Action(_("Import papers"), _address("importbatch", "add") + of_person)
    yield Action(_("Add a paper by hand"), f"{_address('publication', 'add')}?owner={person.pk}")
    if person.owner_id == user.pk and access.can_edit_some(Authorship, user):
        yield Action(_("Selected papers"), _address("authorship", "changelist"))


def steps(user, person: Researcher) -> Iterator[Step]:
    if access.can_add(ImportBatch, user):
        form = f"{_address('importbatch', 'add')}?researcher={person.pk}"
        yield Step(_("Import your papers"), form, person.authorships.exists())
    if person.owner_id == user.pk:
        is_done = person.authorships.filter(is_selected=True).exists()
        yield Step(_("Choose papers for your home page"), _address("authorship", "order"), is_done)


def notices(user, person: Researcher) -> Iterator[Notice]:
    yield from _questions(user, person)
    yield from _acceptances(person)
    yield from _last_import(person)


def _questions(user, person):
    """Papers that name this person, and papers of theirs that a colleague says are theirs too."""
    waiting = claims.answerable(user).exclude(state=claims.State.REFUSED)
    named = waiting.filter(researcher=person).exclude(state=claims.State.CLAIMED).count()
    if named:
        text = ngettext(
            "%(count)s paper may be yours: it prints one of your names.",
            "%(count)s papers may be yours: they print one of your names.",
            named,
        )
        listing = _address("authorshipsuggestion", "changelist")
        yield Notice(text % {"count": named}, listing, is_question=True)


def _acceptances(person):
    """Accepted papers that no news tells of yet."""
    told = NewsMention.objects.filter(publication=OuterRef("pk"), news_item__researcher=person)
    papers = papers_by(person).filter(~Exists(told), status__in=ACCEPTED, owner=person)
    for paper in papers.order_by("-created_at")[:NAMED_AT_MOST]:
        name = paper.short_name or Truncator(paper.title).chars(60)
        text = _("“%(paper)s” is accepted. Write news about it?") % {"paper": name}
        yield Notice(text, news_about(paper))


def news_about(paper: Publication) -> str:
    return f"{reverse('admin:profiles_newsitem_add')}?about=paper-{paper.pk}"


def _last_import(person):
    batch = person.import_batches.defer("report").first()
    if batch is None:
        return
    day = date_format(localtime(batch.created_at), "DATE_FORMAT")
    text = _("Last import: %(name)s, %(day)s") % {"name": Truncator(batch).chars(60), "day": day}
    new = batch.counts.get("created")
    if new:
        said = ngettext("%(count)s new paper", "%(count)s new papers", new) % {"count": new}
        text = f"{text}, {said}"
    yield Notice(f"{text}.", _address("importbatch", "change", batch.pk))


def quick_add(user, person: Researcher) -> dict:
    return {"person": person, "address": _address("publication", "quick")}


def _address(model, door, *args):
    return reverse(f"admin:publications_{model}_{door}", args=args)


def register() -> None:
    dashboard.shelves.insert(
        0,
        Shelf(
            name="publication",
            label=gettext_lazy("publications"),
            listing="admin:publications_publication_changelist",
            rows=papers_by,
        ),
    )
    dashboard.actions.append(actions)
    dashboard.steps.append(steps)
    dashboard.notices.append(notices)
    dashboard.boxes.append(Box("admin/publications/quick_add.html", quick_add))

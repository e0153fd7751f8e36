"""What waits on Home: proposals found elsewhere, and what colleagues changed on shared papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from operator import itemgetter

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from history import comparison, snapshots
from history.models import InlineRows, Revision, get_form_row
from history.snapshots import track_changes
from profiles import access, limits, versions
from profiles.identifiers import is_valid_pk, url_options
from profiles.models import Researcher
from publications import claims
from publications.merging.related_rows import next_position
from publications.models import Authorship, PendingImport, Publication, PublicationLink, has_pages
from website.review import Box

SEEN = "shared-papers"
SHOWN_FOR = timedelta(days=90)
# Of others, the newest of all these papers together.
VERSIONS = 100
KIND = Publication._meta.label_lower
AUTHORS = InlineRows("publication", model=Authorship)
NAME = ("role", "literal", "family", "particle", "given", "suffix")
FIELDS = {
    "title": gettext_lazy("title"),
    "authors": gettext_lazy("authors"),
    "container_title": gettext_lazy("journal or proceedings"),
    "venue": gettext_lazy("venue"),
    "published_at": gettext_lazy("status"),
}
COLUMNS = [name for name in FIELDS if name != "authors"]


@dataclass
class SharedChange:
    """One field of one paper: `before` others changed it, and `now`; states as a version has them.

    `first` and `last` are the keys of the versions around it.
    """

    paper: Publication
    name: str
    before: dict
    now: dict
    first: int
    last: int
    made_at: datetime
    who: str
    may_undo: bool
    row_name: comparison.RowName

    @property
    def key(self) -> str:
        return f"{self.paper.pk}:{self.name}"

    @property
    def digest(self) -> str:
        """Of what was shown: nothing is undone unseen."""
        return snapshots.digest_of(
            [_compared(self.before)[self.name], _compared(self.now)[self.name]]
        )

    @property
    def text(self) -> str:
        words = {"who": self.who, "what": FIELDS[self.name]}
        words["paper"] = self.paper.short_name or Truncator(self.paper.title).chars(60)
        return _("%(who)s changed the %(what)s of “%(paper)s”:") % words

    @property
    def url(self) -> str:
        page = reverse("admin:publications_publication_compare", args=[self.paper.pk])
        return f"{page}?from={self.first}&to={self.last}"

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        """The changed words, as comparison.Difference has them."""
        return comparison.compare_words(self._display(self.before), self._display(self.now))

    def _display(self, state):
        if self.name == "authors":
            rows = (Authorship(**{name: row[name] for name in NAME}) for row in _printed(state))
            return "; ".join(row.name for row in rows)
        field = Publication._meta.get_field(self.name)
        return comparison.display(field, state["fields"], self.row_name)


# --- Finding them ---------------------------------------------------------------------------------


def find_changes(researcher: Researcher, user) -> list[SharedChange]:
    """Newest first; `user` is the account that looks. Three queries where nothing was changed."""
    seen = [row.created_at for row in researcher.dismissals.all() if row.key == SEEN]
    since = max([*seen, timezone.now() - SHOWN_FOR])
    others = Revision.objects.filter(
        ~Q(action=Revision.Action.BASELINE),
        Q(user=None) | ~Q(user=researcher.owner_id),
        kind=KIND,
        object_id__in=_shared_by(researcher).values("pk"),
        made_at__gt=since,
    )
    changed = {}
    for pk, points in groupby(_versions(others), itemgetter("object_id")):
        for name, versions_around in _by_others(points, researcher, since).items():
            changed[pk, name] = versions_around
    if not changed:
        return []
    changes = _still_changed(changed, user)
    return sorted(changes, key=lambda change: change.last, reverse=True)


def _still_changed(changed, user) -> Iterator[SharedChange]:
    """Those of `changed` where the paper says something else now than it did before."""
    rows = Publication.objects.in_bulk({pk for pk, _name in changed})
    now = snapshots.take_all(Publication, list(rows), [AUTHORS])
    editable = access.editable(Publication.objects.filter(pk__in=rows), user)
    editable = set(editable.values_list("pk", flat=True))
    row_name = versions.RowNames(user)
    people = get_user_model().objects.select_related("researcher")
    people = people.in_bulk({after["user"] for _before, after in changed.values()} - {None})
    for (pk, name), (before, after) in changed.items():
        if _compared(before["state"])[name] == _compared(now[pk])[name]:
            continue
        yield SharedChange(
            rows[pk],
            name,
            before["state"],
            now[pk],
            before["pk"],
            after["pk"],
            after["made_at"],
            _who(people.get(after["user"]), after["action"]),
            # Whether it is published, is for who brought it to say.
            pk in editable and (name != "published_at" or claims.may_withdraw(rows[pk], user)),
            row_name,
        )


def _shared_by(researcher) -> QuerySet[Publication]:
    linked = Authorship.objects.filter(publication=OuterRef("pk"), researcher__isnull=False)
    is_owned = access.owned_by(Publication, [researcher.pk])
    others = Q(owner__isnull=False) & ~Q(owner=researcher)
    others |= Exists(linked.exclude(researcher=researcher))
    return Publication.objects.filter(is_owned).filter(others)


def _versions(others) -> Iterator[dict]:
    """Paper by paper, oldest first: from the one before the first of `others` on."""
    first = dict(others.order_by("-pk").values_list("object_id", "pk")[:VERSIONS])
    rows = Revision.objects.filter(kind=KIND, object_id__in=first).order_by("object_id", "pk")
    needed = []
    for paper, pairs in groupby(rows.values_list("object_id", "pk"), itemgetter(0)):
        keys = [pk for _paper, pk in pairs]
        needed += keys[max(0, keys.index(first[paper]) - 1) :]
    rows = rows.filter(pk__in=needed)
    columns = ("pk", "object_id", "action", "user", "made_at", "state")
    return rows.values(*columns).iterator() if needed else iter(())


def _by_others(points, researcher, since) -> dict[str, tuple[dict, dict]]:
    """Field -> the versions before and after, since the researcher's own last change.

    How a row stood when nobody had saved it is nobody's change. Before one was linked, too.
    """
    changed = {}
    for before, after in pairwise(points):
        if after["action"] == Revision.Action.BASELINE or after["made_at"] <= since:
            continue
        one, other = _compared(before["state"]), _compared(after["state"])
        for name in FIELDS:
            if one[name] == other[name]:
                continue
            if after["user"] is not None and after["user"] == researcher.owner_id:
                changed.pop(name, None)
            elif researcher.pk in _people(before["state"]):
                first, _last = changed.get(name, (before, after))
                changed[name] = first, after
    return changed


def _compared(state) -> dict:
    """Return by field what of a state is compared."""
    authors = [[row[name] for name in NAME] for row in _printed(state)]
    values = {name: state["fields"].get(name) for name in COLUMNS} | {"authors": authors}
    # To the second, as a form sends it back.
    return values | {"published_at": (values["published_at"] or "")[:19]}


def _printed(state):
    rows = (row for row in state["rows"][AUTHORS.name] if row["role"] != Authorship.Role.LISTED)
    return sorted(rows, key=itemgetter("position", "id"))


def _people(state):
    return {row["researcher"] for row in state["rows"][AUTHORS.name]} | {state["fields"]["owner"]}


def _who(user, action) -> str:
    """By the name on their page; a page that is not public is named by its account."""
    name = user and user.get_username()
    if (person := getattr(user, "researcher", None)) and has_pages(person):
        name = person.display_name
    if action == Revision.Action.IMPORTED:
        return _("An import by %(name)s") % {"name": name} if name else _("The import command")
    return name or _("Somebody")


# --- The two answers ------------------------------------------------------------------------------


def mark_seen(researcher: Researcher, until: str) -> None:
    """What was changed until then, a date in ISO 8601, is not shown again."""
    now = timezone.now()
    try:
        moment = min(parse_datetime(until) or now, now).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):  # no such day; no time zone; no year in UTC
        moment = now
    researcher.dismissals.update_or_create(key=SEEN, defaults={"created_at": moment})
    researcher.dismissals.filter(key=SEEN).update(created_at=moment)


@transaction.atomic
def undo(researcher: Researcher, user, key: str, digest: str) -> list[str]:
    """What it was before stands there again; a version by `user` says so. Returns warnings.

    `key` and `digest` are those of a SharedChange. Raises versions.RestoreError where it is not as
    it was shown, does not fit any more, or is not for `user` to undo.
    """
    paper = key.partition(":")[0]
    if is_valid_pk(paper):
        list(Publication.objects.select_for_update().filter(pk=paper).values_list("pk"))
    for change in find_changes(researcher, user):
        if (change.key, change.digest) == (key, digest) and change.may_undo:
            return _put_back(change, user)
    text = _("This was changed again, or is not yours to undo, so nothing was done.")
    raise versions.RestoreError(text)


def _put_back(change, user):
    paper, state = change.paper, change.before
    if change.name == "published_at":
        with track_changes(user, paper):
            moment = state["fields"]["published_at"]
            paper.published_at = moment and parse_datetime(moment)
            paper.save(update_fields=["published_at", "updated_at"])
        return []
    chosen = [AUTHORS.name if change.name == "authors" else change.name]
    return versions.restore(Revision(state=state), paper, chosen, user)


# --- Found elsewhere -----------------------------------------------------------------------------

SHOWN, LONGEST = 5, 300
# As exchange.news.proposals names them.
KINDS = {
    "retracted": gettext_lazy("Retracted"),
    "published": gettext_lazy("A preprint was published"),
    "notice": gettext_lazy("Corrected"),
    "new": gettext_lazy("New paper"),
    "more": gettext_lazy("Something to add"),
    "row": gettext_lazy("Job or degree"),
}
COUNTED = {
    "retracted": ngettext_lazy("%(count)d retraction", "%(count)d retractions", "count"),
    "published": ngettext_lazy(
        "%(count)d preprint was published", "%(count)d preprints were published", "count"
    ),
    "notice": ngettext_lazy("%(count)d correction", "%(count)d corrections", "count"),
    "new": ngettext_lazy("%(count)d new paper", "%(count)d new papers", "count"),
    "more": ngettext_lazy(
        "%(count)d paper with something to add", "%(count)d papers with something to add", "count"
    ),
    "row": ngettext_lazy("%(count)d job or degree", "%(count)d jobs and degrees", "count"),
}


def found_for(user, person: Researcher) -> list[dict]:
    """Of each source: the sentence about it, its plan, its first proposals, retractions first."""
    pending = PendingImport.objects.filter(researcher=person, user=user, is_found=True, batch=None)
    rows = pending.only("name", "options", "created_at") if person.orcid else ()
    return sorted(map(_source, rows), key=lambda one: not one["is_urgent"])


def _source(found):
    counts, proposals = found.options["found"], found.options.get("proposals", [])
    # What was found before there were proposals has counts alone.
    kinds = Counter(one["kind"] for one in proposals)
    kinds = kinds or Counter(new=counts["created"], more=counts["updated"])
    what = [text % {"count": kinds[kind]} for kind, text in COUNTED.items() if kinds[kind]]
    text = _("Found at %(name)s: %(what)s.") % {"name": found.name, "what": ", ".join(what)}
    is_urgent = any(one["kind"] == "retracted" for one in proposals)
    shown = [one for one in proposals if one["kind"] == "retracted"]
    shown += [one for one in proposals if one not in shown][: max(0, SHOWN - len(shown))]
    return {
        "name": found.name,
        "text": text,
        "when": found.created_at,
        "plan_url": reverse("admin:publications_importbatch_plan", args=[found.pk]),
        "decide_url": reverse("admin:publications_importbatch_found", args=[found.pk]),
        "is_urgent": is_urgent,
        "proposals": list(map(_proposal, shown)),
        "more": len(proposals) - len(shown),
    }


def _proposal(one):
    from publications.importer.report import field_display, field_label  # as website.dashboard

    fields = [
        (
            field_label(name),
            *(Truncator(field_display(name, side)).chars(LONGEST) for side in (mine, theirs)),
        )
        for name, mine, theirs in one["fields"]
    ]
    return one | {"kind_text": KINDS.get(one["kind"], ""), "fields": fields}


# --- The boxes in the rows of Home ---------------------------------------------------------------


def save(request, box: Box, value: str, upload=None) -> models.Model | None:
    """Puts the value, or the file, into the column; the row, or None where the account may not.

    Raises ValidationError, with what its form says.
    """
    row = box.model._default_manager.filter(pk=box.pk).first()
    if row is None or not access.can_edit(row, request.user):
        return None
    if box.kind == "file":
        form = _file_form(row, upload)
    else:
        form_class = _form_class(request, row, box.column)
        form = form_class({box.column: value.replace("\r\n", "\n")}, instance=row)
    if not form.is_valid():
        raise ValidationError([text for texts in form.errors.values() for text in texts])
    with track_changes(request.user, get_form_row(row)):
        form.save()
        if box.kind == "file":
            claims.touch([row.pk])
    if of_model := admin.site._registry.get(box.model):
        of_model.log_change(request, row, [{"changed": {"fields": [box.label]}}])
    return row


def _form_class(request, row, column):
    """As the page of the row has it, with this one box: not those for second languages."""
    of_model = admin.site._registry.get(type(row))
    if of_model is None:  # its box stands on its parent's form
        return forms.modelform_factory(type(row), fields=[column], formfield_callback=_box)
    return of_model.get_form(request, row, change=True, fields=[column], form=of_model.form)


def _box(column, **options):
    return column.formfield(**options | url_options(column))


def _file_form(paper: Publication, upload):
    """A PDF at the end of the paper's links; within the quota of whoever brought it."""
    if upload is None:
        raise ValidationError(_("Choose a file."))
    limits.check_quota(paper.owner, [upload])
    kind, position = PublicationLink.Kind.PDF, next_position(paper.links)
    link = PublicationLink(publication=paper, kind=kind, position=position)
    return forms.modelform_factory(PublicationLink, fields=["file"])(
        {}, {"file": upload}, instance=link
    )

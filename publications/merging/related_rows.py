"""What hangs on two records of one paper: names, links, awards, topics, news, projects, versions.

Names are paired, with whose they are and what each one chose; all else is united.
"""

from urllib.parse import urlsplit

from django.db.models import Q

from publications.fields import VERSION_COLUMNS
from publications.matching.people import same_person
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    NotDuplicate,
    Publication,
    PublicationLink,
    Version,
)
from publications.names import Name, name_keys

LISTED = Authorship.Role.LISTED
REFUSED = AuthorshipSuggestion.State.REFUSED


def merge_authors(lead: Publication, other: Publication) -> None:
    """The leading record's printed list stays. A member whose name it does not print stays listed.

    Nobody loses a link, a choice for their own page, or a "not me".
    """
    lead_rows, other_rows = _rows(lead), _rows(other)
    # Each researcher's own: shown if one record was, selected if one was.
    choices = {}
    for row in (*lead_rows, *other_rows):
        choice = (row.is_selected, row.selected_position, row.is_hidden)
        choices.setdefault(row.researcher_id, []).append(choice)
    if any(row.role != LISTED for row in lead_rows):
        partners = pair(lead_rows, other_rows)
        for row in other_rows:
            if row in partners:
                _unite(partners[row], row)
            elif row.researcher_id or row.suggestions.exists():
                _list(lead, row)
    else:  # a record without authors takes the other's, whole
        linked_people = {row.researcher_id for row in other_rows} - {None}
        for row in lead_rows:
            if row.researcher_id in linked_people:
                row.delete()
        Authorship.objects.filter(publication=other).update(publication=lead)
        lead.et_al = other.et_al
    for row in lead.authorships.exclude(researcher=None):
        chosen = choices.get(row.researcher_id, [])
        places = [place for selected, place, _hidden in chosen if selected]
        row.is_selected = bool(places)
        row.selected_position = places[0] if places else row.selected_position
        row.is_hidden = all(hidden for _selected, _place, hidden in chosen) and not places
        row.save(update_fields=["is_selected", "selected_position", "is_hidden"])
    linked = lead.authorships.exclude(researcher=None).values("researcher")
    waiting = AuthorshipSuggestion.objects.filter(authorship__publication=lead)
    waiting.exclude(state=REFUSED).filter(researcher__in=linked).delete()


def pair(lead_rows: list[Authorship], other_rows: list[Authorship]) -> dict[Authorship, Authorship]:
    """Their row -> mine of the same name: by whose it is, the whole name, then initials."""
    free, partners = [row for row in lead_rows if row.role != LISTED], {}
    ways = (
        _same_researcher,
        lambda candidate, row: name_keys(_name(candidate)) & name_keys(_name(row)),
        lambda candidate, row: same_person(_name(candidate), _name(row)),
    )
    for agrees in ways:
        for row in other_rows:
            if row in partners or row.role == LISTED:
                continue
            matches = [
                candidate
                for candidate in free
                if candidate.role == row.role
                and len({candidate.researcher_id, row.researcher_id} - {None}) < 2
                and agrees(candidate, row)
            ]
            if len(matches) == 1 or (matches and agrees is _same_researcher):
                partners[row] = matches[0]
                free.remove(matches[0])
    return partners


def _rows(paper):
    rows = paper.authorships.order_by("position", "pk")
    return list(rows.prefetch_related("suggestions"))


def _same_researcher(kept, row):
    return bool(kept.researcher_id) and kept.researcher_id == row.researcher_id


def _name(row):
    return Name(row.given, row.family, row.particle, row.suffix, row.literal)


# --- one row --------------------------------------------------------------------------------------


def _unite(kept, row):
    """The printed name stays as the leading record has it; what it left open is taken over."""
    for name in ("marks", "orcid", "researcher_id"):
        setattr(kept, name, getattr(kept, name) or getattr(row, name))
    kept.is_equal |= row.is_equal
    kept.is_corresponding |= row.is_corresponding
    linked = kept.publication.authorships.filter(researcher=kept.researcher_id).exclude(pk=kept.pk)
    if kept.researcher_id and (double := linked.first()):
        if double.role == LISTED:  # the name that it stood in for is found
            _move_suggestions(double, kept)
            double.delete()
        else:
            kept.researcher_id = None
    _unlink(row)
    kept.save()
    _move_suggestions(row, kept)


def _list(lead, row):
    """Keeps what hangs on a name that the leading record does not print; visitors see no name."""
    if row.is_question:  # is for the lead to ask
        return
    if lead.authorships.filter(researcher=row.researcher_id).exclude(researcher=None).exists():
        _unlink(row)
        if not row.suggestions.exists():
            return
    row.publication, row.role, row.position = lead, LISTED, next_position(lead.authorships)
    row.save()


def _unlink(row):
    if row.researcher_id:
        row.researcher_id = None
        row.save(update_fields=["researcher"])


def _move_suggestions(row, kept):
    """Move the suggestions, among which a "not me" outweighs a question."""
    for suggestion in row.suggestions.all():
        known = kept.suggestions.filter(researcher=suggestion.researcher_id).first()
        if known is None:
            suggestion.authorship = kept
            suggestion.save(update_fields=["authorship"])
        elif suggestion.state == REFUSED != known.state:
            known.state = REFUSED
            known.save(update_fields=["state"])


# --- All else -----------------------------------------------------------------------------------


def merge_related_rows(lead: Publication, other: Publication, *, keep_url: bool) -> None:
    """Moves every row of `other` to `lead`, unless the same stands there; with
    `keep_url`, its address becomes a further link.
    """
    # The same address of the same kind is one link; an uploaded file is like no other.
    _move(lead, other, "links", lambda row: None if row.file else (row.kind, row.url), "label")
    if keep_url and other.url and not lead.links.filter(url=other.url).exists():
        lead.links.create(
            kind=PublicationLink.Kind.OTHER,
            url=other.url,
            label=(urlsplit(other.url).hostname or "")[:80],
            position=next_position(lead.links),
        )
    _move(lead, other, "awards", lambda row: row.name.casefold(), "url")
    lead.topics.add(*other.topics.all())
    news, projects = lead.news_mentions.values("news_item"), lead.projects.values("project")
    other.news_mentions.exclude(news_item__in=news).update(publication=lead)
    other.projects.exclude(project__in=projects).update(publication=lead)
    other.redirects.update(publication=lead)
    _versions(lead)
    # What was told apart from the one is told apart from both.
    for pair in NotDuplicate.objects.filter(Q(one=other) | Q(other=other)):
        third = pair.other_id if pair.one_id == other.pk else pair.one_id
        if third != lead.pk:
            one, two = sorted((third, lead.pk))
            NotDuplicate.objects.get_or_create(one_id=one, other_id=two)


def _move(lead, other, name, key, more):
    """Rows of a list: one that stands there is left, or gives the word, `more`, that it has more;
    what says otherwise is kept beside it. `key` tells what is the same; None: nothing is.
    """
    lead_rows = getattr(lead, name)
    by_key = {key(row): row for row in lead_rows.all()}
    by_key.pop(None, None)
    place = next_position(lead_rows)
    for row in getattr(other, name).all():
        same, word = by_key.get(key(row)), getattr(row, more)
        if same is None or (getattr(same, more) and word not in ("", getattr(same, more))):
            row.publication, row.position = lead, row.position + place
            row.save(update_fields=["publication", "position"])
        elif word and not getattr(same, more):
            setattr(same, more, word)
            same.save(update_fields=[more])


def next_position(rows):
    """Return the position behind the last of `rows`."""
    last = rows.order_by("position").last()
    return last.position + 1 if last else 0


def _versions(lead):
    """One row for each printed form: what another says already, and no more, is the same."""
    kept = []
    for row in Version.objects.filter(publication=lead).order_by("pk"):
        names = [name for name in VERSION_COLUMNS if name != "date_text" and getattr(row, name)]
        for stored in kept:
            if all(getattr(row, name) == getattr(stored, name) for name in names):
                row.sources.update(version=stored)
                row.delete()
                break
        else:
            kept.append(row)

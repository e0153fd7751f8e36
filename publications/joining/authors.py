"""The names on two records of one paper: paired, with whose they are and what each one chose."""

from publications.matching.people import same_person
from publications.models import Authorship, AuthorshipSuggestion, Publication
from publications.names import Name, name_keys

LISTED = Authorship.Role.LISTED
REFUSED = AuthorshipSuggestion.State.REFUSED


def join_authors(lead: Publication, other: Publication) -> None:
    """The leading record's printed list stays. A member whose name it does not print stays listed.

    Nobody loses a link, a choice for their own page, or a "not me".
    """
    mine, theirs = _rows(lead), _rows(other)
    if not [row for row in mine if row.role != LISTED]:
        _take_list(lead, other, mine, theirs)
        return
    choices = _choices([*mine, *theirs])
    partners = pair(mine, theirs)
    for row in theirs:
        if row in partners:
            _unite(partners[row], row)
        elif row.researcher_id or row.suggestions.exists():
            _list(lead, row)
    _settle(lead, choices)


def pair(mine: list[Authorship], theirs: list[Authorship]) -> dict[Authorship, Authorship]:
    """Their row -> mine of the same name: by whose it is, the whole name, then initials."""
    free, partners = [row for row in mine if row.role != LISTED], {}
    for agrees in (_same_researcher, _same_name, _perhaps_same):
        for row in theirs:
            if row in partners or row.role == LISTED:
                continue
            found = [own for own in free if _may_pair(own, row) and agrees(own, row)]
            if len(found) == 1 or (found and agrees is _same_researcher):
                partners[row] = found[0]
                free.remove(found[0])
    return partners


def _rows(paper):
    rows = paper.authorships.order_by("position", "pk")
    return list(rows.prefetch_related("suggestions"))


def _may_pair(own, row):
    linked = {own.researcher_id, row.researcher_id} - {None}
    return own.role == row.role and len(linked) < 2


def _same_researcher(own, row):
    return bool(own.researcher_id) and own.researcher_id == row.researcher_id


def _same_name(own, row):
    return bool(name_keys(_name(own)) & name_keys(_name(row)))


def _perhaps_same(own, row):
    return same_person(_name(own), _name(row))


def _name(row):
    return Name(row.given, row.family, row.particle, row.suffix, row.literal)


# --- one row --------------------------------------------------------------------------------------


def _unite(own, row):
    """The printed name stays as the leading record has it; what it left open is taken over."""
    for name in ("marks", "orcid", "researcher_id"):
        setattr(own, name, getattr(own, name) or getattr(row, name))
    own.is_equal |= row.is_equal
    own.is_corresponding |= row.is_corresponding
    linked = own.publication.authorships.filter(researcher=own.researcher_id).exclude(pk=own.pk)
    if own.researcher_id and (double := linked.first()):
        if double.role == LISTED:  # the name that it stood in for is found
            _move_suggestions(double, own)
            double.delete()
        else:
            own.researcher_id = None
    _unlink(row)
    own.save()
    _move_suggestions(row, own)


def _list(lead, row):
    """Keeps what hangs on a name that the leading record does not print; visitors see no name."""
    if lead.authorships.filter(researcher=row.researcher_id).exclude(researcher=None).exists():
        _unlink(row)
        if not row.suggestions.exists():
            return
    last = lead.authorships.order_by("position").last()
    row.publication, row.role = lead, LISTED
    row.position = last.position + 1 if last else 0
    row.save()


def _unlink(row):
    if row.researcher_id:
        row.researcher_id = None
        row.save(update_fields=["researcher"])


def _move_suggestions(row, own):
    """A "not me" outweighs a question."""
    for suggestion in row.suggestions.all():
        known = own.suggestions.filter(researcher=suggestion.researcher_id).first()
        if known is None:
            suggestion.authorship = own
            suggestion.save(update_fields=["authorship"])
        elif suggestion.state == REFUSED != known.state:
            known.state = REFUSED
            known.save(update_fields=["state"])


def _take_list(lead, other, mine, theirs):
    """A record without authors takes the other's, whole."""
    choices = _choices([*mine, *theirs])
    own = {row.researcher_id for row in theirs} - {None}
    for row in mine:
        if row.researcher_id in own:
            row.delete()
    Authorship.objects.filter(publication=other).update(publication=lead)
    lead.et_al = other.et_al
    _settle(lead, choices)


# --- each researcher's own choices ----------------------------------------------------------------


def _choices(rows):
    """Shown if one record was, selected if one was: who hid the double hid no paper."""
    choices = {}
    for row in rows:
        if row.researcher_id:
            choices.setdefault(row.researcher_id, []).append(
                (row.is_selected, row.selected_position, row.is_hidden)
            )
    return choices


def _settle(lead, choices):
    for row in lead.authorships.exclude(researcher=None):
        told = choices.get(row.researcher_id, [])
        places = [place for selected, place, _hidden in told if selected]
        row.is_selected = bool(places)
        row.selected_position = places[0] if places else row.selected_position
        row.is_hidden = all(hidden for _selected, _place, hidden in told) and not places
        row.save(update_fields=["is_selected", "selected_position", "is_hidden"])
    linked = lead.authorships.exclude(researcher=None).values("researcher")
    waiting = AuthorshipSuggestion.objects.filter(authorship__publication=lead)
    waiting.exclude(state=REFUSED).filter(researcher__in=linked).delete()

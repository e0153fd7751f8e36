"""What of papers and imports is about a person; what stays of a paper that a colleague has too.

A paper is everybody's who is linked to it or brought it. Erased are a person's papers that nobody
else has. The others stay with the name as printed, and nothing that leads from it to the person.
"""

from django.db.models import Q

from publications import citations
from publications.models import (
    Authorship,
    ImportBatch,
    Publication,
    Topic,
    Venue,
)
from publications.visibility import public_papers
from website.personal_data import (
    Person,
    hold,
    nobodys,
    redaction,
    register_document,
    register_settling,
)

# The rows of a paper, and how they lead to it.
HANGING = {
    "publications.Version": "publication",
    "publications.PublicationAward": "publication",
    "publications.PublicationLink": "publication",
    "publications.FormerAddress": "publication",
    "publications.NotTheSame": "one",
    "publications.Publication_topics": "publication",
}


def register() -> None:
    hold("publications.Publication", lambda person: _in(papers_of(person)), goes=_papers_that_go)
    _register_names()
    for label, paper in HANGING.items():
        hold(label, _along(paper, papers_of), goes=_along(paper, alone))
    _register_imports()
    _register_versions()
    _register_vocabularies()
    register_document("publications.bib", lambda person: _written(person, "bibtex"))
    register_document("publications.json", lambda person: _written(person, "csl-json"))
    register_settling(let_go)


def papers_of(person: Person):
    """Brought by them, or with a name that is linked to them; drafts and hidden ones too."""
    theirs = Q(owner=person.researcher) | Q(authorships__researcher=person.researcher)
    return Publication.objects.filter(theirs).order_by().distinct()


def alone(person: Person):
    """Of these, those that no other researcher has."""
    others = Authorship.objects.filter(publication__in=papers_of(person).values("pk"))
    others = others.exclude(researcher=None).exclude(researcher=person.researcher)
    brought = ~Q(owner=None) & ~Q(owner=person.researcher)
    papers = papers_of(person).exclude(pk__in=others.values("publication"))
    return papers.exclude(pk__in=Publication.objects.filter(brought).values("pk"))


def _papers_that_go(person):
    return _in(alone(person))


def _in(papers):
    return Q(pk__in=papers.values("pk"))


def _along(path, papers):
    return lambda person: Q(**{f"{path}__in": papers(person).values("pk")})


def _written(person, name):
    papers = papers_of(person).order_by("-date", "pk")
    return citations.FORMATS[name].write(citations.with_citation_data(papers))


# --- Names on papers ------------------------------------------------------------------------------


def _register_names():
    hold(
        "publications.Authorship",
        _along("publication", papers_of),
        goes=_along("publication", alone),
        describe=_name,
    )
    hold(
        "publications.AuthorshipSuggestion",
        lambda person: Q(researcher=person.researcher),
        describe=_suggestion,
    )


def _name(person, row, values):
    """Of a co-author, what the paper prints."""
    if row.researcher_id == person.researcher.pk:
        return values
    return {name: value for name, value in values.items() if name not in redaction.CHOICES}


def _suggestion(person, row, values):
    """Which paper it is about, unless that is another's draft."""
    paper = row.authorship.publication_id
    seen = papers_of(person).filter(pk=paper) or public_papers().filter(pk=paper)
    shown = {"paper": seen[0].slug, "printed_name": row.authorship.name} if seen else {}
    return values | shown


# --- Imports --------------------------------------------------------------------------------------


def _register_imports():
    hold("publications.ImportBatch", lambda p: _in(_batches(p)), goes=lambda p: _in(_going(p)))
    hold(
        "publications.ImportChange",
        _along("batch", _batches),
        goes=_along("batch", _going),
        describe=_change,
    )
    hold("publications.Source", _sources, goes=_sources_that_go)
    hold("publications.PendingImport", _own_uploads, goes=_pending)


def _batches(person):
    """For their record; and, by their account, for nobody's."""
    by_account = Q(user=person.account, researcher=None) if person.account else Q(pk__in=[])
    return ImportBatch.objects.filter(Q(researcher=person.researcher) | by_account)


def _going(person):
    """What a manager imported for the lab stays with the manager's account."""
    batches = _batches(person)
    return batches if person.account_goes else batches.filter(researcher=person.researcher)


def _change(person, row, values):
    return redaction.change_for(person, row, values, _keys(_batches(person)))


def _keys(batches):
    return set(batches.values_list("pk", flat=True))


def _sources(person):
    """Entries of their own files. A colleague's file may say what only the colleague should see."""
    return _sources_of(person, _batches(person))


def _sources_of(person, batches):
    brought = Q(batch=None, publication__owner=person.researcher)
    return Q(batch__in=batches.values("pk")) | brought


def _sources_that_go(person):
    return _sources_of(person, _going(person)) | Q(publication__in=alone(person).values("pk"))


def _own_uploads(person):
    return Q(user=person.account) if person.account else Q(pk__in=[])


def _pending(person):
    own = _own_uploads(person) if person.account_goes else Q(pk__in=[])
    return own | Q(researcher=person.researcher)


# --- Versions -------------------------------------------------------------------------------------


def _register_versions():
    hold(
        "history.Revision",
        lambda person: Q(researcher=person.researcher),
        goes=_versions_that_go,
        describe=_version,
        files=redaction.files_of,
        names_in_texts=True,
    )


def _version(person, row, values):
    return redaction.version_for(person, row, values, _keys(_batches(person)))


def _versions_that_go(person):
    """Of what goes with the person, and those of the lab's own rows that they made."""
    made = Q(researcher=None, user=person.account) if person.account_goes else Q(pk__in=[])
    papers = Q(kind=Publication._meta.label_lower, object_id__in=alone(person).values("pk"))
    venues = Venue.objects.filter(_venues_that_go(person)).values("pk")
    topics = Topic.objects.filter(_topics_that_go(person)).values("pk")
    vocabulary = Q(kind=Venue._meta.label_lower, object_id__in=venues)
    vocabulary |= Q(kind=Topic._meta.label_lower, object_id__in=topics)
    return Q(researcher=person.researcher) | made | papers | vocabulary


# --- Venues and topics ----------------------------------------------------------------------------


def _register_vocabularies():
    hold("publications.Venue", _venues, goes=_venues_that_go)
    hold("publications.Topic", _topics, goes=_topics_that_go)
    nobodys("shared by the lab", "publications.VenueAlias", "publications.VenueRank")


def _venues(person):
    added = Q(added_by=person.account) if person.account else Q(pk__in=[])
    return added | Q(pk__in=papers_of(person).exclude(venue=None).values("venue"))


def _venues_that_go(person):
    """That they, or an import of theirs, brought, and nobody else uses or has worked on."""
    brought = Q(added_by=person.account) if person.account_goes else Q(pk__in=[])
    for keys in _going(person).values_list("venues", flat=True):
        brought |= Q(pk__in=keys, added_by=None)
    return brought & _unused(Venue, person) & Q(aliases=None, ranks=None)


def _topics(person):
    return Q(publications__in=papers_of(person).values("pk"))


def _topics_that_go(person):
    return _topics(person) & _unused(Topic, person)


def _unused(model, person):
    stay = Publication.objects.exclude(pk__in=alone(person).values("pk"))
    path = "venue" if model is Venue else "topics"
    return ~Q(pk__in=stay.exclude(**{path: None}).values(path))


# --- What stays -----------------------------------------------------------------------------------


def let_go(person: Person) -> None:
    """Papers that stay: the name as printed, nobody's; and no choice, identifier or owner."""
    researcher = person.researcher
    Publication.objects.filter(owner=researcher).update(owner=None)
    linked = Q(researcher=researcher)
    if researcher.orcid:
        linked |= Q(orcid=researcher.orcid)
    Authorship.objects.filter(linked, role=Authorship.Role.LISTED).delete()
    Authorship.objects.filter(linked).update(
        researcher=None, orcid="", is_selected=False, selected_position=0, is_hidden=False
    )
    redaction.let_go(person, _keys(_going(person)))

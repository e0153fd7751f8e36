"""Finds the paper here that an entry prints: by identifiers, then by title, first hit wins.

More than one hit is none: the entry stays a paper of its own, and the report names the others.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from profiles.compiled_queries import batched
from profiles.models import Researcher
from publications.fields import NAME_COLUMNS
from publications.matching.forms import (
    NUMBERS,
    Form,
    contradiction,
    further_fields,
    have_one_first_author,
    have_one_key,
    stand_in_one_place,
)
from publications.matching.titles import normalise_title, titles_agree
from publications.models import (
    KEY_LENGTH,
    MATCHED_BY,
    Authorship,
    AuthorshipSuggestion,
    NotDuplicate,
    Publication,
    TitleKey,
    Version,
    is_public_paper,
    is_unusual_key,
    title_keys,
)

MERGE = "; merge them in the admin if they are one."

SAME_TITLE = "they have one title, the same authors and nothing that contradicts"
PUBLISHED_LATER = "one is a preprint of the other: one title, the same authors"

# Where so many forms have one title or identifier, an entry that has it, too, is compared with the
# first, and with as many that have its year, numbers and pages. No library has such a crowd; a file
# made to cost time may.
MOST_ALIKE = 20
CROWDED = (
    f"{MOST_ALIKE} papers or more have the same title or identifier. From here on, such an entry "
    "is compared with the first and the most similar ones alone, and not every possible duplicate "
    "is listed here; see “Possible duplicates” in the admin."
)

# A database takes only so many parameters in one query.
AT_ONCE = 2000
# Of more papers than MANY, duplicates are sought of those that came last, so many at a time.
MANY, AT_A_TIME = 10_000, 1_000

# --- all forms in sight ---------------------------------------------------------------------


@dataclass(slots=True)
class Match:
    """`paper`: the handle of the one found, or None; `form`: of it, and `why` it is that one.

    `doubts`: for the report.
    """

    paper: object = None
    form: Form | None = None
    why: str = ""
    doubts: list[str] = field(default_factory=list)


class PaperIndex:
    """Forms by what may identify them: all in sight, or all that the run may ask for. It grows with
    the run.

    `prefer`: the papers of the researcher asking; where one of them fits, another's copy does not
    make it doubtful. `is_of_one`: somebody asks, whose list the entries of this run are.
    """

    def __init__(self, forms=(), *, prefer=(), is_of_one=False):
        self.prefer, self.is_of_one = set(prefer or ()), is_of_one
        # What is sought -> the form that has it; a list of them where there are several.
        self.by_doi, self.by_arxiv, self.by_pmid = {}, {}, {}
        self.by_isbn, self.by_title = {}, {}
        # Keys that MOST_ALIKE forms have, of which the report told.
        self.crowds = set()
        for form in forms:
            self.add(form)

    def add(self, form: Form) -> None:
        for index, key in self._keys(form):
            if not _file(index, key, form):
                _file(index, (key, _details(form)), form)

    def load(self, forms: Iterable[Form]) -> None:
        """Gets the authors of whatever `forms` may be forms of: two queries."""
        wanted = defaultdict(list)
        for form in forms:
            for index, key in self._keys(form):
                for other in _filed(index, key, form):
                    if other.authors is None:
                        wanted[other.paper].append(other)
        if not wanted:
            return
        authors, papers = defaultdict(list), list(wanted)
        rows = Authorship.objects.filter(publication__in=papers)
        rows = rows.exclude(role=Authorship.Role.LISTED).order_by("position", "id")
        for pk, *row in rows.values_list("publication", *NAME_COLUMNS):
            authors[pk].append(row)
        rows = Publication.objects.filter(pk__in=papers).order_by()
        for pk, et_al, fields, note in rows.values_list("pk", "et_al", "fields", "note"):
            for form in wanted[pk]:
                form.authors, form.is_cut = authors[pk], et_al
                form.fields = further_fields(fields, note)

    def _keys(self, form):
        yield self.by_doi, form.doi
        yield self.by_arxiv, form.arxiv
        yield self.by_pmid, form.pmid
        yield self.by_title, form.title_key
        if form.is_book:
            yield self.by_isbn, form.isbn

    def find(self, form: Form) -> Match:
        """The one paper that `form` is a form of; what `load` gets must be there."""
        match = Match()
        for why, forms in self._candidates(form, match.doubts):
            by_paper = {other.paper: other for other in reversed(forms)}
            papers = (by_paper.keys() & self.prefer) or by_paper.keys()
            if not papers:
                continue
            if len(papers) == 1:
                (match.paper,) = papers
                match.form, match.why = by_paper[match.paper], why
                break
            fits = f"It fits {len(papers)} papers that are here and was joined with none"
            match.doubts.append(fits + MERGE)
            break
        crowds = {key for index, key in self._keys(form) if _is_crowd(index, key)}
        if crowds and match.doubts:
            match.doubts = [] if crowds <= self.crowds else [CROWDED]
            self.crowds |= crowds
        return match

    def _candidates(self, form, doubts):
        """(why they are one, the forms of which that holds), the surest first; one by one."""
        doi = _filed(self.by_doi, form.doi, form)
        yield f"they have the DOI {form.doi}", _same_id(doi, form, "doi", "DOI", doubts)
        yield f"they have the arXiv number {form.arxiv}", self._by_arxiv(form, doubts)
        pmid = _filed(self.by_pmid, form.pmid, form)
        yield (
            f"they have the PubMed number {form.pmid}",
            _same_id(pmid, form, "pmid", "PubMed number", doubts),
        )
        # A chapter carries its book's ISBN: it identifies whole books alone.
        books = _filed(self.by_isbn, form.isbn, form) if form.is_book else ()
        books = [other for other in books if not contradiction(form, other, "isbn")]
        yield f"they have the ISBN {form.isbn}", _same_id(books, form, "isbn", "ISBN", doubts)
        forms = self._by_title(form, doubts)
        is_preprint = any(other.is_preprint != form.is_preprint for other in forms)
        yield PUBLISHED_LATER if is_preprint else SAME_TITLE, forms

    def _by_arxiv(self, form, doubts):
        matches = _filed(self.by_arxiv, form.arxiv, form)
        siblings = [other for other in matches if form.is_sibling(other)]
        if siblings:
            same = f"It has the same arXiv number as “{siblings[0].title[:80]}”"
            doubts.append(f"{same}, but is another kind of work; both are kept.")
        rest = [other for other in matches if other not in siblings]
        # Of all that name a preprint, the paper that it is a version of.
        rest = [other for other in rest if form.is_preprint and other.is_preprint] or rest
        forms, papers = _same_id(rest, form, "arxiv", "arXiv number", doubts), _papers(siblings)
        return [other for other in forms if other.paper not in papers]

    def _by_title(self, form, doubts):
        matches = _filed(self.by_title, form.title_key, form)
        if not matches:
            return ()
        if not form.joins_by_title:
            if same := [other for other in matches if have_one_key(form, other)]:
                return same
            # Of ten editorials, those of one author, year and issue.
            kin = [other for other in matches if form.is_short or _is_alike(form, other)]
            matches = [other for other in kin if have_one_first_author(form, other)]
            if same := [other for other in matches if stand_in_one_place(form, other)]:
                return same
        joined, apart, reason = [], set(), ""
        for other in matches if form.joins_by_title else ():
            is_own = self.is_of_one and (other.paper in self.prefer or other.place is not None)
            why = contradiction(form, other, "title", is_own=is_own)
            reason = reason or why
            if not why:
                joined.append(other)
            # A preprint is no bridge: what it became is one paper, the journal version another.
            elif not form.is_preprint and not other.is_preprint:
                apart.add(other.paper)
        # Nor is it one where both name it and the other's title is another.
        preprinted = _filed(self.by_arxiv, form.arxiv, form)
        apart |= _papers(other for other in preprinted if form.is_sibling(other))
        joined = [other for other in joined if other.paper not in apart]
        if matches and not joined:
            but = f", but {reason}" if reason else ""
            doubts.append(
                f"A possible duplicate of “{matches[0].title[:80]}”: the same title{but}{MERGE}"
            )
        return joined


def _same_id(matches, form, shared, name, doubts):
    """Those of `matches`, which have an identifier of `form`, that nothing else parts from it."""
    if not matches:
        return ()
    agreeing = [other for other in matches if titles_agree(form.title, other.title)]
    reasons = [contradiction(form, other, shared) for other in agreeing]
    forms = [other for other, reason in zip(agreeing, reasons, strict=True) if not reason]
    if not forms:
        but = next(filter(None, reasons), "another title")
        same = f"It has the same {name} as “{(agreeing or matches)[0].title[:80]}”, but {but}"
        doubts.append(f"{same}; both are kept. Check which {name} is right.")
    return forms


def _is_alike(form, other):
    return form.is_preprint == other.is_preprint and not contradiction(form, other, "title")


def _file(index, key, form):
    """Returns whether there was room, or nothing to file.

    Most keys have one form: a list for each would take more room than all of the forms.
    """
    if _is_crowd(index, key):
        return False
    there = index.setdefault(key, form) if key else form
    if isinstance(there, list):
        there.append(form)
    elif there is not form:
        index[key] = [there, form]
    return True


def _filed(index, key, form):
    """The forms that have the key; of a crowd the first, and those most like `form`."""
    forms = index.get(key, ()) if key else ()
    if _is_crowd(index, key):
        return [forms[0], *_filed(index, (key, _details(form)), form)]
    return [forms] if isinstance(forms, Form) else forms


def _is_crowd(index, key):
    forms = index.get(key)
    return isinstance(forms, list) and len(forms) == MOST_ALIKE


def _details(form):
    """What tells the works of one title apart, as far as it is known before authors are loaded."""
    return form.title_key, form.year, form.numbers, form.pages


def _papers(forms):
    return {form.paper for form in forms}


# --- from the database ------------------------------------------------------------------------


def visible_to(
    researcher: Researcher | None, *, by_operator: bool = False
) -> QuerySet[Publication]:
    """The papers that matching may see: public ones, and those the researcher may edit.

    Of published papers that are on nobody's page yet, which another's file brought, the researcher
    sees those that ask for them by name, and the operator of the site all. Without a researcher
    it is the operator who asks, and sees drafts, too.
    """
    papers = Publication.objects.order_by()
    if researcher is None:
        return papers
    linked = Q(owner=researcher) | Exists(researcher.authorships.filter(publication=OuterRef("pk")))
    if by_operator:
        return papers.filter(Q(published_at__lte=timezone.now()) | linked)
    return papers.filter(is_public_paper("pk") | linked | Q(pk__in=_asking(researcher)))


def _asking(researcher):
    """Papers of a reading list, brought by somebody who is public, that print this name."""
    state, reason = AuthorshipSuggestion.State, AuthorshipSuggestion.Reason
    asked = researcher.authorship_suggestions.filter(
        state=state.PENDING,
        reason__in=(reason.EXACT, reason.ORCID),
        authorship__publication__owner__in=Researcher.objects.public(),
        authorship__publication__published_at__lte=timezone.now(),
    )
    withheld = Authorship.objects.withheld().values("publication")
    asked = asked.filter(authorship__publication__in=withheld).order_by()
    return asked.values("authorship__publication")


def candidates(forms: list[Form]) -> set[int]:
    """Papers that any of `forms` may be a form of, by indexes: as many queries for many papers.

    Of titles that the index cannot tell apart, those that are the same.
    """
    papers = set()
    titles = {normalise_title(form.title) for form in forms}
    keys = set().union(*map(title_keys, titles))
    for model, paper, columns in (
        (Publication, "pk", (*MATCHED_BY, "pmid")),
        (Version, "publication", MATCHED_BY),
    ):
        for column in columns:
            if wanted := {getattr(form, column) for form in forms} - {""}:
                rows = model.objects.filter(**{f"{column}__in": wanted}).order_by()
                papers.update(rows.values_list(paper, flat=True))
        rows = model.objects.annotate(key=TitleKey("title")).filter(key__in=keys).order_by()
        rows = rows.values_list(paper, "title")
        papers.update(pk for pk, title in rows if normalise_title(title) in titles)
    return papers


LEAD = ("title", "entry_type", "citation_key", "date")
LEAD += ("doi", "arxiv", "isbn", "container_title", "url")
LEAD_ALONE = ("slug", "pmid", "pages", "publisher", "place", *NUMBERS)


def stored_forms(papers: QuerySet[Publication]):
    """Every form of `papers`, with the paper's pk as its handle: two queries, however many."""
    leads = papers.order_by("pk").values_list("pk", *LEAD, *LEAD_ALONE)
    for pk, *row in leads.iterator(2000):
        yield _stored_form((*LEAD, *LEAD_ALONE), row, pk)
    versions = Version.objects.filter(publication__in=papers.values("pk")).order_by("pk")
    for pk, *row in versions.values_list("publication", *LEAD).iterator(2000):
        yield _stored_form(LEAD, row, pk)


def _stored_form(names, row, paper):
    values = dict(zip(names, row, strict=True))
    values["date"] = values["date"].stored if values["date"] else ""
    form = Form.from_values(values, paper)
    form.authors = None
    return form


def last_part(papers: QuerySet[Publication]) -> int:
    """The id from which on duplicates are sought at once; of few papers 0, which is all."""
    if not papers.order_by()[MANY : MANY + 1].exists():
        return 0
    return papers.order_by("-pk").values_list("pk", flat=True)[AT_A_TIME - 1]


def possible_duplicates(papers: QuerySet[Publication], since: int = 0) -> list[list[int]]:
    """Groups of ids among `papers`, the newest first; pairs that were told apart do not count.

    `since`: only those groups that have a paper of this id or a later one.
    """
    apart = defaultdict(set)
    for one, other in NotDuplicate.objects.values_list("one", "other"):
        apart[one].add(other)
        apart[other].add(one)
    # Papers that share an identifier, or a title that names a work.
    alike, works = defaultdict(set), set()
    few = sorted(_may_be_alike(papers.order_by(), since))
    parts = (stored_forms(papers.filter(pk__in=part)) for part in batched(few, AT_ONCE))
    for form in chain.from_iterable(parts):
        for name in ("doi", "arxiv", "pmid"):
            if value := getattr(form, name):
                alike[name, value].add(form.paper)
        alike["title", form.title_key].add(form.paper)
        if form.joins_by_title:
            works.add(form.title_key)
    groups = {}
    for (name, key), ids in alike.items():
        is_telling = name != "title" or key in works
        for group in _connected(ids, apart) if is_telling else ():
            if len(group) > 1:
                parts = {id(part): part for part in (groups.get(pk, {pk}) for pk in group)}
                united = set().union(*parts.values())
                groups.update(dict.fromkeys(united, united))
    different = {id(group): sorted(group) for group in groups.values() if max(group) >= since}
    return sorted(different.values(), key=max, reverse=True)


def _may_be_alike(papers, since):
    """Those of `papers` that share an identifier or a title with another, by indexes; and a few
    more."""
    # Few papers have another version: asked of each, where a list of all papers would be long.
    its_paper = papers.filter(pk=OuterRef("publication"))
    versions = Version.objects.filter(Exists(its_paper)).order_by()
    alike = set(versions.values_list("publication", flat=True))
    for name in ("doi", "arxiv", "pmid"):
        # Of some papers, by what the index holds: forms and imports write it in lower case.
        leads = papers.annotate(key=F(name) if since else Lower(name))
        filled = leads.filter(**{f"{name}__gt": ""})
        # For "greater", SQLite would read the index of all.
        sought = leads.exclude(**{name: ""}) if since else filled
        alike.update(pk for pk, _key in _repeated(sought, since))
        if name != "pmid":
            keys = versions.filter(**{f"{name}__gt": ""}).values(key=Lower(name))
            alike.update(filled.filter(key__in=keys).values_list("pk", flat=True))
    leads = papers.annotate(key=TitleKey("title"))
    alike.update(pk for pk, key in _repeated(leads, since) if not key.startswith("~"))
    # Titles whose keys do not tell what normalise_title makes of them, and those of versions.
    titles = defaultdict(set)
    unusual = leads.filter(is_unusual_key()).values_list("pk", "title")
    for pk, title in (*unusual, *versions.values_list("publication", "title")):
        titles[normalise_title(title)[:KEY_LENGTH]].add(pk)
    for keys in batched(list(titles), AT_ONCE):
        for pk, key in leads.filter(key__in=keys).values_list("pk", "key"):
            titles[key].add(pk)
    return alike.union(*(pks for pks in titles.values() if len(pks) > 1))


def _repeated(papers, since):
    """Those whose `key` another has, too; of keys that a paper has of the id `since` or a later.

    Of all, the first question is for ids, which the index of a key holds: for the key itself,
    SQLite reads every row.
    """
    if since:
        other = papers.filter(key=OuterRef("key")).exclude(pk=OuterRef("pk"))
        keys = set(papers.filter(Exists(other), pk__gte=since).values_list("key", flat=True))
    else:
        last = papers.values("key").annotate(last=Max("pk"), count=Count("*")).filter(count__gt=1)
        keys = papers.filter(pk__in=last.values("last")).values("key")
    return papers.filter(key__in=keys).values_list("pk", "key")


def _connected(ids, apart):
    """Divides `ids`: no two of different groups may be one. Looks at few of all the pairs."""
    left = set(ids)
    while left:
        group, reached = set(), {left.pop()}
        while reached:
            one = reached.pop()
            group.add(one)
            near = left - apart[one]
            reached |= near
            left -= near
        yield group

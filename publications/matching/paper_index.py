"""Finds the paper here that an entry prints: by identifiers, then by title, first hit wins.

More than one hit is none: the entry stays a paper of its own, and the report names the others.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from sys import intern

from django.db.models import Q, QuerySet

from profiles.folding import fold_accents
from profiles.models import Researcher
from publications import entry_types
from publications.identifiers import is_preprint_doi
from publications.models import Authorship, NotDuplicate, Publication, Version
from publications.names import fold
from publications.visibility import public_papers

# Measured on real files: papers that share an identifier by mistake lie below it.
ALIKE = 0.6
NOT_LETTERS = re.compile(r"[\W_]+")
# The same signs of ASCII, for most titles, at a third of the time.
SIGNS = {code: None for code in range(128) if not chr(code).isalnum()}
# An erratum carries the title, and sometimes the identifier, of the paper that it corrects.
ABOUT_ANOTHER = re.compile(
    r"^\W*(erratum|errata|corrigend(?:um|a)|correction|addendum|retraction|repl(?:y|ies)|response|"
    r"comments?|discussion|rejoinder|publisher'?s note|author correction)\b"
    r"|\b(erratum|corrigendum|correction|addendum|retraction)\W*$",
    re.IGNORECASE,
)
# "… Part II", "… (3)", "… I: The proof": which of several papers with one title it is.
PART_OF_TITLE = re.compile(
    r"\b(?:[Pp]art|[Pp]aper|[Vv]ol(?:ume|\.)?|[Nn]o\.?)\s+([IVX]+|\d{1,2}|[A-Da-d])\b"
    r"|\b(I{1,3}|IV|VI{0,3}|IX|XI{0,3})(?=\s*(?:[.:)—–]|$))"
    r"|\s\(?(\d{1,2})\W*$"
)
GENERIC_TITLES = """
    abstract aboutthisissue bookreview bookreviews comment conclusion conclusions correction
    corrigendum editorial editorsnote editorsintroduction errata erratum fromtheeditor
    fromtheeditors foreword guesteditorial guesteditorsintroduction inthisissue introduction
    introductiontothespecialissue lettertotheeditor messagefromthechairs newsandnotes overview
    panel preface prefaceandacknowledgements reply response specialissue tableofcontents
    tutorial
"""
GENERIC = frozenset(GENERIC_TITLES.split())
# A preprint may stand this long before, or after, what it became.
YEARS_TO_PUBLISH = 2
MERGE = "; merge them in the admin if they are one."

# --- titles --------------------------------------------------------------------------------------


def normalise_title(title: str) -> str:
    """Letters and digits only, without accents and case: "É–b $x$" -> "ebx"."""
    if title.isascii():
        return title.lower().translate(SIGNS)
    return NOT_LETTERS.sub("", fold_accents(title))


def names_a_work(title: str, normalised: str) -> bool:
    """Whether the title alone may join two entries: three words or more, and not "Guest editorial".

    Scripts without blanks between words count as long from eight characters on.
    """
    if normalised in GENERIC:
        return False
    if len(title.split()) >= 3:
        return len(normalised) >= 8
    return not normalised.isascii() and len(normalised) >= 8


def is_about_another(title: str) -> bool:
    """An erratum, a reply, a comment: never the work whose title it quotes."""
    return bool(ABOUT_ANOTHER.search(title))


def part_of(title: str) -> str:
    """The number of the part that a title names, as typed: "II" of "On nests. II"; else ''."""
    matches = PART_OF_TITLE.search(title)
    return next(filter(None, matches.groups()), "").upper() if matches else ""


def titles_agree(first: str, second: str) -> bool:
    """Whether an identifier that two entries share may join them."""
    if is_about_another(first) != is_about_another(second):
        return False
    one, other = part_of(first), part_of(second)
    # Part I and part II are alike in all but their numbers, and two papers.
    if one and other and one != other and one.isdigit() == other.isdigit():
        return False
    one, other = normalise_title(first), normalise_title(second)
    if one == other:
        return True
    if not one or not other:
        return False
    if one.startswith(other) or other.startswith(one):
        return min(len(one), len(other)) >= 8
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return (
        matcher.real_quick_ratio() >= ALIKE
        and matcher.quick_ratio() >= ALIKE
        and matcher.ratio() >= ALIKE
    )


# --- one printed form ---------------------------------------------------------------------------

# How the places where preprints stand begin, letters and digits only.
SERVERS = """
    arxiv biorxiv chemrxiv computingresearchrepository corr cryptologyeprint eprintarxiv
    iacrcryptol medrxiv osfpreprints preprintsorg psyarxiv researchsquare ssrn techrxiv
"""
PREPRINT_SERVERS = tuple(SERVERS.split())
# "Corrosion Science" begins with the letters of CoRR.
WHOLE_WORDS = {"corr"}
# With an arXiv number and no place to appear in, these are preprints.
PLACELESS = {"article", "misc", "online", "unpublished"}


def is_preprint(values: dict) -> bool:
    """Whether these column values describe a form that stands on a preprint server."""
    doi = values.get("doi", "")
    if doi:
        return is_preprint_doi(doi)
    container = values.get("container_title", "")
    if container:
        return is_preprint_server(container)
    kind = entry_types.known(values.get("entry_type", ""))
    if kind == "unpublished":
        return True
    return bool(values.get("arxiv")) and kind in PLACELESS


@lru_cache(maxsize=5_000)
def is_preprint_server(container: str) -> bool:
    """ "arXiv preprint arXiv:2602.09609", "CoRR", "bioRxiv"."""
    folded = normalise_title(container)
    if not folded.startswith(PREPRINT_SERVERS):
        return False
    first_word = normalise_title(container.split()[0])
    return not any(folded.startswith(w) and first_word != w for w in WHOLE_WORDS)


PART = ("volume", "number", "edition")
PAGES = re.compile(r"(\d{1,6})\s*[-–—]+\s*(\d{1,6})")
UNDIVIDED = ("", "", "")


@dataclass(slots=True)
class Form:
    """The lead of a paper, or one of its versions. `paper` is any handle of the caller's.

    A run holds one for each paper in sight: what they have in common, they share.
    """

    paper: object
    title: str
    # Of the title as normalised: what it is filed under.
    title_key: int
    kind: str
    year: int | None
    family: str
    doi: str
    arxiv: str
    pmid: str
    isbn: str
    is_preprint: bool
    # Volume, number, edition, pages: two parts, or two editions, share a title.
    part: tuple = UNDIVIDED
    pages: str = ""

    @classmethod
    def of(cls, values: dict, family: str, paper: object = None) -> "Form":
        """`values`: column -> value, dates in stored form. `family`: the first author's, folded."""
        title, date = values.get("title", ""), values.get("date", "")
        part = tuple([intern(values.get(name, "")) for name in PART])
        return cls(
            paper=paper,
            title=title,
            title_key=hash(normalise_title(title)),
            kind=entry_types.known(values.get("entry_type", "")),
            year=int(date[:4]) if date[:4].isdigit() else None,
            family=intern(family),
            doi=values.get("doi", "").lower(),
            arxiv=values.get("arxiv", "").lower(),
            pmid=values.get("pmid", ""),
            isbn=values.get("isbn", "").replace("-", ""),
            is_preprint=is_preprint(values),
            part=part if any(part) else UNDIVIDED,
            pages=values.get("pages", ""),
        )

    @property
    def is_book(self) -> bool:
        return self.kind in {"book", "collection", "proceedings"}

    @property
    def joins_by_title(self) -> bool:
        normalised = normalise_title(self.title)
        return names_a_work(self.title, normalised) and not is_about_another(self.title)

    @property
    def is_short(self) -> bool:
        """Two words, which may name a work but prove nothing; no title that everybody uses."""
        normalised = normalise_title(self.title)
        is_known = normalised in GENERIC or names_a_work(self.title, normalised)
        return not is_known and " " in self.title

    def contradicts(self, other: "Form") -> bool:
        """Each has its own DOI, or its own arXiv number: two works, whatever the titles say."""
        dois = {form.doi for form in (self, other) if form.doi and not is_preprint_doi(form.doi)}
        numbers = {form.arxiv for form in (self, other) if form.arxiv}
        return len(dois) > 1 or len(numbers) > 1

    def is_another_part(self, other: "Form") -> bool:
        """Both say which volume, edition or book they are, and say different things."""
        if self.is_book and other.is_book and self.isbn and other.isbn and self.isbn != other.isbn:
            return True
        # Two ranges of pages that share none: two parts of one title in the same volume.
        mine, theirs = PAGES.fullmatch(self.pages), PAGES.fullmatch(other.pages)
        if mine and theirs:
            (first, last), (start, end) = map(int, mine.groups()), map(int, theirs.groups())
            if first <= last and start <= end and (last < start or end < first):
                return True
        pairs = zip(self.part, other.part, strict=False)
        return any(mine and theirs and mine != theirs for mine, theirs in pairs)

    def is_sibling(self, other: "Form") -> bool:
        """A conference paper and its journal version, with one preprint between them."""
        return not self.is_preprint and not other.is_preprint and self.kind != other.kind


# --- all forms in sight ---------------------------------------------------------------------


@dataclass(slots=True)
class Match:
    """`paper`: the handle of the one found, or None. `by`: how. `doubts`: for the report."""

    paper: object = None
    by: str = ""
    doubts: list[str] = field(default_factory=list)


class PaperIndex:
    """Every form in sight, by what may identify it. Built once a run, it grows with the run.

    `prefer`: the papers of the researcher asking; where one of them fits, another's copy does not
    make it doubtful.
    """

    def __init__(self, forms=(), *, prefer=()):
        self.prefer = set(prefer or ())
        # What is sought -> the form that has it; a list of them where there are several.
        self.by_doi, self.by_arxiv, self.by_pmid = {}, {}, {}
        self.by_isbn, self.by_title = {}, {}
        for form in forms:
            self.add(form)

    def add(self, form: Form) -> None:
        _file(self.by_doi, form.doi, form)
        _file(self.by_arxiv, form.arxiv, form)
        _file(self.by_pmid, form.pmid, form)
        _file(self.by_title, form.title_key, form)
        if form.is_book:
            _file(self.by_isbn, form.isbn, form)

    def find(self, form: Form) -> Match:
        """The one paper that `form` is a form of."""
        match = Match()
        for by, papers in self._candidates(form, match.doubts):
            if not papers:
                continue
            papers = (papers & self.prefer) or papers
            if len(papers) == 1:
                match.paper, match.by = papers.pop(), by
                break
            fits = f"It fits {len(papers)} papers that are here and was joined with none"
            match.doubts.append(fits + MERGE)
            break
        return match

    def _candidates(self, form, doubts):
        """(what tells, the papers that it may be), the surest first; asked for one by one."""
        yield "doi", self._same_id(_filed(self.by_doi, form.doi), form, "DOI", doubts)
        yield "arxiv", self._by_arxiv(form, doubts)
        yield "pmid", self._same_id(_filed(self.by_pmid, form.pmid), form, "PubMed number", doubts)
        # A chapter carries its book's ISBN: it identifies whole books alone.
        books = _filed(self.by_isbn, form.isbn) if form.is_book else ()
        books = [other for other in books if not form.is_another_part(other)]
        yield "isbn", self._same_id(books, form, "ISBN", doubts)
        yield "title", self._by_title(form, doubts)

    def _by_arxiv(self, form, doubts):
        matches = _filed(self.by_arxiv, form.arxiv)
        siblings = [other for other in matches if form.is_sibling(other)]
        if siblings:
            same = f"It has the same arXiv number as “{siblings[0].title[:80]}”"
            doubts.append(f"{same}, but is another kind of work; both are kept.")
        rest = [other for other in matches if other not in siblings]
        # Of all that name a preprint, the paper that it is a version of.
        rest = [other for other in rest if form.is_preprint and other.is_preprint] or rest
        papers = self._same_id(rest, form, "arXiv number", doubts)
        return papers - _papers(siblings) if siblings else papers

    def _same_id(self, matches, form, name, doubts):
        if not matches:
            return set()
        agreeing = [other for other in matches if titles_agree(form.title, other.title)]
        if not agreeing:
            same = f"It has the same {name} as “{matches[0].title[:80]}”, but another title"
            doubts.append(f"{same}; both are kept. Check which {name} is right.")
        return _papers(other for other in agreeing if not form.contradicts(other))

    def _by_title(self, form, doubts):
        matches = _filed(self.by_title, form.title_key)
        if not matches:
            return ()
        if not form.joins_by_title:
            # Of ten editorials, those of one author, year and issue.
            kin = [other for other in matches if other.family == form.family]
            alike = [
                o for o in kin if o.is_preprint == form.is_preprint and _same_by_title(form, o)
            ]
            matches = kin if form.is_short else alike
        joined, apart = set(), set()
        for other in matches:
            same = form.joins_by_title and _same_by_title(form, other)
            if same:
                joined.add(other.paper)
            # A preprint is no bridge: what it became is one paper, the journal version another.
            elif not form.is_preprint and not other.is_preprint:
                apart.add(other.paper)
        # Nor is it one where both name it and the other's title is another.
        preprinted = _filed(self.by_arxiv, form.arxiv)
        joined -= apart | _papers(other for other in preprinted if form.is_sibling(other))
        if matches and not joined:
            doubts.append(
                f"A possible duplicate of “{matches[0].title[:80]}”: the same title{MERGE}"
            )
        return joined


def _file(index, key, form):
    """Most keys have one form: a list for each would take more room than all of the forms."""
    if not key:
        return
    there = index.setdefault(key, form)
    if isinstance(there, list):
        there.append(form)
    elif there is not form:
        index[key] = [there, form]


def _filed(index, key):
    matches = index.get(key, ()) if key else ()
    return [matches] if isinstance(matches, Form) else matches


def _papers(forms):
    return {form.paper for form in forms}


def _same_by_title(one, other):
    if one.contradicts(other) or one.family != other.family:
        return False
    if one.is_preprint != other.is_preprint:
        return _years_apart(one, other) <= YEARS_TO_PUBLISH
    if one.kind != other.kind or one.is_another_part(other):
        return False
    return _years_apart(one, other) == 0


def _years_apart(one, other):
    return 0 if one.year is None or other.year is None else abs(one.year - other.year)


# --- from the database ------------------------------------------------------------------------


def visible_to(researcher: Researcher | None) -> QuerySet[Publication]:
    """The papers that matching may see: public ones, and those the researcher may edit.

    Without a researcher, the operator of the site asks, and sees all.
    """
    papers = Publication.objects.order_by()
    if researcher is None:
        return papers
    own = researcher.authorships.order_by().values("publication")
    public = public_papers().order_by().values("pk")
    return papers.filter(Q(pk__in=public) | Q(owner=researcher) | Q(pk__in=own))


LEAD = ("title", "entry_type", "date", "doi", "arxiv", "isbn", "container_title")
LEAD_ALONE = ("pmid", "pages", *PART)


def stored_forms(papers: QuerySet[Publication]):
    """Every form of `papers`, with the paper's pk as its handle: three queries, however many."""
    rows = Authorship.objects.filter(publication__in=papers.values("pk"))
    rows = rows.exclude(role=Authorship.Role.LISTED).order_by("publication", "-position", "-id")
    names = rows.values_list("publication", "family", "literal").iterator(2000)
    # The last one told of each paper stays in the dictionary: the first in print.
    families = {pk: first_family(family, literal) for pk, family, literal in names}
    for pk, *row in papers.values_list("pk", *LEAD, *LEAD_ALONE).iterator(2000):
        yield Form.of(_values(row, (*LEAD, *LEAD_ALONE)), families.get(pk, ""), pk)
    versions = Version.objects.filter(publication__in=papers.values("pk")).order_by()
    for pk, *row in versions.values_list("publication", *LEAD).iterator(2000):
        yield Form.of(_values(row, LEAD), families.get(pk, ""), pk)


def _values(row, names):
    values = dict(zip(names, row, strict=True))
    values["date"] = values["date"].stored if values["date"] else ""
    return values


@lru_cache(maxsize=20_000)
def first_family(family: str, literal: str) -> str:
    """What two printings of one first author share: "Rose", "Kovi Rose"; "Müller", "Mueller"."""
    folded = fold(family or (literal.split() or [""])[-1])
    for umlaut in ("ae", "oe", "ue"):
        folded = folded.replace(umlaut, umlaut[0])
    return folded


def possible_duplicates(papers: QuerySet[Publication]) -> list[list[int]]:
    """Groups of ids among `papers`, the newest first; pairs that were told apart do not count."""
    apart = set(NotDuplicate.objects.values_list("one", "other"))
    # Papers that share an identifier, or a title that names a work.
    alike, works = defaultdict(set), set()
    for form in stored_forms(papers.order_by()):
        for name in ("doi", "arxiv", "pmid"):
            if value := getattr(form, name):
                alike[name, value].add(form.paper)
        alike["title", form.title_key].add(form.paper)
        if form.joins_by_title:
            works.add(form.title_key)
    groups = {}
    for (name, key), ids in alike.items():
        is_telling = name != "title" or key in works
        for one, other in combinations(sorted(ids), 2) if is_telling else ():
            if (one, other) not in apart:
                group = groups.setdefault(one, {one}) | groups.setdefault(other, {other})
                groups.update(dict.fromkeys(group, group))
    different = {id(group): sorted(group) for group in groups.values()}
    return sorted(different.values(), key=max, reverse=True)

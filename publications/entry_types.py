"""biblatex entry types, and what CSL, schema.org and RIS call them; what others call them.

Stored as biblatex tokens so that import and export are the identity; a type that is not listed
here is kept as it came. Sources: the biblatex manual, section 2.1; CSL 1.0.2, appendix III.
"""

import re
from functools import lru_cache

from django.db import models
from django.utils.translation import gettext_lazy as _


class EntryType(models.TextChoices):
    ARTICLE = "article", _("Journal article")
    INPROCEEDINGS = "inproceedings", _("Conference paper")
    BOOK = "book", _("Book")
    INBOOK = "inbook", _("Part of a book")
    INCOLLECTION = "incollection", _("Chapter in a collection")
    COLLECTION = "collection", _("Edited collection")
    PROCEEDINGS = "proceedings", _("Proceedings")
    THESIS = "thesis", _("Thesis")
    PHDTHESIS = "phdthesis", _("Ph.D. thesis")
    MASTERSTHESIS = "mastersthesis", _("Master’s thesis")
    REPORT = "report", _("Report")
    TECHREPORT = "techreport", _("Technical report")
    MANUAL = "manual", _("Manual")
    BOOKLET = "booklet", _("Booklet")
    PATENT = "patent", _("Patent")
    DATASET = "dataset", _("Data set")
    SOFTWARE = "software", _("Software")
    ONLINE = "online", _("Online publication")
    UNPUBLISHED = "unpublished", _("Manuscript")
    MISC = "misc", _("Other work")


# biblatex aliases and rarer types -> the listed type they are shown as.
ALIASES = {
    "conference": "inproceedings",
    "electronic": "online",
    "www": "online",
    "preprint": "unpublished",
    "mvbook": "book",
    "mvcollection": "collection",
    "mvproceedings": "proceedings",
    "suppbook": "inbook",
    "bookinbook": "inbook",
    "suppcollection": "incollection",
    "reference": "collection",
    "inreference": "incollection",
    "suppperiodical": "article",
    "periodical": "collection",
}

# What classic BibTeX knows, and what stands there for biblatex's other types.
CLASSIC_TYPES = {
    *("article", "book", "booklet", "conference", "inbook", "incollection", "inproceedings"),
    *("manual", "mastersthesis", "misc", "phdthesis", "proceedings", "techreport", "unpublished"),
}
TO_CLASSIC = {
    "report": "techreport",
    "thesis": "phdthesis",
    "mvbook": "book",
    "collection": "book",
    "mvcollection": "book",
    "reference": "book",
    "mvproceedings": "proceedings",
    "bookinbook": "inbook",
    "suppbook": "inbook",
    "suppcollection": "incollection",
    "inreference": "incollection",
    "suppperiodical": "article",
}
MASTERS = re.compile(r"master|mathesis", re.I)

# Listed type -> what CSL, schema.org and RIS call it.
OTHER_NAMES = {
    "article": ("article-journal", "ScholarlyArticle", "JOUR"),
    "inproceedings": ("paper-conference", "ScholarlyArticle", "CONF"),
    "book": ("book", "Book", "BOOK"),
    "inbook": ("chapter", "Chapter", "CHAP"),
    "incollection": ("chapter", "Chapter", "CHAP"),
    "collection": ("book", "Book", "EDBOOK"),
    "proceedings": ("book", "Book", "CONF"),
    "thesis": ("thesis", "Thesis", "THES"),
    "phdthesis": ("thesis", "Thesis", "THES"),
    "mastersthesis": ("thesis", "Thesis", "THES"),
    "report": ("report", "Report", "RPRT"),
    "techreport": ("report", "Report", "RPRT"),
    "manual": ("book", "CreativeWork", "BOOK"),
    "booklet": ("pamphlet", "CreativeWork", "PAMP"),
    "patent": ("patent", "CreativeWork", "PAT"),
    "dataset": ("dataset", "Dataset", "DATA"),
    "software": ("software", "SoftwareSourceCode", "COMP"),
    "online": ("webpage", "WebPage", "ELEC"),
    "unpublished": ("manuscript", "CreativeWork", "UNPB"),
    "misc": ("document", "CreativeWork", "GEN"),
}

# Rarer types, which CSL or RIS tell apart though we show them as another: what they call them.
RARE = {
    "artwork": ("graphic", "ART"),
    "audio": ("song", "SOUND"),
    "image": ("graphic", "FIGURE"),
    "inreference": ("entry-encyclopedia", "ENCYC"),
    "jurisdiction": ("legal_case", "CASE"),
    "legal": ("treaty", "LEGAL"),
    "legislation": ("legislation", "STAT"),
    "letter": ("personal_communication", "PCOMM"),
    "movie": ("motion_picture", "MPCT"),
    "music": ("song", "MUSIC"),
    "performance": ("performance", "GEN"),
    "periodical": ("periodical", "JFULL"),
    "preprint": ("article", "UNPB"),
    "review": ("review", "GEN"),
    "standard": ("standard", "STAND"),
    "video": ("motion_picture", "VIDEO"),
}
# What RIS calls a type -> the one that it means, of several that share the name.
RIS_TYPES = {
    **{names[1]: token for token, names in RARE.items()},
    **{names[2]: token for token, names in reversed(OTHER_NAMES.items())},
    "CHAP": "incollection",
}


@lru_cache(maxsize=256)
def known(entry_type: str) -> str:
    """The listed type that `entry_type` is shown as; 'misc' for what nobody knows."""
    token = entry_type.lower()
    if token in EntryType:
        return token
    return ALIASES.get(token, EntryType.MISC.value)


def is_in_issues(entry_type: str) -> bool:
    """Whether biblatex's `number` is the number of an issue there, and not of the work."""
    return entry_type.lower() == "periodical" or known(entry_type) == EntryType.ARTICLE


def classic_type(entry_type: str, named: str = "") -> str:
    """The type that stands for `entry_type` in classic BibTeX; `named` is its `type` field."""
    if entry_type in CLASSIC_TYPES:
        return entry_type
    if entry_type == "thesis" and MASTERS.search(named):
        return "mastersthesis"
    return TO_CLASSIC.get(entry_type, "misc")


def stand_ins(entry_type: str, named: str = "") -> set[str]:
    """The types that an export to a dialect may have written for one that the dialect has not."""
    return {classic_type(entry_type, named), TO_CLASSIC.get(entry_type, "misc")}


def label(entry_type: str) -> str:
    """Return the name of the type on pages."""
    return EntryType(known(entry_type)).label


def display(entry_type: str) -> str:
    """Its label; a type that is not listed as BibTeX writes it, "@newspaper"."""
    return str(label(entry_type)) if entry_type in EntryType else f"@{entry_type}"


def csl_type(entry_type: str) -> str:
    """As CSL has it; of a type it has no word for, the nearest."""
    rare = RARE.get(entry_type.lower())
    return rare[0] if rare else OTHER_NAMES[known(entry_type)][0]


def schema_org_type(entry_type: str) -> str:
    """Return the type in schema.org's words."""
    return OTHER_NAMES[known(entry_type)][1]


def ris_type(entry_type: str) -> str:
    """Return the type as RIS has it under TY."""
    rare = RARE.get(entry_type.lower())
    return rare[1] if rare else OTHER_NAMES[known(entry_type)][2]


# --- Reading: what other formats call a kind of work, and its token of biblatex -------------------
# What Vitae exports it reads; the rest is listed here. Sources: CSL 1.0.2, appendix III; the list
# of types of RIS and of EndNote; the types of Crossref, OpenAlex and ORCID, as they document them.


def _table(text: str) -> dict[str, str]:
    """ "name=token name=token" as a table."""
    return dict(pair.split("=") for pair in text.split())


OF_CSL = (
    _table(
        "article-magazine=article article-newspaper=article bill=legislation broadcast=audio"
        " chapter=incollection classic=book collection=collection entry=inreference event=misc"
        " entry-dictionary=inreference figure=image graphic=artwork hearing=jurisdiction"
        " interview=misc map=misc musical_score=music post=online post-weblog=online"
        " regulation=legislation review-book=review speech=unpublished article=preprint"
    )
    | {names[0]: token for token, names in RARE.items() if token not in ("image", "audio")}
    | {names[0]: token for token, names in reversed(OTHER_NAMES.items())}
    | {"chapter": "incollection"}
)
OF_RIS = RIS_TYPES | _table(
    "ABST=article EJOUR=article MGZN=article NEWS=article INPR=article CPAPER=inproceedings"
    " EBOOK=book CLSWK=book ANCIENT=book SER=book ECHAP=incollection DICT=inreference"
    " GOVDOC=report BILL=legislation UNBILL=legislation HEAR=jurisdiction BLOG=online"
    " ICOMM=online WEB=online DBASE=dataset AGGR=dataset MANSCPT=unpublished PREPRINT=preprint"
)
# Small letters, words joined by hyphens: so EndNote's "Journal Article" is Crossref's.
NAMED = _table(
    """
    journal-article=article conference-paper=inproceedings conference-proceedings=inproceedings
    conference-abstract=inproceedings conference-poster=inproceedings
    conference-presentation=inproceedings proceedings-article=inproceedings
    book-section=incollection book-chapter=incollection electronic-book-section=incollection
    book-part=incollection book-track=incollection edited-book=collection book=book
    electronic-book=book monograph=book classical-work=book ancient-text=book
    reference-book=collection book-series=book book-set=book serial=periodical
    proceedings=proceedings reference-entry=inreference encyclopedia=inreference
    dictionary=inreference encyclopedia-entry=inreference dictionary-entry=inreference
    electronic-article=article magazine-article=article newspaper-article=article
    newsletter-article=article journal-issue=periodical journal=periodical thesis=thesis
    dissertation=thesis dissertation-thesis=thesis supervised-student-publication=misc
    report=report report-component=report report-series=report government-document=report
    government-report=report working-paper=report technical-report=report research-report=report
    web-page=online website=online blog=online blog-post=online online-multimedia=online
    online-resource=online internet-communication=online data-set=dataset dataset=dataset
    online-database=dataset database=dataset computer-program=software software=software
    preprint=preprint posted-content=preprint patent=patent standard=standard
    standards-and-policy=standard unpublished-work=unpublished manuscript=unpublished
    personal-communication=letter review=article editorial=article letter=article erratum=article
    retraction=article peer-review=review book-review=review translation=book
    audiovisual-material=video film-or-broadcast=movie music=music artwork=artwork figure=image
    case=jurisdiction statute=legislation bill=legislation hearing=jurisdiction pamphlet=booklet
    manual=manual lecture-speech=unpublished article=article generic=misc other=misc
    """
)


def named_type(name: object) -> str:
    """The token of a type as EndNote, Crossref, OpenAlex or ORCID name it; '' for another."""
    text = name.strip().lower() if isinstance(name, str) else ""
    return NAMED.get(re.sub(r"[^a-z]+", "-", text).strip("-"), "")


def type_of_csl(name: object) -> str:
    """The token of a type of CSL, or of what others write in its place; '' for another."""
    return OF_CSL.get(name, "") or named_type(name) if isinstance(name, str) else ""


def type_of_ris(name: str) -> str:
    """The token of what RIS has under TY; 'misc' for another."""
    return OF_RIS.get(name.strip().upper()) or named_type(name) or "misc"

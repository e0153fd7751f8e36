"""Which BibTeX and biblatex field goes to which column. Names not listed here stay as they came."""

from publications.models import Publication

# What a printed form carries, on a paper's lead and on each of its versions alike.
CITABLE = (
    "citation_key",
    "entry_type",
    "title",
    "date",
    "date_text",
    "container_title",
    "doi",
    "arxiv",
    "isbn",
    "url",
    "status",
)
# What belongs to the form in print and would be wrong on another: arXiv is no journal's publisher.
OF_THE_FORM = (
    *(name for name in CITABLE if name != "arxiv"),
    "place",
    "series",
    "volume",
    "issue",
    "number",
    "edition",
    "pages",
    "publisher",
    "issn",
)
COLUMNS = (
    *CITABLE,
    "place",
    "series",
    "volume",
    "issue",
    "number",
    "edition",
    "pages",
    "publisher",
    "issn",
    "pmid",
    "short_name",
    "language",
    "abstract",
    "tldr",
    "note",
    "presentation",
    "et_al",
)
LENGTHS = {name: Publication._meta.get_field(name).max_length for name in COLUMNS}

# Column -> the fields that may fill it; the first that is there does, the others stay as they came.
PLAIN = {
    "place": ("address", "location"),
    "series": ("series",),
    "volume": ("volume",),
    "edition": ("edition",),
    "pages": ("pages", "eid", "articleno", "article-number"),
    "publisher": ("publisher", "institution", "school", "organization"),
    "abstract": ("abstract",),
    "tldr": ("tldr",),
    "note": ("note",),
}
CONTAINERS_OF_ARTICLES = ("journaltitle", "journal", "booktitle")
CONTAINERS = ("booktitle", "journaltitle", "journal", "maintitle", "eventtitle")
# A whole book's booktitle is its own, and its maintitle the work's that it is a volume of.
CONTAINERS_OF_BOOKS = ("journaltitle", "journal", "eventtitle")
SUBTITLES = {
    "title": "subtitle",
    "booktitle": "booksubtitle",
    "journaltitle": "journalsubtitle",
    "journal": "journalsubtitle",
    "maintitle": "mainsubtitle",
}
# A work must be called something: what stands in for a missing title, best first.
INSTEAD_OF_TITLE = ("maintitle", "booktitle", "eventtitle", "issuetitle", "shorttitle", "label")

# What biblatex's pubstate says, and what we wrote there.
PUBSTATES = {
    "submitted": "submitted",
    "accepted": "accepted",
    "forthcoming": "in-press",
    "inpress": "in-press",
    "in press": "in-press",
    "in-press": "in-press",
    "prepublished": "preprint",
    "preprint": "preprint",
    "published": "published",
}

ROLES = {"author": "author", "editor": "editor", "translator": "translator"}

# Field -> kind of link, for al-folio's buttons and what sites call them beside.
LINKS = {
    "pdf": "pdf",
    "html": "publisher",
    "preprint": "preprint",
    "code": "code",
    "github": "code",
    "repository": "code",
    "data": "data",
    "dataset": "data",
    "slides": "slides",
    "poster": "poster",
    "video": "video",
    "talk": "video",
    "presentation-video": "video",
    "website": "website",
    "project": "website",
    "demo": "demo",
    "blog": "blog",
    "supp": "supplement",
    "supplement": "supplement",
    "supplementary": "supplement",
    "link": "other",
}
# Where a bare value is the name of a file that lay on the old site.
FILES = {"pdf", "slides", "poster", "supp"}

TRUE = {"true", "yes", "1", "t", "y"}
FALSE = {"false", "no", "0", "f", "n"}

# Babel's names, as `langid` and `language` have them, and their codes.
LANGUAGES = {
    "american": "en-US",
    "arabic": "ar",
    "australian": "en-AU",
    "austrian": "de-AT",
    "british": "en-GB",
    "canadian": "en-CA",
    "catalan": "ca",
    "chinese": "zh",
    "czech": "cs",
    "danish": "da",
    "dutch": "nl",
    "english": "en",
    "finnish": "fi",
    "french": "fr",
    "german": "de",
    "greek": "el",
    "hebrew": "he",
    "hungarian": "hu",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "latin": "la",
    "naustrian": "de-AT",
    "ngerman": "de",
    "norsk": "no",
    "norwegian": "no",
    "polish": "pl",
    "portuguese": "pt",
    "russian": "ru",
    "slovak": "sk",
    "spanish": "es",
    "swedish": "sv",
    "turkish": "tr",
    "ukrainian": "uk",
    "afrikaans": "af",
    "brazil": "pt-BR",
    "brazilian": "pt-BR",
    "bulgarian": "bg",
    "croatian": "hr",
    "estonian": "et",
    "icelandic": "is",
    "indonesian": "id",
    "latvian": "lv",
    "lithuanian": "lt",
    "newzealand": "en-NZ",
    "nswissgerman": "de-CH",
    "nynorsk": "nn",
    "persian": "fa",
    "romanian": "ro",
    "serbian": "sr",
    "slovene": "sl",
    "slovenian": "sl",
    "swissgerman": "de-CH",
    "thai": "th",
    "vietnamese": "vi",
    "ukenglish": "en-GB",
    "usenglish": "en-US",
}

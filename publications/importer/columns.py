"""What fills a column by rules of its own, beside publications.fields."""

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

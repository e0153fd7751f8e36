"""The names of files that BibTeX entries print, and of which paper a file on somebody's disk is.

`pdf`, `slides`, `poster`, `supp` and `preview` as al-folio has them; `file` of JabRef
(":Smith2020.pdf:PDF", several by ";") and Zotero ("Full Text:files/12/Smith.pdf:application/pdf").
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from publications.fields import LINKS
from publications.importer.mapping import FILES
from uploads.documents import SIGNATURES, extension_of

COVER = "cover"
PICTURES = {"jpg", "jpeg", "png", "webp", "gif"}
EXTENSIONS = {*SIGNATURES, *PICTURES}
# What a file is that no field calls by a kind, by its extension.
KINDS = {"pdf": "pdf", "pptx": "slides", "odp": "slides", "zip": "supplement"}
# "lind2021-slides.pdf": the citation key, and a word for what it is.
NAMED_KIND = re.compile(r"(.+?)[-_. ]+(slides|poster|supp|supplement|cover|preview)", re.I)
ESCAPED = re.compile(r"\{?\\([_%&#$])\}?")
SEPARATOR = re.compile(r"(?<!\\)[;:]")
NOT_LETTERS = re.compile(r"[\W_]+")


def printed_names(fields: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """(name without folders, kind of link or "cover") of each file; `fields`: (name, raw value).

    The kind is "" where the field, `file`, does not say it.
    """
    for field, value in fields:
        word = field.lower().rstrip("0123456789")
        if "://" in value or word not in (*FILES, "preview", "file"):
            continue
        kind = COVER if word == "preview" else LINKS.get(word, "")
        parts = SEPARATOR.split(value) if word == "file" else [value]
        for part in parts:
            name = re.split(r"[/\\]", ESCAPED.sub(r"\1", part.strip().strip("{}")))[-1]
            if extension_of(name) in EXTENSIONS and "." in name:
                yield name, kind


def kind_of(name: str) -> str:
    """By its extension alone: a kind of link, "cover", or "" for what no paper takes."""
    extension = extension_of(name)
    return COVER if extension in PICTURES else KINDS.get(extension, "")


def fold_name(name: str) -> str:
    """Equal for the names of one file as systems write them: "Müller%20A.PDF", "Müller A.pdf"."""
    return unicodedata.normalize("NFC", unquote(name)).casefold()


def fold_key(key: str) -> str:
    """Equal for a citation key and a file named after it: "DBLP:conf/x/Y20", "DBLP_conf_x_Y20"."""
    return NOT_LETTERS.sub("", unicodedata.normalize("NFC", key)).casefold()


def split_kind(name: str) -> tuple[str, str]:
    """ "lind2021-slides.pdf" -> ("lind2021", "slides"); "lind2021.pdf" -> ("lind2021", "pdf")."""
    stem, by_extension = name.rpartition(".")[0], kind_of(name)
    if by_extension != COVER and (named := NAMED_KIND.fullmatch(stem)):
        word = named[2].lower()
        if word not in (COVER, "preview"):
            return named[1], LINKS.get(word, "supplement")
    if by_extension == COVER and (named := NAMED_KIND.fullmatch(stem)):
        return named[1], COVER
    return stem, by_extension

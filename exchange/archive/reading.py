"""An archive opened with distrust: what it says of itself, its rows one at a time, its uploads."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile

from exchange.archive.writing import BIBTEX, FILES, MANIFEST, ROWS
from exchange.sealed_zip import SealedZip
from profiles.data_policy import archived_models, not_archived
from uploads import documents, images
from uploads.images import file_columns
from website.media import SHAPE

# Of all rows together, and of one; a lab of 10,000 papers with their history has some 100 MB.
LARGEST_ROWS = 512 * 1024 * 1024
LARGEST_ROW = 32 * 1024 * 1024
# Beyond the end of what an autoincremented key ever is, and far from the end of what it can be.
HIGHEST_KEY = 10**12
# No database stores them: lone surrogates, and NUL as JSON writes it.
UNSTORABLE = re.compile(r"[\ud800-\udfff]|(?<!\\)(?:\\\\)*\\u0000")


class ArchiveError(Exception):
    """Says in one line what is wrong; nothing was changed."""


@dataclass
class Archive(SealedZip):
    """`lost`: uploads that were not there any more; `missing` says in sentences what an archive of
    this kind does not hold.
    """

    MANIFEST, FOLDER = MANIFEST, FILES
    ERROR, MADE = ArchiveError, "exported"

    scope: str
    accounts: list[str]
    lost: set[str]
    demo: dict[str, list]
    missing: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Every member is one that an archive has, and every byte of it is right."""
        sizes = self.check_list()
        for name in sizes:
            _check_member(name)
        self.check_lost()
        if sum(size for name, size in sizes.items() if name.startswith(ROWS)) > LARGEST_ROWS:
            raise ArchiveError("Its rows take more than 512 MB: no archive of ours does.")
        for name in sizes:
            if not name.startswith(FILES):  # these are read one by one
                self.read(name)

    def check_lost(self) -> None:
        for name in self.lost:
            _check_member(FILES + name)

    def rows(self, label: str) -> Iterator[tuple[str, dict]]:
        """(where it stands, {column: value}) of each row of a model."""
        name = f"{ROWS}{label}.jsonl"
        if name not in self.files:
            return
        with self.open(name) as member:
            for number in range(1, self.files[name][0] + 1):
                line = member.readline(LARGEST_ROW + 1)
                if not line:
                    return
                if len(line) > LARGEST_ROW:
                    raise ArchiveError(f"{name}, line {number}: it is longer than 32 MB.")
                yield f"{name}, line {number}", read_row(line, f"{name}, line {number}")

    def read_upload(self, name: str) -> bytes:
        """Return the bytes of an upload as exported; raise ArchiveError if they differ."""
        size, _digest = self.files[FILES + name]
        if size > max(documents.MAX_BYTES, images.MAX_BYTES):
            raise ArchiveError(f"{FILES}{name} is larger than an upload may be.")
        content = io.BytesIO()
        self.read(FILES + name, content)
        return content.getvalue()


def read_row(line: bytes, place: str) -> dict:
    """ArchiveError for what is no row: no JSON, nested too deep, characters that no text has."""
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
        text = json.dumps(row, ensure_ascii=False)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{place}: it cannot be read ({type(error).__name__}).") from error
    if not isinstance(row, dict) or UNSTORABLE.search(text):
        raise ArchiveError(f"{place}: it is no row, or holds characters that no text has.")
    if not is_key(row.get("id")):
        raise ArchiveError(f"{place}: its id is none of ours.")
    return row


def is_key(value: object) -> bool:
    """Whether a value can be a primary key of ours."""
    return type(value) is int and 0 < value <= HIGHEST_KEY


def _refuse_constant(name):
    raise ValueError(name)


def _check_member(name):
    label = name.removeprefix(ROWS).removesuffix(".jsonl")
    if name == BIBTEX or (name == f"{ROWS}{label}.jsonl" and label in archived_models()):
        return
    if name == f"{ROWS}{label}.jsonl" and re.fullmatch(r"[a-z]+\.[a-z_]+", label):
        why = not_archived().get(label, "this Vitae has no such table; upgrade first")
        raise ArchiveError(f"It holds rows of {label}: {why}.")
    stored = SHAPE.fullmatch(name.removeprefix(FILES))
    if not (name.startswith(FILES) and stored and stored["folder"] in upload_folders()):
        raise ArchiveError(f"It holds a file that no archive has: {name!r}.")


# --- Uploads --------------------------------------------------------------------------------------


def upload_folders() -> dict[str, bool]:
    """Folder -> whether it is of pictures; else of documents."""
    columns = (model._meta.get_field(name) for model, name in file_columns())
    return {column.folder: not isinstance(column, documents.DocumentField) for column in columns}


def check_upload(name: str, content: bytes) -> None:
    """It passes the checks of a form. ArchiveError."""
    upload = SimpleUploadedFile(name.rpartition("/")[2], content)
    try:
        if upload_folders()[name.partition("/")[0]]:
            images.check_stored(upload)
        else:
            documents.validate_document(upload)
    except ValidationError as error:
        raise ArchiveError(f"{FILES}{name}: {' '.join(error.messages)}") from error

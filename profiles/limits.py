"""How often something may be done within a time, how much one researcher's uploads may take, and
how long a text may be.

What is counted lies in the cache “counts”, for all processes of the machine together: files below
DATA, or with CACHE_URL the server there. Without them nothing is counted, and nothing refused.
Two requests of one moment may count as one.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db.models import Field, Model
from django.template.defaultfilters import filesizeformat
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from profiles.models import Link, Researcher
from uploads.images import file_columns

# Signs of columns that have no limit of their own: of texts, and of those that are a line or a few.
LONGEST_TEXT, LONGEST_LINE = 300_000, 10_000
LINES = {"title", "container_title", "tldr", "names", "other_names", "postal_address"}
UNLIMITED = {"raw"}  # what a file said, which is kept whole


def longest(column: Field) -> int | None:
    """Of how many signs a text in the column may be, by whichever door it comes; None: of any."""
    if column.name in UNLIMITED:
        return None
    return column.max_length or (LONGEST_LINE if column.name in LINES else LONGEST_TEXT)


def allowed(what: str, who: str, *, times: int, within: timedelta, count: int = 1) -> bool:
    """Note that `who` does `what`, `count` times; False, and not noted, where that is too often.

    `who` may be an address: only its keyed hash is kept.
    """
    key = f"{what}:{salted_hmac(__name__, who, algorithm='sha256').hexdigest()}"
    now = time.time()
    with suppress(OSError):  # a full disk
        known = caches["counts"].get(key) or []
        recent = [at for at in known if at > now - within.total_seconds()]
        if len(recent) + count > times:
            return False
        caches["counts"].set(key, recent + count * [now], within.total_seconds())
    return True


# --- The uploads of one researcher --------------------------------------------------------------


@dataclass
class Stored:
    """A file as it lies in the store; `row` is what its researcher edits to be rid of it."""

    name: str
    row: Model

    @property
    def size(self) -> int:
        """In bytes; 0 where the file is missing."""
        try:
            return default_storage.size(self.name)
        except FileNotFoundError:
            return 0


def files(researcher: Researcher) -> Iterable[Stored]:
    """Of their own record and of the papers that they brought.

    The first of a model's `owned_through` leads to whose file it is; a link's parent has its form.
    """
    for model, column in file_columns():
        if not hasattr(model, "owned_through"):
            continue  # the site's own
        path = model.owned_through[0]
        parent = path.partition("__")[0] if issubclass(model, Link) else ""
        rows = model._default_manager.filter(**{path: researcher.pk}).exclude(**{column: ""})
        for row in rows.select_related(*([parent] if parent else [])):
            yield Stored(getattr(row, column).name, getattr(row, parent) if parent else row)


def used(researcher: Researcher) -> int:
    """In bytes; a file that two rows show counts once."""
    return sum(stored.size for stored in {one.name: one for one in files(researcher)}.values())


def check_quota(researcher: Researcher | None, uploads: Iterable) -> None:
    """ValidationError where `uploads` do not fit beside what is stored already, or are too many."""
    uploads = list(uploads)
    wanted = sum(upload.size for upload in uploads)
    if not (researcher and researcher.pk and wanted):
        return
    check_rate(researcher, len(uploads))
    taken = used(researcher)
    if taken + wanted > settings.UPLOAD_QUOTA:
        text = _(
            "Your files take %(used)s of %(all)s; %(more)s more do not fit. Nothing was stored. "
            "“Files” → “Files and space” shows what could go."
        )
        sizes = {"used": taken, "all": settings.UPLOAD_QUOTA, "more": wanted}
        raise ValidationError(text % {name: filesizeformat(size) for name, size in sizes.items()})


def check_rate(researcher: Researcher, uploads: int = 1) -> None:
    """ValidationError where these are more than an hour's. Refused ones count: they were work."""
    often = {"times": settings.UPLOADS_AN_HOUR, "within": timedelta(hours=1)}
    if not allowed("upload", str(researcher.pk), **often, count=uploads):
        text = _(
            "More than %(number)s files in an hour are too many. This one was not stored: send it "
            "again a little later."
        )
        raise ValidationError(text, params={"number": settings.UPLOADS_AN_HOUR})

"""Stored files as answers: only of a known kind, and never run by a browser."""

import logging
from pathlib import PurePosixPath

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

# Shown in place; any other kind is a download.
PICTURES = {"webp": "image/webp"}
DOWNLOADS = {"pdf": "application/pdf"}
# A withdrawn file may stay in a shared cache for so many seconds, not longer.
MAX_AGE = 300

UNREADABLE = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "60",
}


def unchanged(request, path: str) -> HttpResponseBase | None:
    """The 304 of who has the file: it is not opened for that, which means fetched of a bucket."""
    response = get_conditional_response(request, etag=_etag(PurePosixPath(path)))
    return response and _labelled(response, PurePosixPath(path), "")


def answer(path: str, name: str = "") -> HttpResponseBase:
    """The stored file at `path`, which the caller may give out; saved by visitors as `name`.

    404 where it is lost, 503 while the disk or the bucket does not answer.
    """
    try:
        response = FileResponse(default_storage.open(path))
    except (FileNotFoundError, IsADirectoryError):
        raise Http404 from None
    except OSError as error:
        logger.error("The uploads cannot be read: %s", type(error).__name__)
        text = _("This file cannot be read just now. Try again later.")
        return HttpResponse(text, status=503, headers=UNREADABLE)
    return _labelled(response, PurePosixPath(path), name)


def _labelled(response, path, name):
    """The type comes from our tables, never from the file. A name is given out only once, so it
    is its own ETag; a picture is not compressed again."""
    suffix = path.suffix[1:]
    kind = PICTURES.get(suffix) or DOWNLOADS.get(suffix, "application/octet-stream")
    disposition = "inline" if suffix in PICTURES else "attachment"
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'{disposition}; filename="{name or path.name}"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Content-Encoding"] = "identity"
    response.headers["ETag"] = _etag(path)
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    return response


def _etag(path):
    return f'"{path.stem}"'

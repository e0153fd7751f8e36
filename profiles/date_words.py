"""A date as somebody types it in the admin, said back in words."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext as _

from profiles.dates import PartialDate
from profiles.periods import Periods

LONGEST = 200


def in_words(request):
    """GET ?text=11/1/2024 -> "Read as 1 November 2024."; 400 and what is wrong. Plain text.

    `several`: any word, for a box that takes several dates and ranges.
    """
    text = request.GET.get("text", "")[:LONGEST]
    try:
        words = str(Periods.parse(text)) if request.GET.get("several") else _one(text)
    except ValidationError as error:
        return _plain(" ".join(error.messages), 400)
    return _plain(_("Read as: %(date)s") % {"date": words})


def _one(text):
    return PartialDate.parse(text).display() if text.strip() else ""


def _plain(text, status=200):
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)

"""In which language a text stands on the page, where that is not the page's own."""

from django.conf import settings
from django.utils import translation


def differing(row, field: str) -> str:
    """The code for `lang` on `row.translated(field)`; "" where the page's own language holds.

    A text that lacks a translation stands in the site's first language.
    """
    page = translation.get_language()
    if page == settings.LANGUAGE_CODE or row.language_of(field) == page:
        return ""
    return settings.LANGUAGE_CODE

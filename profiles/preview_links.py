"""Addresses of what an editor sees: pages of the admin, previews (website.previews), a part of a
form.
"""

import re
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Model
from django.urls import reverse

# A parameter of the address of a form.
PART = "_part"
# Attributes whose addresses lead to files.
FILES = re.compile(r'(?<=\s)(?:src|srcset|href)="[^"]*"')


def admin_url(model: type[Model], page: str, *args) -> str:
    """The address of a page of a ModelAdmin, as Django names its own: "change", "changelist"."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def root() -> str:
    """Return the address below which previews stand."""
    return reverse("admin:preview")


def page_url(page: str, row: Model | None = None) -> str:
    """The preview of the public page at `page`; its bar leads back to the form of `row`."""
    path, mark, fragment = page.partition("#")
    form = f"?form={row._meta.label_lower}/{row.pk}" if row else ""
    return root() + path.removeprefix("/") + form + mark + fragment


def file_url(url: str) -> str:
    """The address at which an editor sees an uploaded file that may not be public yet."""
    local = url.startswith(settings.MEDIA_URL)
    return root() + url.removeprefix("/") if local else url


def to_previews(html: str) -> str:
    """`html` with the addresses of uploaded files changed to those that show drafts', too."""
    media = settings.MEDIA_URL
    uploaded, below = re.compile(rf'(?<=["\s,]){re.escape(media)}'), root() + media[1:]
    return FILES.sub(lambda match: uploaded.sub(below, match[0]), html)


def part_url(form_url: str, part: str) -> str:
    """The address of a part of the form at `form_url`, see profiles.admin.researcher_form."""
    return f"{form_url}?{urlencode({PART: part}, safe=',')}" if part else form_url

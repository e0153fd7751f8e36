"""The entries that a paper was imported from, and which of them says what."""

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles.admin.scope import ScopedTabularInline
from publications.admin.import_pages import field_display, field_label
from publications.merging.split import splittable
from publications.models import Publication, Source
from publications.provenance import Origin, origins

# Signs of a value that are shown.
LONGEST = 200


class SourceInline(ScopedTabularInline):
    model = Source
    fields = readonly_fields = ["citation_key", "entry_type", "file", "line", "text", "split"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("entries it was imported from")

    def get_queryset(self, request):
        others = Source.objects.filter(publication=OuterRef("publication"))
        others = others.exclude(pk=OuterRef("pk"))
        papers = splittable(request.user).order_by().values("pk")
        return (
            super()
            .get_queryset(request)
            .annotate(may_split=Exists(others) & Q(publication__in=papers))
        )

    @admin.display(description=_("as in the file"))
    def text(self, source):
        return format_html('<pre class="bibtex">{}</pre>', source.raw)

    @admin.display(description=_("another work?"))
    def split(self, source):
        if not source.may_split:
            return "–"
        args = [source.publication_id, source.pk]
        url = reverse("admin:publications_publication_split", args=args)
        return format_html('<a href="{}">{}</a>', url, gettext("Make this a paper of its own"))


def origins_table(paper: Publication) -> str:
    """As HTML: each field with who says so, and what others say instead."""
    rows = map(_shown, origins(paper))
    return render_to_string("admin/publications/origins.html", {"rows": rows})


def _shown(origin: Origin) -> dict:
    """A row of the table of where fields are from, as its template takes it."""

    def text(value):
        return Truncator(field_display(origin.column, value)).chars(LONGEST)

    return {
        "label": field_label(origin.column),
        "value": text(origin.value),
        "who": origin.who,
        "others": [(text(value), who) for value, who in origin.others],
    }

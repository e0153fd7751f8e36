"""What was found for a researcher elsewhere, as Home shows it: source by source, with buttons."""

from __future__ import annotations

from collections import Counter

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from profiles.models import Researcher
from publications.models import PendingImport

SHOWN, LONGEST = 5, 300
# As exchange.news.proposals names them.
KINDS = {
    "retracted": gettext_lazy("Retracted"),
    "published": gettext_lazy("A preprint was published"),
    "notice": gettext_lazy("Corrected"),
    "new": gettext_lazy("New paper"),
    "more": gettext_lazy("Something to add"),
    "row": gettext_lazy("Job or degree"),
}
COUNTED = {
    "retracted": ngettext_lazy("%(count)d retraction", "%(count)d retractions", "count"),
    "published": ngettext_lazy(
        "%(count)d preprint was published", "%(count)d preprints were published", "count"
    ),
    "notice": ngettext_lazy("%(count)d correction", "%(count)d corrections", "count"),
    "new": ngettext_lazy("%(count)d new paper", "%(count)d new papers", "count"),
    "more": ngettext_lazy(
        "%(count)d paper with something to add", "%(count)d papers with something to add", "count"
    ),
    "row": ngettext_lazy("%(count)d job or degree", "%(count)d jobs and degrees", "count"),
}


def found_for(user, person: Researcher) -> list[dict]:
    """Of each source: the sentence about it, its plan, its first proposals, retractions first."""
    pending = PendingImport.objects.filter(researcher=person, user=user, is_found=True, batch=None)
    rows = pending.only("name", "options", "created_at") if person.orcid else ()
    return sorted(map(_source, rows), key=lambda one: not one["is_urgent"])


def _source(found):
    counts, proposals = found.options["found"], found.options.get("proposals", [])
    # What was found before there were proposals has counts alone.
    kinds = Counter(one["kind"] for one in proposals)
    kinds = kinds or Counter(new=counts["created"], more=counts["updated"])
    what = [text % {"count": kinds[kind]} for kind, text in COUNTED.items() if kinds[kind]]
    text = _("Found at %(name)s: %(what)s.") % {"name": found.name, "what": ", ".join(what)}
    is_urgent = any(one["kind"] == "retracted" for one in proposals)
    shown = [one for one in proposals if one["kind"] == "retracted"]
    shown += [one for one in proposals if one not in shown][: max(0, SHOWN - len(shown))]
    return {
        "name": found.name,
        "text": text,
        "when": found.created_at,
        "plan_url": reverse("admin:publications_importbatch_plan", args=[found.pk]),
        "decide_url": reverse("admin:publications_importbatch_found", args=[found.pk]),
        "is_urgent": is_urgent,
        "proposals": list(map(_proposal, shown)),
        "more": len(proposals) - len(shown),
    }


def _proposal(one):
    from publications.importer.report import field_display, field_label  # as website.dashboard

    fields = [
        (
            field_label(name),
            *(Truncator(field_display(name, side)).chars(LONGEST) for side in (mine, theirs)),
        )
        for name, mine, theirs in one["fields"]
    ]
    return one | {"kind_text": KINDS.get(one["kind"], ""), "fields": fields}

"""The word of an owner on what was found: a proposal accepted or refused, or all of its source."""

from django.contrib import messages
from django.http import Http404, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from exchange.sources import proposals
from exchange.sources.refresh import CHANGED, accept
from profiles import access
from publications.admin.imports import UNANSWERED
from publications.models import AlwaysFrom, ImportBatch

PLACE = "admin:publications_importbatch_"


class InboxMixin:
    """For the admin of imports."""

    def get_urls(self):
        view, name = self.admin_site.admin_view, "publications_importbatch_found"
        return [
            path("found/ask/", view(self.ask_view), name="publications_importbatch_ask"),
            path("found/<uuid:token>/", view(self.found_view), name=name),
            *super().get_urls(),
        ]

    def ask_view(self, request):
        """What a source has is no longer taken unasked."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        records = access.records_for(ImportBatch, request.user).filter(owner=request.user)
        person = get_object_or_404(records, slug=request.POST.get("record", ""))
        source = request.POST.get("source", "")
        person.always_from.filter(source=source).delete()
        messages.success(request, _("You are asked about %(source)s again.") % {"source": source})
        return redirect(f"{reverse('admin:index')}?record={person.slug}#found")

    def found_view(self, request, token):
        """Each button names its proposal: accept=, refuse=, always=."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        pending, data = self.pending(request, token), request.POST
        if not pending.is_found:
            raise Http404
        home = redirect(f"{reverse('admin:index')}?record={pending.researcher.slug}#found")
        chosen = next((name for name in ("accept", "refuse", "always") if data.get(name)), "")
        known = {one["key"] for one in pending.options.get("proposals", ())}
        if data.get(chosen) not in known:
            messages.info(request, _("This was decided already, so nothing was done."))
        elif chosen == "refuse":
            proposals.reject(pending, [data["refuse"]])
            messages.success(request, _("Refused. It is not proposed again."))
        else:
            is_always = chosen == "always"
            return self._accept(request, pending, data[chosen], is_always=is_always) or home
        return home

    def _accept(self, request, pending, key, *, is_always):
        source, person, token = pending.name, pending.researcher, pending.pk
        try:
            number = accept(pending, [key], request.user, ImportBatch.Origin.ADMIN)
        except proposals.Unanswered:
            messages.warning(request, UNANSWERED)
            return redirect(f"{PLACE}plan", token)
        except CHANGED:
            text = _("It was changed meanwhile, so nothing was done. Look for news again.")
            messages.warning(request, text)
            return None
        text = _("Accepted.")
        if is_always:
            AlwaysFrom.objects.get_or_create(researcher=person, source=source)
            text = _("Accepted. From now on all from %(source)s is taken, and reported here.")
            text %= {"source": source}
        if number:
            url = reverse(f"{PLACE}undo", args=[number])
            text = format_html('{} <a href="{}">{}</a>', text, url, _("Undo"))
        messages.success(request, text)
        return None

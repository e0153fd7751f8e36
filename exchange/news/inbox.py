"""What an owner does with what was found: looks for it, accepts or refuses a proposal, takes all of
a source, and says whether a mail tells of it.
"""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from exchange.news import proposals
from exchange.news.refresh import CHANGED, accept, look_for_news, may_be_asked
from exchange.sources.client import Client
from profiles import access
from publications.admin.import_forms import UNANSWERED
from publications.admin.imports import PLACE, token_of
from publications.models import AlwaysFrom, ImportBatch, NewsMail
from publications.progress import Cancelled, Progress


class InboxMixin:
    """For the admin of imports."""

    def get_urls(self):
        return [
            self.page_path("news/", require_POST(self.news_view), "news"),
            self.page_path("news/mail/", self.mail_view, "news_mail"),
            self.page_path("found/ask/", require_POST(self.ask_view), "ask"),
            self.page_path("found/<uuid:token>/", require_POST(self.found_view), "found"),
            *super().get_urls(),
        ]

    def news_view(self, request):
        """To the plan of what was found; else back, with a sentence."""
        records = access.records_for(ImportBatch, request.user)
        person = get_object_or_404(records, slug=request.POST.get("record", ""))
        if not may_be_asked(person) or person.owner != request.user:
            messages.warning(request, _("The profile has no ORCID iD, or is not your own."))
            return redirect("admin:index")
        with Progress(request.user, token_of(request)) as progress:
            try:
                news = look_for_news(person, Client(progress.at("asking")))
            except Cancelled as done:
                messages.warning(request, str(done))
                return redirect(f"{reverse('admin:index')}?record={person.slug}")
        for problem in news.problems:
            messages.warning(request, problem)
        if len(news.found) == 1:
            return redirect("admin:publications_importbatch_plan", news.found[0].pk)
        if not (news.found or news.taken or news.problems):
            messages.info(request, _("Nothing new was found."))
        return _home(person)

    def mail_view(self, request):
        """The switch of one's own weekly mail."""
        if request.method == "POST":
            is_wanted = "on" in request.POST
            NewsMail.objects.update_or_create(user=request.user, defaults={"is_wanted": is_wanted})
            text = _("You get the mail.") if is_wanted else _("You get no such mail any more.")
            messages.success(request, text)
            return redirect("admin:account")
        context = self.admin_site.each_context(request) | {
            "title": _("A mail once a week"),
            "is_wanted": not NewsMail.objects.filter(user=request.user, is_wanted=False).exists(),
        }
        return TemplateResponse(request, "admin/publications/importbatch/mail.html", context)

    def ask_view(self, request):
        """What a source has is no longer taken unasked."""
        records = access.records_for(ImportBatch, request.user).filter(owner=request.user)
        person = get_object_or_404(records, slug=request.POST.get("record", ""))
        source = request.POST.get("source", "")
        person.always_from.filter(source=source).delete()
        messages.success(request, _("You are asked about %(source)s again.") % {"source": source})
        return _home(person)

    def found_view(self, request, token):
        """Each button names its proposal: accept=, refuse=, always=."""
        pending, data = self.pending(request, token), request.POST
        if not pending.is_found:
            raise Http404
        home = _home(pending.researcher)
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


def _home(person):
    """What waits for a word of theirs."""
    return redirect(f"{reverse('admin:index')}?record={person.slug}#found")

"""Pages that look up: a box for papers in every form, and a profile from its record at ORCID."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.files import packed
from exchange.sources.client import Client, NotAvailable
from exchange.sources.lookup import SERVICES, look_up, orcid_files
from exchange.sources.pasted import LONGEST, Pasted, understand
from exchange.sources.refresh import look_for_news, may_be_asked
from profiles import access
from profiles.identifiers import normalise_orcid
from publications import reference_lists
from publications.admin.import_forms import PASTED, STATES, UPDATES, ImportForm, UploadForm
from publications.admin.imports import token_of
from publications.bibtex import BibtexDecodeError
from publications.models import ImportBatch, NewsMail, Publication, Status, public_papers
from publications.progress import Cancelled, Progress

FILL_IN = gettext_lazy("Fill in from ORCID")
# While somebody waits for the page: each is a question of its own, one a second.
MOST = 25
COLUMNS = {"doi", "arxiv", "pmid"}


@dataclass
class Named:
    """One identifier that was understood; `paper` has it already, `theirs` is a colleague's."""

    kind: str
    identifier: str
    paper: Publication | None = None
    theirs: Publication | None = None
    is_another: bool = False

    @property
    def service(self) -> str:
        """The name of whom it is asked."""
        return SERVICES[self.kind].name


class LookUpForm(ImportForm):
    """Says what it understood first, and asks other servers only when it is sent again."""

    kind = "lookup"

    # Of a file's form, but not asked here.
    file = state = update = encoding = repair_encoding = None

    def __init__(self, *args, user, **kwargs):
        super().__init__(*args, user=user, **kwargs)
        self.user = user
        # Whether its button asks the services next.
        self.is_understood = False
        # Title, people, year and doubt of the papers that need no service.
        self.others = []

    def is_valid(self):
        return super().is_valid() and not self.is_understood

    def read(self, cleaned):
        cleaned |= self.how | {"repair_encoding": False}
        text, pasted = cleaned.get("text") or "", self.pasted
        if pasted.is_too_long:
            why = _("This text is too long. Paste up to %(most)s characters at once.")
            self.add_error("text", why % {"most": LONGEST})
        elif pasted.lists and not self.named and not pasted.printed:
            self._take("text", PASTED, text.encode("utf-8", "replace"), "utf-8")
        elif not self.named and not pasted.printed:
            self.add_error(
                "text", _("There is no DOI, arXiv number, PMID, ORCID iD or reference in this.")
            )
        elif len(self.named) > MOST:
            why = _("These are %(count)s; paste up to %(most)s at once.")
            self.add_error("text", why % {"count": len(self.named), "most": MOST})
        elif self.data.get("understood") == self.understood:
            self._ask()
        else:
            self._understand()

    def _understand(self):
        lists = [*self.pasted.lists, ("printed", "\n".join(self.pasted.printed))]
        try:
            parsed = reference_lists.parse(reference_lists.joined(lists))
        except BibtexDecodeError as error:
            return self.add_error("text", str(error))
        doubts = {problem.line: problem.reason for problem in parsed.problems}
        self.others = [
            {
                "title": record.text("title"),
                "people": record.text("author"),
                "venue": record.text("journal", "journaltitle", "booktitle", "publisher", "school"),
                "year": record.get("year", "date"),
                "doubt": doubts.get(record.line, ""),
            }
            for record in parsed.records
        ]
        self.is_understood = True
        return None

    def _ask(self):
        client = Client(self.progress.at("asking"))
        answers = [look_up(kind, names, client) for kind, names in self.pasted.named.items()]
        for problem in (problem for found in answers for problem in found.problems):
            self.add_error("text", problem)
        if self.errors:
            return
        lists, printed = [*self.pasted.lists], "\n".join(self.pasted.printed)
        lists += [("printed", printed)] if printed else []
        names = [found.name for found in answers] + [PASTED.strip(".")] * bool(lists)
        # The answers in JSON become one; so does all that is BibTeX.
        items = [found.text[1:-1] for found in answers if found.text.startswith("[")]
        bibtex = [found.text for found in answers if not found.text.startswith("[")]
        lists += [("json", "[{}]".format(",".join(items)))] if items else []
        lists += [("bibtex", "\n\n".join(bibtex))] if bibtex else []
        is_one = len(lists) == 1 and not printed
        text = lists[0][1] if is_one else reference_lists.joined(lists)
        self._take("text", ", ".join(names), text.encode("utf-8", "replace"), "utf-8")

    @property
    def how(self) -> dict[str, str]:
        """What the page with the file asks beside the text; else its first answers."""
        asked = {"update": UPDATES, "state": STATES}
        sent = {name: self.data.get(name) for name in asked}
        return {
            name: sent[name] if sent[name] in dict(choices) else choices[0][0]
            for name, choices in asked.items()
        }

    @cached_property
    def pasted(self) -> Pasted:
        """What the text holds."""
        return understand(self.data.get("text", "").replace("\r\n", "\n"))

    @property
    def understood(self) -> str:
        """What stands in the form beside the text, so that nothing else is asked for."""
        rest = (self.pasted.lists, self.pasted.printed)
        marks = [sha256(repr(rest).encode()).hexdigest()[:16]] if any(rest) else []
        return " ".join([f"{one.kind}:{one.identifier}" for one in self.named] + marks)

    @cached_property
    def named(self) -> list[Named]:
        """What the text names, and what of it is here already."""
        found = [Named(kind, name) for kind, names in self.pasted.named.items() for name in names]
        person = self.cleaned_data.get("researcher")
        for one in found:
            if one.kind in COLUMNS:
                same = Q(**{f"{one.kind}__iexact": one.identifier})
                if one.kind != "pmid":
                    same |= Q(**{f"versions__{one.kind}__iexact": one.identifier})
                one.paper = access.visible(Publication.objects.filter(same), self.user).first()
                one.theirs = None if one.paper else public_papers().filter(same).first()
            one.is_another = one.kind == "orcid" and bool(person) and person.orcid != one.identifier
        return found

    @property
    def own_orcid(self) -> str:
        """An iD that stands alone, and may be of the profile itself: all of its record may come."""
        if len(self.named) != 1 or self.others or self.named[0].kind != "orcid":
            return ""
        (one,) = self.named
        person = self.cleaned_data.get("researcher")
        return one.identifier if person and person.orcid in ("", one.identifier) else ""

    @property
    def services(self) -> str:
        """The names of whom the button asks."""
        return ", ".join(dict.fromkeys(one.service for one in self.named))

    @property
    def blank_url(self) -> str:
        """The form of a new paper with its only identifier filled in, for who wants none asked."""
        if len(self.named) != 1 or self.others or self.named[0].kind not in ("doi", "arxiv"):
            return ""
        (one,) = self.named
        values = {one.kind: one.identifier}
        values |= {"status": Status.PREPRINT} if one.kind == "arxiv" else {}
        if person := self.cleaned_data.get("researcher"):
            values["owner"] = person.pk
        return f"{reverse('admin:publications_publication_add')}?{urlencode(values)}"


def reader_of(request) -> type[ImportForm]:
    """The form that reads what was sent: what is no file and no list alone is looked up."""
    pasted = understand(request.POST.get("text", "").replace("\r\n", "\n"))
    is_looked_up = not request.FILES and (pasted.named or pasted.printed)
    return LookUpForm if is_looked_up else ImportForm


class NewsMixin:
    """For the admin of imports: a button that looks for news now."""

    def get_urls(self):
        return [
            self.page_path("news/", self.news_view, "news"),
            self.page_path("news/mail/", self.mail_view, "news_mail"),
            *super().get_urls(),
        ]

    def news_view(self, request):
        """To the plan of what was found; else back, with a sentence."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
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
        return redirect(f"{reverse('admin:index')}?record={person.slug}#found")

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


class OrcidForm(UploadForm):
    """A public record of ORCID becomes the profile, by the plan that the site of another has."""

    kind = "orcid"
    title = FILL_IN
    is_for_one = True

    orcid = forms.CharField(
        label=gettext_lazy("ORCID iD"),
        max_length=80,
        help_text=gettext_lazy(
            "Such as 0000-0002-1825-0097. Names, biography, links, jobs, degrees, prizes, grants "
            "and works that are public there; nothing that you wrote here is replaced."
        ),
        error_messages={"required": gettext_lazy("Type the iD, or paste its address.")},
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["researcher"].label = _("Whose profile")
        self.fields["state"].label = _("What is new")
        if self.sole:
            self.initial.setdefault("orcid", self.sole.orcid)

    def clean_orcid(self):
        return normalise_orcid(self.cleaned_data["orcid"])

    def read(self, cleaned):
        self.name = f"ORCID {cleaned['orcid']}"
        try:
            files = orcid_files(cleaned["orcid"], Client(self.progress.at("asking")))
        except NotAvailable as why:
            return self.add_error("orcid", str(why))
        self.data_read = packed(files)
        return None

    def options(self):
        """Of a site: its plan, its report and its undo are this one's."""
        return {"site": True, "repair_encoding": False}

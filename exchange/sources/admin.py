"""The page that looks up: a box for papers in every form."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.sources.client import Client
from exchange.sources.lookup import SERVICES, look_up
from exchange.sources.pasted import LONGEST, Pasted, understand
from profiles import access
from publications import reference_lists
from publications.admin.import_forms import PASTED, STATES, UPDATES, ImportForm
from publications.bibtex import BibtexDecodeError
from publications.models import Publication, Status, public_papers

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

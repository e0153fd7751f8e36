"""Adding one paper from what was pasted: its BibTeX or RIS, or any text that names its DOI.

Nothing is asked of other sites. A reference goes to the plan of an import; of another text only
what is certain, the identifiers, is filled into the form of a new paper.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from profiles import access
from profiles.folding import in_sentence
from publications import identifiers, importer, reference_lists
from publications.admin.import_forms import ImportForm
from publications.models import PendingImport, Publication, Status
from publications.visibility import public_papers

# Of a text with a DOI somewhere; a list of references has the limits of an import.
MAX_CHARACTERS = 20_000


def quick_view(model_admin, request):
    """What was pasted on the front page: to a plan, to a form, or back with the reason."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    records = access.records_of(request.user)
    person = get_object_or_404(records, slug=request.POST.get("record", ""))
    text = request.POST.get("text", "")
    read = _plan if reference_lists.is_list(text) else _form
    if answer := read(request, person, text):
        return answer
    # The front page, with what was pasted still in its box.
    request.GET = QueryDict(urlencode({"record": person.slug}))
    return model_admin.admin_site.index(request, {"pasted": text})


# --- BibTeX, RIS and their like ------------------------------------------------------------------


def _plan(request, person, text):
    """To the plan of an import; None where the import cannot take it."""
    data = {"text": text, "researcher": person.pk, "update": importer.FILL, "state": "publish"}
    form = ImportForm(data, user=request.user)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(errors))
        return None
    pending = PendingImport.objects.create(user=request.user, **form.values())
    return redirect("admin:publications_importbatch_plan", pending.pk)


# --- A text with a DOI ---------------------------------------------------------------------------


def _form(request, person, text):
    """To the form of a new paper; None where the text names none."""
    text = text[:MAX_CHARACTERS]
    dois, arxiv = identifiers.find_dois(text), identifiers.find_arxiv(text)
    if len(dois) > 1:
        why = _("There are several DOIs in this: %(dois)s. Paste one at a time.")
        messages.warning(request, why % {"dois": ", ".join(dois[:5])})
        return None
    if not dois and not arxiv:
        why = _("There is no BibTeX, RIS, DOI or arXiv number in this. A DOI begins with “10.”.")
        messages.warning(request, why)
        return None
    values = {"doi": dois[0]} if dois else {"status": Status.PREPRINT}
    values |= {"arxiv": arxiv} if arxiv else {}
    named = {name: values[name] for name in ("doi", "arxiv") if name in values}
    same = Q()
    for name, value in named.items():
        same |= Q(**{f"{name}__iexact": value}) | Q(**{f"versions__{name}__iexact": value})
    if paper := access.visible(Publication.objects.filter(same), request.user).first():
        messages.info(request, _("This paper is here already: this is it."))
        return redirect("admin:publications_publication_change", paper.pk)
    if paper := public_papers().filter(same).first():
        text = _(
            "“{paper}” is here already, on a colleague’s page. Is it yours, too? Answer below."
        )
        link = format_html('<a href="{}">{}</a>', paper.get_absolute_url(), in_sentence(paper))
        messages.info(request, format_html(text, paper=link))
        return redirect("admin:publications_authorshipsuggestion_changelist")
    known = _("Filled in: %(what)s. The rest is yours to write: nothing is fetched from elsewhere.")
    messages.info(request, known % {"what": ", ".join(named.values())})
    values["owner"] = person.pk
    return redirect(f"{reverse('admin:publications_publication_add')}?{urlencode(values)}")

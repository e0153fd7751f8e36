"""What a server would look up, as small JSON files for static/js/static-site.js."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from profiles.models import Researcher
from publications import listing
from publications.list_filters import Filters
from publications.views import ListMixin
from website.search import documents
from website.search.documents import KINDS

# Of abstracts, a search reads so many different words: nearly all, at 0.8 KB a paper. Of other long
# texts, all.
WORDS_OF_PAPER = 200


def list_index(view: str, slug: str) -> dict:
    """Of a list of papers, in the language of the thread.

    "papers": [year, kind, venue, topics, is first author, is selected, words] of each, in the
    order of the list.
    """
    if view == "researcher-publications":
        papers = listing.researcher_list(Researcher.objects.public().get(slug=slug), Filters())
    else:
        papers = listing.site_list(Filters())
    rows = list(papers.filter_values())
    sentences = [
        ngettext("%(counter)s paper found.", "%(counter)s papers found.", number)
        for number in range(len(rows) + 1)
    ]
    different = list(dict.fromkeys(sentences))
    return {
        "page_size": ListMixin.paginate_by,
        # Which of the sentences is right for so many papers, in a language with any plurals.
        "found": different,
        "forms": "".join(str(different.index(sentence)) for sentence in sentences),
        "clear": _("Clear the filter"),
        "nothing": _("Nothing matches. Try fewer filters, or another word."),
        "papers": rows,
    }


def search_index() -> dict:
    """Of the whole site, in the language of the thread.

    "kinds": [{"label", "found": [[words, HTML as on the page of results], ...]}, ...]
    """
    kinds = []
    for kind in KINDS.values():
        rows = list(kind.public().order_by(*kind.order_by))
        texts = kind.texts([row.pk for row in rows])
        found = [
            [
                _words(texts[row.pk], WORDS_OF_PAPER if kind.name == "papers" else None),
                render_to_string(kind.template, {"row": shown, "quote": "", "terms": []}).strip(),
            ]
            for row, shown in zip(rows, kind.present(rows), strict=True)
        ]
        if found:
            kinds.append({"label": str(kind.label), "found": found})
    return {"kinds": kinds, "nothing": _("Nothing found for “%(query)s”.")}


def _words(texts, most):
    """Folded, each once; of the body, `most` at most."""
    names = _runs([*texts.name, *texts.about, *texts.keys])
    body = [word for word in _runs(texts.body) if word not in names]
    return " ".join([*names, *body[:most]])


def _runs(parts):
    return dict.fromkeys(documents.runs(" ".join(map(str, filter(None, parts)))))

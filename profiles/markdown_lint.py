"""What a writer would only see on the page: references, links and pictures that are not right."""

from collections.abc import Iterable
from urllib.parse import unquote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from profiles import markup
from profiles.markup.references import doubt
from profiles.models import Researcher
from website.checks.addresses import mistake, unmade

NAMED_AT_MOST = 10


def lint(texts: Iterable[str], researcher: Researcher | None) -> list[str]:
    """Sentences for who wrote the texts; plain text. None of them keeps a text from being saved."""
    surveys = [markup.survey(text) for text in texts]
    cited = dict.fromkeys(each for survey in surveys for each in survey.references)
    doubtful = {"unknown": [], "draft": [], "several": []}
    for reference in cited if researcher else ():
        if why := doubt(reference, researcher):
            doubtful[why].append(reference.typed)
    warnings = [_doubtful(why, names) for why, names in doubtful.items() if names]
    bare = sum(map(is_bare, [alt for survey in surveys for alt in survey.pictures]))
    return [*warnings, *_misspelt(surveys), *_undescribed(bare)]


def is_bare(alt):
    """Without a description, or with the words that stand there to be replaced."""
    return alt.strip() in ("", _("describe this picture"))


def _listed(names):
    more = ["…"] if len(names) > NAMED_AT_MOST else []
    return ", ".join([*names[:NAMED_AT_MOST], *more])


def _doubtful(why, names):
    if why == "unknown":
        text = _(
            "No paper on your pages is called %(names)s. It stays as typed; compare it with the "
            "paper’s citation key or short name."
        )
    elif why == "draft":
        text = _(
            "%(names)s becomes a link once the paper is public and on your pages; until then "
            "visitors read “a forthcoming paper” there."
        )
    else:
        text = _(
            "%(names)s is the name of several papers, so it leads to none. Write the address of "
            "the one you mean, such as [@its-address]."
        )
    return text % {"names": _listed(names)}


def _misspelt(surveys):
    """Links that are wrong by their looks: nothing is asked of any site."""
    links = {url: mistake(url) for survey in surveys for url in survey.links}
    links |= {url: unmade() for survey in surveys for url in survey.unmade}
    wrong = [(url, why) for url, why in links.items() if why]
    for url, why in wrong[:NAMED_AT_MOST]:
        text = _("The link “%(address)s” looks wrong. %(why)s")
        yield text % {"address": unquote(url), "why": why}


def _undescribed(count):
    if count:
        yield ngettext(
            "A picture has no description for those who cannot see it: write it between the "
            "brackets of ![…].",
            "%(count)s pictures have no description for those who cannot see them: write it "
            "between the brackets of ![…].",
            count,
        ) % {"count": count}

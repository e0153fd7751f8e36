"""What a writer would only see on the page: references, links and pictures that are not right."""

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from profiles import markup
from profiles.models import Researcher

NAMED_AT_MOST = 10
BARE_URL = re.compile(
    r"(?:www\.[\w.-]+|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|ai|dev|cn|uk|de|fr|jp|ch|ca|eu))"
    r"(?::\d+)?(?:[/?#].*)?",
    re.I,
)
DOUBLED = re.compile(r"https?:/*https?:|https?:///|https?//", re.I)
OPENING, CLOSING = "([<{", {")": "(", "]": "[", ">": "<", "}": "{"}
DOUBTS = {
    "unknown": gettext_lazy(
        "No paper on your pages is called %(names)s. It stays as typed; compare it with the "
        "paper’s citation key or short name."
    ),
    "draft": gettext_lazy(
        "%(names)s becomes a link once the paper is public and on your pages; until then "
        "visitors read “a forthcoming paper” there."
    ),
    "several": gettext_lazy(
        "%(names)s is the name of several papers, so it leads to none. Write the address of "
        "the one you mean, such as [@its-address]."
    ),
}
# Of a link that Markdown makes none of.
NO_LINK = gettext_lazy("It stays as typed, because this is no address.")


def lint(texts: Iterable[str], researcher: Researcher | None) -> list[str]:
    """Sentences for who wrote the texts; plain text. None of them keeps a text from being saved."""
    texts = list(texts)
    surveys = [markup.survey(text) for text in texts]
    cited = dict.fromkeys(name for survey in surveys for name in survey.references)
    doubtful = {why: [] for why in DOUBTS}
    for reference in cited if researcher else ():
        if why := markup.doubt(reference, researcher):
            doubtful[why].append(reference.typed)
    until_then = _("Until then it is shown as typed.")
    warnings = [f"{why} {until_then}" for text in texts if (why := refusal(text))]
    for why, names in doubtful.items():
        if names:
            listed = [*names[:NAMED_AT_MOST], "…"] if len(names) > NAMED_AT_MOST else names
            warnings.append(DOUBTS[why] % {"names": ", ".join(listed)})
    # Links that are wrong by their looks: nothing is asked of any site.
    links = {url: url_mistake(url) for survey in surveys for url in survey.links}
    links |= {url: NO_LINK for survey in surveys for url in survey.unmade}
    wrong = [(url, why) for url, why in links.items() if why]
    for url, why in wrong[:NAMED_AT_MOST]:
        text = _("The link “%(address)s” looks wrong. %(why)s")
        warnings.append(text % {"address": unquote(url), "why": why})
    if bare := sum(is_bare(alt) for survey in surveys for alt in survey.pictures):
        text = ngettext(
            "A picture has no description for those who cannot see it: write it between the "
            "brackets of ![…].",
            "%(count)s pictures have no description for those who cannot see them: write it "
            "between the brackets of ![…].",
            bare,
        )
        warnings.append(text % {"count": bare})
    return warnings


def refusal(text: str | None) -> str:
    """Why a text is not saved, in a sentence or two; "" where it is."""
    excess = markup.too_much(text) if text else None
    if not excess:
        return ""
    if not excess.sign:
        why = _("From line %(line)s on, this text is longer than one text can be. Make two of it.")
    else:
        why = _(
            "From line %(line)s on, this text has more signs of Markdown than one text can hold, "
            "most often “%(sign)s”. Make two texts of it, or write a backslash before each sign "
            "that is meant as such."
        )
    return why % excess._asdict()


def is_bare(alt):
    """Without a description, or with the words that stand there to be replaced."""
    return alt.strip() in ("", _("describe this picture"))


def url_mistake(url: str, own_hosts: frozenset[str] = frozenset()) -> str:
    """What is wrong with an address by its looks, in a sentence; "" where nothing is to be seen.

    `own_hosts`: the site's own names and those of the writer's other sites.
    """
    plain = unquote(url)
    if plain != plain.strip() or " " in plain.partition("?")[0]:
        return _("There is a blank in the address.")
    if plain.startswith(tuple(OPENING)):
        return _("It begins with a bracket.")
    last = plain[-1:]
    unopened = last in CLOSING and plain.count(last) > plain.count(CLOSING[last])
    if unopened or last in (",", ";", '"', "'", "”") or plain.endswith(".."):
        return _("It ends with a sign that hardly belongs to it.")
    if DOUBLED.match(plain):
        return _("Its beginning stands twice, or lacks a colon.")
    if BARE_URL.fullmatch(plain):
        return _("It lacks https:// at its beginning.")
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return _("It names no site.")
    if parts.scheme not in ("http", "https"):
        return ""
    if not host:
        return _("It names no site.")
    if parts.username is not None:
        return _("It holds a user name or a password.")
    if parts.scheme == "http" and host in own_hosts:
        return _("It leads to your own site by http://; https:// keeps readers safe.")
    return ""

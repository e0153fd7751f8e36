"""Every public address, read off the resolver, with whatever may stand in its places."""

import itertools

from django.urls import get_resolver

from config.urls import sitemaps
from profiles.models import CVVariant, Page
from tests.unpublished import rows

QUESTIONS = f"q={rows.SOUGHT}", "year=2024", "venue=1", "topic=zebrafinch-topic", "role=first"


def values() -> dict[str, list[str]]:
    return {
        "slug": ["alice-ahlgren", rows.slug(rows.Researcher), "former"],
        "page": [rows.slug(Page), "old"],
        "variant": [rows.slug(CVVariant)],
        "publication": [rows.slug(rows.Publication), "former", "open"],
        "digest": ["0"],
        "section": [*sitemaps],
        "path": rows.files(*rows.everything()),
        "rest": [""],
    }


def addresses() -> list[str]:
    known = values()
    found = []
    resolver = get_resolver()
    for name in filter(_is_page, resolver.reverse_dict):
        for possibilities, *_rest in resolver.reverse_dict.getlist(name):
            found += [
                f"/{path}"
                for template, places in possibilities
                for path in _filled(template, places, known)
            ]
    return sorted({*found, *_asked(found), *_in_chinese(found)})


def _is_page(name):
    """Of the server's two signs of life, one is enough: neither reads a row."""
    return isinstance(name, str) and name != "readyz"


def _filled(template, places, known):
    for given in itertools.product(*(known[place] for place in places)):
        yield template % dict(zip(places, given, strict=True))


def _asked(found):
    """The list of papers with each of its questions; searches, by a word beside each marker."""
    questions = [f"/alice-ahlgren/publications/?{question}" for question in QUESTIONS]
    searches = [path for path in found if path in ("/", "/search/", "/publications/")]
    changed = ["/people.json?since=2020-01-01", "/publications.json?since=2020-01-01&group=1"]
    return [*questions, *changed, *(f"{path}?q={rows.SOUGHT}" for path in searches)]


def _in_chinese(found):
    pages = ["/", "/publications/", f"/search/?q={rows.SOUGHT}"]
    return [f"/zh-hans{path}" for path in found if path in pages or "/alice-ahlgren/" in path]


def leaks(client, paths) -> list[str]:
    """Where a marker is in an answer's headers or content, and which."""
    return [f"{path}: {found}" for path, found, _answer in shown(client, paths)]


def shown(client, paths):
    """(path, what is found of a marker, the answer) of each whose answer has one."""
    for path in paths:
        # The picture of today is where any digest leads to.
        answer = client.get(path, follow="/cards/" in path)
        if found := _found(answer, path):
            yield path, found, answer


def _found(answer, path):
    content = answer.getvalue() if answer.streaming else answer.content
    text = content.decode(errors="replace") + str(answer.headers)
    text = text.lower()
    own, _mark, query = path.lower().partition("?")
    # A list of papers links to itself in another form, with what was asked of it.
    for echo in (path.lower(), own, own.removeprefix("/zh-hans"), query and f"?{query}&amp;"):
        text = text.replace(echo, "")
    at = text.find(rows.MARK.lower())
    return text[at : at + 60] if at >= 0 else ""

"""What a page is made of, asked of a parser that reads as browsers do (lexbor).

Whatever a text may say, a page is made of what its templates, and the sanitiser's list, hold.
"""

import re

from selectolax.lexbor import LexborHTMLParser

from profiles.markup.sanitiser import ATTRIBUTES, SCROLLERS, TAGS

URLS = {"href", "src", "srcset", "action", "formaction", "poster", "data", "xlink:href"}
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.I)
# What browsers pass over before and inside a scheme.
IGNORED = re.compile(r"[\x00-\x20]")
OF_MARKDOWN = {"rel"} | {name for names in SCROLLERS.values() for name in names}


def inventory(html):
    """{(element, its attributes, kinds of its addresses)} of a page."""
    return {shape(node) for node in LexborHTMLParser(html).root.traverse()}


def shape(node):
    attributes = node.attributes
    addresses = ((n, kind(v or "")) for n, v in attributes.items() if n in URLS)
    return node.tag, frozenset(attributes), frozenset(addresses)


def kind(url):
    url = IGNORED.sub("", url)
    scheme = SCHEME.match(url)
    return scheme[1].lower() if scheme else "//" if url[:2] in ("//", "/\\") else "path"


def may_come_from_markdown(found):
    tag, attributes, addresses = found
    known = ATTRIBUTES.get(tag, set()) | OF_MARKDOWN
    schemes = {"http", "https", "mailto", "//", "path"} if tag == "a" else {"path"}
    return tag in TAGS and attributes <= known and {k for _name, k in addresses} <= schemes


def faults(html, harmless):
    """What the page holds and neither the harmless one does nor Markdown may; [] for nothing."""
    more = inventory(html) - harmless
    return sorted(map(str, (found for found in more if not may_come_from_markdown(found))))


# What the parser adds to a piece of HTML by itself.
EMPTY = inventory("text")

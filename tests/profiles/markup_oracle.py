"""Is a piece of HTML inert? Asked of a parser that shares nothing with the renderer."""

import re
from html.parser import HTMLParser

from profiles.markup.sanitiser import TAGS

VOID = {"br", "hr", "img"}
URLS = {"href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset"}
SCHEME = re.compile(r"\s*([a-z][a-z0-9+.\-]*):", re.I)


class Oracle(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.faults, self.open = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in TAGS:
            self.faults.append(f"element {tag}")
        for name, value in attrs:
            self.check_attribute(tag, name, value or "")
        if tag not in VOID:
            self.open.append(tag)

    def check_attribute(self, tag, name, value):
        if name.startswith("on") or name in {"style", "srcdoc", "target", "name"}:
            self.faults.append(f"attribute {name} of {tag}")
        if name in URLS:
            # Browsers skip controls and blanks before and inside the scheme.
            scheme = SCHEME.match(re.sub(r"[\x00-\x20\u2028\u2029]", "", value))
            if scheme and scheme[1].lower() not in {"http", "https", "mailto"}:
                self.faults.append(f"{name}={value!r}")
        if tag == "img" and name == "src" and not value.startswith("/media/"):
            self.faults.append(f"picture from {value!r}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"unbalanced </{tag}>")

    def handle_comment(self, data):
        self.faults.append("a comment")

    def handle_decl(self, decl):
        self.faults.append("a declaration")

    def handle_pi(self, data):
        self.faults.append("a processing instruction")


def faults(html: str) -> list[str]:
    """What is active or broken; [] for inert, well-formed HTML."""
    oracle = Oracle()
    oracle.feed(html)
    oracle.close()
    return oracle.faults + [f"open <{tag}>" for tag in oracle.open]

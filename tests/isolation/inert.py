"""What the strict CSP would block on a page, told without a browser."""

from html.parser import HTMLParser


def blocked(answer) -> list[str]:
    """Inline scripts and styles, handlers in attributes, and whatever is of another host."""
    parser = Blocked()
    parser.feed(answer.content.decode())
    return parser.found


class Blocked(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            loads = name in ("src", "srcset", "action", "formaction") or tag == "link"
            is_elsewhere = loads and "//" in (value or "") and name != "rel"
            if name == "style" or name.startswith("on") or is_elsewhere:
                self.found.append(f"<{tag} {name}={value!r}>")
        kinds = dict(attrs)
        is_data = kinds.get("type", "").endswith("json")
        if tag == "style" or (tag == "script" and "src" not in kinds and not is_data):
            self.found.append(f"<{tag}>")

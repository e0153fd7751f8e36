"""What a browser would send of a page, so that no post is refused for its form alone."""

from html.parser import HTMLParser


def sent_by(answer) -> dict:
    """Name -> value, or list of values, of the boxes on the page as they stand; no button."""
    parser = Boxes()
    parser.feed(answer.content.decode())
    return {name: values[0] if len(values) == 1 else values for name, values in parser.sent.items()}


class Boxes(HTMLParser):
    def __init__(self):
        super().__init__()
        self.sent, self.box, self.text = {}, None, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "input":
            self._input(attrs)
        elif tag in ("select", "textarea"):
            self.box, self.text = attrs.get("name"), ""
        elif tag == "option" and "selected" in attrs and self.box:
            self._send(self.box, attrs.get("value", ""))

    def _input(self, attrs):
        kind = attrs.get("type", "text")
        is_off = kind in ("checkbox", "radio") and "checked" not in attrs
        if attrs.get("name") and kind not in ("submit", "file", "button") and not is_off:
            self._send(attrs["name"], attrs.get("value", "on" if kind == "checkbox" else ""))

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self.box:
            self._send(self.box, self.text.removeprefix("\n"))
        if tag in ("select", "textarea"):
            self.box = self.text = None

    def _send(self, name, value):
        if "__prefix__" not in name and name not in ("csrfmiddlewaretoken", "action"):
            self.sent.setdefault(name, []).append(value)

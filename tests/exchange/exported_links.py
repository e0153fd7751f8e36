"""Every link of an exported folder that leads to no file of it, read with Python's own parser."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

ATTRIBUTES = {"href", "src", "action", "data-index", "data-finder", "data-script", "data-style"}


class Links(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ATTRIBUTES:
                self.links.append(value)
            elif name == "srcset":
                self.links += [part.split()[0] for part in value.split(",")]
            elif name == "id":
                self.ids.add(value)


def broken_links(folder: Path, base: str = "http://site") -> list[tuple[str, str]]:
    found = (path for path in folder.rglob("*.html") if ".vitae-site" not in path.parts)
    pages = {path: Links(path.read_text()) for path in found}
    wrong = []
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        here = f"{base}/{path.relative_to(folder)}"
        for link in page.links:
            to = urljoin(here, link)
            if not to.startswith(f"{base}/"):
                is_outside = urlsplit(link).scheme
                wrong += [] if is_outside else [(here, link)]
                continue
            file = folder / unquote(urlsplit(to).path.removeprefix(urlsplit(base).path)[1:])
            file = file / "index.html" if file.is_dir() else file
            fragment = unquote(urlsplit(to).fragment)
            if not file.is_file() or (fragment and fragment not in pages[file].ids):
                wrong.append((here, link))
    return wrong

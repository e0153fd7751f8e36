"""Texts that must do nothing: a handful of our own, and those of the shared folder."""

import json

from tests.conftest import SHARED

OWN = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "</title></script></style></textarea><svg onload=alert(1)>",
    "[x](javascript:alert(1)) ![x](data:image/svg+xml,1)",
    "javascript:alert(1)",
    "--><form action=//evil.example><button>Go</button></form><!--",
    "]]><a xlink:href=javascript:alert(1)>x</a>",
    "$\\text{<script>alert(1)</script>}$ \\href{javascript:alert(1)}{x}",
    "{% load x %}{{ 7|add:7 }}",
    "\x01\x0b\u202e\ud7ff\ufffe <b onclick=alert(1)>",
]
SIZE = 4000  # characters in one column: a column of SQLite holds more than its form lets in
FEWEST = 5  # texts; harmless labs are filled with as many, so that their pages have the same parts


def everyone():
    """Our own lines, and of the shared ones, where the folder lies beside the project, a part."""
    file = SHARED / "attacks" / "xss-dev.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    shared = [json.loads(line) for line in lines if line and not line.startswith("#")]
    return OWN + shared


def packs(lines):
    """The lines, several in one text: each text is one column's."""
    size = min(SIZE, sum(map(len, lines)) // FEWEST)
    found = [""]
    for line in lines:
        if found[-1] and len(found[-1]) + len(line) > size:
            found.append("")
        found[-1] += f"{line}\n\n"
    return found

"""Static files: hashed names, compressed, style sheets in one minified file."""

import re
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# With or without the letters that Django puts in for the content.
PART = re.compile(r'@import url\("([\w/-]+)(?:\.[0-9a-f]{12})?\.css"\);')
# A string is passed over: its blanks are words. Else a comment, or what a sheet can do without: the
# blanks around a sign, the last semicolon of a rule, the 0 of 0.5.
COMMENT = re.compile(r'("[^"]*")|/\*.*?\*/', re.DOTALL)
IDLE = re.compile(
    r'("[^"]*"|url\([^)]*\))|\s*(?:;\s*(?=\}))?([{};,>/])\s*|(?<=[:(])\s+|\s+(?=\))|(?<=[\s:(,])0(?=\.\d)|(\s+)'
)


def inline_imports(sheet: str) -> str:
    """One of our own style sheets with its parts in their places: one file is one request."""
    folder = Path(settings.STATICFILES_DIRS[0], "css")
    return PART.sub(lambda part: Path(folder, f"{part[1]}.css").read_text(), sheet)


def minify(sheet: str) -> str:
    """A style sheet without comments and indentation: those are not for readers."""
    text = COMMENT.sub(lambda match: match[1] or "", sheet).strip()
    return IDLE.sub(lambda match: match[1] or match[2] or (match[3] and " ") or "", text)


# Of a script, comments between its lines or behind them, and indentation; none of ours has a text
# of several lines, nor two slashes behind a blank in one.
SCRIPT_COMMENT = re.compile(r"^\s*/\*.*?\*/\n|(?:^|[ \t])// [^\n]*", re.DOTALL | re.MULTILINE)
INDENTATION = re.compile(r"^\s+", re.MULTILINE)


def minify_script(script: str) -> str:
    """A script without comments and indentation; its lines stay lines."""
    return INDENTATION.sub("", SCRIPT_COMMENT.sub("", script))


class StaticStorage(CompressedManifestStaticFilesStorage):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._urls = {}

    def url(self, name: str, force: bool = False) -> str:
        """Read from the manifest once: it is of this process, as the files are of this release."""
        if (name, force) not in self._urls:
            self._urls[name, force] = super().url(name, force)
        return self._urls[name, force]

    def _save(self, name, content):
        if name.startswith("css/") and name.endswith(".css"):
            content.seek(0)
            content = ContentFile(minify(inline_imports(content.read().decode())).encode())
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)
            content = ContentFile(minify_script(content.read().decode()).encode())
        return super()._save(name, content)

"""Static files: hashed names, compressed, style sheets in one minified file; templates as
small as they go.
"""

import re
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.template.loaders import filesystem
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


# --- Templates are written in lines and indented; the pages made of them do without --------------

LEADING_BLANKS = re.compile(r"^[ \t]+", re.MULTILINE)
# A line of nothing but tags that print nothing: the end of the line before it is enough. The first
# line of a file has none before it.
TAG = r"\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|load|block|endblock)\b[^%]*%\}"
TAGS_ALONE = re.compile(rf"(?<=\n)((?:{TAG})+)\n")
# A line that is there or not: the end of the line before it comes and goes with it.
LINE_OF_A_CONDITION = re.compile(
    r"(?<=\S)\n(\{% if [^%]*%\})((?:(?!\{% (?:if|el|endif)\b).)+\{% endif %\})$", re.MULTILINE
)


def without_idle_blanks(template: str) -> str:
    """What Jinja calls lstrip_blocks and trim_blocks; the texts that are put in keep theirs."""
    template = TAGS_ALONE.sub(r"\1", LEADING_BLANKS.sub("", template))
    return LINE_OF_A_CONDITION.sub(r"\1\n\2", template)


class Loader(filesystem.Loader):
    """Reads templates/. A text, such as a mail, is sent as it stands there."""

    def get_contents(self, origin):
        contents = super().get_contents(origin)
        return without_idle_blanks(contents) if origin.name.endswith(".html") else contents

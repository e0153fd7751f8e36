"""Templates are written in lines and indented; the pages made of them do without."""

import re

from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
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
    template = TAGS_ALONE.sub(r"\1", INDENTATION.sub("", template))
    return LINE_OF_A_CONDITION.sub(r"\1\n\2", template)


class Loader(filesystem.Loader):
    """Reads templates/. A text, such as a mail, is sent as it stands there."""

    def get_contents(self, origin):
        contents = super().get_contents(origin)
        return without_idle_blanks(contents) if origin.name.endswith(".html") else contents

"""One CV in every format.

document        what is on a CV (exchange/cv.py), its texts read into pieces of bold, italics,
                links, maths: all formats start here
typeset         PDF: its fonts, its pages; cv.typ is its look; cuts a CV to so many pages
typst_process   runs Typst, alone and within limits
word            Word
latex           LaTeX, in one file
markdown        Markdown
resume          JSON Resume
rendercv        YAML of RenderCV
profile         JSON of the whole profile, for programs
table           a list as CSV, for spreadsheets

A new format is a module with `write(document) -> bytes`, and its line in FORMATS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from exchange.cv import CV
from exchange.cv_formats import latex, markdown, profile, rendercv, resume, typeset, word
from exchange.cv_formats.document import Document
from exchange.cv_formats.typeset import TypesettingError, pictures


@dataclass(frozen=True)
class Format:
    """A file below a researcher's address; `library` is what an extra brings, if it needs one."""

    file: str
    label: str
    content_type: str
    write: Callable[[Document], bytes]
    library: str = ""
    # Its JSON Schema, in static/schemas.
    schema: str = ""
    # Whether a CV can be written in it at all.
    fits: Callable[[CV], bool] = lambda cv: True

    @property
    def is_available(self) -> bool:
        return not self.library or find_spec(self.library) is not None


# Of how they look: raised when that changes, so that no file of before is given out.
DESIGN_VERSION = 2
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FORMATS = (
    Format("cv.pdf", "PDF", "application/pdf", typeset.write, "typst", fits=typeset.fits),
    Format("cv.docx", "Word", WORD, word.write, "docx"),
    Format("cv.tex", "LaTeX", "application/x-tex; charset=utf-8", latex.write),
    Format("cv.md", "Markdown", "text/markdown; charset=utf-8", markdown.write),
    Format("resume.json", "JSON Resume", "application/json", resume.write),
    Format("cv.yaml", "RenderCV", "application/yaml; charset=utf-8", rendercv.write),
    Format("profile.json", "JSON", "application/json", profile.write, schema="profile.json"),
)

"""The texts of the interface as the sources have them, and which of them public pages need.

The languages of the admin have all of them; the others have those of the public pages alone.
`make messages` runs this file, which takes out of their catalogues what it has put there of the
admin.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
from django.db.models import Choices
from django.utils.translation import override, to_language
from django.utils.translation.template import templatize

from profiles.languages import OF_THE_ADMIN
from tests.layout import APPS, ROOT

# Functions that mark a text -> where it stands among their arguments.
MARKS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "ngettext": 0, "pgettext": 1, "pgettext_lazy": 1}
# Below templates/: what only those see who are signed in.
OF_EDITORS = re.compile(
    r"admin/|accounts/|markdownx/|website/personal_data/|includes/(?:desk_|preview_bar|side_panel)"
)
# All that these say stands on public pages, or in their feeds and files.
PUBLIC_MODULES = (
    *("exchange/cv", "exchange/cv_formats/document", "exchange/open_data", "exchange/views"),
    *("exchange/static_site/indexes", "profiles/languages"),
    *("profiles/markup/parser", "profiles/sections"),
    *("profiles/templatetags/profiles", "profiles/views", "publications/bylines"),
    *("publications/citations/reference", "publications/entry_types"),
    *("publications/list_filters", "publications/list_items", "publications/listing"),
    *("publications/paper_page", "publications/views"),
    *("website/search/documents", "website/views"),
)
# The same, of modules that speak to editors otherwise.
PUBLIC_TEXTS = {
    *("present", "expected %(date)s", "since %(year)s", "until %(year)s"),
    *("Spring", "Summer", "Fall", "Winter", "%(season)s %(year)s"),
    *(
        "The disk of this site is full.",
        "The disk of this site cannot be written just now.",
        "This file cannot be read just now. Try again later.",
    ),
}


def public_choices() -> list[type[Choices]]:
    """Those of models whose labels public pages show."""
    from profiles.models import Experience, ResearcherLink, Section, Service, Student, Talk
    from publications.models import Publication, PublicationLink, Status

    of_rows = [Experience.Kind, ResearcherLink.Kind, Section.Kind, Service.Kind, Student.Level]
    return [*of_rows, Talk.Kind, PublicationLink.Kind, Publication.Presentation, Status]


def in_python(path: Path) -> Iterator[str]:
    """Yield the texts that a module marks."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            text = node.args[MARKS[node.func.id]]
            if isinstance(text, ast.Constant):
                yield text.value


def in_template(path: Path) -> Iterator[str]:
    """Django writes a template as the code that xgettext reads; so do we."""
    code = templatize(path.read_text())
    for call in re.finditer(r"(?<!\w)(n?p?gettext|_)\(", code):
        arguments = re.findall(r"u?('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", code[call.end() :])
        yield ast.literal_eval(arguments[1 if call[1] in ("pgettext", "npgettext") else 0])


@cache
def every_text() -> dict[str, Path]:
    """Each text of the interface -> a file that has it."""
    found = {t: path for path in (ROOT / "templates").rglob("*.html") for t in in_template(path)}
    for app in APPS:
        found |= {text: path for path in (ROOT / app).rglob("*.py") for text in in_python(path)}
    return {text: path.relative_to(ROOT) for text, path in found.items() if text}


def public_texts(known: set[str]) -> set[str]:
    """What a catalogue needs for public pages, out of the texts that are marked (`known`)."""
    folder = ROOT / "templates"
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    public = [folder / name for name in names if not OF_EDITORS.match(name)]
    found = PUBLIC_TEXTS.union(*map(in_template, public))
    for name in PUBLIC_MODULES:
        found.update(in_python(ROOT / f"{name}.py"))
    with override(None):
        found.update(str(label) for choices in public_choices() for label in choices.labels)
    return found & known


def catalogues() -> dict[str, polib.POFile]:
    """Language -> what its translator writes."""
    found = {}
    for path in sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po")):
        found[to_language(path.parts[-3])] = polib.pofile(str(path), wrapwidth=0)
    return found


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def keep_public() -> None:
    """Take what is of the admin out of the catalogues without its words."""
    public = public_texts(set(every_text()))
    for language, catalogue in catalogues().items():
        if language in OF_THE_ADMIN:
            continue
        kept = [entry for entry in catalogue if entry.msgid in public]
        if len(kept) < len(catalogue):
            catalogue[:] = kept
            # When this ran, which would be all that most runs change.
            catalogue.metadata.pop("POT-Creation-Date", None)
            catalogue.save()


if __name__ == "__main__":
    import django

    django.setup()
    keep_public()

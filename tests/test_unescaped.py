"""Markup is called safe in a few places, each for its reason, and nowhere else."""

import re
from pathlib import Path

from django.conf import settings

from tests.layout import APPS

CLAIMS = re.compile(
    r"\|\s*safe\b|\|\s*safeseq\b|mark_safe\(|autoescape\s+off|format_html(?:_join)?\(\s*f[\"']"
    r"|SafeString\(|SafeText\(|html_safe|def __html__"
)
FOLDERS = [*APPS, "templates"]
KINDS = {".py", ".html", ".txt", ".xml"}
# File -> how often, and why what is marked is safe.
KNOWN = {
    "website/admin.py": (1, "a <br> between escaped links"),
    "profiles/markup/sanitiser.py": (1, "has just been through nh3: the one place that earns it"),
    "profiles/markup/__init__.py": (
        2,
        "each part is escaped; tests/profiles/test_small_html.py compares",
    ),
    "profiles/schema_org.py": (1, "JSON whose <, > and & are escaped, as json_script does"),
    "website/search/query.py": (2, "each part is escaped; and the empty text"),
    "profiles/templatetags/profiles.py": (
        3,
        "a <br> between escaped lines; icons drawn by us; less of what was sanitised",
    ),
    "publications/bylines.py": (1, "the empty text"),
    "publications/templatetags/publications.py": (1, "puts <i> into what the sanitiser gave out"),
    "templates/exchange/weekly_mail.txt": (1, "a letter in plain text"),
    "templates/accounts/forgotten.txt": (1, "a letter in plain text"),
    "templates/accounts/invitation.txt": (1, "a letter in plain text"),
    "templates/website/personal_data/readme.txt": (1, "a file in plain text"),
}


def claims(folders):
    """File -> how often it calls something safe."""
    files = (path for folder in folders for path in (settings.BASE_DIR / folder).rglob("*.*"))
    texts = ((path, path.read_text()) for path in files if path.suffix in KINDS)
    found = {str(path.relative_to(settings.BASE_DIR)): count(text) for path, text in texts}
    return {path: times for path, times in found.items() if times}


def count(text: str) -> int:
    return len(CLAIMS.findall(text))


def test_safe_markup_is_known_by_place():
    assert claims(FOLDERS) == {path: times for path, (times, _why) in KNOWN.items()}


def test_it_sees_each_way():
    for text in (
        "{{ x|safe }}",
        "{% autoescape off %}",
        "mark_safe(x)",
        'format_html(f"<b>{x}</b>")',
        "format_html(\n    f'{x}')",
        "SafeString(x)",
    ):
        assert count(text) == 1, text


def test_a_letter_is_no_page():
    """What is not escaped must not be taken for HTML: it is never sent as a page."""
    plain = {path for path in KNOWN if path.startswith("templates")}
    assert {Path(path).suffix for path in plain} == {".txt"}

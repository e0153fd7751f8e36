"""How large the code is, and how much of it a reader passes to follow one request.

    .venv/bin/python benchmarks/structure.py [--repo FOLDER]

Prints one table: modules and code lines (Python and JavaScript, without tests, migrations, blank
lines, comments and docstrings), functions by where their name occurs, tables that code fills by
`register`, modules that name one kind of CV row, and the modules and functions of the project that
five actions enter. The actions run in a temporary folder, on the demo lab. `--repo` measures
another checkout by the same script.
"""

import argparse
import ast
import contextlib
import io
import os
import re
import sys
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

APPS = (
    *("config", "exchange", "website", "accounts", "publications", "profiles"),
    *("history", "uploads", "benchmarks"),
)
WORD = re.compile(r"\w+")
KIND = re.compile(r"\bGrant\b|\bgrants?\b|\bgrant_set\b|\bGRANTS\b")
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}
NOT_OURS = re.compile(r"/(\.venv|benchmarks|tests)/")
EMPTY = re.compile(r"^(\w+)(?:: .+)? = (?:\[\]|\{\}|(?:set|dict|list|\w*defaultdict)\(.*\))$", re.M)
ENTRY = (
    "@article{noether1918, title={Invariante {V}ariationsprobleme}, author={Noether, Emmy}, "
    "journal={Nachrichten}, year={1918}, pages={235--257}, doi={10.1000/182}, url={https://a.org/x}}"
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repo", type=Path, default=Path(__file__).resolve().parents[1])
    repo = parser.parse_args().repo.resolve()
    rows = {**size(repo), **functions(repo), **actions(repo)}
    width = max(map(len, rows))
    for name, value in rows.items():
        print(f"{name:<{width}}  {value}")


# --- Read ------------------------------------------------------------------------------------


def python_files(repo: Path) -> list[Path]:
    files = [path for app in APPS for path in (repo / app).rglob("*.py")]
    return sorted(path for path in [*files, repo / "manage.py"] if "migrations" not in path.parts)


def size(repo: Path) -> dict:
    python, scripts = python_files(repo), sorted((repo / "static").rglob("*.js"))
    lines = sum(code_lines(path.read_text(encoding="utf-8")) for path in python)
    for path in scripts:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        lines += len(re.findall(r"^[ \t]*(?!//)\S", text, flags=re.M))
    other = {"demo", "benchmarks"}
    named = [path for path in python if not other & set(path.parts) and KIND.search(code(path))]
    return {
        "modules": len(python) + len(scripts),
        "code lines": lines,
        "modules that name grants": len(named),
    }


def code(path: Path) -> str:
    """The text without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in _documented(tree):
        node.body[0] = ast.Pass()
    return ast.unparse(tree)


def code_lines(text: str) -> int:
    """Lines that hold more than a comment or a part of a docstring."""
    docstrings = {
        line
        for node in _documented(ast.parse(text))
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    held = {
        line
        for token in tokens
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(held - docstrings)


def _documented(tree):
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = (node for node in ast.walk(tree) if isinstance(node, kinds))
    return [node for node in nodes if ast.get_docstring(node)]


def functions(repo: Path) -> dict:
    """A function is named once where nothing but one line (or none) of all code says its name."""
    texts = [code(path) for path in python_files(repo)]
    filled = sum(len(_filled_later(text)) for text in texts)
    trees = [ast.parse(text) for text in texts]
    texts += [path.read_text(encoding="utf-8") for path in (repo / "templates").rglob("*.html")]
    words = Counter(word for text in texts for word in WORD.findall(text))
    names = [
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")
    ]
    private = [name for name in names if name.startswith("_")]
    once = [name for name in names if words[name] == 2]
    return {
        "functions": len(names),
        "  private": f"{len(private)} ({100 * len(private) // len(names)} %)",
        "  with a single caller": len(once),
        "tables filled by register()": filled,
    }


def _filled_later(text):
    """Module-level containers that begin empty, and that functions of the module fill."""
    return [
        name
        for name in EMPTY.findall(text)
        if re.search(
            rf"^ +.*\b{name}(\.(append|add|update|extend|setdefault)\(|\[.*\] = )", text, re.M
        )
    ]


# --- Followed --------------------------------------------------------------------------------


class Entered:
    """The modules and functions of the project that a call enters, by sys.setprofile()."""

    def __init__(self, repo: Path):
        self.root, self.modules, self.functions = f"{repo}{os.sep}", set(), set()

    def __enter__(self):
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_error):
        sys.setprofile(None)

    def note(self, frame, event, _argument):
        entered = frame.f_code
        file = entered.co_filename
        own = file.startswith(self.root) and not NOT_OURS.search(file)
        if event == "call" and own and not entered.co_name.startswith("<"):
            self.modules.add(file)
            self.functions.add((file, entered.co_qualname))

    def __str__(self):
        return f"{len(self.modules)} modules, {len(self.functions)} functions"


def actions(repo: Path) -> dict:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"}
        sys.path.insert(0, str(repo))
        os.chdir(repo)
        import django

        django.setup()
        rows = {}
        for name, action in prepared(Path(data)).items():
            with contextlib.redirect_stdout(io.StringIO()):
                action(0)  # patterns, templates and settings are read once
                with Entered(repo) as entered:
                    action(1)
            rows[name] = str(entered)
        return rows


def make_demo() -> None:
    """In the folder that DATA names, with plain names of static files."""
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    os.environ.setdefault("VITAE_ADMIN_PASSWORD", "benchmark-Password-1")
    with contextlib.redirect_stdout(io.StringIO()):
        call_command("migrate", verbosity=0)
        call_command("create_admin")
        call_command("demo")


def prepared(data: Path) -> dict:
    """The demo lab, and what is followed in it: name -> a call with the number of its run."""
    make_demo()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client

    from profiles import markup
    from profiles.models import Researcher
    from tests.isolation.forms import sent_by

    ada = Researcher.objects.get(slug="ada-lovelace")
    admin = Client(HTTP_HOST="127.0.0.1")
    admin.force_login(get_user_model().objects.get(username="ada-lovelace"))

    def import_entry(number):
        file = data / f"{number}.bib"
        file.write_text(ENTRY.replace("1918", str(1918 + number)).replace("182", f"18{number}"))
        call_command("import_bibtex", str(file), researcher="emmy-noether")

    def get(path):
        return lambda _number: _ok(Client(HTTP_HOST="127.0.0.1").get(path))

    def save_profile(_number):
        address = f"/admin/profiles/researcher/{ada.pk}/change/"
        _ok(admin.post(address, sent_by(admin.get(address))), 302)

    paper = ada.authorships.first().publication.slug
    return {
        "import of one entry": import_entry,
        "a paper's page": get(f"/publications/{paper}/"),
        "a researcher's home page": get("/ada-lovelace/"),
        "save of the profile's form": save_profile,
        "render of a biography": lambda _number: markup.render(ada.biography, ada),
    }


def _ok(response, status=200):
    assert response.status_code == status, (response.status_code, response.content[:2000])  # noqa: S101


if __name__ == "__main__":
    main()

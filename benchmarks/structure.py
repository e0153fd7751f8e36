"""How large the code is, how its modules hang together, and how much of it one request passes.

    .venv/bin/python benchmarks/structure.py [--before FOLDER] [--circles]

Prints one table for this checkout, beside another one with `--before`: code lines (without tests,
migrations, blank lines, comments and docstrings), modules, what they import of each other (imports
within functions count, too), lines for each capability, and the modules that four actions enter on
the demo lab. `--circles` names the modules of each circle of imports.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
APPS = (
    *("config", "exchange", "website", "accounts", "publications", "profiles"),
    *("history", "uploads", "benchmarks"),
)
CAPABILITIES = {
    "site import": ("exchange/site_import/",),
    "importer": ("publications/importer/", "publications/matching/", "publications/merging/"),
    "archive and personal data": ("exchange/archive/", "website/personal_data/"),
    "admin": (
        *("profiles/admin/", "publications/admin/", "website/admin", "website/dashboard"),
        *("website/menu", "website/inbox"),
    ),
    "citations": ("publications/citations/",),
    "server and speed": (
        *("config/worker", "config/gunicorn", "config/page_cache", "config/wsgi"),
        *("profiles/kept_statements", "profiles/compiled_queries", "benchmarks/"),
    ),
    "search": ("website/search/",),
}
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}
NOT_OURS = re.compile(r"/(\.venv|benchmarks|tests)/")
ENTRY = (
    "@article{noether1918, title={Invariante {V}ariationsprobleme}, author={Noether, Emmy}, "
    "journal={Nachrichten}, year={1918}, pages={235--257}, doi={10.1000/182}, url={https://a.org/x}}"
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", type=Path, help="another checkout, to stand beside this one")
    parser.add_argument("--circles", action="store_true")
    parser.add_argument("--repo", type=Path, default=HERE, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    repo = options.repo.resolve()
    if options.circles:
        for circle in circles(imports(repo)):
            print(f"{len(circle)}: {' '.join(sorted(circle))}")
        return
    rows = {**lines(repo), **graph(imports(repo)), **actions(repo)}
    if options.json:
        print(json.dumps(rows))
        return
    before = measured(options.before) if options.before else {}
    width = max(map(len, rows))
    for name, value in rows.items():
        print(f"{name:<{width}}  {before.get(name, ''):>10}  {value:>10}")


def measured(repo: Path) -> dict:
    """By this script in a process of its own: the code of one checkout alone is loaded there."""
    command = [sys.executable, __file__, "--json", "--repo", repo]
    return json.loads(subprocess.check_output(command, text=True).splitlines()[-1])  # noqa: S603


# --- Lines -----------------------------------------------------------------------------------


def python_files(repo: Path) -> list[Path]:
    files = [path for app in APPS for path in (repo / app).rglob("*.py")]
    return sorted(path for path in [*files, repo / "manage.py"] if "migrations" not in path.parts)


def lines(repo: Path) -> dict:
    python = {str(p.relative_to(repo)): code_lines(p.read_text()) for p in python_files(repo)}
    of_python = {
        f"  {name}": sum(count for path, count in python.items() if path.startswith(folders))
        for name, folders in CAPABILITIES.items()
    }
    return {
        "Python": sum(python.values()),
        **of_python,
        "JavaScript": other_lines(repo / "static", "*.js", r"/\*.*?\*/|^\s*//.*?$"),
        "CSS": other_lines(repo / "static", "*.css", r"/\*.*?\*/"),
        "templates": other_lines(repo / "templates", "*.*", r"\{#.*?#\}"),
    }


def other_lines(folder: Path, pattern: str, comment: str) -> int:
    texts = [path.read_text() for path in folder.rglob(pattern)]
    bare = [re.sub(comment, "", text, flags=re.S | re.M) for text in texts]
    return sum(bool(line.strip()) for text in bare for line in text.splitlines())


def code_lines(text: str) -> int:
    """Lines that hold more than a comment or a part of a docstring."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds))
    docstrings = {
        line
        for node in nodes
        if ast.get_docstring(node)
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    held = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(held - docstrings)


# --- Imports ---------------------------------------------------------------------------------


def imports(repo: Path) -> dict[str, set[str]]:
    """Module -> the project's modules that it imports, at the top or within a function."""
    paths = [path.relative_to(repo) for path in python_files(repo)]
    paths = [path for path in paths if path.parts[0] != "benchmarks"]
    names = {path: ".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}
    known, found = set(names.values()), {}
    for path, name in names.items():
        nodes = list(ast.walk(ast.parse((repo / path).read_text())))
        named = {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= inner & known or {node.module}
        found[name] = named & known - {name}
    return found


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The largest first: modules that reach one another (R. E. Tarjan, 1972, in its short form)."""
    reached = {module: _reached(graph, module) for module in graph}
    found = []
    for module in graph:
        if module in reached[module] and not any(module in circle for circle in found):
            found.append({other for other in reached[module] if module in reached[other]})
    return sorted(found, key=len, reverse=True)


def _reached(graph, start):
    seen, waiting = set(), [start]
    while waiting:
        for module in graph[waiting.pop()] - seen:
            seen.add(module)
            waiting.append(module)
    return seen


def graph(found: dict[str, set[str]]) -> dict:
    """A circle counts as one step of a chain for each of its modules."""
    every = circles(found)
    circle_of = {module: index for index, circle in enumerate(every) for module in circle}
    knot = {module: circle_of.get(module, module) for module in found}
    beyond = {}
    for module, others in found.items():
        beyond.setdefault(knot[module], set()).update({knot[o] for o in others} - {knot[module]})

    @cache
    def chain(at):
        own = len(every[at]) if isinstance(at, int) else 1
        return own + max(map(chain, beyond[at]), default=0)

    return {
        "modules": len(found),
        "own imports a module": f"{sum(map(len, found.values())) / len(found):.1f}",
        "longest chain of imports": max(map(chain, beyond)),
        "circles of imports": ", ".join(str(len(circle)) for circle in every) or "none",
    }


# --- Followed --------------------------------------------------------------------------------


class Entered:
    """The project's modules that a call enters, and the calls between them, by sys.setprofile()."""

    def __init__(self, repo: Path):
        self.root, self.modules, self.calls = f"{repo}{os.sep}", set(), set()

    def __enter__(self):
        sys.setprofile(self.note)
        return self

    def __exit__(self, *_error):
        sys.setprofile(None)

    def is_own(self, file):
        return file.startswith(self.root) and not NOT_OURS.search(file)

    def note(self, frame, event, _argument):
        file = frame.f_code.co_filename
        if event == "call" and self.is_own(file) and not frame.f_code.co_name.startswith("<"):
            self.modules.add(file)
            caller = frame.f_back.f_code.co_filename if frame.f_back else ""
            if caller != file and self.is_own(caller):
                self.calls.add((caller, file))

    def __str__(self):
        both = sum((two, one) in self.calls for one, two in self.calls) // 2
        return f"{len(self.modules)}, {both}"


def actions(repo: Path) -> dict:
    """ "modules, pairs of modules that call each other" of each."""
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
        "entered by an imported entry": import_entry,
        "  by a paper's page": get(f"/publications/{paper}/"),
        "  by a home page": get("/ada-lovelace/"),
        "  by a saved profile": save_profile,
    }


def _ok(response, status=200):
    assert response.status_code == status, (response.status_code, response.content[:2000])  # noqa: S101


if __name__ == "__main__":
    main()

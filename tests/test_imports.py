"""Imports flow one way: see docs/code.md."""

import ast
import sys
from functools import cache

import pytest

from tests.layout import APPS, ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
try:
    from structure import circles, imports
finally:
    sys.path.pop(0)


def below(app):
    """publications and accounts stand side by side."""
    lower = set(APPS[APPS.index(app) + 1 :])
    return lower - {"publications"} if app == "accounts" else lower


@cache
def parsed(path):
    return ast.parse(path.read_text())


def imported_apps(path):
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module]
        else:
            continue
        yield from {name.split(".")[0] for name in names} & set(APPS)


def modules(app):
    return [p for p in (ROOT / app).rglob("*.py") if "migrations" not in p.parts]


@pytest.mark.parametrize("app", APPS)
def test_it_imports_only_what_lies_below(app):
    assert modules(app)
    wrong = [
        f"{path.relative_to(ROOT)} imports {found}"
        for path in modules(app)
        for found in imported_apps(path)
        if found not in below(app) | {app}
    ]
    assert not wrong


ONLY_IMPORTERS = {
    "bibtexparser": "publications/bibtex",
    "markdown_it": "profiles/markup",
    "nh3": "profiles/markup",
    "math_core": "profiles/markup",
    "pygments": "profiles/markup",
    "PIL": "uploads",
}


@pytest.mark.parametrize("library", ONLY_IMPORTERS)
def test_it_has_one_door_to_each_library(library):
    home = ONLY_IMPORTERS[library]
    for app in APPS:
        for path in modules(app):
            names = {
                (node.module if isinstance(node, ast.ImportFrom) else alias.name).split(".")[0]
                for node in ast.walk(parsed(path))
                if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "x")
                for alias in node.names
            }
            inside = str(path.relative_to(ROOT)).startswith(home)
            assert library not in names or inside, f"{path} imports {library}"


def test_no_modules_import_each_other():
    """Not even within functions, where a circle only hides."""
    assert circles(imports(ROOT)) == []


def test_a_circle_is_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert circles(graph) == [{"b", "c"}]

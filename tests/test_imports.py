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
def imported(path):
    """The packages that a module imports, at its top or within a function."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {n.module for n in nodes if isinstance(n, ast.ImportFrom) and n.level == 0}
    return {name.split(".")[0] for name in names}


def modules(app):
    return [p for p in (ROOT / app).rglob("*.py") if "migrations" not in p.parts]


@pytest.mark.parametrize("app", APPS)
def test_it_imports_only_what_lies_below(app):
    assert modules(app)
    wrong = [
        f"{path.relative_to(ROOT)} imports {found}"
        for path in modules(app)
        for found in imported(path) & set(APPS) - below(app) - {app}
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
            inside = str(path.relative_to(ROOT)).startswith(home)
            assert library not in imported(path) or inside, f"{path} imports {library}"


def test_no_modules_import_each_other():
    """Not even within functions, where a circle only hides."""
    assert circles(imports(ROOT)) == []


def test_a_circle_is_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert circles(graph) == [{"b", "c"}]

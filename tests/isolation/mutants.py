"""Every place in the code that asks who may do what, and the code as it would be without asking.

Found in the syntax trees: each use of a rule below, and each `if …: raise PermissionDenied` that
asks something else. To take one away, its module is compiled anew with everybody allowed, and the
function gets the code of that; whoever holds the function already, a list of addresses, say, has
it at once.
"""

import ast
import inspect
import re
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

from django.contrib import admin
from django.contrib.auth import get_user_model

from accounts import second_factor
from profiles import access
from profiles.models import Researcher
from publications import claims
from publications.models import AuthorshipSuggestion
from tests.layout import APPS, ROOT
from website import media

DENIED, USER = "PermissionDenied", "request.user"


def _rules():
    """Name -> the module it is in. What answers nothing is no rule."""
    for name, rule in vars(access).items():
        own = getattr(rule, "__module__", "") == access.__name__ and not name.startswith("_")
        if own and get_type_hints(rule).get("return") is not type(None):
            yield name, access
    yield from {"answerable": claims, "may_show": media, "may_read": media}.items()
    yield from {
        "is_verified": second_factor,
        "has_permission": admin.site,
        "is_superuser": USER,
    }.items()


RULES = dict(_rules())

# --- What stands in its place ---------------------------------------------------------------------


def yes(*args, **kwargs):
    return True


def any_row(queryset, user=None):
    return queryset


def everyone(*args):
    return Researcher.objects.all()


ANYBODY = dict.fromkeys((*RULES, DENIED), yes) | {
    **dict.fromkeys(("visible", "editable", "publishable", "pickable"), any_row),
    **dict.fromkeys(("records_of", "publishing_records_of", "records_for"), everyone),
    "accounts": lambda user: get_user_model().objects.all(),
    "answerable": lambda user: AuthorshipSuggestion.objects.all(),
    "is_superuser": True,
}

# What Django asks of a ModelAdmin or an inline.
HOOKS = {f"has_{word}_permission" for word in ("view", "add", "change", "delete", "module")}
HOOKS |= {"get_queryset", "get_object", "get_deleted_objects"}
HOOKS |= {"formfield_for_foreignkey", "formfield_for_manytomany"}

# --- Where it is asked ----------------------------------------------------------------------------


@cache
def asked() -> frozenset[tuple[str, str]]:
    """(dotted name of a function, what it asks) of the whole code."""
    return frozenset(
        (f"{_module(path)}.{name}", question)
        for path in _paths()
        for name, function in _functions(ast.parse(path.read_text()))
        for question in _questions(function)
    )


def _paths():
    """Of the modules in which such a word stands at all."""
    words = re.compile(
        "|".join([r"access\.", DENIED, *(w for w in RULES if RULES[w] is not access)])
    )
    return [path for path in modules() if words.search(path.read_text())]


def modules() -> list[Path]:
    """All of the code but the rules themselves."""
    found = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    return [path for path in found if path != Path(access.__file__)]


def _module(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _functions(tree, above=""):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield above + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{above}{node.name}.")


def _questions(function):
    rules = {_rule(node) for node in ast.walk(function)} - {None, function.name}
    return rules | {DENIED for node in ast.walk(function) if _denies(node)}


def _rule(node):
    """The rule that a part of the code names, by itself at home, with its module elsewhere."""
    if isinstance(node, ast.Name):
        return node.id if RULES.get(node.id) in (claims, media) else None
    if not isinstance(node, ast.Attribute) or node.attr not in RULES:
        return None
    whose, home = ast.unparse(node.value), RULES[node.attr]
    if home is access or home is USER:
        return node.attr if whose == ("access" if home is access else USER) else None
    return node.attr if whose != "super()" else None  # that is Django's own, and asks nothing


def _denies(node):
    refuses = isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise)
    if not refuses or DENIED not in ast.unparse(node.body[0]):
        return False
    return not any(map(_rule, ast.walk(node.test)))


@cache
def said() -> frozenset[str]:
    """Dotted names of what a class of the admin answers by itself where Django asks it.

    Not those that ask a rule, which are above, nor those that ask Django, or another of these.
    """
    modules = [import_module(_module(path)) for path in _admin_modules()]
    asking = {name for name, _question in asked()}
    return frozenset(
        f"{module.__name__}.{thing.__qualname__}.{word}"
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
        for word in HOOKS & vars(thing).keys()
        if f"{module.__name__}.{vars(thing)[word].__qualname__}" not in asking
        and _decides(vars(thing)[word])
    )


def _admin_modules():
    for app in ("profiles", "publications"):
        yield from sorted((ROOT / app / "admin").glob("*.py"))
    yield from (ROOT / path for path in ("accounts/admin.py", "accounts/invitations.py"))
    yield ROOT / "website/personal_data/admin.py"


def _decides(hook):
    names = set(hook.__code__.co_names)
    return not HOOKS & names or "Http404" in names


# --- Without asking -------------------------------------------------------------------------------


class _Anybody(ast.NodeTransformer):
    """Replaces what asks `question` by the name of what allows everybody."""

    def __init__(self, question):
        self.question = question

    def visit(self, node):
        node = super().visit(node)
        if self.question == DENIED and _denies(node):
            node.test = ast.Constant(value=False)
        elif isinstance(node, ast.expr) and _rule(node) == self.question:
            return ast.copy_location(ast.Name(_anybody(self.question), ast.Load()), node)
        return node


@contextmanager
def without(name: str, question: str):
    """The function called `name` no longer asks `question`; if that is "", it is not there."""
    holder, word = _holder(name)
    if question:
        change = _allowing(inspect.unwrap(_plain(vars(holder)[word])), question)
    else:
        change = _missing(holder, word)
    with change:
        yield


@contextmanager
def _allowing(function, question):
    former, module = function.__code__, import_module(function.__module__)
    setattr(module, _anybody(question), ANYBODY[question])
    function.__code__ = _code(function, module, question)
    try:
        yield
    finally:
        function.__code__ = former


def _anybody(question):
    """The name that stands in its place, in the module that asks it."""
    return f"_anybody_{question}"


@contextmanager
def _missing(holder, word):
    """What the classes above say counts again."""
    former = vars(holder)[word]
    delattr(holder, word)
    try:
        yield
    finally:
        setattr(holder, word, former)


def _holder(name):
    """(the module or class that the function is in, its own name)."""
    *words, last = name.split(".")
    depth = max(n for n in range(1, len(words) + 1) if _is_module(words[:n]))
    found = import_module(".".join(words[:depth]))
    for word in words[depth:]:
        found = vars(found)[word]
    return found, last


def _is_module(words):
    path = ROOT.joinpath(*words)
    return path.is_dir() or path.with_suffix(".py").is_file()


def _plain(function):
    return getattr(function, "__func__", function)


def _code(function, module, question):
    place = function.__code__.co_qualname
    tree = ast.parse(Path(module.__file__).read_text())
    (node,) = [node for name, node in _functions(tree) if name == place]
    _Anybody(question).visit(node)
    whole = compile(ast.fix_missing_locations(tree), module.__file__, "exec")
    return next(code for code in _codes(whole) if code.co_qualname == place)


def _codes(code):
    for part in code.co_consts:
        if inspect.iscode(part):
            yield part
            yield from _codes(part)

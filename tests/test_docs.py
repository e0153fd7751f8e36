"""README, docs/ and the maps of packages are true: what they name exists, and is all of it."""

import ast
import re
from functools import cache

import pytest
from django.core.management import get_commands, load_command_class

from tests.browser.pictures import PICTURES
from tests.layout import APPS, ROOT
from website import handbook

DOCS = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
FILES = ["README.md", "CHANGELOG.md", "SECURITY.md", *(f"docs/{name}" for name in DOCS)]
# Commands stand in blocks of code and between backticks, with what stands for a value in capitals.
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.M | re.S)
COMMAND = re.compile(r"manage\.py (?!\w*\.)([a-z_]+)([^\n`#>|;&]*)")
PATH = re.compile(
    r"(?<![\w/.-])(?:\.ci|accounts|benchmarks|config|deploy|docs|exchange|history|locale|profiles"
    r"|publications|static|templates|tests|uploads|website)/[\w./-]*\w/?"
)
# A module by itself, a file beside the README; what lies in the folder of the data.
MODULE = re.compile(r"(?<![\w/.<-])[\w/]*\w\.(?:py|lock|cff)\b|\b(?:pyproject\.toml|Makefile)\b")
DATA_PATH = re.compile(r"\bDATA/([\w-]*\w-?)")
# An address of the site, a file of the operator's, and one that a translator would add.
NOT_OURS = {
    "publications/embed/",
    "publications/embed.html",
    "deploy/.env",
    "locale/ko/LC_MESSAGES/",
}
# A line of the map in a package's docstring: a module or a package within, and what it holds.
MAP_LINE = re.compile(r"^(\w+) {2,}\S", re.M)


def modules_of(package):
    """Its modules and packages; a name that Django gives a package says itself what is in it."""
    within = {path.parent.name for path in package.glob("*/__init__.py")}
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return modules | within - {"migrations", "templatetags"}


PACKAGES = [
    str(init.parent.relative_to(ROOT))
    for app in APPS
    for init in sorted((ROOT / app).rglob("__init__.py"))
    if init.parent.name != "migrations" and len(modules_of(init.parent)) > 2
]


@cache
def text_of(file):
    return (ROOT / file).read_text()


def code_of(file):
    return "\n".join(found[0].strip("`") for found in CODE.finditer(text_of(file)))


def prose_of(file):
    return CODE.sub("", text_of(file))


def anchors(file):
    without_code = re.sub(r"^```.*?^```", "", text_of(file), flags=re.M | re.S)
    headings = re.findall(r"^#{1,6} (.+)$", without_code, re.M)
    return {handbook.anchor_of(heading.replace("`", "")) for heading in headings}


@pytest.mark.parametrize("file", FILES)
def test_each_link_leads_to_a_file_and_a_heading(file):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(file)):
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        name, _sign, anchor = target.partition("#")
        path = (ROOT / file).parent / name if name else ROOT / file
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(str(path.resolve().relative_to(ROOT))), target


@pytest.mark.parametrize("file", FILES)
def test_each_column_of_a_table_has_a_heading(file):
    heads = re.findall(r"^(\|.*\|)\n\| -", text_of(file), re.M)
    assert [head for head in heads if re.search(r"\| *\|", head)] == []


@pytest.mark.parametrize("file", FILES)
def test_each_command_exists_with_its_options(file):
    for name, rest in COMMAND.findall(code_of(file)):
        if name == "version":  # Django's, which manage.py answers
            continue
        assert name in get_commands(), name
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        options = set(re.findall(r"--[a-z][\w-]*", parser.format_help()))
        assert set(re.findall(r"(?<![\w-])--[a-z][\w-]*", rest)) <= options, name


def test_the_table_of_commands_has_them_all():
    ours = {name for name, app in get_commands().items() if (ROOT / app.partition(".")[0]).is_dir()}
    listed = set(re.findall(r"^\| `([a-z_]+)", text_of("docs/commands.md"), re.M)) | {
        "create_admin"
    }
    more = set(re.findall(r"`([a-z_]+)`", text_of("docs/commands.md")))
    assert ours <= listed | more


@pytest.mark.parametrize("file", FILES)
def test_each_path_of_the_code_exists(file):
    for path in PATH.findall(code_of(file)):
        assert path in NOT_OURS or (ROOT / path).exists(), path


@cache
def code():
    """Every file of the code, and what the modules of the apps say."""
    files = [f"/{path.relative_to(ROOT)}" for path in ROOT.glob("*") if path.is_file()]
    folders = [ROOT / name for name in (*APPS, "benchmarks", "tests")]
    modules = [module for folder in folders for module in folder.rglob("*.py")]
    files += [f"/{module.relative_to(ROOT)}" for module in modules]
    return files, "".join(module.read_text() for module in modules if "tests" not in module.parts)


@pytest.mark.parametrize("file", FILES)
def test_each_module_and_each_file_of_the_data_exists(file):
    files, text = code()
    for module in MODULE.findall(code_of(file)):
        assert any(path.endswith(f"/{module}") for path in files), module
    for name in DATA_PATH.findall(code_of(file)):
        assert f'"{name}' in text, name


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_says_what_each_of_its_modules_holds(package):
    docstring = ast.get_docstring(ast.parse(text_of(f"{package}/__init__.py")))
    assert sorted(MAP_LINE.findall(docstring)) == sorted(modules_of(ROOT / package))


@pytest.mark.parametrize("file", FILES)
def test_each_target_of_make_exists(file):
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.M))
    for target in re.findall(r"(?:^|&& |`)make ([a-z][\w-]*)", code_of(file), re.M):
        assert target in targets, target


def test_each_picture_is_made_by_the_script_and_shown():
    made = set(PICTURES)
    assert made == {path.name for path in (ROOT / "docs" / "images").iterdir()}
    shown = {
        name
        for file in FILES
        for name in re.findall(r"\((?:docs/)?images/([\w.-]+)", text_of(file))
    }
    assert shown == made


def test_each_page_is_listed_once_under_the_question_that_is_its_title():
    listed = [row for part in handbook.read("README") for row in handbook.listed(part)]
    titles = {name: text_of(f"docs/{name}.md").partition("\n")[0] for _t, name, _s in listed}
    assert sorted(f"{name}.md" for name in titles) == [name for name in DOCS if name != "README.md"]
    assert len(listed) == len(titles)
    for title, name, _says in listed:
        assert titles[name] == f"# {title}"
        assert title.endswith("?")


def test_the_readme_is_a_screen_and_a_half():
    assert len(text_of("README.md").splitlines()) <= 90

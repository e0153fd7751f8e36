"""Sites that were made to harm whoever reads them: one clear line each, and the rest is read.

How much memory the long ones take is measured in a process of its own.
"""

import os
import re
import socket
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from exchange.site_import import files as site_files
from exchange.site_import import importer
from exchange.site_import.jekyll import words_outside_liquid
from exchange.site_import.tree import SiteError, Tree
from tests.exchange.site_import.conftest import zipped
from tests.exchange.site_import.test_hostile_texts import LAUGHS, page, reasons
from tests.exchange.site_import.test_unseen_sites import png
from tests.uploads.hostile_files import MANY, archive, bomb, listing, member, symlink

SECRET = "ZEBRAFINCH"


# --- Folders ------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.md").write_text("Hello")
    (tmp_path / "outside.md").write_text(SECRET)
    return folder


def test_links_are_not_followed(site, tmp_path):
    (site / "out.md").symlink_to(tmp_path / "outside.md")
    (site / "in.md").symlink_to(site / "index.md")
    (site / "folder").symlink_to(tmp_path)
    (site / "loop").symlink_to(site)
    (site / "gone.md").symlink_to(site / "nothing")
    tree = Tree.open(site)
    assert list(tree.files) == ["index.md"]
    assert set(reasons(tree)) == {"out.md", "in.md", "folder", "loop", "gone.md"}
    assert set(reasons(tree).values()) == {"a link to another file, and links are not followed"}


def test_a_file_that_became_a_link_meanwhile_is_not_followed(site, tmp_path):
    tree = Tree.open(site)
    (site / "index.md").unlink()
    (site / "index.md").symlink_to(tmp_path / "outside.md")
    assert tree.data("index.md") == b""
    assert reasons(tree)["index.md"].startswith("it cannot be read: ")


def test_pipes_and_sockets_are_not_opened(site, monkeypatch):
    os.mkfifo(site / "pipe.md")
    monkeypatch.chdir(site)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket.md")
        tree = Tree.open(site)
    assert list(tree.files) == ["index.md"]
    assert reasons(tree) == dict.fromkeys(
        ["pipe.md", "socket.md"], "not a file but a device or a pipe"
    )


def test_a_file_that_became_a_pipe_meanwhile_does_not_wait(site):
    tree = Tree.open(site)
    (site / "index.md").unlink()
    os.mkfifo(site / "index.md")
    assert tree.data("index.md") == b""
    assert reasons(tree) == {"index.md": "it cannot be read: not a file"}


def test_what_may_not_be_read_is_told(site, monkeypatch):
    """Root may read everything, so the system's answer is played."""
    (site / "closed").mkdir()
    scandir, system_open = os.scandir, os.open

    def refuse(path, *args):
        if os.fspath(path).endswith(("closed", "index.md")):
            raise PermissionError(13, "Permission denied")
        return system_open(path, *args) if args else scandir(path)

    monkeypatch.setattr(site_files.os, "scandir", refuse)
    monkeypatch.setattr(site_files.os, "open", refuse)
    tree = Tree.open(site)
    assert tree.data("index.md") == b""
    assert reasons(tree) == {
        "closed/": "Permission denied",
        "index.md": "it cannot be read: Permission denied",
    }


def test_names_that_are_not_utf8_or_have_control_characters(site):
    for name in (b"caf\xe9.md", b"a\nb.md", b"a\x1b[2J.md"):
        os.close(os.open(os.fsencode(site) + b"/" + name, os.O_CREAT, 0o600))
    tree = Tree.open(site)
    assert list(tree.files) == ["index.md"]
    reason = "its name is not UTF-8, or has control characters"
    assert reasons(tree) == dict.fromkeys(["caf\\udce9.md", "a\\nb.md", "a\\x1b[2J.md"], reason)


def test_a_large_file_is_known_by_its_size_alone(site):
    with (site / "film.mp4").open("wb") as file:
        file.truncate(2 * 1024**3)
    tree = Tree.open(site)
    assert reasons(tree) == {"film.mp4": "2.0\xa0GB: more than the 50.0\xa0MB that are read"}
    alone = Tree.open(site / "film.mp4")
    assert list(alone.files) == []
    assert list(reasons(alone)) == ["film.mp4"]


def test_more_files_than_a_homepage_has(site, monkeypatch):
    monkeypatch.setattr(site_files, "MAX_FILES", 3)
    for name in "ab":
        (site / name).touch()
    assert len(Tree.open(site).files) == 3
    (site / "c").symlink_to("a")
    with pytest.raises(SiteError, match="more than 3 files"):
        Tree.open(site)
    (site / "c").unlink()
    (site / "folder").mkdir()
    with pytest.raises(SiteError, match="more than 3 files"):
        Tree.open(site)


def test_nothing_there(tmp_path):
    with pytest.raises(SiteError, match="There is no folder and no file"):
        Tree.open(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    assert Tree.open(tmp_path / "empty").files == {}


# --- Archives -----------------------------------------------------------------------------------


def opened(data):
    return Tree.open_zip(BytesIO(data))


def stating(data, size):
    """An archive of one member that is said to be of `size` when unpacked."""
    for mark, at in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        start = data.index(mark) + at
        data = data[:start] + size.to_bytes(4, "little") + data[start + 4 :]
    return data


def test_names_that_lead_out_of_an_archive():
    names = ["../up.md", "/etc/passwd", "a/../../b", "C:\\x.md", "..\\w.md", "good.md"]
    tree = opened(archive(*names))
    assert list(tree.files) == ["good.md"]
    assert set(reasons(tree)) == {"../up.md", "/etc/passwd", "a/../../b", "C:/x.md", "../w.md"}
    assert set(reasons(tree).values()) == {"its name leads out of the archive"}


def test_links_in_archives_are_not_followed():
    tree = opened(archive(symlink("a.md", "/etc/passwd"), ("b.md", "x")))
    assert list(tree.files) == ["b.md"]
    assert reasons(tree) == {"a.md": "a link to another file, and links are not followed"}


def test_two_members_of_one_name():
    with pytest.warns(UserWarning, match="Duplicate"):
        tree = opened(archive(("a.md", "one"), ("a.md", "two"), "b.md"))
    assert tree.text("a.md") == "one"
    assert reasons(tree) == {"a.md": "two files have this name: the first one is read"}


def test_names_as_other_systems_write_them():
    tree = opened(listing([member("cafe\u0301.md".encode())]))
    assert list(tree.files) == ["café.md"]
    tree = opened(listing([member(b"files\\a.pdf"), member(b"a.md")]))
    assert list(tree.files) == ["a.md", "files/a.pdf"]


def test_archives_that_cannot_be_read():
    for data in (b"", b"PK\3\4", b"x" * 999, zipped({"a.md": "x"}).getvalue()[:-30]):
        with pytest.raises(SiteError, match="not a ZIP file, or it is damaged"):
            opened(data)
    with pytest.raises(SiteError, match="more files than one person"):
        opened(listing([member()] * MANY))


def test_members_that_cannot_be_read():
    tree = opened(listing([member(b"closed.md", flags=1), member(b"nowhere.md")]))
    assert tree.data("nowhere.md") == b""
    assert reasons(tree)["closed.md"] == "encrypted"
    assert reasons(tree)["nowhere.md"].startswith("it cannot be read: ")
    out = BytesIO()
    with ZipFile(out, "w", ZIP_LZMA) as made:
        made.writestr("a.md", "x")
    assert reasons(opened(out.getvalue()))["a.md"].startswith("compressed in a way")
    data = archive(("a.md", b"hello" * 99), compression=ZIP_DEFLATED)
    at = data.index(b"a.md") + 6
    tree = opened(data[:at] + b"\xff\xff" + data[at + 2 :])
    assert tree.text("a.md") == ""
    assert reasons(tree)["a.md"].startswith("it cannot be read: ")


def test_a_bomb_is_known_by_the_size_that_it_states(monkeypatch):
    monkeypatch.setattr(site_files, "MAX_BYTES", 1024 * 1024)
    tree = opened(bomb("a.md", "b.zip", megabytes=2))
    assert list(tree.files) == []
    assert reasons(tree)["a.md"] == "2.0\xa0MB: more than the 1.0\xa0MB that are read"


def test_many_bombs_are_one():
    data = BytesIO(bomb(*map(str, range(30)), megabytes=1))
    assert len(Tree.open_zip(data, most=30 * 1024 * 1024).files) == 30
    with pytest.raises(SiteError, match=r"Unpacked, these are 30\.0"):
        Tree.open_zip(data, most=29 * 1024 * 1024)


def test_a_picture_of_many_pages_is_unpacked_once(monkeypatch):
    tree = opened(archive(("a.png", png(200, 90))))
    assert tree.picture_size("a.png") == (200, 90)
    monkeypatch.setattr(Tree, "data", None)
    assert tree.picture_size("a.png") == (200, 90)


def test_a_member_is_unpacked_no_further_than_it_states():
    zeros = bytes(8 * 1024 * 1024)
    tree = opened(stating(archive(("a.md", zeros), compression=ZIP_DEFLATED), 10))
    tracemalloc.start()
    assert len(tree.data("a.md")) <= 10
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(zeros) / 8
    assert reasons(tree)["a.md"].startswith("it cannot be read: ")


def test_how_a_site_writes_its_dates_is_not_looked_for_without_end(monkeypatch):
    def open_dated(most):
        monkeypatch.setattr("exchange.site_import.tree.MAX_TEXTS", most)
        dates = [("_config.yml", b"date: 11/1/2024"), ("b.md", b"date: 25/12/2024")]
        return opened(archive(*dates)).document("_config.yml").front["date"]

    assert open_dated(32) == "2024-01-11"
    assert open_dated(30) == "11/1/2024"


def test_archives_inside_are_not_opened():
    tree = opened(archive(("inside.zip", zipped({"a.md": SECRET}).getvalue()), "b.md"))
    assert list(tree.files) == ["b.md", "inside.zip"]
    assert [place.file for place, _key in tree.unread()] == ["b.md", "inside.zip"]


# --- How much they cost -------------------------------------------------------------------------

MAPS = "[" + "{}," * 14_000 + "]"
COSTLY = {
    "laughs": lambda path: (path / "a.md").write_text(page(LAUGHS)),
    "30,000 files": lambda path: [(path / str(n)).touch() for n in range(30_000)],
    "2 GB": lambda path: os.truncate(os.open(path / "a.md", os.O_CREAT | os.O_RDWR), 2 * 1024**3),
    "24 files of lists": lambda path: [(path / f"{n}.yml").write_text(MAPS) for n in range(24)],
    "a bomb of 600 MB": lambda path: (path / "a.zip").write_bytes(bomb_of_600_mb()),
    "a bomb that states 10 bytes": lambda path: (path / "a.zip").write_bytes(
        stating(bomb_of_600_mb(), 10)
    ),
    "100,000 members": lambda path: (path / "a.zip").write_bytes(listing([member()] * 100_000)),
}
READ_ALL = """
import sys, django
from pathlib import Path
django.setup()
from exchange.site_import.tree import SiteError, Tree
for folder in map(Path, sys.argv[1:]):
    try:
        tree = Tree.open(folder / "a.zip" if (folder / "a.zip").exists() else folder)
        for path in tree.files:
            tree.document(path)
    except SiteError:
        pass
    # Not of getrusage, which a child inherits from the process that started it.
    status = Path("/proc/self/status").read_text().split()
    print(int(status[status.index("VmHWM:") + 1]) // 1024)
"""


@cache
def bomb_of_600_mb():
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=1) as made, made.open("a.md", "w") as file:
        for _megabyte in range(600):
            file.write(bytes(1024 * 1024))
    return out.getvalue()


def test_memory_stays_bounded(tmp_path):
    """Of one process that reads them all, after each of them."""
    for name, write in COSTLY.items():
        (tmp_path / name).mkdir()
        write(tmp_path / name)
    command = [sys.executable, "-c", READ_ALL, *(tmp_path / name for name in COSTLY)]
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    peaks = dict(zip(COSTLY, map(int, done.stdout.split()), strict=True))
    assert max(peaks.values()) < 400, peaks


# --- What stands where something else is expected -----------------------------------------------

SITES = Path(__file__).parents[2] / "data" / "sites"
ODD = ["[1, 2]", "{a: {b: [c]}}", "[{a: 1}, [2], x]", "", "2024-13-45", "{% include x %}", "9" * 30]
WHOLE = [b"", b"- a\n- b\n", b"---\n- a\n---\nx", b"---\n---\n", b"\xff\xfe\0", b"a: 1\n"]
KEY = re.compile(r"^(\s*(?:- )?[\w-]+): .*$", re.M)


def variants(site):
    """Path, and what it holds instead: another file, or one key with another value."""
    for path in Tree.open(site).below("", ".md", ".yml", ".json", ".html"):
        yield from ((path, data) for data in WHOLE)
        text = (site / path).read_text()
        for key in list(KEY.finditer(text))[:60]:
            for value in ODD:
                yield path, f"{text[: key.end(1)]}: {value}{text[key.end() :]}".encode()


@pytest.mark.slow
@pytest.mark.parametrize("site", sorted(path.name for path in SITES.iterdir() if path.is_dir()))
def test_odd_values_stop_nothing(site):
    for path, data in variants(SITES / site):
        tree = Tree.open(SITES / site)
        tree.files[path] = site_files.SiteFile(len(data), lambda data=data: data)
        with suppress(SiteError):
            importer.read(tree)


# --- New kinds of sites pass by the same tree ----------------------------------------------------

PAPER = "---\ntitle: Kelp\nauthors: [Bob Brandt]\n---\n"
HUGO = {"hugo.toml": "title = 'Bob Brandt'", "content/publication/kelp/index.md": PAPER}
QUARTO = {"_quarto.yml": "website: {title: Bob Brandt}", "index.qmd": "---\ntitle: Bob\n---\nHi"}
HOSTILE = {
    "TOML that is none": HUGO | {"config/_default/params.toml": "a = [" * 5_000},
    "laughs as front matter": HUGO | {"content/a.md": page(LAUGHS)},
    "an entry without an end": HUGO | {"content/publication/kelp/cite.bib": "@article{a," * 20_000},
    "shortcodes without an end": HUGO | {"content/a.md": "{{< figure " * 20_000},
    "divs without an end": QUARTO | {"a.qmd": ":::{" * 20_000},
    "code without an end": QUARTO | {"a.qmd": "```{r}\n" * 20_000},
    "spans in spans": QUARTO | {"a.qmd": "[" * 20_000 + "]{.x}" * 20_000},
    "tags without an end": {"index.html": "<html><body>Hi" + "<div " * 20_000},
    "comments without an end": {"index.html": "<html><body>Hi" + "<!--" * 20_000},
    "divs in divs": {"index.html": "<html><body>Hi" + "<div>" * 20_000},
    "headings without an end": {"index.html": "<html><body>Hi" + "<h1>" * 20_000},
    "links without an end": {"index.html": "<html><body>Hi" + "<a href=x>" * 20_000},
    "asides and menus": {"index.html": "<html><body>Hi" + "<nav><aside><header>" * 9_000},
    "blanks in a shortcode": HUGO | {"content/a.md": "{{< a" + " " * 200_000},
    "blanks in a page": {"index.html": "<html><body>Hi" + " " * 200_000 + "x"},
    "comments before a page": {"index.html": "<!-- -->" * 10_000 + "x"},
    "a long tag": {"index.html": "<html><body>Hi<p class='" + "visually-hidden " * 20_000},
    "brackets": {"_config.yml": "title: Bob", "papers.md": "# Papers\n\n" + "[" * 100_000},
    "a path out of the site": HUGO | {"content/a.md": "---\nurl: /../../etc/passwd\n---\nHi"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_new_readers_take_what_is_hostile_in_their_stride(tree_of, name):
    """A second or two of processor time each, where a careless pattern took minutes."""
    start = time.process_time()
    with suppress(SiteError):
        importer.read(tree_of(HOSTILE[name]))
    assert time.process_time() - start < 20


def test_a_link_within_the_content_is_not_followed(site, tmp_path):
    (site / "hugo.toml").write_text("title = 'Bob Brandt'")
    (site / "content" / "publication" / "kelp").mkdir(parents=True)
    (site / "content" / "publication" / "kelp" / "index.md").write_text(PAPER)
    (site / "content" / "publication" / "kelp" / "cite.bib").symlink_to(tmp_path / "outside.md")
    tree = Tree.open(site)
    (paper,) = importer.read(tree).papers
    assert SECRET not in paper.entry
    assert "content/publication/kelp/cite.bib" in reasons(tree)


@pytest.mark.parametrize("begin", ["<!--", "{%", "{{", "<script>", "{% comment %}"])
def test_what_has_no_end_is_read_in_one_go(begin):
    """Twice the text costs about twice as much; it was four times."""
    once, twice = (cost_of_words(begin * count) for count in (20_000, 40_000))
    assert twice < 3 * once + 0.01


def cost_of_words(text):
    start = time.process_time()
    words_outside_liquid(text)
    return time.process_time() - start

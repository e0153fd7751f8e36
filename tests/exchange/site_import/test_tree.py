"""The files of a site are read with their lines, and whatever nobody asked for is known."""

from exchange.site_import.records import Place
from exchange.site_import.tree import Items, Tree

from .conftest import zipped

PAGE = """---
title: "News: more"
date: 2024-01-30
empty:
author:
  name: Ada
  github: ada
tags: [one, two]
---

Hello
"""


def test_a_folder_a_zip_and_one_file_read_the_same(tree_of, tmp_path):
    folder = tree_of({"_pages/about.md": PAGE})
    archive = Tree.open_zip(zipped({"_pages/about.md": PAGE}))
    (tmp_path / "site.zip").write_bytes(zipped({"_pages/about.md": PAGE}).getvalue())
    of_path = Tree.open(tmp_path / "site.zip")
    alone = Tree.open(tmp_path / "site" / "_pages" / "about.md")
    for tree, path in (
        (folder, "_pages/about.md"),
        (archive, "_pages/about.md"),
        (of_path, "_pages/about.md"),
        (alone, "about.md"),
    ):
        assert list(tree.files) == [path]
        document = tree.document(path)
        assert document.front["title"] == "News: more"
        assert document.front["date"] == "2024-01-30"
        assert document.front["empty"] == ""
        assert document.front["tags"] == ["one", "two"]
        assert document.front.mapping("author").text("name") == "Ada"
        assert document.place("date") == Place(path, 3)
        assert document.body == "\nHello\n"
        assert document.body_line == 10
        assert not tree.problems


def test_a_zip_with_one_top_folder_is_read_from_there():
    tree = Tree.open_zip(zipped({"ada.github.io-main/": "", "ada.github.io-main/_config.yml": "a"}))
    assert list(tree.files) == ["_config.yml"]
    tree = Tree.open_zip(zipped({"site/_config.yml": "a", "__MACOSX/site/._a": "a"}))
    assert list(tree.files) == ["_config.yml"]
    assert [left_out.place.file for left_out in tree.left_out] == ["__MACOSX/"]
    tree = Tree.open_zip(zipped({"_pages/about.md": "a"}))
    assert list(tree.files) == ["_pages/about.md"]
    tree = Tree.open_zip(zipped({"_config.yml": "a", "docs/a.md": "a"}))
    assert list(tree.files) == ["_config.yml", "docs/a.md"]


def test_what_nobody_asked_for_is_known_by_key_and_line(tree_of):
    tree = tree_of({"a.md": PAGE, "b.md": "text"})
    front = tree.document("a.md").front
    front.text("title")
    front.mapping("author").text("name")
    tree.leave_out("a.md", "sorts only", "date", "missing")
    assert list(tree.unread()) == [
        (Place("b.md"), ""),
        (Place("a.md", 4), "empty"),
        (Place("a.md", 7), "author/github"),
        (Place("a.md", 8), "tags"),
    ]
    assert tree.left_out == [(Place("a.md", 3), "date", "sorts only")]


def test_a_key_is_left_out_with_all_below_it(tree_of):
    tree = tree_of({"_config.yml": "a:\n  b:\n    - c: 1\n  d: 2\ne: 3\n"})
    tree.leave_out("_config.yml", "the theme's", "a/b", "e")
    assert list(tree.unread()) == [(Place("_config.yml", 4), "a/d")]
    assert [(left.place.line, left.key) for left in tree.left_out] == [(2, "a/b"), (5, "e")]


def test_three_kinds_of_reports_stay_apart(tree_of):
    tree = tree_of({"a.yml": "a: [", "b.md": "x"})
    tree.document("a.yml")
    tree.leave_out("b.md", "the theme's")
    tree.not_understood(Place("b.md", 1), "{% include x %}", "Liquid is not run")
    assert tree.left_out == [(Place("b.md"), "", "the theme's")]
    assert tree.unclear == [(Place("b.md", 1), "{% include x %}", "Liquid is not run")]
    [problem] = tree.problems
    assert problem.place.file == "a.yml"
    assert problem.reason.startswith("not YAML")


def test_yaml_that_is_a_list_and_json_have_lines(tree_of):
    tree = tree_of(
        {
            "cv.yml": "- title: One\n- title: Two\n",
            "cv.json": '{\n\t"work": [\n\t\t{"name": "A\\/B \\ud83d\\ude00", "n": 2010},\n'
            '\t\t{"name": null}\n\t]\n}',
        }
    )
    items = tree.document("cv.yml").items
    assert isinstance(items, Items)
    assert items.lines == [1, 2]
    assert tree.document("cv.yml").front == {}
    assert items[1].text("title") == "Two"
    work = tree.document("cv.json").front["work"]
    assert work.lines == [3, 4]
    assert work[0].text("name") == "A/B 😀"
    assert work[0].text("n") == "2010"
    assert work[1].text("name") == ""
    assert not tree.problems


def test_folders_of_tools_are_left_out_with_a_line(tree_of):
    files = [
        ".git/config",
        "_site/a.html",
        "node_modules/a/b.js",
        "vendor/bundle/c",
        "a/_site/b.md",
    ]
    tree = tree_of(dict.fromkeys(files, "x"))
    assert list(tree.files) == ["a/_site/b.md"]
    assert {left_out.place.file: left_out.reason for left_out in tree.left_out} == {
        ".git/": "the history of the repository",
        "_site/": "the site as Jekyll built it",
        "node_modules/": "packages of a tool",
        "vendor/": "packages of a tool",
    }


def test_a_file_of_no_letters_in_no_sure_encoding_is_told(tree_of):
    tree = tree_of({"note.md": b"\x02\x02\x81 \x8f\x03\x02 \xc1A\x8f\xfc \xfc\xe9\xc1 \x01\x03"})
    assert tree.text("note.md") == ""
    assert "control characters" in tree.problems[0].reason


def test_a_value_with_a_colon_that_wants_quotes_is_read_and_told(tree_of):
    text = "---\ntitle: Kelp: it's a tide\ndate: 2020-01-01\nlinks:\n- {a: b}\n---\n"
    tree = tree_of({"_pages/kelp.md": text})
    front = tree.document("_pages/kelp.md").front
    assert (front.text("title"), front.text("date")) == ("Kelp: it's a tide", "2020-01-01")
    (problem,) = tree.problems
    assert (problem.place.line, "had quotes" in problem.reason) == (2, True)

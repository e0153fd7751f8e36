"""Texts that were made to harm whoever reads them: YAML, JSON, encodings. One clear line each."""

import pytest

from exchange.site_import.records import Place
from exchange.site_import.tree import SiteError, Tree


def told(tree):
    return [(one.place, one.reason) for one in tree.problems]


def reasons(tree):
    return {problem.place.file: problem.reason for problem in tree.problems}


def front(tree, path="a.md"):
    return tree.document(path).front


def page(text):
    return f"---\n{text}\n---\nThe body stays.\n"


# --- YAML ---------------------------------------------------------------------------------------

LAUGHS = "a0: &a0 [lol, lol]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: &a [" + "1," * 100_000 + "]\nb: [" + "*a," * 20 + "]", 3, "more than is read of one"),
        (LAUGHS, None, "more than is read of one file, so nothing of it is read"),
        ("a: &a [*a]", 2, "“*a” repeats what has no such name, so nothing of it is read"),
        ("a: " + "[" * 100, 2, "nested too deep, so nothing of it is read"),
        ("a: " + "[" * 60 + "]" * 60, 2, "nested too deep, so nothing of it is read"),
        ("a: 1\nb: " + "[{}," * 1 + "{}," * 20_000 + "]", 3, "more than is read of one file"),
        ("a:\nb: [", 4, "not YAML, so nothing of it is read: "),
        ("a:\n\tb: 2", 3, "not YAML, so nothing of it is read: "),
        ("a: 'no end", None, "not YAML, so nothing of it is read: "),
    ],
    ids=["repeated", "laughs", "itself", "deep", "deep and closed", "many", "cut", "tab", "quote"],
)
def test_yaml_that_is_refused(tree_of, text, line, reason):
    tree = tree_of({"a.md": page(text)})
    assert front(tree) == {}
    assert tree.document("a.md").body == "The body stays.\n"
    [problem] = tree.problems
    assert problem.reason.startswith(reason)
    assert problem.place.line == line or not line
    assert "\n" not in problem.reason


def test_lines_beside_a_broken_one_are_read(tree_of):
    tree = tree_of({"a.md": page("title: 'On kelp'\ntags:\n  - R\n  -tidy\ndate: 2024: May")})
    assert front(tree) == {"title": "On kelp", "date": "2024: May"}
    assert "only those like" in tree.problems[0].reason


def test_aliases_of_a_few_words_are_read(tree_of):
    tree = tree_of({"a.md": page("name: &name Ada\ntitle: *name\nboth: &b [1, 2]\nagain: *b")})
    assert front(tree) == {"name": "Ada", "title": "Ada", "both": ["1", "2"], "again": ["1", "2"]}
    assert not tree.problems


def test_tags_make_nothing(tree_of, tmp_path):
    mark = tmp_path / "ran"
    tree = tree_of({"a.md": page(f'a: !!python/object/apply:os.system ["touch {mark}"]\nb: !x 1')})
    assert front(tree) == {"a": [f"touch {mark}"], "b": "1"}
    assert not mark.exists()
    reason = (
        "the tag “tag:yaml.org,2002:python/object/apply:os.system” is not followed: what it marks "
        "is read as it stands"
    )
    assert told(tree) == [(Place("a.md", 2), reason)]


def test_doubled_keys_are_told_with_both_lines(tree_of):
    tree = tree_of({"a.md": page("title: One\ndate: 2024\ntitle: Two\ndate: 2024\nx:\nx: 1")})
    assert front(tree) == {"title": "Two", "date": "2024", "x": "1"}
    assert front(tree).lines["title"] == 4
    reason = (
        "“title” stands here and on line 4. The last one is read, as Jekyll does; this one is “One”"
    )
    assert told(tree) == [(Place("a.md", 2), reason)]


def test_many_problems_of_one_file_are_counted(tree_of):
    tree = tree_of({"a.yml": "".join(f"k: {number}\n" for number in range(100))})
    assert front(tree, "a.yml") == {"k": "99"}
    assert len(tree.problems) == 51
    assert told(tree)[-1] == (Place("a.yml", 51), "49 more problems from here on")


def test_a_second_document_is_told(tree_of):
    tree = tree_of({"a.yml": "a: 1\n---\nb: 2\n"})
    assert front(tree, "a.yml") == {"a": "1"}
    assert told(tree) == [(Place("a.yml", 2), "from here on, a second document, is not read")]


def test_front_matter_of_any_length_and_without_an_end(tree_of):
    tree = tree_of(
        {
            "long.md": page(f"excerpt: {'word ' * 20_000}"),
            "endless.md": "---\ntitle: One\n\n# Heading\n",
            "rule.md": "---\n\nA text below a rule.\n",
            "dots.md": "---\ntitle: One\n...\nText\n",
        }
    )
    assert len(front(tree, "long.md")["excerpt"]) == 99_999
    assert front(tree, "dots.md") == {"title": "One"}
    assert tree.document("rule.md").body.endswith("A text below a rule.\n")
    assert tree.document("endless.md").body == ""
    reason = "its front matter has no end, a line “---”: nothing of it is read"
    assert told(tree) == [(Place("endless.md", 1), reason)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "nested too deep"),
        ('{"a": ' * 60 + "1" + "}" * 60, "nested too deep"),
        ('{"a": 1', "not YAML"),
        ("[" + "{}," * 20_000 + "{}]", "more than is read"),
    ],
)
def test_json_that_is_refused(tree_of, text, reason):
    tree = tree_of({"a.json": text})
    assert front(tree, "a.json") == {}
    assert [problem.reason.startswith(reason) for problem in tree.problems] == [True]


def test_signs_that_no_text_holds_are_left_out(tree_of):
    tree = tree_of({"a.md": page('a: "x\\0y\\x07"'), "b.json": '{"a": "x\\ud83d\\u0000"}'})
    assert front(tree) == {"a": "xy"}
    assert front(tree, "b.json") == {"a": "x"}


# --- Texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "body", "reason"),
    [
        ("Zoë 张\n".encode("utf-16"), "Zoë 张\n", None),
        (b"\xef\xbb\xbf" + "Zoë\r\n张\r\n".encode(), "Zoë\n张\n", None),
        ("ab\nZoë, naïve\n".encode("cp1252"), "ab\nZoë, naïve\n", "read as cp1252"),
        ("简历：张三\n".encode("gb18030"), "简历：张三\n", "read as gb18030"),
        (b"one\ntwo\0\n", "one\ntwo\n", "control characters, which are left out"),
        (b"one\ntwo\x1b[1m\n", "one\ntwo[1m\n", "control characters, which are left out"),
        (b"%PDF-1.7\n", "", "This is not a text file"),
        (bytes(range(1, 30)) * 99, "", "This is not a text file"),
        ("Lost \ufffd\n".encode(), "Lost \ufffd\n", "letters were lost before"),
    ],
)
def test_encodings(tree_of, data, body, reason):
    tree = tree_of({"a.md": data})
    assert tree.document("a.md").body == body
    assert len(tree.problems) == (reason is not None)
    assert all(reason in problem.reason for problem in tree.problems)


def test_a_text_too_long_to_read(tree_of):
    tree = tree_of({"a.md": "x" * (1024 * 1024 + 1), "b.bib": "x" * (1024 * 1024 + 1)})
    assert tree.text("a.md") == ""
    assert reasons(tree) == {"a.md": "1.0\xa0MB of text: more than the 1.0\xa0MB that are read"}
    assert len(tree.text("b.bib")) == 1024 * 1024 + 1


def test_more_text_than_a_homepage_has(tree_of, monkeypatch):
    monkeypatch.setattr("exchange.site_import.tree.MAX_TEXTS", 10)
    tree = tree_of({"a.md": "x" * 6, "b.md": "x" * 6})
    tree.text("a.md")
    tree.text("a.md")
    with pytest.raises(SiteError, match="more than 10"):
        tree.text("b.md")


def test_damaged_encoding_is_found_and_its_repair_offered(tree_of):
    sound = "# \U0001f4c4 Papers\n\nIt’s naïve\n"
    damaged = sound.encode().decode("mac_roman")
    tree = tree_of({"a.md": damaged})
    assert tree.text("a.md") == damaged
    reason = "damaged encoding on lines 1, 3; --repair-encoding mends it"
    assert told(tree) == [(Place("a.md", 1), reason)]
    tree = tree_of({"a.md": damaged}, repair_encoding=True)
    assert tree.text("a.md") == sound
    assert told(tree) == [(Place("a.md", 1), "damaged encoding, mended on lines 1, 3")]


def test_the_damaged_homepage_is_restored_whole(shared):
    [path] = (shared / "seeds").glob("001_*.txt")
    tree = Tree.open(path, repair_encoding=True)
    assert tree.text(path.name) == path.read_text().encode("mac_roman").decode()

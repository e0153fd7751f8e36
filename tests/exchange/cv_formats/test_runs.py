"""What the page shows of a text is what every format of the CV begins with."""

from exchange.cv_formats.document import Run, blocks, runs, words
from profiles import markup


def read(text):
    return blocks(markup.render(text), "https://lab.example/alice/cv/")


def test_marks_and_links_of_one_line():
    [block] = read("A *b* **c** `d` [e](https://e.example/)")
    assert block.runs == (
        *(Run("A "), Run("b", ("emph",)), Run(" "), Run("c", ("strong",)), Run(" ")),
        *(Run("d", ("code",)), Run(" "), Run("e", (), "https://e.example/")),
    )


def test_a_list_within_a_list():
    found = read("- one\n  - two\n\n1. first\n2. second")
    assert [(b.kind, b.level, b.marker, words(b.runs)) for b in found] == [
        ("item", 0, "•", "one"),
        ("item", 1, "•", "two"),
        ("item", 0, "1.", "first"),
        ("item", 0, "2.", "second"),
    ]


def test_a_formula_has_its_tex_its_parts_and_words():
    [block] = read(r"So $\frac{a}{\alpha}$ it is")
    [formula] = [run for run in block.runs if run.maths]
    assert (formula.tex, formula.text) == (r"\frac{a}{\alpha}", "a/α")
    assert formula.maths.children[0].tag == "mfrac"


def test_addresses_are_whole_or_none():
    [block] = read("[a](/bob/) [b](#there) [c](mailto:a@example.org)")
    found = {run.text: run.url for run in block.runs if run.text.strip()}
    assert found == {"a": "https://lab.example/bob/", "b": "", "c": "mailto:a@example.org"}
    assert runs('<a href="/bob/">a</a>') == (Run("a"),)


def test_code_keeps_its_lines():
    [block] = read("```\na = 1\n\n  b\n```")
    assert (block.kind, words(block.runs)) == ("code", "a = 1\n\n  b")


def test_the_cells_of_a_table_stand_apart():
    assert [words(b.runs) for b in read("| a | b |\n|---|---|\n| 1 | 2 |")] == ["a · b", "1 · 2"]


def test_a_footnote_has_no_way_back():
    assert [words(b.runs) for b in read("Text[^1]\n\n[^1]: Note.")] == ["Text[1]", "Note."]

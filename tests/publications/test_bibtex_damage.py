"""Letters that were read in a wrong encoding before they came here: told, mended on demand."""

import pytest

from publications import bibtex

SOUND = """@misc{a,
  title = {Über die Wälder des Meeres},
  author = {Иванова, Анна},
}
@misc{b, title = {Kelp}, author = {JOÃO and São, Zoë and Müller, Jürgen}}
"""


def damaged(encoding, text=SOUND):
    return text.encode().decode(encoding).encode()


@pytest.mark.parametrize("encoding", ["latin-1", "mac-roman"])
def test_each_line_is_told_with_what_it_was(encoding):
    parsed = bibtex.parse(damaged(encoding))
    assert [problem.line for problem in parsed.problems] == [2, 3, 5]
    assert {problem.severity for problem in parsed.problems} == {"warning"}
    assert "--repair-encoding mends it (“Über”)" in parsed.problems[0].reason
    assert parsed.damaged == 3


@pytest.mark.parametrize("encoding", ["latin-1", "mac-roman"])
def test_it_is_mended_on_demand(encoding):
    parsed = bibtex.parse(damaged(encoding), repair_encoding=True)
    assert parsed.records == bibtex.parse(SOUND).records
    assert all("was mended" in problem.reason for problem in parsed.problems)


def test_a_damaged_entry_among_sound_ones():
    data = SOUND.encode() + damaged("cp1252", "@misc{c, author={Müller, Käthe}}\n")
    parsed = bibtex.parse(data)
    assert [(problem.line, parsed.damaged) for problem in parsed.problems] == [(6, 1)]
    mended = bibtex.parse(data, repair_encoding=True).records
    assert [one.get("author")[-13:] for one in mended[1:]] == [
        "Müller, Jürgen"[1:],
        "Müller, Käthe",
    ]


def test_sound_portuguese_is_left_alone():
    text = "@misc{a, title={A IRMÃ “MAIÚSCULA” DE JOÃO: “IRMÔ, São «MANHû, Ã…}}"
    assert not bibtex.parse(text.encode()).problems


def test_of_very_many_lines_the_first_hundred_are_told():
    data = damaged("cp1252", "".join(f"@misc{{k{n}, title={{Käthe {n}}}}}\n" for n in range(150)))
    problems = bibtex.parse(data).problems
    assert len(problems) == 101
    assert problems[-1].reason == "Damaged letters on 50 more lines."

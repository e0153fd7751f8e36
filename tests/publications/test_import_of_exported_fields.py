"""What an export writes under names of its own choice is read back to its column."""

import pytest

from publications.models import Publication
from tests.publications.importing import take

pytestmark = pytest.mark.django_db


def imported(*fields, entry_type="article"):
    take(
        f"@{entry_type}{{kelp, title = {{Growing Consensus in Kelp Forests}}, {','.join(fields)}}}"
    )
    return Publication.objects.get()


def links(paper):
    return list(paper.links.values_list("kind", "label", "url"))


def test_exported_fields_return_to_their_columns():
    paper = imported("pubstate={inpress}", "shorttitle={{KelpNet}}", "date={2023-23}")
    assert (paper.status, paper.short_name, paper.date.edtf) == ("in-press", "KelpNet", "2023-23")
    assert paper.fields == []


@pytest.mark.parametrize("said", ["submitted", "accepted", "prepublished", "published"])
def test_pubstate_beats_what_the_entry_looks_like(said):
    paper = imported(f"pubstate={{{said}}}", "note={To appear}", "eprint={2401.00001}")
    assert paper.status == {"prepublished": "preprint"}.get(said, said)


def test_an_unknown_pubstate_stays_as_it_came():
    paper = imported("pubstate={inpreparation}")
    assert (paper.status, paper.fields) == ("published", [["pubstate", "inpreparation"]])


def test_a_long_short_title_is_no_name():
    paper = imported(f"shorttitle={{{'kelp ' * 20}}}")
    assert (paper.short_name, paper.fields[0][0]) == ("", "shorttitle")


def test_numbered_links_keep_their_order_and_labels():
    paper = imported(
        "code2={\\href{https://e.org/b}{Simulator}}",
        "code={https://e.org/a_1}",
        "preprint={https://e.org/p}",
        "link={https://e.org/l}",
    )
    assert links(paper) == [
        ("code", "Simulator", "https://e.org/b"),
        ("code", "", "https://e.org/a_1"),
        ("preprint", "", "https://e.org/p"),
        ("other", "Link", "https://e.org/l"),
    ]
    assert paper.fields == []


def test_words_beside_an_address_stay():
    paper = imported("code={see https://e.org/a}")
    assert links(paper) == [("code", "", "https://e.org/a")]
    assert paper.fields == [["code", "see https://e.org/a"]]


def test_numbered_awards():
    paper = imported(
        "award_name={Best Paper}", "award2={https://e.org/~b}", "award_name2={Top 1\\%}"
    )
    assert list(paper.awards.values_list("name", "url")) == [
        ("Best Paper", ""),
        ("Top 1%", "https://e.org/~b"),
    ]
    assert paper.fields == []


def test_the_report_number_of_an_article_is_not_its_issue():
    paper = imported("number={4}", "reportnumber={CERN-TH-1}")
    assert (paper.issue, paper.number) == ("4", "CERN-TH-1")


def test_a_code_of_a_language_keeps_its_capitals():
    assert imported("language={zh-Hans}").language == "zh-Hans"


def test_an_ampersand_in_an_address_is_no_entity():
    assert imported("url={https://e.org/?a=1&copy=2}").url == "https://e.org/?a=1&copy=2"

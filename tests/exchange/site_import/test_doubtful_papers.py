"""Papers of printed lists that are not sure are drafts, and told with their line."""

import pytest

from exchange.site_import import importer
from exchange.site_import.doubts import mark
from exchange.site_import.printed_references import Reference
from exchange.site_import.records import Latex, Place
from exchange.site_import.report import as_json, lines
from publications.models import Publication

CONFIG = "title: Alice Ahlgren\nurl: https://a.example\nname: Alice Ahlgren\n"
WHOLE = [
    f'- A. Ahlgren, B. Brandt, "{title}", Journal of Tides, vol. {number}, {2000 + number}.'
    for number, title in enumerate(
        (
            "Kelp at large scale",
            "Reefs and their tides",
            "A net for every sea",
            "Oars of the north",
        ),
        1,
    )
]
STRANGE = '- C. Moreau, D. Lind, "Sand in the wrong desert", Journal of Dunes, vol. 9, 2019.'


def site(*items, **further):
    page = "---\ntitle: Publications\n---\n" + "\n".join(items) + "\n"
    return {
        "_config.yml": CONFIG,
        "index.md": "---\n---\nI grow kelp.\n",
        "papers.md": page,
    } | further


def reference(title, author="Alice Ahlgren and Bob Brandt", **fields):
    fields = {"journal": "Reef Letters", "year": "2020"} | fields
    fields = {"title": title, "author": Latex(author)} | fields
    return Reference(
        "key", Place("papers.md", 4), "article", {k: v for k, v in fields.items() if v}
    )


def doubts(*references, owner="Alice Ahlgren"):
    mark(list(references), owner)
    return [bool(one.doubt) for one in references]


def sure(number):
    return [reference(f"Kelp and its tides, part {one}") for one in range(number)]


@pytest.mark.django_db
def test_a_paper_of_others_in_ones_own_list_is_a_draft_and_told_with_its_line(tree_of, alice):
    plan, _batch = importer.run(tree_of(site(*WHOLE, STRANGE)), alice, by_operator=True)
    drafts = Publication.objects.filter(published_at=None)
    assert [paper.title for paper in drafts] == ["Sand in the wrong desert"]
    assert Publication.objects.exclude(published_at=None).count() == len(WHOLE)
    (told,) = [line for line in lines(as_json(plan)) if "Sand in the wrong desert" in line]
    assert told.startswith("papers.md:8: warning:")
    assert "draft" in told


@pytest.mark.django_db
def test_what_another_source_makes_sure_is_public(tree_of, alice):
    title, names = "Sand in the wrong desert", "Moreau, C. and Lind, D."
    own = f"@article{{sand, title={{{title}}}, author={{{names}}}, year={{2019}}, "
    own += "journal={Journal of Dunes}}"
    files = site(*WHOLE, STRANGE, **{"_bibliography/papers.bib": own})
    files["_config.yml"] += "scholar: {source: _bibliography, bibliography: papers.bib}\n"
    plan, _batch = importer.run(tree_of(files), alice, by_operator=True)
    assert not Publication.objects.filter(published_at=None).exists()
    assert not [line for line in lines(as_json(plan)) if "draft" in line]


@pytest.mark.parametrize(
    "title",
    [
        "REEF 2021",
        "Project Page",
        "PhD Thesis",
        "Best Paper Award",
        "Awarded: a medal of reefs",
        "In Tides, 2019",
        "Advances in Tides (TIDES), 2023",
    ],
)
def test_a_badge_a_button_or_a_kind_of_text_is_no_title(title):
    assert doubts(reference(title), *sure(3)) == [True, False, False, False]


def test_a_short_title_is_one_unless_the_list_repeats_it_or_the_title_stands_behind():
    assert doubts(reference("Kelp Growth"), *sure(2)) == [False] * 3
    twice = [reference("Reef Notes"), reference("Reef Notes", journal="Tides")]
    assert doubts(*twice, *sure(2)) == [True, True, False, False]
    behind = reference("Reef Notes", journal="How kelp grows in the dark of winter")
    assert doubts(behind, *sure(2)) == [True, False, False]


@pytest.mark.parametrize(
    "name",
    ["AB-C Alice Ahlgren", "Supervisor Bob Brandt", "Bob T. BRINE", "Media Coverage", "9 Lind"],
)
def test_what_is_no_name_is_doubtful(name):
    assert doubts(reference("Kelp at large scale", f"Alice Ahlgren and {name}"), *sure(1))[0]


def test_the_owner_as_a_place_and_missing_names_are_doubtful():
    assert doubts(reference("Kelp at large", "Carl Moreau", journal="Ahlgren"))[0]
    assert doubts(reference("Kelp at large", ""), *sure(4))[0]


def test_lists_without_the_owner_teams_and_open_lists_are_not():
    others = [reference(f"Sand, part {one}", "Carl Moreau") for one in range(3)]
    assert doubts(*others) == [False] * 3
    open_ended = [
        reference("Sand at sea", "Carl Moreau and others"),
        reference("A", "{The Reef Team}"),
    ]
    assert doubts(*open_ended, *sure(5))[:2] == [False, False]
    assert doubts(reference("Sand for me and you", "Alice Ahlgren"))[0] is False
    assert doubts(*[reference(f"Sand, part {one}", "") for one in range(3)]) == [False] * 3


def test_names_that_end_before_the_owner_are_doubtful_where_no_other_paper_has_the_owner():
    cut_short = reference("Sand at sea", "Carl Moreau and Dora Lind and Eva Berg and others")
    assert doubts(cut_short) == [True]
    assert doubts(reference("Kelp at sea", "C. Moreau and A. Ahlgren and E. Berg and others")) == [
        False
    ]
    assert doubts(reference("Sand at large", "Carl Moreau and others")) == [False]
    cut_short.doubt = ""
    assert doubts(cut_short, owner="The Kelp Lab") == [False]

"""The papers of one's own site are listed, by whichever form of the name they print."""

import pytest

from exchange.site_import import importer
from exchange.site_import.own_names import in_two_scripts, name_of, without_degree
from exchange.site_import.report import warnings
from profiles.models import Researcher

QUARTO = {
    "_quarto.yml": "project: {type: website}\n",
    "index.qmd": "---\ntitle: Alice Kelp Ahlgren\n---\nI grow kelp.\n",
}


def listed(alice, tree, name):
    Researcher.objects.filter(pk=alice.pk).update(
        display_name=name, given_name="", family_name="", other_names=""
    )
    alice = Researcher.objects.get(pk=alice.pk)
    plan, _number = importer.run(tree, alice, by_operator=True)
    alice.refresh_from_db()
    return alice.authorships.public().count(), alice.other_names, plan


def test_the_name_in_its_own_script_is_known_at_once(alice, tree_of):
    tree = tree_of(page("爱丽", "Ahlgren, A.", title="Alice Ahlgren (爱丽)"))
    assert listed(alice, tree, "Alice Ahlgren")[:2] == (2, "")


def page(*names, title="Alice Kelp Ahlgren"):
    lines = [
        f"- {name} and Brandt, B. (202{n}). *A tide table number {n} for reefs*. **Reef Letters**."
        for n, name in enumerate(names)
    ]
    home = QUARTO["index.qmd"].replace("Alice Kelp Ahlgren", title)
    papers = "---\ntitle: Publications\n---\n" + "\n".join(lines)
    return {**QUARTO, "index.qmd": home, "publications.qmd": papers}


def test_a_form_that_nearly_all_papers_print_is_another_name(alice, tree_of):
    tree = tree_of(page(*["Kelp Ahlgren, A."] * 3, "Kelp Ahlgren, Al"))
    count, other_names, _plan = listed(alice, tree, "Alice Kelp Ahlgren")
    assert count == 4
    assert other_names == "A. Kelp Ahlgren\nAl Kelp Ahlgren"
    alice = Researcher.objects.get(pk=alice.pk)
    assert importer.run(tree, alice, by_operator=True)[1] is None


def test_a_stranger_of_that_family_name_is_none(alice, tree_of):
    papers = page("Ahlgren, A.", "Ahlgren, A.", "Ahlgren, Z.")
    count, other_names, _plan = listed(alice, tree_of(papers), "Alice Kelp Ahlgren")
    assert (count, other_names) == (2, "")


def test_a_namesake_beside_ones_own_papers_is_nobody(alice, tree_of):
    names = [*["Ahlgren, Alice"] * 4, "Ahlgren, Axel", "Ahlgren, Ali"]
    papers = page(*names, title="Alice Ahlgren")
    count, other_names, plan = listed(alice, tree_of(papers), "Alice Ahlgren")
    assert (count, "Axel" in other_names) == (5, False)
    assert any("publications.qmd:8" in place for place in _places(plan))


def _places(plan):
    return [place for one in warnings(plan) for place in one["places"]]


def test_who_signs_with_another_given_name_is_listed(alice, tree_of):
    papers = page(*["Ahlgren, Xiaoyun"] * 3, "Coral, C.", title="Shirley Ahlgren")
    count, other_names, _plan = listed(alice, tree_of(papers), "Shirley Ahlgren")
    assert (count, other_names) == (3, "Xiaoyun Ahlgren")


def test_two_of_the_family_on_all_papers_are_nobody(alice, tree_of):
    papers = page(*["Ahlgren, Xiaoyun and Ahlgren, Bo"] * 4, title="Shirley Ahlgren")
    count, other_names, _plan = listed(alice, tree_of(papers), "Shirley Ahlgren")
    assert (count, other_names) == (0, "")


def test_a_site_of_somebody_else_names_nobody(alice, tree_of):
    papers = page(*["Kelp Ahlgren, A."] * 3)
    count, other_names, plan = listed(alice, tree_of(papers), "Charlie Coral")
    assert (count, other_names) == (0, "")
    assert plan.unknown_name == "Alice Kelp Ahlgren"


@pytest.mark.parametrize(
    ("text", "name", "others"),
    [
        ("Dr. Alice Ahlgren", "Alice Ahlgren", []),
        ("Alice Ahlgren, PhD", "Alice Ahlgren", []),
        ("Alice Ahlgren, Psy.D/Ph.D", "Alice Ahlgren", []),
        ("PhD A. Ahlgren", "A. Ahlgren", []),
        ("Alice Ahlgren (@aliceahl)", "Alice Ahlgren", []),
        ("Alice (Kelp) Ahlgren", "Alice (Kelp) Ahlgren", ["Kelp Ahlgren", "Alice Ahlgren"]),
    ],
)
def test_titles_are_no_names_and_brackets_hold_another(text, name, others):
    assert name_of(text) == (name, others)


@pytest.mark.parametrize(
    "title", ["Alice Ahlgren website", "Alice Ahlgren Personal Homepage", "Alice Ahlgren’s Page"]
)
def test_a_title_of_a_site_is_a_name_without_what_a_site_is(title):
    assert without_degree(title) == "Alice Ahlgren"


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("Alice Ahlgren / 海 藻", ("Alice Ahlgren", "海 藻")),
        ("海藻 (Alice Ahlgren)", ("Alice Ahlgren", "海藻")),
        ("Alice Ahlgren(海藻)", ("Alice Ahlgren", "海藻")),
        ("Alice (Kelp) Ahlgren", ("Alice (Kelp) Ahlgren", "")),
        ("海藻", ("海藻", "")),
    ],
)
def test_a_name_in_two_scripts(text, both):
    assert in_two_scripts(text) == both


def test_names_that_the_site_says_and_its_papers_print_stay_at_the_next_import(alice, tree_of):
    config = "first_name: Alice Kelp\nlast_name: Ahlgren\n"
    config += "scholar:\n  last_name: [Ahlgren]\n  first_name: [Alice Kelp, Alice]\n"
    entry = "@article{{k{0}, title={{Kelp of harbour {0}}}, author={{Ahlgren, Al}}, year=2020}}\n"
    papers = "".join(map(entry.format, range(4)))
    tree = tree_of(
        {
            "_config.yml": config,
            "_bibliography/papers.bib": papers,
            "_pages/about.md": "---\nlayout: about\npermalink: /\n---\nI grow kelp.\n",
        }
    )
    _count, other_names, _plan = listed(alice, tree, "Alice Kelp Ahlgren")
    assert other_names == "Alice Ahlgren\nAl Ahlgren"
    alice = Researcher.objects.get(pk=alice.pk)
    assert importer.run(tree, alice, by_operator=True)[1] is None


def test_who_has_but_a_middle_name_in_common_is_a_brother(alice, tree_of):
    papers = page(*["Alice Kelp Ahlgren"] * 6, *["Bob Kelp Ahlgren"] * 2)
    _count, other_names, _plan = listed(alice, tree_of(papers), "Alice Kelp Ahlgren")
    assert "Bob" not in other_names


def test_papers_in_another_script_than_the_name_are_told(alice, tree_of):
    papers = page(*["Ahlgren, A."] * 3, title="海藻")
    count, other_names, plan = listed(alice, tree_of(papers), "海藻")
    assert (count, other_names) == (0, "")
    assert any("Papers on no page" in one["reason"] for one in warnings(plan))


def test_a_site_in_two_scripts_is_of_who_has_one_of_its_names(alice, tree_of):
    papers = page(*["Ahlgren, Alice"] * 3, title="海藻 (Alice Ahlgren)")
    count, other_names, plan = listed(alice, tree_of(papers), "海藻")
    assert (count, other_names, plan.unknown_name) == (3, "Alice Ahlgren", "")


@pytest.mark.parametrize(
    ("name", "printed", "expected"),
    [
        ("Alice Ahlgren-Kelp", ["Alice Ahlgren", "A. Ahlgren", "Ahlgren, A."], 3),
        ("Alice Ahlgren Kelp", ["Alice Ahlgren", "Ahlgren, A.", "Alice Ahlgren Kelp"], 3),
        ("Alice Ahlgren-Kelp", ["Bob Ahlgren"] * 3, 0),
    ],
)
def test_one_half_of_a_double_family_name_is_the_owner(alice, tree_of, name, printed, expected):
    assert listed(alice, tree_of(page(*printed, title=name)), name)[0] == expected


@pytest.mark.parametrize(("printed", "count"), [("林伟", 3), ("林海", 2)])
def test_a_name_in_han_that_is_spelt_as_the_owners_is_theirs(alice, tree_of, printed, count):
    papers = page("Lin, W.", "Lin, W.", printed, title="Wei Lin")
    assert listed(alice, tree_of(papers), "Wei Lin")[:2] == (count, printed * (count == 3))


def test_two_names_in_han_that_are_spelt_alike_are_nobody(alice, tree_of):
    papers = page("Lin, W.", "林伟", "林薇", title="Wei Lin")
    assert listed(alice, tree_of(papers), "Wei Lin")[:2] == (1, "")

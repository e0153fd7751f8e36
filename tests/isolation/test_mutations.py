"""Each guard taken away in turn: a test has to turn red, or it guards nothing.

The guards are found in the code: what asks a rule of profiles.access or refuses (mutants.py), and
what says in a class of the admin that Django's own answer is not ours. Behind each stands a probe
(tried.py), or a test elsewhere that is marked `needs` and runs without it, too; a guard without
either fails with its name. Where two stand one behind the other, the first is taken away before,
and the probe has to hold until the second goes, too.
"""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.isolation import mutants
from tests.isolation.rows import ROWS
from tests.isolation.tried import PROBES
from tests.thorough import part

MARK = re.compile(r'mark\.needs\(\s*"([\w.]+)",\s*"(\w+)",?\s*\)')
TESTS = Path(__file__).resolve().parents[1]

VISIBLE = ("profiles.admin.base.Guarded.get_queryset", "visible")
# Guard -> those that stand before it.
BEHIND = {
    ("profiles.admin.base.GuardedAdmin.has_view_permission", "can_see"): [VISIBLE],
    ("profiles.admin.base.GuardedInline.has_view_permission", "can_see"): [
        VISIBLE,
        ("profiles.admin.base.GuardedAdmin.has_view_permission", "can_see"),
    ],
    ("profiles.admin.base.GuardedInline.has_change_permission", "can_edit"): [
        ("profiles.admin.base.GuardedAdmin.has_change_permission", "can_edit")
    ],
    ("accounts.admin.AccountAdmin.has_add_permission", "is_manager"): [
        ("accounts.admin.AccountAdmin.has_view_permission", "is_manager")
    ],
    ("accounts.admin.AccountAdmin.has_view_permission", "accounts"): [
        ("accounts.admin.AccountAdmin.get_queryset", "accounts")
    ],
    ("accounts.invitations.AccountLinksMixin._get_account", "PermissionDenied"): [
        ("accounts.admin.AccountAdmin.get_queryset", "accounts")
    ],
    ("publications.admin.suggestions.SuggestionAdmin.has_view_permission", "answerable"): [
        ("publications.admin.suggestions.SuggestionAdmin.get_queryset", "answerable")
    ],
    ("accounts.admin.AccountAdmin.save_model", "is_superuser"): [
        ("accounts.admin.AccountAdmin.get_fieldsets", "is_superuser")
    ],
    ("profiles.admin.base.Closed.get_deleted_objects", "is_manager"): [
        ("publications.admin.sharing.SharingMixin.get_deleted_objects", "is_manager")
    ],
    ("profiles.admin.people.DelegationInline.get_queryset", "visible"): [
        VISIBLE,
        ("profiles.admin.base.GuardedAdmin.has_view_permission", "can_see"),
        ("profiles.admin.people.DelegationInline.has_view_permission", "administers"),
    ],
    ("publications.admin.suggestions.SuggestionAdmin._one_answer", "answerable"): [
        ("publications.claims.accept", "answerable")
    ],
}
# Why -> what is asked (function, question) for a word, a heading, a link: whoever gets the wrong
# answer sees no more rows.
FOR_WORDS = {
    "an entry of the menu": """
        accounts.admin.AccountAdmin.has_module_permission is_manager
    """,
    "a column of the rows one sees": """
        profiles.admin.base.GuardedAdmin.get_list_display records_of
    """,
    "a filter of the rows one sees": """
        profiles.admin.base.GuardedAdmin.get_list_filter is_manager
        publications.admin.imports.ImportBatchAdmin.get_list_filter is_manager
    """,
    "whose row it is stands there to be read": """
        profiles.admin.base.GuardedAdmin.unasked is_manager
    """,
    "a link to a page that asks": """
        profiles.admin.happened.HappenedMixin.render_change_form may_publish
        profiles.admin.deleted.DeletedMixin._deleted_page may_publish
        profiles.admin.history.HistoryMixin._deleted_url is_manager
        profiles.admin.history.HistoryMixin._deleted_url records_of
        website.personal_data.admin.PrivacyMixin.render_change_form administers
        profiles.admin.ordering.OrderMixin.changelist_view publishes
        website.dashboard.papers.actions can_add
        website.dashboard.papers.actions can_edit_some
        publications.admin.batch_page.BatchPage._entries editable
        publications.admin.suggestions.SuggestionAdmin.get_queryset visible
        website.dashboard.first_steps._published may_publish
        website.dashboard.papers.steps can_add
    """,
    "the list, or the one row on it": """
        profiles.admin.researcher.ResearcherAdmin._sole is_manager
        profiles.admin.researcher.ResearcherAdmin._sole records_of
    """,
    "whether a list of one is a choice": """
        website.dashboard.page._people is_manager
    """,
    "that it is a colleague’s, too": """
        publications.admin.sharing.SharingMixin.get_deleted_objects is_manager
    """,
    "what a list or a page is called": """
        publications.admin.suggestions.SuggestionAdmin._called is_manager
        website.admin_site.VitaeSite._menu is_manager
        website.admin_site.VitaeSite.index is_manager
    """,
    "a number, of what one may answer": """
        publications.admin.suggestions.SuggestionAdmin._waiting is_manager
        publications.admin.suggestions.SuggestionAdmin._waiting records_of
    """,
    "which button stands above": """
        publications.admin.suggestions.SuggestionAdmin.changelist_view is_manager
        publications.admin.suggestions.SuggestionAdmin.changelist_view publishing_records_of
    """,
    "which buttons stand in a row": """
        publications.admin.suggestions.SuggestionAdmin.get_queryset publishable
        publications.admin.suggestions.SuggestionAdmin.get_queryset records_of
    """,
    "who may ask again: fewer, if everybody were a manager": """
        publications.claims.decline is_manager
    """,
    "opens: shows them to the one whose they were": """
        profiles.admin.people.FormerSlugInline.get_queryset
    """,
    "that nothing was saved": """
        website.admin_site.VitaeSite.admin_view has_permission
    """,
}
ONLY_WORDS = {
    line.strip().partition(" ")[::2]
    for text in FOR_WORDS.values()
    for line in text.strip().splitlines()
}

PAIRS = [(name, question) for name, asked in PROBES.items() for question in asked]


def marked():
    """What the tests beside the code itself are marked to need."""
    texts = (path.read_text() for path in TESTS.rglob("test_*.py") if path != Path(__file__))
    return {pair for text in texts for pair in MARK.findall(text)}


def test_every_guard_has_a_probe():
    guards = mutants.asked() | {(name, "") for name in mutants.said()}
    known = {*PAIRS, *marked(), *ONLY_WORDS}
    assert not guards - known, "try it without: in test_mutations.py, or by a test that `needs` it"
    assert not known - guards, "there is no such guard any more"


def test_no_rule_is_asked_by_another_name():
    """Else it would not be found."""
    for path in mutants.modules():
        assert "profiles.access import" not in path.read_text(), path


def test_every_rule_is_asked():
    asked = {question for _function, question in mutants.asked()}
    assert mutants.RULES.keys() <= asked


@pytest.mark.parametrize(("name", "question"), part(PAIRS, 4))
def test_without_it_a_probe_turns_red(name, question, owner, everybody):
    model, probe = PROBES[name][question]
    row = ROWS[model](owner)
    with ExitStack() as gone:
        for guard in BEHIND.get((name, question), ()):
            gone.enter_context(mutants.without(*guard))
        assert probe(owner, everybody, row)
        gone.enter_context(mutants.without(name, question))
        assert not probe(owner, everybody, row)

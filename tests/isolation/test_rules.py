"""Each rule of access opened to everybody in turn: a probe has to turn red, or it guards nothing.

The rules are the functions of profiles.access that take a `user`, and the few that stand elsewhere.
One that is new fails with its name until a probe stands below it.
"""

import inspect
import re
from functools import wraps
from unittest import mock

import pytest
from django.contrib.auth import get_user_model

from accounts import second_factor
from profiles import access
from profiles import models as people
from publications import claims
from publications import models as papers
from tests.isolation import single
from tests.isolation.probes import (
    OWN_PREVIEW,
    closed,
    offers_a_page,
    picks,
    public,
    publishes,
    reaches_a_superuser,
    reads,
    says,
    shows_a_cover,
    shows_a_file,
    shut,
    waits_for_the_second_factor,
    writes,
)
from tests.isolation.rows import ROWS
from tests.layout import APPS, ROOT
from website import media

USERS = get_user_model()
RULES = {
    name: access
    for name, rule in vars(access).items()
    if inspect.isfunction(rule) and rule.__module__ == access.__name__
    if not name.startswith("_") and "user" in inspect.signature(rule).parameters
}
RULES |= {
    "answerable": claims,
    "may_withdraw": claims,
    "may_read": media,
    "may_show": media,
    "is_verified": second_factor,
}
NO_RULES = {
    "remember": "answers nothing",
    "cached": "says again what a rule said",
    "has_several_records": "says whether there is a choice, not what is in it",
    "own_record": "says which of them comes first",
    "can_see": "stands behind `visible`: opened by itself, it shows nobody more",
}

# Rule -> rows of a model, and who tries what with one.
PROBES = {
    "accounts": [
        reaches_a_superuser("changelist"),
        reaches_a_superuser("delete"),
        reaches_a_superuser("link"),
        (people.Talk, single.invites_no_superuser),
        (people.Talk, single.gives_no_archive_of_a_superuser),
    ],
    "administers": [
        says(people.Researcher, "delegations-TOTAL_FORMS", "change", "delegate", _part="delegates"),
        shut("profiles_researcher_data", "delegate", of_a_row=True),
    ],
    "answerable": [
        reads(papers.AuthorshipSuggestion),
        closed(papers.AuthorshipSuggestion),
        (papers.AuthorshipSuggestion, single.counts_no_question_of_drafts),
        (papers.AuthorshipSuggestion, single.answers_no_question),
        (papers.AuthorshipSuggestion, single.takes_nothing_back),
    ],
    "can_add": [
        closed(people.Talk, "add", "charlie"),
        closed(papers.ImportBatch, "add", "charlie"),
    ],
    "can_delete": [
        writes(papers.Topic),
        closed(people.Researcher, "delete", "delegate"),
    ],
    "can_delete_some": [says(papers.Topic, 'value="delete_selected"')],
    "can_edit": [
        writes(papers.Topic, "change", name="Mine", slug="mine"),
        closed(papers.Topic, "history"),
        (people.Talk, single.adds_no_link),
    ],
    "can_edit_some": [closed(people.Talk, "changelist", "charlie")],
    "can_publish": [
        says(people.Talk, 'name="published_at_0"', "change", "drafter"),
        (people.Researcher, single.restores_as_a_draft),
    ],
    "can_see_some": [
        closed(people.Talk, "changelist", "charlie"),
        shut("publications_publication_duplicates", "charlie"),
    ],
    "editable": [
        public(writes(papers.Publication, "changelist", "drafter", action="describe", apply="1")),
        (papers.Publication, single.merges_no_paper_of_anothers),
        (papers.Publication, single.undoes_no_change_for),
        (people.Talk, single.links_to_no_form),
    ],
    "has_records": [
        closed(people.Talk, "add", "charlie"),
        (people.Talk, single.offers_no_words),
        (people.Talk, single.offers_no_topics),
    ],
    "is_manager": [
        closed(USERS, "changelist"),
        closed(USERS, "add"),
        shut("profiles_researcher_invite", "delegate", of_a_row=True),
        shut("publications_venue_merge", "bob"),
        says(people.Researcher, "drafter", "change", _part="delegates"),
        (papers.Publication, single.is_deleted_without_a_word_of_others),
        (people.Talk, single.invites_nobody),
        (people.Talk, single.counts_no_lab),
        (people.Talk, single.imports_for_nobody),
    ],
    "is_verified": [(people.Talk, waits_for_the_second_factor)],
    "may_withdraw": [(papers.Publication, single.unpublishes_nothing_for_a_coauthor)],
    "nameable": [
        (people.Talk, single.makes_no_superuser_an_owner),
        (people.Talk, single.offers_no_superuser),
        (people.Talk, single.names_no_superuser_as_delegate),
    ],
    "may_invite": [shut("profiles_researcher_invite", "owner", of_a_row=True)],
    "may_publish": [(people.Talk, publishes), (people.Talk, single.links_nobody_for)],
    "may_read": [(people.Project, shows_a_cover)],
    "may_show": [(people.Talk, shows_a_file)],
    "pickable": [
        (people.Page, offers_a_page),
        picks("publication", papers.NewsMention),
        (people.Page, single.restores_no_page_of_anothers),
        (papers.Publication, single.restores_no_topic),
        (papers.Publication, single.mentions_no_draft_of_anothers),
    ],
    "publishable": [
        writes(people.Talk, "changelist", "drafter", action="publish"),
        public(writes(people.Talk, "changelist", "drafter", action="withdraw")),
        (papers.Publication, single.publishes_no_draft_by_merging),
    ],
    "publishes": [says(people.Talk, 'name="published_at_0"', "add", "drafter")],
    "publishing_records_of": [
        reads(papers.Authorship, who="drafter", known=OWN_PREVIEW),
        (people.Talk, single.looks_for_nobody_else),
    ],
    "records_for": [(people.Talk, single.offers_no_record)],
    "records_of": [
        shut("profiles_picture_files", "bob"),
        (papers.Publication, single.drafts_no_news_about),
    ],
    "visible": [
        reads(people.Talk),
        closed(people.Talk),
        (people.Talk, single.names_no_link),
        (people.Talk, single.tells_no_state),
        (people.Talk, single.previews_no_row),
        (papers.Publication, single.counts_no_news_of_anothers),
        (papers.Publication, single.previews_no_paper),
        (papers.Publication, single.previews_no_name),
    ],
}
# What nobody does, whatever the rules say.
CLOSED = [
    closed(papers.Authorship, "add", "owner"),
    writes(papers.Authorship, who="owner"),
    writes(papers.ImportBatch, who="owner"),
    closed(papers.AuthorshipSuggestion, "add", "owner"),
    writes(papers.AuthorshipSuggestion, who="owner"),
    says(USERS, 'name="is_superuser"', "change", "manager"),
    (people.Talk, single.makes_no_manager),
    (people.Talk, single.asks_columns_alone),
]


def opened(rule):
    """The rule as it answers one who may do everything, whoever asks."""
    signature = inspect.signature(rule)

    @wraps(rule)
    def answer(*args, **kwargs):
        if "user" not in signature.parameters:
            return True
        asked = signature.bind(*args, **kwargs)
        asked.arguments["user"] = USERS(is_superuser=True)
        asked.arguments["user"].otp_device = "any"
        return rule(*asked.args, **asked.kwargs)

    return mock.patch.object(RULES[rule.__name__], rule.__name__, answer)


def test_every_rule_has_a_probe():
    assert PROBES.keys() | NO_RULES.keys() == RULES.keys()


def test_no_rule_is_asked_by_another_name():
    """Else opening it would open nothing."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            names = re.search(r"from profiles\.access import ([^)]+?)\n(?! )", path.read_text())
            assert not names or not RULES.keys() & set(re.findall(r"\w+", names[1])), path


TRIED = [
    pytest.param(name, *probe, id=f"{name}-{place}")
    for name, probes in PROBES.items()
    for place, probe in enumerate(probes)
]


@pytest.mark.parametrize(("name", "model", "probe"), TRIED)
def test_a_probe_turns_red_without_it(name, model, probe, owner, everybody):
    row = ROWS[model](owner)
    assert probe(owner, everybody, row)
    with opened(getattr(RULES[name], name)):
        assert not probe(owner, everybody, row)


@pytest.mark.parametrize(("model", "probe"), CLOSED)
def test_nobody_does_that(model, probe, owner, everybody):
    assert probe(owner, everybody, ROWS[model](owner))

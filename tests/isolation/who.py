"""Who may use the addresses of the admin, by name. One that is missing here fails the tests.

A name is Django's, without "<app>_<model>_" where the row of that model is asked for: "change" is
the page of a row of any model, "researcher_address" only a researcher's.
"""

from django.contrib.auth import get_user_model
from django.urls import reverse

from profiles import models as people
from publications import models as papers
from tests.isolation.rows import MARK, ROWS, a_paper, a_pending_import

MANAGER = {"manager"}
PUBLISHERS = {"owner", "delegate", "manager"}
# The drafter is a delegate who may not publish.
EDITORS = PUBLISHERS | {"drafter"}
# Who has a record of their own, or writes another's.
MEMBERS = EDITORS | {"bob", "ended"}
SIGNED_IN = MEMBERS | {"charlie"}

MANAGERS_ONLY = {get_user_model(), people.FormerSlug, people.SiteSettings, people.PeopleGroup}
MANAGERS_ONLY |= {people.LabNewsItem}
# Model -> who may open a row of the owner's, where it is not all EDITORS.
ROWS_FOR = {
    **dict.fromkeys(MANAGERS_ONLY, MANAGER),
    papers.Authorship: PUBLISHERS,
    papers.AuthorshipSuggestion: PUBLISHERS,
    papers.Venue: MEMBERS,
    papers.Topic: MEMBERS,
}
# What every model has, tried model by model in test_reading.py, test_changing.py, test_history.py.
OF_EVERY_MODEL = {"changelist", "add", "change", "delete", "history", "compare", "restore"}

WHO = {
    "user_password_change": MANAGER,
    "user_link": MANAGER,
    "user_second_factor": MANAGER,
    "researcher_invite": MANAGER,
    "researcher_invite_people": MANAGER,
    "preview": EDITORS,
    "cv": EDITORS,
    "dashboard-dismiss": EDITORS,
    "dashboard-recall": EDITORS,
    "dashboard-repair": EDITORS,
    "dashboard-check-links": EDITORS,
    "dashboard-noted": EDITORS,
    "dashboard-undo-change": EDITORS,
    "dashboard-mend": EDITORS,
    "dashboard-groups": MANAGER,
    "lab-page": MANAGER,
    "researcher_address": {"owner", "manager"},
    "researcher_data": {"owner", "manager"},
    "researcher_website": {"owner", "manager"},
    "researcher_erase": {"owner", "manager"},
    "researcher_activity": PUBLISHERS,
    "researcher_trash": EDITORS,
    "researcher_activity_shared": MANAGER,
    "researcher_trash_shared": MANAGER,
    "importbatch_undo": PUBLISHERS,
    # Not even a manager's to see: it is no record yet, only somebody's file.
    "importbatch_plan": {"owner"},
    "importbatch_options": {"owner"},
    "importbatch_discard": {"owner"},
    "importbatch_site": MEMBERS - {"drafter"},
    "importbatch_lookup": MEMBERS - {"drafter"},
    "importbatch_orcid": MEMBERS - {"drafter"},
    "importbatch_news": PUBLISHERS,
    # Of one's own account.
    "importbatch_news_mail": SIGNED_IN,
    "importbatch_found": {"owner"},
    "importbatch_ask": {"owner"},
    "importbatch_files": MEMBERS - {"drafter"},
    # Tells of the asking account's own requests only.
    "importbatch_progress": SIGNED_IN,
    "publication_merge": EDITORS,
    "publication_duplicates": MEMBERS,
    "publication_split": PUBLISHERS,
    # Reads the names that were sent; only whom the page lists are told of.
    "publication_names": MEMBERS,
    "venue_merge": MANAGER,
    "cvvariant_pages": EDITORS,
    "cvvariant_new_pages": MEMBERS - MANAGER,
    "researcher_documents": EDITORS,
    "section_order": PUBLISHERS,
    "picture_files": EDITORS,
    "authorship_order": PUBLISHERS,
    "authorship_order_versions": PUBLISHERS,
    "section_order_versions": PUBLISHERS,
    "index": SIGNED_IN,
    "help": SIGNED_IN,
    "help-page": SIGNED_IN,
    "palette": SIGNED_IN,
    "palette-results": SIGNED_IN,
    # Everybody's own account, whoever asks.
    "account": SIGNED_IN,
    "account-second-factor": SIGNED_IN,
    "account-action": SIGNED_IN,
    "account-signed-in": SIGNED_IN,
    "password_change": SIGNED_IN,
    "password_change_done": SIGNED_IN,
    "jsi18n": SIGNED_IN,
    "app_list": SIGNED_IN,
}
# The same view as of the order of sections and papers above.
ORDERED = ("education", "experience", "award", "project", "talk", "teaching", "service", "grant")
ORDERED += ("student", "page")
STATES = (*ORDERED, "section", "cvvariant", "newsitem", "labnewsitem", "researcher", "publication")
WHO |= {f"{model}_state": PUBLISHERS for model in STATES} | {"labnewsitem_state": MANAGER}
# Buttons; what is sent names the owner's record.
POST_ONLY = {name for name in WHO if name.startswith("dashboard-")}
POST_ONLY |= {f"importbatch_{name}" for name in ("news", "found", "ask")}
POST_ONLY |= {"publication_names"}
# Tried elsewhere, because they answer otherwise than with a page or a 404.
ORDERS = [f"{model}_{view}" for model in ORDERED for view in ("order", "order_versions")]
ELSEWHERE = dict.fromkeys(ORDERS, "test_admin_order.py") | {
    "date-words": "test_admin_date_words.py",
    "autocomplete": "test_reading.py",
    "markdown-preview": "test_markdown.py",
    "markdown-upload": "test_markdown.py",
    "login": "test_attacks_on_accounts.py",
    "logout": "test_attacks_on_accounts.py",
    "researcher_undelete": "test_history.py",
    "researcher_undelete_shared": "test_history.py",
    "preview": "tests/website/test_previews.py",
    "markdown-citable": "test_markdown_preview.py",
    "code": "tests/accounts/test_second_factor.py",
    "one-time-link": "tests/accounts/test_one_time_link.py",
    "forgotten": "tests/accounts/test_forgotten.py",
}


def _two(make, owner):
    return ",".join(str(make(owner, slug=f"zebrafinch-{n}").pk) for n in "ab")


def _a_paper_of_two_entries(owner):
    paper = a_paper(owner, slug="zebrafinch-of-two")
    values = {"title": paper.title}
    rows = [paper.sources.create(entry_type="misc", raw="@misc{a}", values=values) for _n in "ab"]
    return [paper.pk, rows[0].pk]


def _two_venues():
    venues = [papers.Venue.objects.create(name=f"A shared venue {n}") for n in "ab"]
    return ",".join(str(venue.pk) for venue in venues)


# Name -> what follows the address, or the arguments in it, where a row's id is not enough.
QUERY = {
    **dict.fromkeys(["palette", "palette-results"], lambda owner: f"?q={MARK}"),
    "preview": lambda owner: f"{owner.slug}/",
    "publication_merge": lambda owner: "?ids=" + _two(a_paper, owner),
    "venue_merge": lambda owner: "?ids=" + _two_venues(),
    "picture_files": lambda owner: f"?researcher={owner.pk}",
    **dict.fromkeys(
        [
            f"{model}_{view}"
            for model in ("section", "authorship")
            for view in ("order", "order_versions")
        ],
        lambda owner: f"?researcher={owner.pk}",
    ),
}
ARGUMENTS = {
    "help-page": lambda owner: ["write"],
    "importbatch_plan": lambda owner: [a_pending_import(owner).pk],
    "importbatch_found": lambda owner: [a_pending_import(owner, is_found=True).pk],
    "importbatch_options": lambda owner: [a_pending_import(owner).pk],
    "importbatch_discard": lambda owner: [a_pending_import(owner).pk],
    "importbatch_progress": lambda owner: [a_pending_import(owner).pk],
    "publication_split": _a_paper_of_two_entries,
    "cv": lambda owner: [owner.pk],
    "app_list": lambda owner: ["profiles"],
    "account-action": lambda owner: ["sign-out"],
}


def short(name: str) -> tuple:
    """(model, name as above) of an address; no model where it is of none."""
    for model in ROWS:
        prefix = f"{model._meta.app_label}_{model._meta.model_name}_"
        if name.startswith(prefix):
            return model, f"{model._meta.model_name}_{name.removeprefix(prefix)}"
    return None, name


def address(name: str, owner, *, of_a_row: bool) -> str:
    model, word = short(name)
    args = ARGUMENTS[word](owner) if word in ARGUMENTS else []
    if of_a_row and not args:
        args = [ROWS[model](owner).pk]
    query = QUERY[word](owner) if word in QUERY else ""
    return reverse(f"admin:{name}", args=args) + query

"""The admin with axe-core: it has nothing to say of the pages one works in, light or dark; and no
words there are smaller than 13 pixels.

Forms are examined as they are hardest to read: all parts unfolded, a row added to each table, an
answer that is wrong. The page framed in the form of a profile is examined as a page of its own.
"""

import pytest

from history import recording
from profiles.models import NewsItem
from publications.models import Venue
from tests.browser.admin_pages import CLOSED, a_full_lab, add_rows, pages
from tests.browser.conftest import sign_in
from tests.browser.test_accessibility import COLOURS, VIOLATIONS
from tests.browser.test_import import TEN
from tests.conftest import settle
from tests.exchange.test_paper_files import drop
from tests.isolation.admin_views import url
from tests.isolation.rows import item
from tests.isolation.who import MANAGER, MANAGERS_ONLY, WHO
from tests.node import packages
from tests.profiles.test_form_pages import FORM
from tests.publications.admin_import import upload
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STILL = "* { transition: none !important }"
OF_THE_PAGE = {"iframes": False}


@pytest.fixture
def at_work(browser, live_server, client, alice):
    """Without the policy: axe-core tries style attributes out."""
    context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script((packages("axe-core") / "axe-core" / "axe.min.js").read_text())
    page.found = {}
    yield sign_in(page, client, live_server, alice.owner)
    context.close()
    assert page.found == {}


OPEN = "document.querySelectorAll('#mend details').forEach(part => { part.open = true })"


# Words of less than 13 px that the eye sees; signs in a formula and beside a name are smaller.
SMALL = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const part = text.parentElement;
    if (!text.data.trim() || part.closest('math, sup, svg, .visually-hidden')) continue;
    if (part.checkVisibility() && parseFloat(getComputedStyle(part).fontSize) < 12.9)
      found.add(`${part.tagName} ${part.className}: ${text.data.trim()}`);
  }
  return [...found];
}"""


def examine(page, what):
    page.add_style_tag(content=STILL)
    if small := page.evaluate(SMALL):
        page.found[what, "small"] = small
    for scheme, rules in (("light", OF_THE_PAGE), ("dark", COLOURS | OF_THE_PAGE)):
        page.emulate_media(color_scheme=scheme)
        if violations := page.evaluate(VIOLATIONS, rules):
            page.found[what, scheme] = violations
    page.emulate_media(color_scheme="light")


def test_axe_finds_nothing_in_the_admin(at_work, client, alice):
    pages = ("publications_importbatch_add", "publications_importbatch_files")
    for name in ("index", "account", *pages):
        at_work.at(name)
        examine(at_work, f"{name} of a new record")
    a_full_lab(settle(alice))
    for name in ("index", "publications_publication_changelist"):
        at_work.at(name)
        at_work.evaluate(
            "document.querySelectorAll('#mend details').forEach(d => { d.open = true })"
        )
        examine(at_work, name)
    at_work.set_viewport_size({"width": 360, "height": 800})
    examine(at_work, "a list on a phone")
    at_work.to(upload(client, TEN.encode()).url)
    examine(at_work, "the plan of an import, on a phone")
    at_work.to(upload(client, TEN.replace("Alice", "Wilma").encode()).url)
    examine(at_work, "which name is you, on a phone")
    make_paper("Kelp", alice, owner=alice, fields=[["pdf", "kelp.pdf"]])
    at_work.to(drop(client, {"kelp.pdf": b"%PDF-", "moss.pdf": b"%PDF-"}).redirect_chain[-1][0])
    examine(at_work, "files for papers, on a phone")


def test_what_only_managers_open(at_work, alice):
    """Their accounts, groups, settings; invitations; what happened in the lab. All unfolded."""
    a_full_lab(alice)
    opened = [each for each in pages(alice) if of_managers(*each)]
    assert {"sitesettings_change", "researcher_invite_people"} <= {name for name, _url in opened}
    for _name, address in opened:
        assert at_work.to(address).status == 200, address
        add_rows(at_work)
        examine(at_work, address)


def of_managers(name, address):
    """The histories are all alike, so are forms in a panel; the lab’s page is public."""
    if name in CLOSED or name == "lab-page" or name.endswith("_history") or "?_p" in address:
        return False
    models = tuple(f"{model._meta.model_name}_" for model in MANAGERS_ONLY)
    return WHO.get(name) == MANAGER or name.endswith("_shared") or name.startswith(models)


@pytest.mark.parametrize("width", [390, 1280])
def test_each_page_of_a_profile(at_work, alice, width):
    a_full_lab(alice)
    at_work.set_viewport_size({"width": width, "height": 900})
    for part in FORM.form_pages:
        at_work.at("profiles_researcher_change", alice.pk, part=part)
        add_rows(at_work)
        examine(at_work, part)


@pytest.mark.parametrize(
    ("name", "needed"),
    [("profiles_researcher", "#id_display_name"), ("publications_publication", "#id_title")],
)
def test_forms_with_mistakes(at_work, alice, name, needed):
    a_full_lab(alice, rows=1)
    row = alice if "researcher" in name else alice.brought_publications.first()
    at_work.at(f"{name}_change", row.pk)
    at_work.evaluate("document.querySelectorAll('form').forEach(form => form.noValidate = true)")
    at_work.fill(needed, "")
    with at_work.expect_navigation():
        at_work.click("[name=_continue] >> nth=0")
    at_work.wait_for_selector(".errornote")
    add_rows(at_work)
    examine(at_work, name)


def test_what_opens_over_a_form(at_work):
    Venue.objects.create(name="Networks")
    at_work.at("publications_publication_add")
    at_work.click(".field-venue .select2-selection")
    at_work.wait_for_selector("[role=option]")
    examine(at_work, "type-ahead")
    at_work.at("profiles_newsitem_add")
    at_work.select_option("[name=published_at_state]", "from")
    examine(at_work, "a moment")
    at_work.fill("#id_body", "Line.\n\n" * 100)
    at_work.wait_for_selector("#id_body ~ .markdownx-preview[tabindex]")
    at_work.press("#id_body", "Control+k")
    at_work.wait_for_selector(".link-dialog")
    examine(at_work, "a link, beside a long preview")


def test_versions(at_work, alice):
    row = item(NewsItem, alice, date="2025")
    versions = [recording.save_revision(row, alice.owner)]
    row.body = "Another text."
    row.save()
    versions.append(recording.save_revision(row, alice.owner))
    at_work.to(url(NewsItem, "history", row.pk))
    examine(at_work, "history")
    at_work.to(
        url(NewsItem, "compare", row.pk) + "?from={}&to={}".format(*(v.pk for v in versions))
    )
    examine(at_work, "compare")

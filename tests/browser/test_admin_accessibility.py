"""The admin with axe-core: it has nothing to say of the pages one works in, light or dark, nor of
the size of what one clicks on there; and no words are smaller than 13 pixels.

Forms are examined as they are hardest to read: all parts unfolded, a row added to each table, an
answer that is wrong. The page framed in the form of a profile is examined as a page of its own.
"""

import pytest

from history import snapshots
from profiles.models import NewsItem
from publications.models import Venue
from tests.browser.admin_pages import CLOSED, a_full_lab, add_rows, pages
from tests.browser.conftest import sign_in
from tests.browser.test_accessibility import VIOLATIONS
from tests.browser.test_import import TEN
from tests.conftest import settle
from tests.exchange.test_paper_files import drop
from tests.isolation.admin_views import url
from tests.isolation.rows import item
from tests.node import packages
from tests.publications.admin_import import upload
from tests.publications.papers import make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What stays in sight while one scrolls lies over something.
STILL = "* { transition: none !important } .submit-row { position: static !important }"
OF_THE_PAGE = {"iframes": False}
SIZES_TOO = OF_THE_PAGE | {"rules": {"target-size": {"enabled": True}}}
# Whatever the model: test_versions opens one of each.
ALIKE = ("_history", "_compare", "_restore")
# Examined in test_accessibility.py: what `a_full_lab` has for names of languages is none.
PUBLIC = {"preview", "lab-page"}


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


def examine(page, what, schemes=("dark", "light"), rules=OF_THE_PAGE):
    page.add_style_tag(content=STILL)
    if small := page.evaluate(SMALL):
        page.found[what, "small"] = small
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        if violations := page.evaluate(VIOLATIONS, rules):
            page.found[what, scheme] = violations


def test_every_page(at_work, alice):
    """As the registry and the resolver have them, so that a new one is asked by itself: in the
    light on a desk, in the dark on a phone.
    """
    a_full_lab(settle(alice))
    opened = [each for each in pages(alice) if each[0] not in CLOSED | PUBLIC]
    assert {"index", "researcher_invite_people", "help-page"} <= {name for name, _url in opened}
    for name, address in opened:
        if not name.endswith(ALIKE) and "?_p" not in address:
            at_work.set_viewport_size({"width": 1280, "height": 900})
            assert at_work.to(address).status == 200, address
            add_rows(at_work)
            examine(at_work, address, ["light"], SIZES_TOO)
            at_work.set_viewport_size({"width": 390, "height": 900})
            examine(at_work, address, ["dark"], SIZES_TOO)


def test_imports(at_work, client, alice):
    """Of a record with nothing, and what leads from a file to papers, on a phone."""
    for name in ("index", "publications_importbatch_add", "publications_importbatch_files"):
        at_work.at(name)
        examine(at_work, f"{name} of a new record")
    at_work.set_viewport_size({"width": 360, "height": 800})
    at_work.to(upload(client, TEN.encode()).url)
    examine(at_work, "the plan of an import, on a phone")
    at_work.to(upload(client, TEN.replace("Alice", "Wilma").encode()).url)
    examine(at_work, "which name is you, on a phone")
    make_paper("Kelp", alice, owner=alice, fields=[["pdf", "kelp.pdf"]])
    at_work.to(drop(client, {"kelp.pdf": b"%PDF-", "moss.pdf": b"%PDF-"}).redirect_chain[-1][0])
    examine(at_work, "files for papers, on a phone")


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
    versions = [snapshots.save_revision(row, alice.owner)]
    row.body = "Another text."
    row.save()
    versions.append(snapshots.save_revision(row, alice.owner))
    at_work.to(url(NewsItem, "history", row.pk))
    examine(at_work, "history")
    at_work.to(
        url(NewsItem, "compare", row.pk) + "?from={}&to={}".format(*(v.pk for v in versions))
    )
    examine(at_work, "compare")

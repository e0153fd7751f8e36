"""An exported site given out by a plain file server: it filters and finds as the live one does."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from exchange.static_site.addresses import ORIGIN
from exchange.static_site.crawl import Crawl
from exchange.static_site.folder import Folder
from publications.models import Topic, Venue
from tests.conftest import make_researcher
from tests.publications.papers import as_author, make_paper

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 64  # a browser asks for all of a page at once


@pytest.fixture
def papers(transactional_db, live_server):
    alice = make_researcher("Alice Ahlgren", translations={"zh-hans": {"display_name": "爱丽丝"}})
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI")
    topic = Topic.objects.create(name="Logic", slug="logic")
    other = Topic.objects.create(name="Cats", slug="cats")
    make_paper("Schrödinger’s Cat", alice, date="2024", venue=venue, abstract="Long.").topics.add(
        topic, other
    )
    chosen = as_author(alice, is_selected=True)
    make_paper("On Engines", "Łukasz Nowak", chosen, date="2020", entry_type="book")
    make_paper("吳健雄 and Parity", alice, date="2019", citation_key="wu").topics.add(topic)
    make_paper("In Press", "Grace Hopper", alice, date="", status="in-press")
    make_paper("Undated", alice, date="")
    return "/alice-ahlgren/publications/"


@pytest.fixture(params=["", "/deep/site"])
def site(request, papers, live_server, tmp_path, settings, monkeypatch):
    """Its address, at the root of a host and below; two papers on a page.

    It comes before `page` in a test's arguments: a page that still loads when its server stops
    would complain.
    """
    settings.ORIGIN = ORIGIN
    folder = Folder(tmp_path / "www" / request.param[1:])
    with folder.opened(), monkeypatch.context() as patch:
        patch.setattr("publications.views.ListMixin.paginate_by", 2)
        assert Crawl(folder).run().broken == []
    settings.ORIGIN = ""
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "www")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{request.param}"
    server.shutdown()
    server.server_close()


def shown(page):
    """What a list of papers says, whoever made it."""
    return {
        "titles": page.locator(".paper-title, .compact-title").all_inner_texts(),
        "years": page.locator("#results h2").all_inner_texts(),
        "rail": page.locator(".year-rail li").all_inner_texts(),
        "choices": page.locator("form.filters option").all_text_contents(),
        "flags": page.locator(".filter-flags").all_text_contents(),
        "status": page.locator(".result-count").inner_text().strip(),
    }


ASKED = [
    "q=schrodinger+CAT",
    "q=lukasz",
    "q=%22on+engines%22",
    "q=%22engines+on%22",
    "q=吴健雄",
    "q=nsdi+2024",
    "year=2020",
    "year=forthcoming",
    "year=undated",
    "type=book",
    "topic=logic",
    "topic=logic&year=2019",
    "role=first",
    "selected=1",
    "selected=1&q=cat",
    "view=compact&topic=logic",
]


def test_it_filters_as_the_live_site_does(live_server, site, papers, page):
    for prefix in ("", "/zh-hans"):
        for asked in ASKED:
            page.goto(f"{live_server.url}{prefix}{papers}?{asked}")
            live = shown(page)
            start = "view/compact/" if "compact" in asked else ""
            page.goto(f"{site}{prefix}{papers}{start}?{asked}")
            page.locator(".result-count a").wait_for()
            assert shown(page) == live, (prefix, asked)


def test_a_visitor_filters_pages_and_goes_back(site, papers, page):
    page.goto(f"{site}{papers}page/2/")
    page.get_by_label("Year", exact=True).select_option("2024")
    page.get_by_text("1 paper found.").wait_for()
    assert page.url == f"{site}{papers}?year=2024"
    page.get_by_role("button", name="Abstract").click()
    page.get_by_text("Long.").wait_for()
    page.get_by_role("link", name="Clear the filter").click()
    page.get_by_role("link", name="In Press").wait_for()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="CV").click()
    assert page.url == f"{site}/alice-ahlgren/cv/"
    page.go_back()
    page.go_back()
    page.get_by_text("1 paper found.").wait_for()


def test_it_finds(site, papers, page):
    page.goto(f"{site}/alice-ahlgren/cv/")
    page.keyboard.press("/")
    page.locator(".search-overlay input").fill("schrod")
    hit = page.locator(".search-overlay .hit a").first
    hit.wait_for()
    assert hit.evaluate("link => link.href") == f"{site}/publications/schrodingers-cat/"
    page.goto(f"{site}/")
    page.get_by_placeholder("Name or interest").fill("Ahlgren")
    page.get_by_placeholder("Name or interest").press("Enter")
    page.locator("#found .hit a").first.wait_for()
    assert page.url == f"{site}/search/?q=Ahlgren"
    page.get_by_role("searchbox").fill("<b>zzz")
    page.get_by_role("searchbox").press("Enter")
    page.get_by_text("Nothing found for “<b>zzz”.").wait_for()


def test_without_javascript_all_is_readable_and_no_button_is_dead(site, papers, plain):
    plain.goto(f"{site}{papers}")
    assert plain.locator(".paper-title").count() == 2
    assert not plain.locator("form.filters").is_visible()
    assert not plain.locator(".search-link").is_visible()
    plain.get_by_role("navigation", name="Pages").get_by_role("link", name="2").click()
    assert plain.url == f"{site}{papers}page/2/"
    assert plain.locator(".paper-title").count() == 2

"""Help in the admin: the pages of docs/ by part, searched, for whoever is signed in."""

import re

import pytest
from django.urls import reverse

from website import handbook

pytestmark = pytest.mark.django_db


def test_the_contents_have_three_parts(at_work):
    text = at_work.get("/admin/help/").text
    assert re.findall(r"<h2>(.+)</h2>", text) == ["Use it", "Run it", "Change it"]
    assert 'href="/admin/help/write/"' in text
    assert '<a href="/admin/help/">Help</a>' in at_work.get("/admin/").text


def test_each_page_is_rendered_with_its_headings_and_links(at_work):
    for page, pieces in handbook.pages().items():
        answer = at_work.get(reverse("admin:help-page", args=[page]))
        assert answer.status_code == 200
        shown = answer.text.partition('class="handbook"')[2].partition("<footer")[0]
        assert ".md)" not in shown
        assert ".md#" not in re.sub(r"<(code|pre).*?</\1>", "", shown, flags=re.S)
        for piece in pieces[1:]:
            assert f'id="{piece.anchor}"' in shown


def test_pictures_are_shown_and_pages_are_called_by_their_titles(at_work):
    text = at_work.get("/admin/help/write/").text
    assert re.search(r'<img src="/static/docs/editor\S*\.webp" alt="Editing beside the page"', text)
    assert '<a href="/admin/help/accounts/" rel="noopener">How do people sign in?</a>' in text


def test_every_link_within_the_help_leads_to_a_heading(at_work):
    for page in handbook.pages():
        text = at_work.get(reverse("admin:help-page", args=[page])).text
        for name, anchor in re.findall(r'href="/admin/help/([\w-]+)/(?:#([\w-]+))?"', text):
            anchors = {piece.anchor for piece in handbook.pages()[name]}
            assert not anchor or anchor in anchors, (page, name, anchor)


def test_a_number_sign_in_code_is_no_heading():
    assert "what-is-this" not in {piece.anchor for piece in handbook.pages()["upgrade"]}
    texts = "".join(piece.text for piece in handbook.pages()["deploy"])
    assert "# once" in texts


def test_it_is_searched_and_leads_to_the_heading(at_work):
    text = at_work.get("/admin/help/?q=second+factor+app").text
    assert 'href="/admin/help/accounts/#' in text
    text = at_work.get("/admin/help/?q=tagged").text
    first = re.search(r'href="(/admin/help/\S+#\S+)"', text)[1]
    assert first == "/admin/help/accessibility/#tagged-pdfs", "a heading comes before a text"


def test_what_is_for_who_works_on_the_code_comes_last(at_work):
    text = at_work.get("/admin/help/?q=delegate+page").text
    pages = list(dict.fromkeys(re.findall(r'href="/admin/help/([\w-]+)/', text)))
    assert {"accounts", "code"} <= {*pages}
    of_the_code = {"code", "history", "words", "CONTRIBUTING"}
    assert pages == sorted(pages, key=lambda page: page in of_the_code)


def test_the_contents_say_all_of_each_page(at_work):
    assert "from ORCID or a DOI; undo; export." in at_work.get("/admin/help/").text


def test_what_is_not_there_is_said(at_work):
    assert "Nothing found." in at_work.get("/admin/help/?q=unicorn%00").text
    assert at_work.get("/admin/help/unicorn/").status_code == 404
    assert at_work.get("/admin/help/README/").status_code == 404


def test_a_search_is_text(at_work):
    text = at_work.get("/admin/help/", {"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in text


def test_nobody_reads_it_who_is_not_signed_in(client):
    for address in ("/admin/help/", "/admin/help/write/"):
        assert client.get(address).status_code == 302


def test_who_works_in_another_language_is_told_that_it_is_in_english(at_work):
    for page in ("/admin/help/", "/admin/help/write/"):
        assert "in-english" not in at_work.get(page).text
        assert "in-english" in at_work.get(page, headers={"accept-language": "zh-hans"}).text

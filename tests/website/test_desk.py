"""The desk: what an editor finds on a preview of their page, and the panel beside it."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from profiles.items import KINDS
from profiles.models import Award, Delegation, NewsItem, Page, Section, Talk
from profiles.sections import home_sections
from tests.conftest import make_user
from tests.isolation.forms import sent_by
from tests.isolation.rows import item
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
HOME = "/admin/preview/alice-ahlgren/"
ORDER = reverse("admin:profiles_section_order")


def shown(client, path=HOME):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def links(html):
    """{key: address} of the links to forms."""
    found = re.findall(r'<a class="desk-[^"]*" href="([^"]*)" data-desk="([^"]*)"', html)
    return {key: address.replace("&amp;", "&") for address, key in found}


def change(model, pk):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])


@pytest.fixture
def drafter(client, alice):
    """Dora writes for Alice, and may not publish."""
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora, may_publish=False)
    client.force_login(dora)
    return client


def test_every_row_leads_to_its_form(at_work, alice):
    """Each row, the portrait, the texts, the sections: a link to its form, or to its box there."""
    rows = [item(kind.model, alice) for kind in KINDS.values() if kind.model is not NewsItem]
    rows.append(item(NewsItem, alice, date="2025"))
    paper = make_paper("On kelp", alice, owner=alice)
    found = links(shown(at_work))
    for row in [*rows, paper]:
        assert found[f"{row._meta.model_name}-{row.pk}"] == change(type(row), row.pk)
    form = change(type(alice), alice.pk)
    for part in ("portrait", "display_name,headline", "biography", "pasted_links", "positions"):
        assert found[f"researcher-{alice.pk}-{part}"] == f"{form}?_part={part}"
    assert found["add-section-talks"].endswith(f"/section/add/?researcher={alice.pk}&kind=talks")


def test_what_no_visitor_sees_says_so(at_work, alice):
    for name, published_at in (("Open", timezone.now()), ("Kept", None)):
        Award.objects.create(researcher=alice, name=name, published_at=published_at)
    html = shown(at_work)
    assert 'aria-label="Edit: Open"' in html
    assert 'aria-label="Edit: Kept, Draft"' in html


@pytest.mark.parametrize("path", ["news/", "cv/", "publications/", "notes/"])
def test_other_pages(at_work, alice, path):
    news, talk = item(NewsItem, alice, date="2025"), item(Talk, alice)
    page = Page.objects.create(researcher=alice, title="Notes", slug="notes", body="x")
    rows = {"news/": news, "cv/": talk, "publications/": make_paper("On kelp", alice)}
    row = rows.get(path, page)
    key = f"{row._meta.model_name}-{row.pk}"
    assert links(shown(at_work, HOME + path))[key] == change(type(row), row.pk)


def test_a_papers_page(at_work, alice):
    paper = make_paper("Tides", alice, owner=alice)
    found = links(shown(at_work, "/admin/preview/publications/tides/"))
    assert found[f"publication-{paper.pk}"] == change(type(paper), paper.pk)


def test_every_link_opens(at_work, alice):
    item(Talk, alice)
    for address in set(links(shown(at_work)).values()):
        assert at_work.get(f"{address.partition('#')[0]}").status_code == 200, address


@pytest.mark.parametrize(
    "path", ["", "news/", "cv/", "publications/", "publications/?view=compact", "notes/"]
)
def test_nothing_of_it_is_on_a_public_page(at_work, alice, path):
    item(Talk, alice, published_at=alice.published_at)
    item(NewsItem, alice, date="2025", published_at=alice.published_at)
    Page.objects.create(researcher=alice, title="Notes", slug="notes", body="x")
    make_paper("Tides", alice, owner=alice)
    for address in (f"/alice-ahlgren/{path}", "/publications/tides/"):
        html = shown(at_work, address).lower()
        for word in ("desk", "/admin/", "preview", "csrf", "_panel", '<form method="post"'):
            assert word not in html, (address, word)


def test_a_page_is_what_it_was_but_for_the_desk(at_work, alice):
    """Byte by byte: within the form of a page's look, no desk is on it."""
    item(Talk, alice, published_at=alice.published_at)
    public = shown(at_work, "/alice-ahlgren/")
    framed = shown(at_work, f"{HOME}?framed=1")
    framed = framed.replace('<base target="_blank">\n', "")
    assert framed.replace("/admin/preview/", "/").split() == public.split()


# --- Sections ------------------------------------------------------------------------------------


def test_an_empty_section_is_there_to_be_filled(at_work, alice):
    html = shown(at_work)
    assert "Empty, so visitors do not see this section." in html
    assert links(html)["add-talk"] == f"/admin/profiles/talk/add/?researcher={alice.pk}"
    for path in ("/alice-ahlgren/", f"{HOME}?framed=1"):
        assert "Talks" not in shown(at_work, path)


def test_sections_are_moved_by_buttons(at_work, alice):
    item(Talk, alice)
    move = re.search(r'value="(talks:[^"]*)" data-desk="up-talks"', shown(at_work))[1]
    assert move == "talks:projects"
    answer = at_work.post(f"{ORDER}?researcher={alice.pk}", {"move": move, "next": HOME})
    assert answer.headers["Location"] == HOME
    alice.editor = alice.owner
    kinds = [section.kind for section in home_sections(alice)]
    assert kinds.index("talks") == kinds.index("projects") - 1
    assert 'value="talks:awards" data-desk="up-talks"' in shown(at_work)


def test_the_first_section_moves_down_alone_and_the_last_up(at_work, alice):
    item(Talk, alice)
    moves = re.findall(r'data-desk="(up|down)-([^"]+)"', shown(at_work))
    first, *others = dict.fromkeys(section for _way, section in moves)
    last = others.pop()
    assert [way for way, section in moves if section == first] == ["down"]
    assert [way for way, section in moves if section == last] == ["up"]
    for other in others:
        assert [way for way, section in moves if section == other] == ["up", "down"]


def test_a_move_changes_no_tick_and_no_other_place(at_work, alice):
    Section.objects.create(researcher=alice, kind="news", is_shown=False)
    for move in ("biography:", "x:news", ":", "news", "biography:x"):
        at_work.post(ORDER, {"move": move})
    assert not alice.section_set.get(kind="news").is_shown
    alice.editor = alice.owner
    kinds = [str(section.kind) for section in home_sections(alice)]
    usual = [str(kind) for kind in Section.Kind if kind not in ("biography", "news", "text")]
    assert kinds == [*usual, "biography"]


def test_it_leads_back_to_no_other_site(at_work, alice):
    for forged in ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:x"):
        answer = at_work.post(ORDER, {"move": "news:", "next": forged})
        assert answer.headers["Location"].startswith("/admin/profiles/section/order/")


# --- Who may what --------------------------------------------------------------------------------


def test_who_may_not_publish_has_no_link_to_what_is_public(drafter, alice):
    public = item(Award, alice, published_at=alice.published_at)
    draft = item(Talk, alice)
    html = shown(drafter)
    assert f"talk-{draft.pk}" in links(html)
    assert f"award-{public.pk}" not in links(html)
    assert not [key for key in links(html) if key.startswith("researcher-")]
    assert "desk-move" not in html
    assert "_unpublish" not in html


def test_a_colleagues_paper_has_none(at_work, alice, bob):
    paper = make_paper("With Bob", bob, owner=bob)
    paper.authorships.create(researcher=alice, family="Ahlgren", position=2)
    theirs = make_paper("Of Bob", bob, owner=bob)
    assert f"publication-{paper.pk}" in links(shown(at_work, f"{HOME}publications/"))
    html = shown(at_work, "/admin/preview/publications/with-bob/")
    assert f"publication-{theirs.pk}" not in links(html)


def test_it_speaks_the_language_of_its_editor_and_the_page_its_own(at_work):
    html = at_work.get(HOME, headers={"accept-language": "zh-hans"}).content.decode()
    assert "返回编辑" in html
    assert "姓名与简介语" in html
    assert "没有内容，因此访客看不到此栏目。" in html
    assert "Research interests" in html


# --- The bar -------------------------------------------------------------------------------------


def test_published_and_unpublished_from_the_bar(at_work, alice):
    url = reverse("admin:profiles_researcher_state", args=[alice.pk])
    html = shown(at_work)
    assert f'action="{url}"' in html
    assert 'name="_unpublish"' in html
    assert 'href="http://testserver/alice-ahlgren/"' in html
    assert at_work.post(url, {"_unpublish": "1", "next": HOME}).headers["Location"] == HOME
    alice.refresh_from_db()
    assert alice.published_at is None
    html = shown(at_work)
    assert "Preview: not public yet (Draft)." in html
    assert 'name="_publish"' in html
    at_work.post(url, {"_publish": "1", "next": HOME})
    assert "Your page is public" in shown(at_work)


def test_scheduled_from_the_bar(at_work, alice):
    talk = item(Talk, alice)
    url = reverse("admin:profiles_talk_state", args=[talk.pk])
    day = {"published_at_0": "2127-03-03", "published_at_1": "09:00"}
    at_work.post(url, {"_schedule": "1", "next": HOME} | day)
    html = shown(at_work, f"{HOME}?form=profiles.talk/{talk.pk}")
    assert "Scheduled for 3 March 2127, 09:00" in html
    at_work.post(url, {"_schedule": "1", "published_at_0": "soon", "next": HOME})
    assert "Enter a valid date." in shown(at_work)
    talk.refresh_from_db()
    assert talk.state == "scheduled"


def test_of_a_public_row_on_a_page_that_is_none_the_page_is_published(at_work, alice):
    alice.published_at = None
    alice.save()
    talk = item(Talk, alice, published_at="2020-01-01T00:00Z")
    html = shown(at_work, f"{HOME}?form=profiles.talk/{talk.pk}")
    assert f'action="{reverse("admin:profiles_researcher_state", args=[alice.pk])}"' in html
    assert "(the profile: Draft)" in html


def test_the_front_page_calls_nothing_public_while_the_page_is_a_draft(at_work, alice):
    make_paper("Tides", alice, owner=alice)
    assert "On the page so far" in shown(at_work, "/admin/")
    alice.published_at = None
    alice.save()
    html = shown(at_work, "/admin/")
    assert "On the page so far" not in html
    assert '<th scope="col">published</th>' not in html
    assert "The page is not public yet, so visitors see none of it." in html


# --- The panel -----------------------------------------------------------------------------------


def test_a_form_in_the_panel(at_work, alice):
    talk = item(Talk, alice)
    url = change(Talk, talk.pk) + "?_panel=1"
    answer = at_work.get(url)
    html = answer.content.decode()
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert 'id="header"' not in html
    assert 'class="breadcrumbs"' not in html
    assert "js/panel.js" in html
    assert 'name="_popup"' not in html
    sent = sent_by(answer) | {"title": "On tides"}
    refused = at_work.post(url, sent | {"title": ""})
    assert "Please correct the error below." in refused.content.decode()
    assert refused.headers["X-Frame-Options"] == "SAMEORIGIN"
    saved = at_work.post(url, sent)
    assert (saved.status_code, saved.headers["X-Frame-Options"]) == (200, "SAMEORIGIN")
    assert 'data-panel="saved"' in saved.content.decode()
    talk.refresh_from_db()
    assert talk.title == "On tides"


def test_without_it_no_form_may_be_framed(at_work, alice):
    answer = at_work.get(change(Talk, item(Talk, alice).pk))
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_who_was_signed_out_is_not_told_that_it_is_saved(client, alice):
    answer = client.post(change(Talk, item(Talk, alice).pk) + "?_panel=1", {"title": "x"})
    assert answer.headers["Location"].startswith("/admin/login/")


def test_a_row_is_deleted_there(at_work, alice):
    talk = item(Talk, alice)
    delete = reverse("admin:profiles_talk_delete", args=[talk.pk]) + "?_panel=1"
    assert delete in at_work.get(change(Talk, talk.pk) + "?_panel=1").content.decode()
    assert at_work.get(delete).headers["X-Frame-Options"] == "SAMEORIGIN"
    assert 'data-panel="saved"' in at_work.post(delete, {"post": "yes"}).content.decode()
    assert not Talk.objects.exists()


@pytest.mark.parametrize("path", [change(Talk, 0), "/admin/", "/admin/auth/user/"])
def test_it_opens_nothing_of_anothers(client, charlie, path):
    client.force_login(charlie)
    plain, panel = client.get(path), client.get(f"{path}?_panel=1")
    assert plain.status_code == panel.status_code

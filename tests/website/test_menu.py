"""Eight places for a researcher, a ninth for managers; what stands inside is told where one is."""

import pytest
from django.urls import NoReverseMatch, reverse

from profiles.models import Award, Delegation
from tests.conftest import make_user

EIGHT = ["Home", "Profile", "Papers", "News", "CV", "Pages and layout", "Files", "Settings"]


def menu(client, url="/admin/"):
    return client.get(url).context["menu"]


def labels(places):
    return [str(place.label) for place in places]


def inside(client, url, place):
    [links] = [each.links for each in menu(client, url) if each.name == place]
    return labels(links)


def test_menu_has_eight_places(at_work, alice):
    places = menu(at_work)
    assert labels(places) == EIGHT
    assert places[1].url == reverse("admin:profiles_researcher_change", args=[alice.pk])
    assert [place.name for place in places if place.is_current] == ["home"]


def test_every_entry_opens(at_work, alice):
    for place in menu(at_work):
        page = at_work.get(place.url)
        assert page.status_code == 200, place.name
        for each in page.context["menu"]:
            for link in each.links:
                assert at_work.get(link.url).status_code == 200, link.label


def test_a_manager_has_the_lab_besides(client, manager):
    client.force_login(manager)
    assert labels(menu(client)) == ["Home", "Profiles", *EIGHT[2:], "The lab"]
    lab = inside(client, "/admin/auth/user/", "lab")
    assert {"People", "Accounts", "Deleted"} <= set(lab)


def test_papers_hold_what_belongs_to_them(at_work):
    told = inside(at_work, "/admin/publications/venue/", "papers")
    assert {"Papers", "Selected publications", "Import papers", "Venues", "Topics"} <= set(told)


def test_a_kind_without_rows_is_left_out(at_work, alice):
    try:
        reverse("admin:cv")
    except NoReverseMatch:
        pytest.skip("nothing else leads to a kind without rows")
    url = "/admin/profiles/education/"
    assert "Awards" not in inside(at_work, url, "cv")
    Award.objects.create(researcher=alice, name="Prize", published_at=None)
    assert "Awards" in inside(at_work, url, "cv")


def test_one_is_told_where_one_is(at_work):
    [place] = [each for each in menu(at_work, "/admin/profiles/page/add/") if each.is_current]
    assert place.name == "pages"
    assert [str(link.label) for link in place.links if link.is_current] == ["Pages"]


def test_one_is_in_one_place(at_work, alice):
    """The plan of an import is no entry of the menu."""
    paste = reverse("admin:publications_importbatch_lookup")
    bib = "@misc{kelp, title={Kelp}, author={Alice Ahlgren}, year=2024}"
    plan = at_work.post(paste, {"researcher": alice.pk, "text": bib}, follow=True)
    [papers] = [each for each in plan.context["menu"] if each.is_current]
    assert [str(link.label) for link in papers.links if link.is_current] == ["Imports"]


def test_a_delegate_has_the_menu_of_the_one_they_write_for(client, alice, bob):
    dora = make_user("dora")
    client.force_login(dora)
    assert labels(menu(client)) == ["Home", "Settings"]
    Delegation.objects.create(researcher=alice, user=dora)
    assert labels(menu(client)) == EIGHT
    assert "Address of the page" not in inside(client, "/admin/account/", "settings")


def test_the_header_leads_to_one_s_own_page(at_work, alice):
    assert '<a href="/alice-ahlgren/">View live</a>' in at_work.get("/admin/").content.decode()
    alice.published_at = None
    alice.save()
    page = at_work.get("/admin/").content.decode()
    assert '<a href="/admin/preview/alice-ahlgren/">Preview</a>' in page


def test_the_menu_is_one_button_away_without_a_script(at_work):
    page = at_work.get("/admin/").content.decode()
    assert 'popovertarget="menu"' in page
    assert '<nav id="menu" popover' in page

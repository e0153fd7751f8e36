"""What of a portrait a square keeps in sight."""

from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from tests.profiles.test_admin_own_record import researcher_form
from uploads import images

CSS = Path(settings.BASE_DIR, "static/css/focus.css")


@pytest.mark.parametrize(
    ("x", "y", "classes"),
    [(50, 50, ""), (30, 18, "focus-x-30 focus-y-20"), (0, 100, "focus-x-0 focus-y-100")],
)
def test_classes_that_the_style_sheet_has(alice, x, y, classes):
    alice.portrait_focus_x, alice.portrait_focus_y = x, y
    assert alice.portrait_focus == classes
    assert all(f".{name} {{" in CSS.read_text() for name in classes.split())


def test_the_page_has_them(client, alice):
    type(alice).objects.update(portrait="portraits/a-400x300.webp", portrait_focus_y=20)
    page = client.get("/alice-ahlgren/").content.decode()
    assert "portrait-rounded focus-y-20" in page
    assert page.count('<link rel="stylesheet" href="/static/css/focus.css">') == 1


def test_others_do_without_its_sheet(client, alice):
    type(alice).objects.update(portrait="portraits/a-400x300.webp")
    assert "focus.css" not in client.get("/alice-ahlgren/").content.decode()


def test_more_than_all_is_refused(at_work, alice):
    url = reverse("admin:profiles_researcher_change", args=[alice.pk]) + "?_part=photo"
    answer = at_work.post(url, {"portrait_focus_x": "101"})
    assert answer.context["adminform"].form.errors["portrait_focus_x"]


def test_an_empty_box_leaves_it(at_work, alice):
    type(alice).objects.update(portrait_focus_x=20)
    url = reverse("admin:profiles_researcher_change", args=[alice.pk]) + "?_part=photo"
    at_work.post(url, researcher_form(alice, portrait_focus_x="", portrait_focus_y="0"))
    alice.refresh_from_db()
    assert (alice.portrait_focus_x, alice.portrait_focus_y) == (20, 0)


def test_the_browser_knows_the_limits_of_the_server():
    script = Path(settings.BASE_DIR, "static/js/admin-picture.js").read_text()
    assert f"MOST_SIDE = {images.MASTER_SIDE};" in script
    assert images.MAX_BYTES == 10 * 1024 * 1024
    assert "MOST_BYTES = 10 * 1024 * 1024;" in script

"""A picture before it is sent: shown beside its box, made smaller, cropped; and its focus."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from profiles.models import Picture, Researcher

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PANEL = ".field-portrait .picture"


def photo(width, height):
    out = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "JPEG", quality=30)
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def choose(page, alice, picture):
    page.at("profiles_researcher_change", alice.pk, part="photo")
    page.set_input_files("#id_portrait", picture)
    page.wait_for_selector(f"{PANEL} canvas")


def save(page):
    with page.expect_navigation():
        page.click("[name=_continue] >> nth=0")
    return Researcher.objects.get()


def test_a_phone_s_48_megapixels_are_no_mistake(at_work, alice):
    choose(at_work, alice, photo(8064, 6048))
    assert (save(at_work).portrait.width, save(at_work).portrait.height) == (2000, 1500)


def test_it_is_cropped_by_keys_and_the_focus_by_a_click(at_work, alice):
    choose(at_work, alice, photo(400, 300))
    at_work.click(f"{PANEL} summary")
    at_work.focus(f"{PANEL} [data-edge=left]")
    for _each in range(25):
        at_work.keyboard.press("ArrowRight")
    at_work.wait_for_selector("text=400 × 300 → 300 × 300")
    canvas = at_work.locator(f"{PANEL} canvas")
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.2})
    row = save(at_work)
    assert (row.portrait.width, row.portrait.height) == (300, 300)
    assert (row.portrait_focus_x, row.portrait_focus_y) == (30, 20)
    at_work.wait_for_selector(f"{PANEL} canvas")  # of the stored one, too


def test_in_a_text_they_are_no_mistake_either(at_work, alice):
    at_work.at("profiles_newsitem_add")
    at_work.set_input_files(".markdownx:has(#id_body) .markdownx-file", photo(8064, 6048))
    code = re.compile(r"!\[.*\]\(/media/pictures/")
    expect(at_work.locator("#id_body")).to_have_value(code, timeout=60_000)
    shown = at_work.locator(".markdownx:has(#id_body) .markdownx-preview img")
    expect(shown).to_have_js_property("complete", True, timeout=60_000)
    image = Picture.objects.get().image
    assert (image.width, image.height) == (2000, 1500)


def test_what_is_no_picture_is_the_server_s_to_refuse(at_work, alice):
    at_work.at("profiles_researcher_change", alice.pk)
    no_picture = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"no"}
    at_work.set_input_files("#id_portrait", no_picture)
    with at_work.expect_navigation():
        at_work.click("[name=_continue] >> nth=0")
    assert at_work.is_visible("text=This is not a picture that we can read")
    assert at_work.is_hidden(PANEL)

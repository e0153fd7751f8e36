"""The logo of an organisation: small beside its name, and shown while its row is."""

import io
import json
import re

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from PIL import Image

from profiles.models import Affiliation, Education, Experience, Teaching

pytestmark = pytest.mark.django_db
PLACE = {"organisation": "Tidal Institute"}
KINDS = {
    Affiliation: {"role": "Fellow"},
    Education: {"degree": "Ph.D.", "end": "2020"},
    Experience: {"role": "Postdoc"},
    Teaching: {"title": "Algae"},
}


def logo(name="crest.png"):
    content = io.BytesIO()
    Image.new("RGBA", (400, 200), (0, 80, 80, 128)).save(content, "PNG")
    return ContentFile(content.getvalue(), name)


@pytest.fixture(params=KINDS)
def row(request, alice):
    model = request.param
    row = model.objects.create(researcher=alice, **KINDS[model], **PLACE)
    row.organisation_logo.save("crest.png", logo())
    return row


@pytest.mark.parametrize("page", ["/alice-ahlgren/", "/alice-ahlgren/cv/"])
def test_logo_has_its_size_and_a_small_rendition(client, row, page):
    html = client.get(page).content.decode()
    [picture] = re.findall(r'<img class="organisation-logo"[^>]*>', html)
    small = row.organisation_logo.url.replace(".webp", "-160.webp")
    assert f'src="{small}" width="400" height="200" alt=""' in picture, "nothing jumps"
    assert client.get(small).status_code == 200


def test_it_goes_with_its_row(client, row, alice):
    url = row.organisation_logo.url
    of = type(alice) if isinstance(row, Affiliation) else type(row)
    of.objects.update(published_at=None)
    assert client.get(url).status_code == 404


def test_machines_are_told(client, alice):
    row = Education.objects.create(researcher=alice, degree="Ph.D.", end="2020", **PLACE)
    row.organisation_logo.save("crest.png", logo())
    html = client.get("/alice-ahlgren/").content.decode()
    blocks = re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', html, re.S)
    [person] = [data["mainEntity"] for data in map(json.loads, blocks) if "mainEntity" in data]
    [school] = person["alumniOf"]
    assert school["logo"] == f"http://testserver{row.organisation_logo.url}"


def test_its_form_takes_it(at_work, alice):
    data = {"degree": "Ph.D.", "organisation_logo": logo(), "position": 0}
    at_work.post(reverse("admin:profiles_education_add"), data)
    assert Education.objects.get().organisation_logo.name.endswith("-400x200.webp")

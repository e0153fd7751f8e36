"""The two addresses behind the Markdown editor, asked by strangers about another's record."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from profiles.models import Picture
from tests.isolation.admin_views import silent
from tests.isolation.rows import a_paper
from tests.profiles.test_markdown_upload import GIF

REFUSED = {"anonymous", "inactive", "charlie"}
# What names a paper of one's own, or of the site, and so might name a draft of another's.
TEXT = "[@zebrakey] [[Zebrapaper]] ![](/media/pictures/zebra.webp)"


@pytest.fixture
def paper(owner):
    return a_paper(owner, citation_key="zebrakey", short_name="Zebrapaper")


def test_a_preview_names_no_draft_of_anothers(owner, paper, outsiders):
    for who, client in outsiders.items():
        data = {"content": TEXT, "researcher": owner.pk}
        answer = client.post(reverse("admin:markdown-preview"), data)
        assert answer.status_code == (403 if who in REFUSED else 200), who
        assert silent(answer), who
        assert paper.slug not in answer.content.decode(), who


def test_a_picture_is_never_put_into_anothers_record(owner, outsiders):
    for who, client in outsiders.items():
        file = SimpleUploadedFile("zebra.gif", GIF, "image/gif")
        data = {"image": file, "researcher": owner.pk}
        answer = client.post(reverse("admin:markdown-upload"), data)
        assert answer.status_code == (403 if who in REFUSED else 200), who
        assert silent(answer), who
        assert who not in REFUSED or answer.headers["Content-Type"].startswith("text/plain"), who
    stored = Picture.objects.values_list("researcher__slug", "uploaded_by__username")
    assert set(stored) == {("bob-brandt", "bob"), ("ended-brandt", "ended")}


@pytest.mark.parametrize("name", ["markdown-preview", "markdown-upload"])
def test_looking_is_no_use(name, everybody):
    for who, client in everybody.items():
        assert client.get(reverse(f"admin:{name}")).status_code == 405, who

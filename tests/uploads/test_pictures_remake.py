"""remake_pictures: what is stored gets the smaller sizes of today."""

import io

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from PIL import Image

from uploads.images import picture_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def portrait(alice):
    out = io.BytesIO()
    Image.new("RGB", (400, 400), "red").save(out, "PNG")
    alice.portrait.save("portrait.png", ContentFile(out.getvalue()))
    return alice.portrait.name


def test_renditions_are_made_anew(portrait, capsys):
    master, smallest, larger = picture_files(portrait)
    default_storage.delete(larger)
    default_storage.delete(smallest)
    default_storage.save(smallest, ContentFile(b"what an older version made"))
    call_command("remake_pictures")
    assert capsys.readouterr().out == "1 pictures have their smaller sizes anew.\n"
    for name, width in ((master, 400), (larger, 320), (smallest, 160)):
        with default_storage.open(name) as file:
            assert Image.open(file).width == width
    assert len(default_storage.listdir("portraits")[1]) == 3


def test_a_lost_picture_is_named_and_the_others_are_made(portrait, bob, capsys):
    type(bob).objects.filter(pk=bob.pk).update(portrait="portraits/lost-9x9.webp")
    call_command("remake_pictures")
    answer = capsys.readouterr()
    assert answer.out.startswith("1 pictures")
    assert answer.err.startswith("portraits/lost-9x9.webp is not among the uploaded files")

import io
import re

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.db.migrations.writer import MigrationWriter
from django.forms import modelform_factory
from PIL import Image

from profiles.models import Researcher
from tests.isolation.forms import sent_by
from uploads.images import (
    PictureField,
    PictureFormField,
    delete_picture,
    dimensions,
    process_upload,
    renditions,
    srcset,
)

pytestmark = pytest.mark.django_db
Form = modelform_factory(Researcher, fields=["portrait"])


@pytest.fixture
def committing(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def photo(size=(700, 350), name="../Holiday in Müller.png"):
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, "PNG")
    return SimpleUploadedFile(name, out.getvalue(), "image/png")


def stored():
    if not default_storage.exists("portraits"):
        return []
    return sorted(default_storage.listdir("portraits")[1])


def upload(researcher, file):
    form = Form({}, {"portrait": file}, instance=researcher)
    assert form.is_valid(), form.errors
    return form.save()


def test_portrait_is_stored_in_webp_renditions(alice):
    upload(alice, photo())
    alice.refresh_from_db()
    assert re.fullmatch(r"portraits/[0-9a-f]{24}-700x350\.webp", alice.portrait.name)
    assert dimensions(alice.portrait) == (700, 350)
    assert len(stored()) == 4
    for name in stored():
        with default_storage.open(f"portraits/{name}") as file:
            assert Image.open(file).format == "WEBP"


def test_pages_learn_the_sizes_without_reading(alice):
    upload(alice, photo())
    stem = alice.portrait.url.removesuffix(".webp")
    for name in stored():
        default_storage.delete(f"portraits/{name}")
    assert renditions(alice.portrait) == [
        (f"{stem}-160.webp", 160),
        (f"{stem}-320.webp", 320),
        (f"{stem}-640.webp", 640),
        (f"{stem}.webp", 700),
    ]
    assert srcset(alice.portrait).endswith(f"{stem}.webp 700w")
    assert (alice.portrait.width, alice.portrait.height) == (700, 350)


def test_no_picture_has_no_sizes(alice):
    assert renditions(alice.portrait) == []
    assert srcset(alice.portrait) == ""


def test_a_small_picture_is_never_enlarged(alice):
    upload(alice, photo((100, 50)))
    assert [width for _url, width in renditions(alice.portrait)] == [100]
    assert len(stored()) == 1


def test_a_refusal_is_a_message(alice):
    svg = SimpleUploadedFile("x.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png")
    form = Form({}, {"portrait": svg}, instance=alice)
    assert "SVG" in str(form.errors["portrait"])
    assert stored() == []


def test_a_long_name_is_no_reason_to_refuse(alice):
    upload(alice, photo(name="a" * 250 + ".png"))
    assert len(alice.portrait.name) < 100


def test_what_is_assigned_in_code_is_re_encoded_too(alice):
    alice.portrait = photo()
    alice.save()
    alice.portrait.save("evil.html", ContentFile(photo().read()))
    assert alice.portrait.name.endswith("-700x350.webp")
    with pytest.raises(ValidationError):
        alice.portrait.save("evil.html", ContentFile(b"<script>"))


def test_a_replaced_picture_goes_after_commit(alice, committing):
    old = upload(alice, photo()).portrait.name
    with committing(execute=True):
        new = upload(alice, photo((100, 50))).portrait.name
        assert default_storage.exists(old)
    assert stored() == [new.removeprefix("portraits/")]


def test_a_rollback_keeps_the_old_picture(alice, committing):
    old = upload(alice, photo()).portrait.name
    with committing(execute=True), transaction.atomic():
        upload(alice, photo((100, 50)))
        transaction.set_rollback(True)
    assert Researcher.objects.get(pk=alice.pk).portrait.name == old
    assert default_storage.exists(old)


def test_a_cleared_picture_goes(alice, committing):
    upload(alice, photo())
    form = Form({"portrait-clear": "on"}, instance=Researcher.objects.get(pk=alice.pk))
    assert form.is_valid()
    with committing(execute=True):
        form.save()
    assert stored() == []


def test_a_deleted_row_takes_its_files_along(alice, committing):
    upload(alice, photo())
    with committing(execute=True):
        Researcher.objects.filter(pk=alice.pk).delete()
    assert stored() == []


def test_a_picture_of_two_rows_stays_with_the_other(alice, bob, committing):
    upload(alice, photo())
    bob.portrait = alice.portrait.name
    bob.save()
    with committing(execute=True):
        alice.delete()
    assert len(stored()) == 4


def test_a_save_of_something_else_keeps_the_picture(alice, committing):
    upload(alice, photo())
    again = Researcher.objects.get(pk=alice.pk)
    again.headline = "x"
    with committing(execute=True):
        again.save()
    assert len(stored()) == 4


def test_delete_files_takes_every_size(alice):
    upload(alice, photo())
    delete_picture(alice.portrait)
    assert stored() == []


def test_an_untouched_form_keeps_the_picture(alice):
    name = upload(alice, photo()).portrait.name
    form = Form({}, instance=alice)
    assert form.is_valid()
    assert form.save().portrait.name == name


def test_the_form_field_says_what_it_takes():
    assert "image/webp" in PictureFormField().widget.attrs["accept"]


def test_migrations_write_it_down():
    text, _imports = MigrationWriter.serialize(PictureField(folder="covers", blank=True))
    assert text == "uploads.PictureField(blank=True, folder='covers')"


def test_nobody_waits_for_a_picture_to_be_read(client, alice, monkeypatch):
    began = []

    def read(file):
        began.append(len(connection.savepoint_ids))
        return process_upload(file)

    monkeypatch.setattr("uploads.images.process_upload", read)
    client.force_login(alice.owner)
    page = f"/admin/profiles/researcher/{alice.pk}/change/"
    whole, cut = photo(), SimpleUploadedFile("a.png", photo().read()[:90])
    for file, is_stored in ((cut, False), (whole, True)):
        client.post(page, sent_by(client.get(page)) | {"portrait": file})
        alice.refresh_from_db()
        assert bool(alice.portrait) == is_stored
    assert began == [0, 0]

"""Uploads that nothing names go; what is shown, may be brought back or is being saved stays."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from history import snapshots
from profiles.models import ResearcherLink
from website import personal_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def stored(monkeypatch):
    """Stores a file of two days ago."""
    two_days_ago = timezone.now() - timedelta(days=2)
    monkeypatch.setattr(default_storage, "get_modified_time", lambda path: two_days_ago)
    return lambda path: default_storage.save(path, ContentFile(b"%PDF-1.4"))


def test_unnamed_upload_is_deleted(stored):
    stored("files/lost.pdf")
    assert personal_data.clear_unused_uploads() == 1
    assert not default_storage.exists("files/lost.pdf")


def test_what_is_shown_stays_in_all_its_sizes(alice, stored):
    sizes = ["portraits/a-400x300.webp", "portraits/a-400x300-160.webp"]
    alice.portrait = stored(sizes[0])
    alice.save()
    stored(sizes[1])
    ResearcherLink.objects.create(researcher=alice, file=stored("files/cv.pdf"))
    assert personal_data.clear_unused_uploads() == 0


def test_what_an_earlier_version_names_stays(alice, stored):
    link = ResearcherLink.objects.create(researcher=alice, file=stored("files/cv.pdf"))
    snapshots.save_revision(alice, alice.owner)
    link.delete()
    assert personal_data.clear_unused_uploads() == 0


def test_what_is_being_saved_stays(db):
    default_storage.save("files/new.pdf", ContentFile(b"%PDF-1.4"))
    assert personal_data.clear_unused_uploads() == 0

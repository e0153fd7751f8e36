"""What was deleted comes back by its owner's hand."""

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from history import snapshots
from profiles.models import NewsItem, Page, Redirect


@pytest.fixture
def page(alice):
    return Page.objects.create(
        researcher=alice, title="Software", slug="software", body="A list.", published_at=None
    )


def delete(client, row):
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_delete"
    client.post(reverse(name, args=[row.pk]), {"post": "yes"})
    assert not type(row).objects.filter(pk=row.pk).exists()


def bring_back(client, researcher, row):
    gone = snapshots.revisions_of(row).first()
    url = reverse("admin:profiles_researcher_undelete", args=[researcher.pk, gone.pk])
    return client.post(url, follow=True).content.decode()


def listed(client, researcher, view="trash"):
    url = reverse(f"admin:profiles_researcher_{view}", args=[researcher.pk])
    return client.get(url).content.decode()


def test_deleted_page_is_restored_as_a_draft(at_work, alice, page):
    made = page.pk
    delete(at_work, page)
    assert "Software" in listed(at_work, alice)
    bring_back(at_work, alice, page)
    again = Page.objects.get()
    assert (again.pk, again.slug, again.body, again.state) == (made, "software", "A list.", "draft")
    assert "Software" not in listed(at_work, alice)


def test_a_choice_of_a_list_is_deleted_with_its_history(at_work, alice, page):
    url = reverse("admin:profiles_page_changelist")
    data = {"action": "delete_selected", "_selected_action": [page.pk], "post": "yes"}
    at_work.post(url, data)
    bring_back(at_work, alice, page)
    assert Page.objects.get().title == "Software"


def test_a_taken_address_is_explained(at_work, alice, page):
    delete(at_work, page)
    Page.objects.create(researcher=alice, title="New", slug="software")
    assert "Not restored." in bring_back(at_work, alice, page)
    assert Page.objects.get().title == "New"


def test_twice_is_once(at_work, alice, page):
    delete(at_work, page)
    gone = snapshots.revisions_of(page).first()
    bring_back(at_work, alice, page)
    url = reverse("admin:profiles_researcher_undelete", args=[alice.pk, gone.pk])
    assert at_work.post(url).status_code == 404
    assert Page.objects.count() == 1


def test_a_file_comes_back_while_it_is_there(at_work, alice):
    row = Redirect(researcher=alice, old_path="/cv/")
    row.file.save("cv.pdf", ContentFile(b"%PDF-"))
    name = row.file.name
    delete(at_work, row)
    bring_back(at_work, alice, row)
    assert Redirect.objects.get().file.name == name


def test_a_file_that_is_gone_is_said(at_work, alice):
    row = Redirect(researcher=alice, old_path="/cv/", target="cv/")
    row.file.save("cv.pdf", ContentFile(b"%PDF-"))
    delete(at_work, row)
    row.file.storage.delete(row.file.name)
    assert "not kept any more" in bring_back(at_work, alice, row)
    assert not Redirect.objects.get().file


def test_what_pointed_at_it_is_told_what_happened(at_work, alice, page):
    news = NewsItem.objects.create(researcher=alice, date="2025", body="x", page=page)
    delete(at_work, page)
    delete(at_work, news)
    html = listed(at_work, alice, "activity")
    assert html.index("News item: x") < html.index("Page: Software")
    bring_back(at_work, alice, news)  # the page it led to is gone: it comes back without
    assert NewsItem.objects.get().page is None

"""Nobody learns by "already exists" what another keeps unpublished."""

import pytest
from django.contrib import admin
from django.urls import reverse

from profiles.models import Researcher
from tests.isolation.admin_views import silent
from tests.isolation.rows import SHARED, each_model
from tests.isolation.who import MANAGERS_ONLY

# What a row hangs on, which is one's own: two records may have equal rows.
OWN = {"researcher", "publication", "news_item", "project", "batch", "authorship"}
# What a manager alone sees and sets.
OWN |= {"old_paths_at_root"}
# A vocabulary is no secret; only managers fill in the others' boxes.
UNASKED = SHARED | MANAGERS_ONLY | {Researcher}


@each_model
def test_no_box_must_differ_from_anothers(model, bob_request):
    boxes = set(admin.site._registry[model].get_form(bob_request).base_fields)
    unique = {field.name for field in model._meta.fields if field.unique}
    assert model in UNASKED or not unique & boxes
    for rule in model._meta.constraints:
        assert not getattr(rule, "fields", ()) or OWN & set(rule.fields), rule.name


@pytest.mark.parametrize("kept_by", ["draft", "former", "published"])
def test_an_address_that_is_not_free_does_not_say_whose_it_is(owner, bob_client, kept_by):
    slug = "zebrafinch-before" if kept_by == "former" else owner.slug
    if kept_by == "former":
        owner.former_slugs.create(slug=slug)
    if kept_by == "published":
        Researcher.objects.filter(pk=owner.pk).update(published_at="2020-01-01T00:00Z")
    bob = Researcher.objects.get(slug="bob-brandt")
    url = reverse("admin:profiles_researcher_address", args=[bob.pk])
    answer = bob_client.post(url, {"slug": slug})
    assert "This address is not free. Choose another." in answer.content.decode()
    answer.content = answer.content.replace(slug.encode(), b"")  # what he typed himself
    assert silent(answer)

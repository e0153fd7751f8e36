"""No door takes a text that is longer than its column may hold."""

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db.models import CharField, FileField, TextField
from django.urls import reverse

from exchange.archive.checking import check_value
from profiles import limits
from profiles.data_policy import archived_models
from publications.models import Publication, Source
from tests.publications.papers import make_paper

COLUMNS = [
    field
    for model in archived_models().values()
    for field in model._meta.concrete_fields
    if isinstance(field, CharField | TextField) and not isinstance(field, FileField)
]
MEGABYTE = "x" * 1_000_000


@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_an_archive_brings_no_megabyte(column):
    if column.model is Source and column.name == "raw":  # what a file said, whole
        check_value(column, MEGABYTE, ())
        return
    with pytest.raises(ValidationError):
        check_value(column, MEGABYTE, ())


def test_line_over_ten_thousand_characters_is_refused():
    title = Publication._meta.get_field("title")
    check_value(title, "x" * limits.LONGEST_LINE, ())
    with pytest.raises(ValidationError, match="10,001 characters; 10,000 are the most"):
        check_value(title, "x" * (limits.LONGEST_LINE + 1), ())


@pytest.mark.django_db
def test_the_form_says_so(at_work, alice):
    paper = make_paper("Tides", alice, owner=alice)
    url = reverse("admin:publications_publication_change", args=[paper.pk])
    assert 'maxlength="10000"' in at_work.get(url).text
    answer = at_work.post(url, {"title": "x" * 10_001})
    errors = answer.context["adminform"].form.errors["title"]
    assert "at most 10000 characters" in errors[0]


@pytest.mark.django_db
def test_an_import_cuts_it_and_keeps_the_whole(alice, tmp_path, capsys):
    file = tmp_path / "a.bib"
    file.write_text("@misc{a, title={%s}, author={Ahlgren, Alice}, year=2020}" % ("x y" * 10_000))
    call_command("import_bibtex", str(file), "--researcher", alice.slug)
    paper = Publication.objects.get()
    assert len(paper.title) == 10_000
    assert "title: longer than 10000 characters; cut for display" in capsys.readouterr().out
    assert dict(paper.fields)["title"] == "x y" * 10_000

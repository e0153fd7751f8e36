import pytest
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import connection, models, transaction
from django.db.migrations.writer import MigrationWriter
from django.forms import modelform_factory
from django.test.utils import isolate_apps

from profiles.dates import PRESENT, PartialDate, PartialDateField
from profiles.models import Experience

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice):
    return Experience.objects.create(
        researcher=alice, role="Fellow", start="11/1/2024", end="present"
    )


def columns(row):
    return Experience.objects.filter(pk=row.pk).values_list("start_text")[0][0], raw(row)


def raw(row):
    with connection.cursor() as cursor:
        cursor.execute("select start from profiles_experience where id = %s", [row.pk])
        return cursor.fetchone()[0]


def test_date_is_loaded_with_its_typed_text(row):
    assert row.start == PartialDate(2024, 11, 1)
    assert columns(row) == ("11/1/2024", "2024-11-01")
    loaded = Experience.objects.get(pk=row.pk)
    assert loaded.start == PartialDate(2024, 11, 1)
    assert loaded.start.text == "11/1/2024"
    assert loaded.end == PRESENT


def test_nothing_is_none(row):
    row.start = None
    row.save()
    assert columns(row) == ("", "")
    assert Experience.objects.get(pk=row.pk).start is None


def test_a_new_date_clears_the_old_text(row):
    row.start = PartialDate(2020)
    assert row.start_text == ""


def test_the_same_date_keeps_the_text(row):
    row.start = PartialDate(2024, 11, 1)
    assert row.start_text == row.start.text == "11/1/2024"


def test_a_text_that_is_no_date_survives_loading(alice):
    row = Experience.objects.create(researcher=alice, start=PartialDate(2024, text="early 2024"))
    loaded = Experience.objects.get(pk=row.pk)
    loaded.save()
    loaded.refresh_from_db()
    assert columns(loaded) == ("early 2024", "2024")


def test_loading_one_column_keeps_the_other(row):
    deferred = Experience.objects.only("start").get(pk=row.pk)
    assert deferred.start == PartialDate(2024, 11, 1)
    deferred.save()
    late = Experience.objects.defer("start").get(pk=row.pk)
    assert late.start.text == "11/1/2024"
    late.save()
    assert columns(row) == ("11/1/2024", "2024-11-01")


def test_a_refused_text_stays_until_it_is_checked(row):
    row.start = "rubbish"
    assert row.start == "rubbish"
    with pytest.raises(ValidationError) as caught:
        row.full_clean()
    assert "start" in caught.value.message_dict
    with pytest.raises(ValidationError), transaction.atomic():
        row.save()
    assert raw(row) == "2024-11-01"


def test_a_start_refuses_the_present(row):
    row.start = PRESENT
    with pytest.raises(ValidationError) as caught:
        row.full_clean()
    assert "start" in caught.value.message_dict


def test_bulk_create_stores_both_columns(alice):
    Experience.objects.bulk_create([Experience(researcher=alice, start="Fall 2023")])
    assert columns(Experience.objects.get()) == ("Fall 2023", "2023-09~23")


def test_look_up_and_order(alice):
    for text in ("Fall 2023", "8/2023", "12/2023", "2022"):
        Experience.objects.create(researcher=alice, start=text)
    rows = Experience.objects.order_by("-start")
    assert [row.start_text for row in rows] == ["12/2023", "Fall 2023", "8/2023", "2022"]
    assert rows.filter(start__gte=PartialDate(2023, 9)).count() == 2
    assert rows.get(start="August 2023").start_text == "8/2023"
    assert rows.filter(start__startswith="2023").count() == 3
    assert rows.filter(start=None).count() == 0


def test_a_copy_in_the_database(row):
    Experience.objects.update(end=models.F("start"))
    assert Experience.objects.get().end == PartialDate(2024, 11, 1)


@pytest.mark.parametrize("kind", ["json", "xml"])
def test_fixtures_round_trip(row, kind):
    row.start = PartialDate(2024, text="early 2024")
    row.save()
    dump = serializers.serialize(kind, [row])
    row.delete()
    for loaded in serializers.deserialize(kind, dump):
        loaded.save()
    assert columns(Experience.objects.get()) == ("early 2024", "2024")


def test_a_form_shows_and_keeps_what_was_typed(row):
    form_class = modelform_factory(Experience, fields=["start", "end"])
    shown = form_class(instance=row)
    assert 'value="11/1/2024"' in str(shown["start"])
    untouched = form_class({"start": "11/1/2024", "end": "present"}, instance=row)
    assert untouched.is_valid()
    assert untouched.changed_data == []
    edited = form_class({"start": "Nov 3, 2024", "end": ""}, instance=row)
    assert edited.changed_data == ["start", "end"]
    edited.save()
    assert columns(row) == ("Nov 3, 2024", "2024-11-03")


def test_a_form_refuses_rubbish(row):
    form = modelform_factory(Experience, fields=["start"])({"start": "13/2025"}, instance=row)
    assert "no month 13" in str(form.errors["start"])


def test_migrations_write_it_down():
    field = PartialDateField(text_field="start_text", allow_present=False)
    text, imports = MigrationWriter.serialize(field)
    assert "text_field='start_text'" in text
    assert "allow_present=False" in text
    assert "import profiles.dates" in imports


@isolate_apps("profiles")
def test_the_text_must_be_declared_before():
    class Late(models.Model):  # noqa: DJ008
        date = PartialDateField(text_field="date_text")
        date_text = models.CharField(max_length=60)

        class Meta:
            app_label = "profiles"

    assert [error.id for error in Late.check()] == ["profiles.E001"]

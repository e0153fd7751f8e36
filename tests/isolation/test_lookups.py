"""What an address may ask of columns: nothing of a row that is reached through a relation.

`?researcher__owner__password__startswith=` would tell a password hash letter by letter, from a list
of one's own rows.
"""

from django.contrib import admin

from tests.isolation.rows import each_model


def paths(model, depth=3):
    """Every chain of relations, forwards and backwards, to a column of another model."""
    for field in model._meta.get_fields():
        if field.is_relation and field.related_model:
            for column in field.related_model._meta.fields:
                if not column.primary_key:
                    yield f"{field.name}__{column.name}"
            if depth > 1:
                further = paths(field.related_model, depth - 1)
                yield from (f"{field.name}__{path}" for path in further)


@each_model
def test_no_lookup_leads_to_anothers_columns(model, bob_request):
    options = admin.site._registry[model]
    allowed = [p for p in paths(model, 2) if options.lookup_allowed(p, "x", bob_request)]
    assert allowed == []


@each_model
def test_no_box_is_filled_by_a_secret_column(model, bob_request):
    """`_to_field` says which column of a chosen row a popup hands back."""
    options = admin.site._registry[model]
    keys = [f.name for f in model._meta.fields if options.to_field_allowed(bob_request, f.name)]
    assert keys in ([], [model._meta.pk.name])

"""Rows below another's row, named in the form of one's own."""

import pytest
from django.contrib import admin
from django.forms.models import _get_foreign_key

from profiles import models as people
from profiles.models import Researcher
from publications import models as papers
from tests.isolation.admin_views import url
from tests.isolation.forms import sent_by
from tests.isolation.rows import REGISTERED, ROWS, text_columns

# No form changes them for a researcher: former addresses, imported entries, what is shared.
READ_ONLY = {people.FormerSlug, papers.Source, papers.VenueAlias, papers.VenueRank}
READ_ONLY |= {people.MenuLink, people.Membership}
PAIRS = [(model, inline) for model in REGISTERED for inline in admin.site._registry[model].inlines]
each_inline = pytest.mark.parametrize(
    ("model", "inline"), PAIRS, ids=lambda value: getattr(value, "__name__", str(value))
)


def below(parent, inline, owner):
    """A row of the inline's model below `parent`, and the column that says so."""
    model, column = inline.model, _get_foreign_key(type(parent), inline.model)
    values = text_columns(model) | {column.name: parent}
    for field in model._meta.fields:
        if field.is_relation and not field.null and field is not column:
            related = Researcher.owner.field.related_model
            values[field.name] = owner.owner if field.related_model is related else None
            values[field.name] = values[field.name] or ROWS[field.related_model](owner)
        elif field.choices and not field.has_default():
            values[field.name] = field.choices[0][0]
        elif field.name == "slug":
            values["slug"] = f"formerly-{owner.slug}"
    return model.objects.create(**values), column


def place_of(row, form, prefix):
    """Before the names of the row's boxes; of one that the form does not show, the first's."""
    ids = [name for name in form if name.startswith(f"{prefix}-") and name.endswith("-id")]
    found = [name.removesuffix("-id") for name in ids if form[name] == str(row.pk)]
    return found[0] if found else f"{prefix}-0"


def as_stored(row):
    return type(row).objects.filter(pk=row.pk).values().first()


@each_inline
def test_a_row_of_anothers_is_neither_changed_nor_moved(model, inline, owner, everybody):
    """Bob sends his own page's form with the id of the owner's row, below either of the two."""
    bob = Researcher.objects.get(slug="bob-brandt")
    theirs, mine = ROWS[model](owner), ROWS[model](bob)
    (row, column), (own, _column) = below(theirs, inline, owner), below(mine, inline, bob)
    page = url(model, "change", mine.pk)
    page += f"?_part={inline.part}" if hasattr(inline, "part") else ""
    form = sent_by(everybody["bob"].get(page))
    prefix = place_of(own, form, column.remote_field.get_accessor_name())
    before = as_stored(row)
    for parent in (theirs, mine):
        for delete in ("on", ""):
            forged = {f"{prefix}-id": row.pk, f"{prefix}-{column.name}": parent.pk}
            everybody["bob"].post(page, form | forged | {f"{prefix}-DELETE": delete})
            assert as_stored(row) == before
    # Not refused for another reason: the form, opened anew, deletes the row that is his.
    form = sent_by(everybody["bob"].get(page))
    everybody["bob"].post(page, form | {f"{prefix}-DELETE": "on"})
    assert (as_stored(own) is None) == (inline.model not in READ_ONLY)

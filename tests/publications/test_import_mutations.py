"""Whatever a file holds, each entry is stored or refused, and a second run does nothing."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from publications import bibtex
from tests.publications import mutations
from tests.publications.importing import dump, take


@pytest.mark.slow
@settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(mutations.files())
def test_mutated_file_is_stored_or_refused(db, text):
    with transaction.atomic():
        text += "\n\n" + mutations.LAST
        first = take(text).as_json()
        stored = first["created"] + first["merged"]
        assert stored + first["refused"] == len(bibtex.parse(text).records)
        assert any(record["key"] == "last" for record in first["records"])
        before = dump()
        second = take(text).as_json()
        assert second["unchanged"] == stored
        assert dump() == before
        transaction.set_rollback(True)

"""Every real and odd file at hand: no traceback, nothing dropped, a second run changes nothing."""

import pytest
from django.db import transaction

from tests.conftest import SHARED
from tests.publications.importing import dump, run_command

pytestmark = pytest.mark.django_db
FILES = sorted(SHARED.glob("bibtex/sites/*")) + sorted(SHARED.glob("bibtex/edge/*"))


@pytest.mark.parametrize("file", FILES or [None], ids=lambda path: path.name if path else "absent")
def test_it_works(shared, file, alice):
    options = {"researcher": alice.slug} if file.parent.name == "sites" else {}
    with transaction.atomic():
        dry = run_command(file, dry_run=True, **options)[1] if options else None
        code, first, _message = run_command(file, **options)
        after_first = dump()
        again_code, second, _message = run_command(file, **options)
        assert code in {0, 1, 2}
        assert code == again_code
        assert not dry or dry["records"] == first["records"]
        stored = first["created"] + first["merged"]
        assert stored + first["refused"] == first["entries"]
        assert (second["unchanged"], second["conflicts"]) == (stored, 0)
        assert dump() == after_first

"""Real files through the command: no traceback, nothing dropped, a second run changes nothing.

The odd ones of `edge/` are asked the same in test_round_trip.py, without the command around it.
"""

import pytest
from django.db import transaction

from tests.conftest import SHARED
from tests.publications.importing import dump, run_command

pytestmark = pytest.mark.django_db
FILES = sorted(SHARED.glob("bibtex/sites/*"))


@pytest.mark.parametrize("file", FILES or [None], ids=lambda path: path.name if path else "absent")
def test_real_file_is_stored_and_unchanged_again(shared, file, alice):
    options = {"researcher": alice.slug}
    with transaction.atomic():
        _code, dry, _message = run_command(file, dry_run=True, **options)
        code, first, _message = run_command(file, **options)
        after_first = dump()
        again_code, second, _message = run_command(file, **options)
        assert code in {0, 1, 2}
        assert code == again_code
        assert dry["records"] == first["records"]
        stored = first["created"] + first["merged"]
        assert stored + first["refused"] == first["entries"]
        assert (second["unchanged"], second["conflicts"]) == (stored, 0)
        assert dump() == after_first

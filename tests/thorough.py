"""How much of a long list one run tries: a part of it by hand, all of it in CI.

`make test` is to take at most 240 seconds of CPU, and some lists (hostile lines, odd files, pages
of the admin in Chromium) take minutes. VITAE_THOROUGH=1, which .ci/run sets, tries all of them.
"""

import os
from collections.abc import Iterable

import pytest

THOROUGH = os.environ.get("VITAE_THOROUGH") == "1"


# For a test that is all list, and of which a shorter one stands elsewhere.
thorough = pytest.mark.skipif(not THOROUGH, reason="long; VITAE_THOROUGH=1 runs it")


def examples(count: int) -> int:
    """How many examples hypothesis makes: a fifth by hand."""
    return count if THOROUGH else count // 5


def part(items: Iterable, one_in: int) -> list:
    """Every so-many-th of `items`, the same ones in each run; where it is thorough, all."""
    items = list(items)
    return items if THOROUGH else items[::one_in]

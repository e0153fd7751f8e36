"""Many things, some at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice


def batched(items: Iterable, size: int) -> Iterator[list]:
    """Lists of `size` items, the last one shorter."""
    items = iter(items)
    while some := list(islice(items, size)):
        yield some

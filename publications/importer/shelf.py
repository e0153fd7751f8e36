"""The papers of one run: the few in hand as states, all others in a temporary file."""

import marshal
from array import array
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from tempfile import TemporaryFile

from publications.importer.packing import Packed, pack, unpack
from publications.importer.state import PaperState, load

BUFFER = 1 << 20
NOWHERE = -1
# Bytes before each paper that say how long it is.
LENGTH = 4


class Shelf:
    """Papers by handle: the primary key, or a negative number for one that the run makes.

    The file has no name, so that nothing of it stays however the process ends.
    """

    def __init__(self):
        self.in_hand: dict[int, PaperState] = {}
        # Papers that entries of this run were found to be, whether or not they changed them.
        self.fed: set[int] = set()
        # Venue -> how many of the papers to write appeared in it.
        self.venues = Counter()
        # Where in the file they are: the new ones in order, and those that were here.
        self._new = array("q")
        self._old: dict[int, int] = {}
        self._file = TemporaryFile(buffering=BUFFER, prefix="vitae-import-")  # noqa: SIM115 lives with the plan
        self._end = 0

    def __len__(self) -> int:
        """How many papers there are to write."""
        return len(self._new) + len(self._old)

    def make(self, slug: str, **values) -> PaperState:
        """A new paper, in hand."""
        self._new.append(NOWHERE)
        handle = -len(self._new)
        state = self.in_hand[handle] = PaperState(slug, handle, **values)
        return state

    def take(self, handles: Collection[int]) -> None:
        """Gets them in hand: from the file, or else from the database."""
        wanted = set(handles) - self.in_hand.keys()
        for handle in wanted:
            if (place := self._place(handle)) != NOWHERE:
                packed = self._read(place)
                self.venues[packed.venue] -= 1
                self.in_hand[handle] = unpack(packed)
        stored = load(list(wanted - self.in_hand.keys())) if wanted else {}
        for handle, state in stored.items():
            state.in_run = handle in self.fed
        self.in_hand |= stored

    def feed(self, handle: int) -> None:
        """An entry is of this paper, and changes nothing on it."""
        self.fed.add(handle)
        if handle in self.in_hand:
            self.in_hand[handle].in_run = True

    def put_away(self) -> None:
        """Lets all go; those that the run changes are kept as they are now."""
        self._file.seek(self._end)
        for handle, state in self.in_hand.items():
            if state.is_changed:
                self.venues[state.venue] += 1
                self._put(handle, self._append(pack(state)))
            elif state.in_run:
                self.fed.add(handle)
        self.in_hand = {}

    def papers(self) -> Iterator[Packed]:
        """All papers to write, the new ones first, in the order in which the run met them."""
        for place in chain(self._new, self._old.values()):
            yield self._read(place)

    def changed(self) -> list[int]:
        """Primary keys of papers that were here before the run."""
        return list(self._old)

    def _place(self, handle):
        return self._new[-1 - handle] if handle < 0 else self._old.get(handle, NOWHERE)

    def _put(self, handle, place):
        if handle < 0:
            self._new[-1 - handle] = place
        else:
            self._old[handle] = place

    def _append(self, packed):
        """At the end, where the file stands."""
        place, data = self._end, marshal.dumps(tuple(packed))
        self._end += self._file.write(len(data).to_bytes(LENGTH) + data)
        return place

    def _go(self, place):
        """A seek throws away what the file has buffered, even where it leads nowhere."""
        return place if self._file.tell() == place else self._file.seek(place)

    def _read(self, place):
        self._go(place)
        data = self._file.read(int.from_bytes(self._file.read(LENGTH)))
        return Packed._make(marshal.loads(data))  # noqa: S302 own words

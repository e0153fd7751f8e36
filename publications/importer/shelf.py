"""The papers of one run: the few in hand as states, all others in a temporary file."""

import marshal
from collections import Counter
from collections.abc import Collection, Iterator
from tempfile import TemporaryFile

from publications.importer.packing import Packed, pack, unpack
from publications.importer.state import PaperState, load

BUFFER = 1 << 20
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
        self._places: dict[int, int] = {}
        self._file = TemporaryFile(buffering=BUFFER, prefix="vitae-import-")  # noqa: SIM115 lives with the plan
        self._made = self._end = 0

    def __len__(self) -> int:
        """How many papers there are to write."""
        return len(self._places)

    def make(self, slug: str, **values) -> PaperState:
        """A new paper, in hand."""
        self._made += 1
        state = self.in_hand[-self._made] = PaperState(slug, -self._made, **values)
        return state

    def take(self, handles: Collection[int]) -> None:
        """Gets them in hand: from the file, or else from the database."""
        wanted = set(handles) - self.in_hand.keys()
        for handle in wanted & self._places.keys():
            packed = self._read(self._places[handle])
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
        for handle, state in self.in_hand.items():
            if state.in_run:
                self.fed.add(handle)
            if state.is_changed:
                self.venues[state.venue] += 1
                self._places[handle] = self._write(pack(state))
        self.in_hand = {}

    def papers(self) -> Iterator[Packed]:
        """All papers to write, in the order in which the run met them."""
        for place in self._places.values():
            yield self._read(place)

    def changed(self) -> list[int]:
        """Primary keys of papers that were here before the run."""
        return [handle for handle in self._places if handle > 0]

    def _write(self, packed):
        place = self._go(self._end)
        data = marshal.dumps(tuple(packed))
        self._end += self._file.write(len(data).to_bytes(LENGTH) + data)
        return place

    def _go(self, place):
        """A seek throws away what the file has buffered, even where it leads nowhere."""
        return place if self._file.tell() == place else self._file.seek(place)

    def _read(self, place):
        self._go(place)
        data = self._file.read(int.from_bytes(self._file.read(LENGTH)))
        return Packed._make(marshal.loads(data))  # noqa: S302 own words

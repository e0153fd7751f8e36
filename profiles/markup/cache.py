"""What was made of texts, cached by their content, as far as it fits."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class TextCache:
    """Strings by key, at most `size` characters of them; what was not asked for longest goes.

    Of this process alone: unlike Django's caches, it knows how much it holds.
    """

    EACH = 500  # what a key and a place take

    def __init__(self, size: int):
        self.free = size
        self._strings: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._strings

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The string under `key`, by `make` where there is none."""
        with self._lock:
            if key in self._strings:
                self._strings.move_to_end(key)
                return self._strings[key]
        made = make()
        with self._lock:
            if key not in self._strings:
                self._strings[key] = made
                self.free -= len(made) + self.EACH
            while self.free < 0:
                _key, oldest = self._strings.popitem(last=False)
                self.free += len(oldest) + self.EACH
        return made

    def clear(self) -> None:
        with self._lock:
            self.free += sum(len(made) + self.EACH for made in self._strings.values())
            self._strings.clear()

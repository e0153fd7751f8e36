"""Where what a long import needs later waits: on the disk, for memory is for what is at hand."""

from tempfile import SpooledTemporaryFile

# Bytes that a spool keeps in memory before it takes a file: what nearly all imports need.
IN_MEMORY = 8_000_000


class Spool:
    """Bytes in an unnamed temporary file, which goes with the spool or the process.

    Raises OSError where the disk is full.
    """

    def __init__(self):
        self._file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - open as long as the spool is
        self._end, self._is_at_end = 0, True

    def put(self, data: bytes) -> tuple[int, int]:
        """Store the bytes and return the ticket by which `get` reads them."""
        if not self._is_at_end:
            self._file.seek(self._end)
            self._is_at_end = True
        start, self._end = self._end, self._end + self._file.write(data)
        return start, self._end

    def get(self, ticket: tuple[int, int]) -> bytes:
        """Return the bytes of a ticket, which stay stored."""
        start, end = ticket
        self._is_at_end = False
        self._file.seek(start)
        return self._file.read(end - start)

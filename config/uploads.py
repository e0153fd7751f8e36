"""How a large upload is taken in: by a temporary file, and no more of it than any form takes."""

from django.core.files.uploadhandler import TemporaryFileUploadHandler

from profiles import documents

# No box takes more than the one for documents; one byte more is what its form refuses.
MOST = documents.MAX_BYTES
# So many of the largest in one form; Django takes a hundred files.
AT_ONCE = 10


class CappedUploadHandler(TemporaryFileUploadHandler):
    """Of a larger file, the rest is counted and dropped: the form says how large is too large.

    Else whoever opens the login page could fill the disk before any form has its say. One handler
    takes all the files of a request.
    """

    written = 0

    def new_file(self, *args, **kwargs):
        self.is_cut = False
        super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data, start):
        if start > MOST or self.written + len(raw_data) > AT_ONCE * MOST:
            self.is_cut = True
            return
        self.written += len(raw_data)
        super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size):
        """One that was cut short is never taken for a whole one."""
        return super().file_complete(max(file_size, MOST + 1) if self.is_cut else file_size)

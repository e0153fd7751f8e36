"""How a large upload is taken in: by a temporary file, and no more of it than any form takes."""

from django.core.files.uploadhandler import TemporaryFileUploadHandler

from profiles import documents

# No box takes more than the one for documents; one byte more is what its form refuses.
MOST = documents.MAX_BYTES


class CappedUploadHandler(TemporaryFileUploadHandler):
    """Of a larger file, the rest is counted and dropped: the form says how large is too large.

    Else whoever opens the login page could fill the disk before any form has its say.
    """

    def receive_data_chunk(self, raw_data, start):
        if start <= MOST:
            super().receive_data_chunk(raw_data, start)

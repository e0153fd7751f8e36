"""The upload handler: temporary files, of no more than the largest file that a form takes."""

from django.core.files.uploadhandler import TemporaryFileUploadHandler

from uploads import documents

# The form refuses a file of one byte more.
MAX_FILE_BYTES = documents.MAX_BYTES
# Per request, so many files of the largest size; Django allows a hundred files.
MAX_LARGE_FILES = 10


class CappedUploadHandler(TemporaryFileUploadHandler):
    """Counts and drops the rest of a larger file, so that its form can report the limit.

    Otherwise anybody could fill the disk through the login page, before any form validates. One
    handler receives all files of a request.
    """

    written = 0

    def new_file(self, *args, **kwargs):
        self.is_cut = False
        super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data, start):
        total = self.written + len(raw_data)
        if start > MAX_FILE_BYTES or total > MAX_LARGE_FILES * MAX_FILE_BYTES:
            self.is_cut = True
            return
        self.written = total
        super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size):
        """Report a truncated file as too large, never as complete."""
        if self.is_cut:
            file_size = max(file_size, MAX_FILE_BYTES + 1)
        return super().file_complete(file_size)

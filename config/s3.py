"""Uploads in a private bucket, where VITAE_S3_BUCKET names one.

No file has an address of its own there: the site's own address is all that pages name, and
website.media decides at each request whether to pass the file on.
"""

from contextlib import contextmanager

from botocore.exceptions import BotoCoreError
from django.conf import settings
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage


@contextmanager
def bucket_errors():
    """A bucket that does not answer is a disk that does not: an OSError, which callers expect."""
    try:
        yield
    except BotoCoreError as error:
        raise OSError(str(error)) from error


class PrivateStorage(S3Storage):
    def _open(self, name, mode="rb"):
        with bucket_errors():
            file = super()._open(name, mode)
            if "r" in mode:
                file.seek(0)  # fetched here, where a failure is still an answer
            return file

    def _save(self, name, content):
        with bucket_errors():
            return super()._save(name, content)

    def exists(self, name):
        with bucket_errors():
            return super().exists(name)

    def url(self, name, parameters=None, expire=None, http_method=None):
        """Below MEDIA_URL, as on a disk; never a signed address, which outlives a withdrawal."""
        return settings.MEDIA_URL + filepath_to_uri(name)

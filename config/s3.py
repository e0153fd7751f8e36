"""Uploads in a private bucket, where VITAE_S3_BUCKET names one.

No file has an address of its own there: the site's own address is all that pages name, and
profiles.media decides at each request whether to pass the file on.
"""

from django.conf import settings
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage


class PrivateStorage(S3Storage):
    def url(self, name, parameters=None, expire=None, http_method=None):
        """Below MEDIA_URL, as on a disk; never a signed address, which outlives a withdrawal."""
        return settings.MEDIA_URL + filepath_to_uri(name)

"""What an uploaded picture becomes: re-encoded WebP in fixed widths, under a name of our own.

And the pictures that we draw ourselves, for links that are shared. The only import of PIL.
"""

from profiles.images.cards import Card, jpeg
from profiles.images.fields import PictureField, PictureFormField
from profiles.images.processing import MAX_BYTES, ProcessedImage, process_upload
from profiles.images.renditions import (
    WIDTHS,
    delete_files,
    dimensions,
    remake_renditions,
    renditions,
    srcset,
)

__all__ = [
    "MAX_BYTES",
    "WIDTHS",
    "Card",
    "PictureField",
    "PictureFormField",
    "ProcessedImage",
    "delete_files",
    "dimensions",
    "jpeg",
    "process_upload",
    "remake_renditions",
    "renditions",
    "srcset",
]

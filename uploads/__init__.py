"""Uploaded pictures (re-encoded as WebP in fixed widths) and documents, and drawn social cards.

No other app imports PIL.
"""

from uploads.fields import PictureField, PictureFormField
from uploads.images import (
    MAX_BYTES,
    WIDTHS,
    ProcessedImage,
    delete_picture,
    dimensions,
    process_upload,
    remake_renditions,
    renditions,
    srcset,
)
from uploads.social_cards import Card, jpeg

__all__ = [
    "MAX_BYTES",
    "WIDTHS",
    "Card",
    "PictureField",
    "PictureFormField",
    "ProcessedImage",
    "delete_picture",
    "dimensions",
    "jpeg",
    "process_upload",
    "remake_renditions",
    "renditions",
    "srcset",
]

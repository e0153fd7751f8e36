"""What an uploaded picture becomes: re-encoded WebP in fixed widths, under a name of our own.

The only import of PIL is `profiles.images.processing`.
"""

from profiles.images.fields import PictureField, PictureFormField
from profiles.images.processing import ProcessedImage, process_upload
from profiles.images.renditions import WIDTHS, delete_files, dimensions, renditions, srcset

__all__ = [
    "WIDTHS",
    "PictureField",
    "PictureFormField",
    "ProcessedImage",
    "delete_files",
    "dimensions",
    "process_upload",
    "renditions",
    "srcset",
]

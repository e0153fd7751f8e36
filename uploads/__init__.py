"""Uploaded pictures (re-encoded as WebP in fixed widths) and documents, and drawn social cards.

No other app imports PIL.
"""

from uploads.fields import PictureField

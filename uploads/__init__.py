"""Uploaded pictures (re-encoded as WebP in fixed widths) and documents, and drawn social cards.

No other app imports PIL.

images         pictures: their widths (renditions), quality, largest upload, WebP; the model field
               of a picture, and its box in forms; which columns name a file
documents      uploaded PDFs, slides and ZIPs: which are taken, how large; whether a PDF is tagged
               for screen readers; a stored file as the answer to a request: its type, its name, its
               headers
kept           files of a form that is shown again: kept an hour, so that nobody chooses them twice
social_cards   draws the picture of a shared link: layout, colours, portrait; its text: which fonts
               are taken, how lines are broken
"""

from uploads.images import PictureField

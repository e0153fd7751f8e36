"""Small sites, written on the fly."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from exchange.site_import.tree import Tree


@pytest.fixture
def tree_of(tmp_path):
    """Write files (path -> text or bytes) below a folder, and open it."""

    def write(files, **options):
        for path, content in files.items():
            file = tmp_path / "site" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Tree.open(tmp_path / "site", **options)

    return write


def zipped(files):
    """A ZIP of files (name -> text or bytes), as a file."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    out.seek(0)
    return out

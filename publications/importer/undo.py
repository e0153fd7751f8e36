"""Takes an import back, as long as its papers were not edited since."""

from publications.models import ImportBatch


def remember(batch: ImportBatch, papers: list[int]) -> None:
    """Keeps how these papers stand, before `batch` changes them; inside its transaction."""

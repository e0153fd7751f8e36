"""A short DOI, as Zotero writes it: it is linked and kept, and identifies no paper."""

import pytest

from publications import citations
from publications.models import Publication
from tests.publications.importing import take

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("typed", ["10/gkelp7", "https://doi.org/10/GKELP7"])
def test_it_is_linked_and_comes_out_as_it_went_in(typed):
    take(f"@article{{kelp, title = {{Kelp}}, doi = {{{typed}}}}}")
    paper = Publication.objects.get()
    assert (paper.doi, paper.url) == ("", "https://doi.org/10/gkelp7")
    papers = citations.with_citation_data(Publication.objects.all())
    assert f"doi = {{{typed}}}" in " ".join(citations.bibtex(papers).split())


def test_the_own_address_comes_first():
    take("@article{kelp, title = {Kelp}, doi = {10/gkelp7}, url = {https://example.org/kelp}}")
    assert Publication.objects.get().url == "https://example.org/kelp"

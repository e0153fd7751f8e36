r"""An \href in a title, or in what names the journal: its words stay, its address is a link."""

import pytest

from publications import citations
from publications.models import Publication
from tests.publications.importing import take

pytestmark = pytest.mark.django_db


def links():
    return list(Publication.objects.get().links.values_list("kind", "label", "url"))


@pytest.mark.parametrize(
    ("field", "column"), [("title", "title"), ("journal", "container_title"), ("series", "series")]
)
def test_href_in_a_field_becomes_a_link(field, column):
    fields = {"title": "Kelp", field: r"On \href{https://example.org/a}{Kelp {F}orests}"}
    text = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    take(f"@article{{kelp, {text}}}")
    assert getattr(Publication.objects.get(), column) == "On Kelp Forests"
    assert links() == [("other", "Kelp Forests", "https://example.org/a")]


def test_it_comes_out_as_it_went_in():
    raw = r"\href{https://example.org/a}{Kelp}"
    take(f"@article{{kelp, title = {{{raw}}}, journal = {{\\href{{https://e.org/j}}{{J}}}}}}")
    out = citations.bibtex(citations.with_citation_data(Publication.objects.all()))
    assert raw in out
    assert out.count("https://example.org/a") == out.count("https://e.org/j") == 1


def test_an_address_that_may_not_be_linked_stays_text():
    take(r"@misc{kelp, title = {\href{javascript:alert(1)}{Kelp}}}")
    assert (Publication.objects.get().title, links()) == ("Kelp", [])


def test_the_link_of_a_volume_is_not_its_papers():
    take(
        r"@inproceedings{kelp, title={Kelp}, crossref={vol}, booktitle={Kelp Week}}"
        "\n"
        r"@proceedings{vol, title={\href{https://example.org/vol}{Kelp Week}}}"
    )
    assert not Publication.objects.get(citation_key="kelp").links.exists()

"""DOI, arXiv, ISBN, ISSN, PubMed."""

import pytest

from publications import identifiers
from publications.identifiers import find_identifiers


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1145/3.A", "10.1145/3.a"),
        ("https://doi.org/10.1145/3.A", "10.1145/3.a"),
        ("http://dx.doi.org/10.1145/3", "10.1145/3"),
        ("http://doi.acm.org/10.1145/12.34", "10.1145/12.34"),
        ("doi:10.1109/TKDE.2021", "10.1109/tkde.2021"),
        (r"10.1007/978-3\_4", "10.1007/978-3_4"),
        ("https://dl.acm.org/doi/abs/10.1145/3.4?x=1", "10.1145/3.4"),
        ("10.1016/x(2020)1.", "10.1016/x(2020)1"),
        ("tbd", ""),
        ("1031453.1031461", ""),
    ],
)
def test_doi_is_normalised(text, doi):
    assert identifiers.normalise_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("2602.09609v2", "2602.09609"),
        ("arXiv:2602.09609", "2602.09609"),
        ("https://arxiv.org/pdf/2602.09609v2.pdf", "2602.09609"),
        ("10.48550/arXiv.2602.09609", "2602.09609"),
        ("cs.CG/9907018", "cs/9907018"),
        ("https://nature.com/2309.12345", ""),
        ("1399.12345", ""),
    ],
)
def test_it_reads_arxiv_ids(text, arxiv):
    assert identifiers.normalise_arxiv(text) == arxiv


def test_it_checks_the_check_digits():
    assert identifiers.normalise_isbn("978-0-306-40615-7 (print)") == "9780306406157"
    assert identifiers.normalise_isbn("978-0-306-40615-8") == ""
    assert identifiers.normalise_isbn("0-8044-2957-x") == "080442957X"
    assert identifiers.normalise_issn("03785955") == "0378-5955"
    assert identifiers.normalise_issn("0378-5954") == ""
    assert identifiers.normalise_pmid("PMID: 123") == "123"
    assert identifiers.normalise_pmid("PMC123") == ""


@pytest.mark.parametrize(
    ("fields", "kind", "found"),
    [
        ({"url": "https://doi.org/10.1234/ab"}, "doi", "10.1234/ab"),
        ({"note": "doi:10.1234/ab"}, "doi", "10.1234/ab"),
        ({"pages": "10.1234/ab"}, "doi", "10.1234/ab"),
        ({"note": "Erratum to doi:10.1234/ab"}, "doi", ""),
        ({"note": "Supplement to https://doi.org/10.1234/ab"}, "doi", ""),
        ({"note": "Extends arXiv:1910.05016"}, "arxiv", ""),
        ({"note": "Also arXiv:1910.05016"}, "arxiv", "1910.05016"),
        ({"url": "https://biorxiv.org/content/10.1101/2020.1v2.full"}, "doi", "10.1101/2020.1"),
        ({"abstract": "see doi:10.1234/ab"}, "doi", ""),
        ({"eprint": "2605.16924", "archiveprefix": "arXiv"}, "arxiv", "2605.16924"),
        ({"eprint": "2605.16924", "eprinttype": "hal"}, "arxiv", ""),
        ({"journal": "arXiv preprint arXiv:2602.09609"}, "arxiv", "2602.09609"),
        ({"journal": "CoRR", "volume": "abs/1910.05016"}, "arxiv", "1910.05016"),
        ({"pdf": "https://arxiv.org/pdf/1910.05016v3"}, "arxiv", "1910.05016"),
        ({"arxiv": "https://www.nature.com/articles/x"}, "arxiv", ""),
        ({"eprint": "123", "eprinttype": "pubmed"}, "pmid", "123"),
        ({"note": "PMID: 23439512"}, "pmid", "23439512"),
        ({"note": "Comment on PMID: 23439512"}, "pmid", ""),
    ],
)
def test_it_finds_them_in_a_record(fields, kind, found):
    assert find_identifiers(fields)[kind] == found


def test_it_links():
    assert identifiers.doi_url("10.1234/a<b") == "https://doi.org/10.1234/a%3Cb"
    assert identifiers.arxiv_url("cs/9907018") == "https://arxiv.org/abs/cs/9907018"
    assert identifiers.pmid_url("123") == "https://pubmed.ncbi.nlm.nih.gov/123/"


def test_it_knows_preprint_servers():
    assert identifiers.is_preprint_doi("10.48550/arXiv.2602.09609")
    assert identifiers.is_preprint_doi("10.1101/2020.01.01.123")
    assert not identifiers.is_preprint_doi("10.1101/gr.123")
    assert not identifiers.is_preprint_doi("10.1145/3")


def test_an_old_doi_in_an_address_keeps_its_angle_brackets():
    address = "http://dx.doi.org/10.5555/(SICI)1097(1998)17:15<1661::AID-SIM968>3.0.CO;2-2"
    assert identifiers.normalise_doi(address) == address[18:].lower()
    assert identifiers.normalise_doi("https://doi.org/10.5555/whales<br>") == "10.5555/whales"

"""One made-up paper as each format writes it, with the constructs that real files of it have."""

from publications import reference_lists
from publications.importer import mapping

RIS = """Provider: a library

TY  - JOUR
ID  - lind2021
A1  - Lind, Ada B.
AU  - van der Moss, Charlie
TI  - Tides & <i>Ledgers</i>:
      a study of kelp
T2  - Journal of Quiet Plants
PY  - 2021/04//
DA  - 2021/04/09/
VL  - 12
IS  - 3
SP  - 101
EP  - 118
DO  - https://doi.org/10.5555/Quiet.12
SN  - 0000-0019
AN  - 12345678
DB  - EBSCOhost
KW  - kelp
KW  - ledgers
AB  - Kelp keeps
accounts.
UR  - https://quiet.example/12
ER  -\x20
"""
CSL = """[
  {
    "id": "http://zotero.org/users/1/items/ABCD2345",
    "citation-key": "lind2021",
    "type": "article-journal",
    "title": "Tides &amp; <i>Ledgers</i>: a study of kelp",
    "author": [
      {"family": "Lind", "given": "Ada B.", "ORCID": "https://orcid.org/0000-0002-1825-0097"},
      {"family": "van der Moss", "given": "Charlie"}
    ],
    "container-title": "Journal of Quiet Plants",
    "issued": {"date-parts": [["2021", 4, 9]]},
    "volume": 12, "issue": "3", "page": "101-118",
    "DOI": "10.5555/Quiet.12", "ISSN": "0000-0019",
    "keyword": "kelp, ledgers",
    "abstract": "<jats:title>Abstract</jats:title><jats:p>Kelp keeps accounts.</jats:p>",
    "URL": "https://quiet.example/12"
  }
]
"""
NBIB = """
PMID- 30000001
OWN - NLM
IS  - 0000-0019 (Electronic)
VI  - 12
IP  - 3
DP  - 2021 Apr 9
TI  - Tides & Ledgers: a study
      of kelp.
PG  - 101-118
LID - 10.5555/quiet.12 [doi]
AB  - Kelp keeps
      accounts.
FAU - Lind, Ada B.
AUID- ORCID: 0000-0002-1825-0097
AU  - Lind AB
FAU - van der Moss, Charlie
AU  - van der Moss C
LA  - eng
PT  - Journal Article
JT  - Journal of Quiet Plants
TA  - J Quiet Plants
OT  - kelp
OT  - ledgers
"""
ENW = """%0 Journal Article
%F lind2021
%A Lind, Ada B.
%A van der Moss, Charlie
%T Tides & Ledgers: a study of kelp
%J Journal of Quiet Plants
%D 2021
%8 April 9
%V 12
%N 3
%P 101-118
%R 10.5555/quiet.12
%@ 0000-0019
%K kelp
ledgers
%X Kelp keeps accounts.
%U https://quiet.example/12

"""
XML = """<?xml version="1.0" encoding="UTF-8"?>
<xml><records>
<record>
  <source-app name="EndNote">EndNote</source-app>
  <ref-type name="Journal Article">17</ref-type>
  <contributors><authors>
    <author><style face="normal">Lind, Ada B.</style></author>
    <author><style face="normal">van der Moss, Charlie</style></author>
  </authors></contributors>
  <titles>
    <title><style face="normal">Tides &amp; </style><style face="italic">Ledgers</style><style
      face="normal">: a study of kelp</style></title>
    <secondary-title>Journal of Quiet Plants</secondary-title>
  </titles>
  <pages>101-118</pages><volume>12</volume><number>3</number>
  <keywords><keyword>kelp</keyword><keyword>ledgers</keyword></keywords>
  <dates><year>2021</year><pub-dates><date>Apr 9</date></pub-dates></dates>
  <isbn>0000-0019</isbn>
  <label>lind2021</label>
  <abstract>Kelp keeps accounts.</abstract>
  <urls><related-urls><url>https://quiet.example/12</url></related-urls></urls>
  <electronic-resource-num>10.5555/quiet.12</electronic-resource-num>
</record>
</records></xml>
"""
ISI = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lind, AB
   van der Moss, C
AF Lind, Ada B.
   van der Moss, Charlie
TI Tides & Ledgers: a study
   of kelp
SO Journal of Quiet Plants
LA English
DT Article
DE kelp; ledgers
AB Kelp keeps accounts.
OI Lind, Ada/0000-0002-1825-0097
SN 0000-0019
PD APR 9
PY 2021
VL 12
IS 3
BP 101
EP 118
DI 10.5555/quiet.12
D2 10.5555/the-volume
UT WOS:000000000000001
ER

EF
"""
CROSSREF = """{"status": "ok", "message-type": "work-list", "message": {"items": [{
 "DOI": "10.5555/quiet.12", "type": "journal-article", "reference-count": 2,
 "title": ["Tides &amp;amp; <i>Ledgers</i>"], "subtitle": ["a study of kelp"],
 "author": [
  {"given": "Ada B.", "family": "Lind", "sequence": "first",
   "ORCID": "http://orcid.org/0000-0002-1825-0097"},
  {"given": "Charlie", "family": "van der Moss", "sequence": "additional"}],
 "container-title": ["Journal of Quiet Plants"], "ISSN": ["0000-0019"],
 "issued": {"date-parts": [[null]]}, "published-print": {"date-parts": [[2021, 4, 9]]},
 "volume": "12", "issue": "3", "page": "101-118", "subject": ["kelp", "ledgers"],
 "abstract": "<jats:p>Kelp keeps accounts.</jats:p>"}]}}
"""
OPENALEX = """{"meta": {"count": 1}, "results": [{
 "id": "https://openalex.org/W1", "doi": "https://doi.org/10.5555/quiet.12",
 "title": "Tides &amp; Ledgers: a study of kelp", "type": "article",
 "publication_year": 2021, "publication_date": "2021-04-09",
 "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/30000001"},
 "authorships": [
  {"author": {"display_name": "Ada B. Lind", "orcid": "https://orcid.org/0000-0002-1825-0097"}},
  {"author": {"display_name": "Charlie van der Moss", "orcid": null}}],
 "primary_location": {"landing_page_url": "https://quiet.example/12",
  "source": {"display_name": "Journal of Quiet Plants", "issn_l": "0000-0019", "type": "journal"}},
 "biblio": {"volume": "12", "issue": "3", "first_page": "101", "last_page": "118"},
 "keywords": [{"display_name": "kelp"}, {"display_name": "ledgers"}],
 "abstract_inverted_index": {"keeps": [1], "accounts.": [2], "Kelp": [0]}}]}
"""
ORCID = """{"path": "/0000-0002-1825-0097/works", "group": [{"work-summary": [
 {"put-code": 1, "display-index": "0", "type": "other", "title": {"title": {"value": "Tides"}},
  "external-ids": {"external-id": [{"external-id-type": "issn", "external-id-value": "0000-0019",
   "external-id-relationship": "part-of"}]}},
 {"put-code": 2, "display-index": "1", "type": "journal-article",
  "title": {"title": {"value": "Tides &amp; Ledgers"}, "subtitle": {"value": "a study of kelp"}},
  "journal-title": {"value": "Journal of Quiet Plants"},
  "publication-date":
   {"year": {"value": "2021"}, "month": {"value": "04"}, "day": {"value": "09"}},
  "external-ids": {"external-id": [{"external-id-type": "doi",
   "external-id-value": "10.5555/QUIET.12", "external-id-relationship": "self"}]},
  "contributors": {"contributor": [
   {"credit-name": {"value": "Lind, Ada B."},
    "contributor-orcid": {"path": "0000-0002-1825-0097"}},
   {"credit-name": {"value": "Charlie van der Moss"}}]}}]}]}
"""
SAME = {
    "ris": RIS,
    "csl": CSL,
    "nbib": NBIB,
    "enw": ENW,
    "xml": XML,
    "isi": ISI,
    "crossref": CROSSREF,
    "openalex": OPENALEX,
    "orcid": ORCID,
}


def readings(text):
    """What the importer makes of each reference of a text that is not refused."""
    parsed = reference_lists.parse(text.encode())
    return [mapping.read(record).values for record in parsed.records if not record.refused]


def reading(text):
    (only,) = readings(text)
    return only


def names(values, role="author"):
    """(given, particle, family, suffix, literal) of each."""
    rows = [row for row in values.get("authors", ()) if row[0] == role]
    return [(row[1], row[3], row[2], row[4], row[5]) for row in rows]

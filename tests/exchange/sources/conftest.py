"""Services that know papers, in the shapes of the real ones: all on this machine."""

import http.client
import http.server
import json
import socket
import threading
from contextlib import contextmanager
from urllib.parse import unquote

import pytest

from exchange.sources import client
from website import linkcheck, web_client

ARXIV = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">ArXiv Query: id_list=2301.01234</title>
  <entry>
    <id>http://arxiv.org/abs/2301.01234v2</id>
    <updated>2023-02-01T00:00:00Z</updated>
    <published>2023-01-03T18:00:01Z</published>
    <title>Kelp and the
  $\\sigma$-tide</title>
    <summary>  We count kelp.
</summary>
    <author><name>Alice Ahlgren</name></author>
    <author><name>Jo van der Berg</name></author>
    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1234/kelp.1</arxiv:doi>
    <link title="pdf" href="http://arxiv.org/pdf/2301.01234v2" rel="related"/>
  </entry>
</feed>"""
CROSSREF = {
    "type": "article-journal",
    "title": "Growing Kelp",
    "DOI": "10.1234/kelp.2",
    "reference-count": 12,
    "author": [
        {"given": "Alice", "family": "Ahlgren", "sequence": "first", "affiliation": []},
        {"given": "Ben", "family": "Ode", "sequence": "additional", "affiliation": []},
    ],
    "container-title": "Journal of Kelp",
    "issued": {"date-parts": [[2021, 5]]},
    "volume": "4",
    "page": "1-9",
}
DATACITE = {
    "type": "dataset",
    "id": "https://doi.org/10.5678/zenodo.3",
    "title": "Kelp counts",
    "DOI": "10.5678/zenodo.3",
    "author": [{"family": "Ahlgren", "given": "Alice"}],
    "publisher": "A repository",
    "issued": {"date-parts": [[2022, 1, 5]]},
}
PUBMED = {
    "source": "PubMed",
    "id": "pmid:12345678",
    "type": "article-journal",
    "title": "Kelp in the blood",
    "author": [{"family": "Ahlgren", "given": "Alice"}],
    "container-title": "Kelp Medicine",
    "issued": {"date-parts": [[2019, 3, 1]]},
    "PMID": "12345678",
}


ORCID_WORKS = "pub.orcid.org/v3.0/0000-0002-1825-0097/works"


def crossref_work(doi, **values):
    """A work as Crossref's REST interface has it."""
    work = {
        "DOI": doi,
        "type": "journal-article",
        "title": ["Growing Kelp"],
        "author": [{"given": "Alice", "family": "Ahlgren", "sequence": "first"}],
        "container-title": ["Journal of Kelp"],
        "issued": {"date-parts": [[2021, 5]]},
        "reference-count": 12,
        "relation": {},
    }
    return work | values


def orcid_work(code, title, index="1"):
    """A work as ORCID's bulk has it."""
    return {
        "put-code": code,
        "display-index": index,
        "title": {"title": {"value": title}, "subtitle": None},
        "type": "journal-article",
        "journal-title": {"value": "Journal of Kelp"},
        "publication-date": {"year": {"value": "2020"}, "month": None, "day": None},
        "external-ids": {"external-id": []},
        "contributors": {
            "contributor": [
                {
                    "credit-name": {"value": "Alice Ahlgren"},
                    "contributor-attributes": {"contributor-role": "author"},
                }
            ]
        },
    }


def orcid_group(*works):
    """A group as ORCID's list of works has it: summaries without people."""
    summaries = [{k: v for k, v in work.items() if k != "contributors"} for work in works]
    return {"external-ids": {"external-id": []}, "work-summary": summaries}


class Services(http.server.BaseHTTPRequestHandler):
    """`answers`: "host/path" -> (status, headers, body); the query is no part of the path."""

    answers: dict
    asked: list

    def do_GET(self):
        host = self.headers["Host"].partition(":")[0]
        path = unquote(self.path.partition("?")[0])
        self.asked.append((f"{host}{self.path}", self.headers["Accept"]))
        answer = self.answers.get(f"{host}{path}", (404, {}, b"no"))
        if isinstance(answer, list):
            answer = answer.pop(0)
        status, headers, body = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self):
        self.do_GET()

    def log_message(self, *args):
        pass


class ServiceStand:
    """What a test says that the services answer, and what they were asked."""

    def __init__(self):
        self.answers, self.asked = {}, []

    def say(self, address, body, status=200, **headers):
        self.answers[address] = self.answer(body, status, **headers)

    @staticmethod
    def answer(body, status=200, **headers):
        """`body`: bytes, text, or a value that becomes JSON."""
        if not isinstance(body, bytes | str):
            body = json.dumps(body)
        body = body.encode() if isinstance(body, str) else body
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers.setdefault("Content-Length", str(len(body)))
        return status, headers, body

    def say_usual(self):
        self.say("export.arxiv.org/api/query", ARXIV)
        self.say("doi.org/10.1234/kelp.2", b"", 302, Location="https://api.crossref.org/v1/2")
        self.say("api.crossref.org/v1/2", CROSSREF)
        self.say("doi.org/10.5678/zenodo.3", DATACITE)
        self.say("api.ncbi.nlm.nih.gov/lit/ctxp/v1/pubmed/", PUBMED)
        short, long = orcid_work(11, "Kelp, typed"), orcid_work(12, "Kelp, preferred", "9")
        other = orcid_work(21, "Other Kelp")
        works = "pub.orcid.org/v3.0/0000-0002-1825-0097/works"
        self.say(works, {"group": [orcid_group(short, long), orcid_group(other)]})
        self.say(f"{works}/12,21", {"bulk": [{"work": long}, {"work": other}]})
        self.say("dblp.org/pid/65/9612.bib", "@article{a, title={Old Kelp}, author={Ben Ode}}\n")
        cited = "@inproceedings{o, title={Open Kelp}, author={Alice Ahlgren}, year={2024}}"
        note = {"id": "rJl-b3RcF7", "content": {"_bibtex": {"value": cited}}}
        self.say("api2.openreview.net/notes", {"notes": [note]})


def leading_to(port):
    """(object, name, value) of what is to be set so that every public host is at a port here."""
    known = {"inside.example": ["10.0.0.7"], "127.0.0.1": ["127.0.0.1"], "lost.example": []}
    connect, plain = socket.create_connection, http.client.HTTPConnection
    return [
        (web_client, "look_up", lambda host, port: known.get(host, ["8.8.8.8"])),
        (web_client, "connect", lambda to, *rest: connect(("127.0.0.1", port))),
        (web_client, "ssl_context", lambda: None),
        (
            http.client,
            "HTTPSConnection",
            lambda *args, context, **options: plain(*args, **options),
        ),
        (client, "PAUSE", 0),
        (linkcheck, "PAUSE", 0),
    ]


@contextmanager
def serving():
    """A stand whose `port` is a server's on this machine, which speaks no TLS."""
    stand = ServiceStand()
    handler = type("Handler", (Services,), {"answers": stand.answers, "asked": stand.asked})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    stand.port = server.server_port
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    stand.say("api.crossref.org/works", {"message": {"items": []}})
    yield stand
    server.shutdown()
    server.server_close()


@pytest.fixture
def services(monkeypatch):
    """Every public host is that server."""
    with serving() as stand:
        for patch in leading_to(stand.port):
            monkeypatch.setattr(*patch)
        yield stand

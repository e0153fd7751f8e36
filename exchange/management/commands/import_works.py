"""Papers from the services that know them: import_works --orcid ID --researcher SLUG

Exit codes as of import_bibtex; 2 also where a service gave nothing, and the others are stored.
"""

from exchange.sources.client import Client
from exchange.sources.lookup import SERVICES, look_up
from publications import reference_lists
from publications.importer.report import ReportedProblem
from publications.management.commands.import_bibtex import Command as ImportCommand

EXAMPLES = {
    "doi": "10.1000/182",
    "arxiv": "2301.01234",
    "pmid": "12345678",
    "orcid": "0000-0002-1825-0097",
    "openalex": "A5023888391",
    "dblp": "65/9612",
    "openreview": "rJl-b3RcF7",
}


class Command(ImportCommand):
    help = (
        "Import papers from ORCID, DOI registries (Crossref, DataCite, ...), arXiv, PubMed, "
        "OpenAlex, DBLP and OpenReview. Each is asked once a second. Safe to run again."
    )

    def add_arguments(self, parser):
        for kind, service in SERVICES.items():
            text = f"What {service.name} knows of these, such as {EXAMPLES[kind]}."
            parser.add_argument(f"--{kind}", nargs="+", default=[], metavar="ID", help=text)
        text = "A saved answer of any of these services, or another reference list."
        parser.add_argument("--file", nargs="+", default=[], metavar="FILE", help=text)
        self.add_import_arguments(parser)

    def read_files(self):
        """What the services answer, each service a file. Fails where no one says anything."""
        self.options |= {"encoding": None, "repair_encoding": False, "files": []}
        wanted = {kind: self._identifiers(kind) for kind in SERVICES}
        names = [name for given in self.options["file"] for name in self.files_of(given)]
        if not names and not any(wanted.values()):
            self.fail("", f"Say what to ask for: --{', --'.join(SERVICES)} or --file.")
        files, client = [self.read_file(name) for name in names], Client()
        for kind, identifiers in wanted.items():
            if identifiers:
                found = look_up(kind, identifiers, client)
                files += [(found.name, reference_lists.Unparsed(found.text.encode()))] * bool(
                    found.text
                )
                self.unread += [
                    ReportedProblem(found.name, 0, "", "error", why) for why in found.problems
                ]
        if not files:
            self.fail("", " ".join(problem.reason for problem in self.unread))
        self.options["files"] = [name for name, _file in files]
        return files

    def _identifiers(self, kind):
        identifiers = {text: SERVICES[kind].normalise(text) for text in self.options[kind]}
        for text, identifier in identifiers.items():
            if not identifier:
                name = SERVICES[kind].name
                self.fail("", f"“{text}” is none of {name}. Such as --{kind} {EXAMPLES[kind]}.")
        return list(identifiers.values())

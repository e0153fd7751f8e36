"""A public record of ORCID -> records: names, biography, links, jobs, degrees, grants, works.

Of record.json as ORCID's public API 3.0 gives it (`/v3.0/<iD>/record`), with works.json beside it,
which is the works asked for one by one: the record itself names no authors.
"""

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.reading import Theme
from exchange.site_import.records import Paper, Place
from exchange.site_import.tree import Mapping, Tree, mark_read
from exchange.sources.lookup import RECORD, WORKS
from profiles.dates import PartialDate
from profiles.identifiers import normalise_orcid
from profiles.models import Affiliation, Award, Education, Experience, Grant, Service
from publications import reference_lists

REVIEWS = gettext_lazy("peer reviews, of which ORCID says no more than for whom and when")
# Sections of activities with affiliations: model, its columns for the role, the organisation and
# the link, and what all of its rows have.
WORK, HELP = ("role", "organisation", "organisation_url"), ("role", "body", "url")
STUDY, PRIZE = ("degree", "organisation", "organisation_url"), ("name", "awarder", "url")
AFFILIATIONS = {
    "employments": (Experience, WORK, {"kind": Experience.Kind.EMPLOYMENT}),
    "invited-positions": (Experience, WORK, {"kind": Experience.Kind.VISITING}),
    "educations": (Education, STUDY, {}),
    "qualifications": (Education, STUDY, {}),
    "distinctions": (Award, PRIZE, {}),
    "memberships": (Service, HELP, {"kind": Service.Kind.OTHER}),
    "services": (Service, HELP, {"kind": Service.Kind.OTHER}),
}


class OrcidRecord(Theme):
    system = "orcid"

    @classmethod
    def detect(cls, tree: Tree) -> str:
        """ "3.0" of a record, alone or with its works."""
        if RECORD not in tree.files or not tree.files.keys() <= {RECORD, WORKS}:
            return ""
        return "3.0" if "orcid-identifier" in tree.document(RECORD).front else ""

    def read(self):
        front, place = self.tree.document(RECORD).front, Place(RECORD)
        self.fill("orcid", normalise_orcid(front.mapping("orcid-identifier").text("path")), place)
        self._person(front.mapping("person"))
        activities = front.mapping("activities-summary")
        for section, kind in AFFILIATIONS.items():
            for summary in _affiliations(activities.mapping(section)):
                self._affiliation(section, summary, *kind)
        for group in activities.mapping("fundings").list("group"):
            for summary in group.list("funding-summary")[:1]:
                self._funding(summary)
        if activities.mapping("peer-reviews").list("group"):
            self.tree.leave_out(RECORD, REVIEWS, line=activities.lines["peer-reviews"])
        self._works()
        mark_read(front)
        self.tree.used.update(self.tree.files)
        return self.record

    def _person(self, person):
        place, name = Place(RECORD, person.lines.get("name", 1)), person.mapping("name")
        given, family = _value(name, "given-names"), _value(name, "family-name")
        self.fill("display_name", _value(name, "credit-name") or f"{given} {family}".strip(), place)
        self.fill("given_name", given, place)
        self.fill("family_name", family, place)
        others = [one.text("content") for one in person.mapping("other-names").list("other-name")]
        self.fill("other_names", "\n".join(dict.fromkeys(others)), place)
        biography = person.mapping("biography")
        place = Place(RECORD, biography.lines.get("content", 1))
        self.fill("biography", self.markdown(biography.text("content"), place), place)
        words = person.mapping("keywords").list("keyword")
        self.fill("interests", ", ".join(word.text("content") for word in words), place)
        for email in person.mapping("emails").list("email")[:1]:
            self.email(email.text("email"), Place(RECORD, email.lines.get("email", 1)))
        for link in person.mapping("researcher-urls").list("researcher-url"):
            place = Place(RECORD, link.lines.get("url", 1))
            self.service(_value(link, "url"), place, link.text("url-name"))
        for link in person.mapping("external-identifiers").list("external-identifier"):
            place, url = Place(RECORD, link.lines.get("external-id-url", 1)), "external-id-url"
            self.service(_value(link, url), place, link.text("external-id-type"))

    # --- Activities ---

    def _affiliation(self, section, summary, model, columns, values):
        organisation = summary.mapping("organization")
        city = organisation.mapping("address").text("city")
        role, name, url = columns
        start, end = _date(summary.mapping("start-date")), _date(summary.mapping("end-date"))
        said = {role: summary.text("role-title"), name: organisation.text("name")}
        said[url] = _value(summary, "url")
        if model in (Award, Service):
            said["dates"] = start if model is Award else f"{start} – {end or 'present'}"
            said[role] = said[role] or summary.text("department-name") or _("Member")
            said["dates"] = said["dates"].removeprefix(" – ").removesuffix("present" * (not start))
        else:
            said |= {"department": summary.text("department-name"), "place": city}
            said |= {"start": start, "end": end or ("present" if start else "")}
        place = Place(RECORD, summary.lines.get("role-title", 1))
        origin = f"{RECORD}#{section}/{summary.text('put-code')}"
        label = ", ".join(filter(None, [said[role], said[name]]))
        self.add(model, origin, place, values | said, label)
        if section == "employments" and not end:
            here = {column: said[column] for column in ("role", name, url, "department", "place")}
            self.add(Affiliation, f"{origin}/now", place, here | {"start": start}, label)

    def _funding(self, summary):
        place = Place(RECORD, summary.lines.get("title", 1))
        title = _value(summary.mapping("title"), "title")
        numbers = summary.mapping("external-ids").list("external-id")
        numbers = [row for row in numbers if row.text("external-id-type") == "grant_number"]
        values = {
            "title": title,
            "funder": summary.mapping("organization").text("name"),
            "number": next((row.text("external-id-value") for row in numbers), ""),
            "url": _value(summary, "url"),
            "start": _date(summary.mapping("start-date")),
            "end": _date(summary.mapping("end-date")),
        }
        self.add(Grant, f"{RECORD}#fundings/{summary.text('put-code')}", place, values, title)

    def _works(self):
        """Each as ORCID's own JSON; of a record alone those of its list, which has no authors."""
        path = WORKS if WORKS in self.tree else RECORD
        parsed = reference_lists.parse(self.tree.text(path) or "[]")
        self.record.bib_files[path] = parsed
        self.record.papers += [
            Paper(work.key, work.raw, Place(path, work.line)) for work in parsed.records
        ]


def _affiliations(section) -> Iterator[Mapping]:
    """Each group is one affiliation that several have told of; the first is the preferred one."""
    for group in section.list("affiliation-group"):
        for one in group.list("summaries")[:1]:
            yield from (value for value in one.values() if isinstance(value, Mapping))


def _value(mapping, key):
    return mapping.mapping(key).text("value")


def _date(value):
    """ "2019-09", as precise as it is: ORCID takes a 29 February of every year."""
    parts = []
    for name in ("year", "month", "day"):
        if not (part := _value(value, name)):
            break
        parts.append(part.zfill(2))
    try:
        return PartialDate.from_iso("-".join(parts)).iso if parts else ""
    except ValidationError:
        return "-".join(parts[:2])

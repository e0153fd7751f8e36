"""A list pasted from a CV -> the values of rows of one kind: a row for each line.

Dates first, wherever they stand; then what is left by what it is (profiles.cv_words); then by where
it stands. What was decided by its place alone, or has no box, is named: such a row is a draft.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from pylatexenc.latex2text import LatexNodes2Text

from profiles import cv_words as words
from profiles.cv_lines import LINK, Values, kind_of_role, kind_of_service, loses_words
from profiles.cv_lines import segments as commas
from profiles.dates import Periods
from profiles.dates.in_text import Found, find_dates
from profiles.items import PERIOD, ItemKind
from profiles.models import Student, Talk

# Of one paste; what stands below is left in the box.
MOST_LINES = 100
# Of a line: a longer one is a text, and stands in the notes.
LONGEST = 500
# A bullet or a number before a line, and what below a line goes with it.
BULLET = re.compile(r"^(?:[-*+•·‣▪◦–—○●](?:\s+|$)|\(?\d{1,3}[.)]\s+|\\item\b\s*)")
INDENT = re.compile(r"(?: {2,}|\t)\s*")
HAN = r"[\u3040-\u30ff\u3400-\u9fff）】]"
# Between two things of a line, outside brackets and quotation marks.
PIECE = re.compile(
    rf"""(?P<whole>「[^」]*」|『[^』]*』|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|\([^()]*\)|（[^（）]*）|\[[^\[\]]*\])
    |(?P<sign>\s*[\t|•·]\s*|[\s　]{{2,}}|\s+[–—-]{{1,3}}\s+|—|[;；，、。：]|,(?!\d{{3}})|:\s
      |(?:(?<=[^\W\d_]{{3}})|(?<=\w\)))\.\s+(?=[A-ZÉÀ])|(?<={HAN})[\s　]+(?={HAN}|[（A-Z])|(?<={HAN})[-–—](?={HAN}))
    |.""",
    re.X | re.S,
)
# "University of California, Berkeley" and "Alphabet, Inc." are one name each.
ONE_NAME = re.compile(
    r"(?:University of (?:California|Texas|Illinois|Wisconsin|Maryland|Massachusetts|Minnesota"
    r"|Colorado|Nebraska|Missouri|Tennessee|Michigan|North Carolina)), (?=[A-Z][a-z])|, (?=(?:Inc|Ltd|LLC|Jr)\b)"
)
PLACE = re.compile(
    rf"(?:(?:[^\W\d_a-z][\w.'’-]*|de|la|du|of|and|am|an|der|do|del|di|upon|sur|St\.)\s?){{1,4}}|{HAN}{{2,8}}"
)
QUOTED = re.compile(r"[\"“„«「『]\s*(?P<title>[^\"”“»」』]+?)[.,]?\s*[\"”“»」』]")
SHORT_NAME = r"[A-Z][\w&.-]*[A-Z][\w&.-]{0,12}"
WEB = re.compile(r"https?://[^\s)\]]+")
CODE = re.compile(
    r"(?P<code>[A-Z]{2,8}[ -]?\d{1,5}[A-Z]{0,2})\b\s*[:–—|-]?\s+(?P<title>\S.*)", re.S
)
LAST_BRACKET = re.compile(r"^(?P<before>.+?)\s*[(（](?P<inner>[^()（）]+)[)）]$", re.S)
EVENT = re.compile(
    r"conference|workshop|seminar|symposium|meeting|colloquium|congress|summit|school|lecture|days?\b"
    r"|tagung|kolloquium|kongress|colloque|journées|congr[eè]s|congreso|jornadas|convegno|congresso"
    r"|学会|会议|研讨会|论坛|シンポジウム|研究会|\b[A-Z]{3,}\b",
    re.I,
)
LEVELS = [
    (r"post-?doc|博士后", Student.Level.POSTDOC),
    (r"ph\.?\s?d|doctor|doktor|promotion|thèse|doutor|dottor|tesi di dott|博士", Student.Level.DOCTORAL),
    (r"master|m\.?\s?sc|mestr|maestr|magistral|硕士|修士|m\.?a\b|m[12]\b", Student.Level.MASTER),
    (r"bachelor|b\.?\s?sc|undergrad|licence|grado|triennale|tcc|ic\b|本科|学士", Student.Level.BACHELOR),
    (r"visit|intern|gast|stag", Student.Level.VISITOR),
]  # fmt: skip
TALKS = [
    (r"keynote|plenary", Talk.Kind.KEYNOTE), (r"seminar|colloqui|kolloqui", Talk.Kind.SEMINAR),
    (r"tutorial", Talk.Kind.TUTORIAL), (r"poster", Talk.Kind.POSTER), (r"panel", Talk.Kind.PANEL),
    (r"contributed|conference talk|oral", Talk.Kind.CONFERENCE), (r"invited|eingeladen", Talk.Kind.INVITED),
]  # fmt: skip
TALK_KIND = re.compile(
    r"(?:(?:invited|contributed|keynote|plenary|conference|oral|poster|panel|tutorial|seminar|talk"
    r"|speaker|presentation|lecture|address|eingeladener?|vortrag|ponencia|invitada)\s*)+", re.I,
)  # fmt: skip


@dataclass
class PastedLine:
    """`values` by column, as texts; `doubts`: the columns that are not sure, so that the row is
    a draft until somebody accepts it; `unread`: what is in no box of its own, but in the notes.
    """

    line: str
    values: Values = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    unread: str = ""


def read_lines(kind: ItemKind, text: str) -> tuple[list[PastedLine], str]:
    """The rows of `text`, and the lines beyond MOST_LINES. Nothing of a line is left out: what is
    not understood goes into the notes of its row.
    """
    rows, left = [], ""
    lines = text.splitlines()
    items: list[tuple[str, list[str]]] = []
    for number, line in enumerate(lines):
        body = BULLET.sub("", line.strip(), count=1).strip()
        if not body or not re.search(r"\w", body):
            continue
        if items and INDENT.match(line) and BULLET.match(line.strip()):
            items[-1][1].append(f"- {body}")
        elif len(items) == MOST_LINES:
            left = "\n".join(lines[number:])
            break
        else:
            items.append((body, []))
    for body, below in items:
        rows.append(_Line(kind, body, "\n".join(below)).read())
    return rows, left


# --- The text of a line ---------------------------------------------------------------------------


def _plain(line: str) -> tuple[str, dict[str, str]]:
    """Without LaTeX, HTML and Markdown, columns and arguments parted by tabs; and its links."""
    if re.search(r"\\[a-zA-Z\\%&$#_'\"^`~]", line):
        line = re.sub(r"\\href\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"[\2](\1)", line)
        line = re.sub(r"\}\s*\{", "}\t{", line)
        line = re.sub(r"\\hfill\b|\\\\(?:\[[^\]]*\])?|(?<!\\)&", "\t", line)
        # Of \cventry{2011}{…} the arguments; an accent such as \c{c} has one letter.
        line = re.sub(
            r"\\(?:begin|end|vspace|hspace)\*?\{[^{}]*\}|\\[a-zA-Z]{2,}\*?(?:\[[^\]]*\])?\s*(?=\{)",
            "\t",
            line,
        )
        line = "\t".join(_latex(part) for part in line.split("\t"))
    line = html.unescape(
        re.sub(r"<(?!https?:)/?[a-zA-Z][^<>]{0,200}>", "\t" if "<br" in line else " ", line)
    )
    line = re.sub(r"\{[.:][^{}]*\}", "", line)
    urls = {label.strip(" *_"): url for label, url in LINK.findall(line)}
    line = LINK.sub(r"\1", line)
    line = re.sub(
        r"(?<![^\W_])[*_]{1,3}(?=[\w\"“(\[])|(?<=[\w.,:!?)\]\"”])[*_]{1,3}(?![^\W_])|[*_]{2,}",
        "",
        line,
    )
    line = line.replace("`", "\t")
    line = re.sub(r"(?<=\w)~(?=\w)", " ", line)
    return re.sub(r"\s*\t[\s\t|]*", "\t", line).strip().strip("|").strip(), urls


def _latex(text):
    try:
        return LatexNodes2Text().latex_to_text(text).replace("\n", " ")
    except (ValueError, IndexError, AttributeError):
        return text.replace("\\", " ")


def _parts(text: str) -> list[str]:
    parts = [""]
    text = ONE_NAME.sub(lambda match: match[0].replace(",", "\0"), text)
    for match in PIECE.finditer(text):
        if match["sign"] is not None:
            parts.append("")
        else:
            parts[-1] += match[0]
    return [part.replace("\0", ",") for part in map(_trimmed, parts) if re.search(r"\w", part)]


def _trimmed(text):
    text = text.strip(" \t\n,;:|–—-．。*_").strip()
    if text.endswith(".") and not re.search(
        r"\b(?:\w{1,2}|Inc|Ltd|Co|Ph\.D|Univ|Dept|al)\.$|\.\w\.$", text
    ):
        text = text[:-1]
    return text


# --- One line -------------------------------------------------------------------------------------


class _Line:
    """A line on its way to a row: its parts are taken one after the other."""

    def __init__(self, kind: ItemKind, line: str, below: str):
        self.kind, self.line, self.below = kind, line, below
        self.columns = {column.name: column for column in kind.model._meta.fields}
        self.values: Values = {}
        self.doubts: list[str] = []
        self.parts: list[str] = []
        self.text = ""
        self.urls: dict[str, str] = {}
        self.told = ""  # what a choice says in words of its own

    def read(self) -> PastedLine:
        if len(self.line) > LONGEST:
            return self._with_notes([self.line])
        text, self.urls = _plain(self._without_description())
        text = self._take_dates(text)
        self.text = text = self._take_facts(text)
        has_titles = self.kind.section in ("grants", "talks", "projects")
        self.parts = _parts(text.replace(": ", "\1 ") if has_titles else text)
        self.parts = [part.replace("\1", ":") for part in self.parts]
        reader = getattr(self, f"_{self.kind.section}", self._projects)
        reader()
        return self._with_notes(self.parts)

    def _without_description(self):
        """Of moderncv's own form: \\cventry{when}{what}{where}{city}{grade}{description}."""
        match = re.fullmatch(r"(\\cventry(?:\{[^{}]*\}){5})\{([^{}]*)\}", self.line)
        if not match:
            return self.line
        self.below = "\n".join(filter(None, [_plain(match[2])[0], self.below]))
        return match[1]

    # What can be told anywhere in a line

    def _take_dates(self, text):
        found = find_dates(text)
        if not found:
            return text
        apart = [each for each in found if _stands_apart(text, each.at)] or found
        if PERIOD in self.kind.compact:
            ranges = [each for each in apart if each.start]
            chosen = [(ranges or apart)[0]]
            self.values |= {"start": chosen[0].start, "end": chosen[0].end}
            if len(ranges or apart) > 1 or not chosen[0].is_sure:
                self.doubts += ["start", "end"]
        else:
            column = self.kind.compact[-1]
            chosen = apart if column == "dates" else apart[:1]
            texts = [f"{each.start} – {each.end}".removeprefix(" – ") for each in chosen]
            typed = text[chosen[0].at[0] : chosen[-1].at[1]]
            is_list = len(chosen) > 1 and self._are_dates(column, typed)
            self.values[column] = typed if is_list else ", ".join(texts)
            if not self._are_dates(column, self.values[column]):
                chosen, self.values[column] = chosen[:1], texts[0]
                self.doubts.append(column)
            if len(apart) > len(chosen) or not all(each.is_sure for each in chosen):
                self.doubts.append(column)
        for each in reversed(chosen):
            text = _without(text, each)
        return text

    @staticmethod
    def _are_dates(column, text):
        try:
            return column != "dates" or (len(text) <= 120 and bool(Periods.parse(text)))
        except ValidationError:
            return False

    def _take_facts(self, text):
        """Advisors, amounts, grades, addresses: each has a mark of its own."""
        person = next((name for name in ("advisor", "mentor") if name in self.columns), "")
        facts = [
            ("thesis", words.THESIS),
            (person, words.ADVISOR),
            ("amount", words.AMOUNT),
            ("grade", words.GRADE),
        ]
        for column, pattern in facts:
            if column in self.columns and (match := pattern.search(text)):
                self.values[column] = _trimmed(match.groupdict().get("name") or match[0]).strip(
                    '"“”„«»'
                )
                text = f"{text[: match.start()]}\t{text[match.end() :]}"
        if "url" in self.columns and (match := WEB.search(text)):
            self.values["url"] = match[0].rstrip(".,;")
            text = text.replace(match[0], "\t")
        return re.sub(r"[(\[（]\s*[\t,;:.]*\s*[)\]）]", "\t", text)

    # Taking parts

    def _take(self, column, number, doubt=False):
        text = self.parts.pop(number)
        match = LAST_BRACKET.match(text)
        if match and column == "organisation":
            if re.fullmatch(SHORT_NAME, match["inner"]):
                self.values["organisation_abbreviation"], text = match["inner"], match["before"]
            elif not words.SCHOOL.search(match["inner"]):
                text = match["before"]
                self.parts[number:number] = _parts(match["inner"])
        elif match and re.search(r"[:：]", match["inner"]):
            text = match["before"]
            self.parts.append(match["inner"])
        if url := self.urls.get(text):
            target = "organisation_url" if column == "organisation" else "url"
            if target in self.columns:
                self.values[target] = url
        self.values[column] = text
        if doubt:
            self.doubts.append(column)

    def _split_at_place(self, pattern):
        """ "Keeper at the Hive", "Maîtrise à l'Université": what, and where."""
        for number, part in enumerate(self.parts):
            at = words.AT.search(part)
            is_joined = (
                at
                and number
                and words.SCHOOL.match(part[at.end() :])
                and pattern.search(self.parts[0])
            )
            if is_joined and not any(
                map(_score_as_organisation, [*self.parts[:number], part[: at.start()]])
            ):
                # "Studies in English, Geography and Law at the University": one thing with a comma
                self.parts[: number + 1] = [", ".join(self.parts[: number + 1])]
                break
        for number, part in enumerate(self.parts):
            if not pattern.search(part):
                continue
            for between in (words.AT, words.NAME_OF_SCHOOL, words.WITHIN):
                for match in between.finditer(part):
                    what, where = part[: match.start()], part[match.end() :]
                    is_sure = between is not words.WITHIN or _score_as_organisation(where) >= 4
                    if (
                        len(what) > 1
                        and is_sure
                        and pattern.search(what)
                        and not words.SCHOOL.search(what)
                    ):
                        self.parts[number : number + 1] = [what, *_unit_and_place(where)]
                        return

    def _split_units(self):
        """ "Institut für Physik an der Universität X", "Department of Law, University": both."""
        for number, part in reversed(list(enumerate(self.parts))):
            if words.UNIT.match(part) or re.match(r"(?:the\s)?(?:Instit|Istitut|Cent)", part, re.I):
                self.parts[number : number + 1] = _unit_and_place(part)

    def _organisation(self, after=None):
        """By its name; else by its place: next to what one was there."""
        if not self.parts:
            return
        self._split_units()
        scores = [_score_as_organisation(part) for part in self.parts]
        best = max(scores)
        if best:
            number = scores.index(best)
            self._take("organisation", number)
        else:
            number = after if after is not None and after < len(self.parts) else 0
            others = [part for part in self.parts if not words.COUNTRY.fullmatch(part)]
            is_told = after is not None and len(others) <= 2
            self._take("organisation", number, doubt=not is_told)
        units = [
            n
            for n, part in enumerate(self.parts)
            if words.UNIT.search(part) or words.SCHOOL.search(part)
        ]
        if units:
            self.values["department"] = ", ".join(self.parts[n] for n in units)
            self.parts = [part for n, part in enumerate(self.parts) if n not in units]
            number -= sum(n < number for n in units)
        self._place(number)

    def _place(self, number):
        """What stands behind an organisation is where it is."""
        behind = self.parts[max(number, 0) :]
        places = [part for part in behind if PLACE.fullmatch(part)]
        if places and len(places) == len(behind) and len(places) <= 3:
            self.values["place"] = ", ".join(places)
            del self.parts[max(number, 0) :]

    # The kinds

    def _education(self):
        self._split_at_place(words.DEGREE)
        degrees = [n for n, part in enumerate(self.parts) if words.DEGREE.search(part)]
        number = next(
            (n for n in degrees if not words.SCHOOL.search(self.parts[n])),
            next(iter(degrees), None),
        )
        if number is None:
            return self._organisation_alone("degree")
        self._bracket_is_where(number, "organisation")
        self._take("degree", number)
        before = len(self.parts)
        has_evidence = any(map(_score_as_organisation, self.parts))
        subject = None
        if (
            not re.search(r"\b(?:in|en|de|em|of|der|di|in the)\b|^.{24,}", self.values["degree"])
            and has_evidence
        ):
            near = [n for n in (number, number - 1) if 0 <= n < before]
            free = [
                n
                for n in near
                if not _score_as_organisation(self.parts[n])
                and not words.UNIT.search(self.parts[n])
            ]
            following = [
                n
                for n in free
                if n == number and any(map(_score_as_organisation, self.parts[n + 1 :]))
            ]
            leading = [
                n
                for n in free
                if n == number - 1 and any(map(_score_as_organisation, self.parts[:n]))
            ]
            subject = next(iter(following or (leading if re.search(HAN, self.text) else [])), None)
        if subject is not None:
            self._take("field_of_study", subject)
            number = min(number, subject)
        degree, between, of = self.values["degree"].partition(" in ")
        if between:
            self.values |= {"degree": degree, "field_of_study": of}
        self._organisation(number)

    def _organisation_alone(self, column):
        if self.parts:
            others = [n for n, part in enumerate(self.parts) if not _is_organisation(part)]
            number = next(iter(others), 0)
            if others:
                self._take(column, number, doubt=True)
            if self.parts:
                self._organisation(min(number, len(self.parts) - 1))
                self.doubts.append("organisation")

    def _bracket_is_where(self, number, column):
        """ "Ph.D. in Biology (UAB)": nothing else says where."""
        match = LAST_BRACKET.match(self.parts[number])
        if match and len(self.parts) == 1:
            self.parts[number : number + 1] = [match["before"], *_parts(match["inner"])]
            if not _score_as_organisation(match["inner"]):
                self.doubts.append(column)

    def _experience(self):
        self._split_at_place(words.ROLE)
        roles = [n for n, part in enumerate(self.parts) if words.ROLE.search(part)]
        number = next(
            (n for n in roles if not words.SCHOOL.search(self.parts[n])), next(iter(roles), None)
        )
        if number is None:
            self._organisation_alone("role")
        else:
            self._take("role", number)
            self._organisation(min(number, max(len(self.parts) - 1, 0)))
        if self.values.get("role"):
            self.values["kind"] = kind_of_role(self.values["role"])

    def _awards(self):
        if not self.parts:
            return
        named = [n for n, part in enumerate(self.parts) if words.AWARD.search(part)]
        number = next(iter(named), 0)
        part = self.parts[number]
        by = re.search(
            r"\s(?:by|from|awarded by|verliehen von|vergeben von)\s(?:the\s)?(?=[A-Z])", part
        )
        match, quoted = LAST_BRACKET.match(part), QUOTED.search(part)
        if by and len(part[: by.start()].split()) > 1:
            self.parts[number : number + 1] = [part[: by.start()], part[by.end() :]]
        elif quoted and quoted.start() and words.AWARD.search(part[quoted.start() :]):
            self.parts[number : number + 1] = [
                part[quoted.start() :],
                _trimmed(part[: quoted.start()]),
            ]
        elif (
            match
            and len(self.parts) == 1
            and (_score_as_giver(match["inner"]) or len(match["inner"].split()) > 2)
        ):
            self.parts[number : number + 1] = [match["before"], match["inner"]]
        self._take("name", number, doubt=not named and len(self.parts) > 1)
        if (match := LAST_BRACKET.match(self.values["name"])) and re.fullmatch(
            SHORT_NAME, match["inner"]
        ):
            self.values |= {"name": match["before"], "abbreviation": match["inner"]}
        if self.parts:
            givers = [n for n, part in enumerate(self.parts) if _score_as_giver(part)]
            others = [n for n, part in enumerate(self.parts) if not words.AWARD.search(part)]
            if giver := givers or others:
                self._take("awarder", giver[0], doubt=not givers and len(self.parts) > 1)

    def _grants(self):
        funders = [n for n, part in enumerate(self.parts) if words.FUNDER.search(part)]
        for n, part in reversed(list(enumerate(self.parts))):
            if re.fullmatch(
                r"(?:role:?\s*)?(?:co-?)?(?:PI|principal investigator|investigator|applicant|lead|coordinator|IP|responsable|Antragsteller(?:in)?)\b.*",
                part,
                re.I,
            ):
                self.values["role"] = re.sub(r"^role:?\s*", "", self.parts.pop(n), flags=re.I)
            elif match := re.fullmatch(
                r"(?:(?:grant|award|project)?\s*(?:no\.?|number|nr\.?|#|n°)\s*:?\s*)?([A-Z]*[\d/-]{4,}[\w/-]*)",
                part,
                re.I,
            ):
                self.values["number"] = match[1]
                self.parts.pop(n)
        funders = [n for n, part in enumerate(self.parts) if words.FUNDER.search(part)]
        if len(self.parts) > 1 and funders:
            number = funders[-1] if 0 in funders and len(funders) > 1 else funders[0]
            self._take("funder", number, doubt=len(funders) > 1)
            self._take("title", 0, doubt=len(self.parts) > 1)
        elif self.parts:
            self._take("title", 0, doubt=len(self.parts) > 0)
            if self.parts:
                self._take("funder", 0, doubt=True)

    def _talks(self):
        kinds = [part for part in self.parts if TALK_KIND.fullmatch(part)]
        self.parts = [part for part in self.parts if part not in kinds]
        kind = next(
            (kind for pattern, kind in TALKS if re.search(pattern, " ".join(kinds), re.I)), None
        )
        if kind:
            self.values["kind"], self.told = kind.value, " ".join(kinds)
        if not self.parts:
            return
        quoted = next((n for n, part in enumerate(self.parts) if QUOTED.search(part)), None)
        if quoted is not None:
            match = QUOTED.search(self.parts[quoted])
            rest = [
                _trimmed(self.parts[quoted][: match.start()]),
                _trimmed(self.parts[quoted][match.end() :]),
            ]
            self.parts[quoted : quoted + 1] = [match["title"], *filter(None, rest)]
        self._take("title", quoted or 0, doubt=quoted is None and len(self.parts) != 1)
        events = [
            n
            for n, part in enumerate(self.parts)
            if EVENT.search(part) or words.SCHOOL.search(part)
        ]
        if events and quoted is None and events[0] == 0 and not EVENT.search(self.values["title"]):
            self.doubts.remove("title")
        if self.parts:
            number = next(iter(events), 0)
            self._take("event", number, doubt=not events and len(self.parts) > 1)
            self._place(number)

    def _teaching(self):
        for n, part in enumerate(self.parts):
            if words.TAUGHT_AS.fullmatch(part):
                self.values["role"] = self.parts.pop(n)
                break
            match = re.match(
                rf"(?P<role>{words.TAUGHT_AS.pattern})\s+(?:for|of|in|on|für|de)\s+(?P<rest>.+)",
                part,
                re.I,
            )
            if match:
                self.values["role"], self.parts[n] = match["role"], match["rest"]
                break
        for n, part in enumerate(self.parts):
            if re.fullmatch(r"[A-Z]{2,8}[ -]?\d{1,5}[A-Z]{0,2}", part) and len(self.parts) > 1:
                self.values["code"] = self.parts.pop(n)
                break
            if match := CODE.fullmatch(part):
                self.values["code"], self.parts[n] = match["code"], match["title"]
                break
        if len(self.parts) == 1 and (match := LAST_BRACKET.match(self.parts[0])):
            inner = _parts(match["inner"])
            if any(map(_score_as_organisation, inner)):
                self.parts = [match["before"], *inner]
        if not self.parts:
            return
        scores = [_score_as_organisation(part) for part in self.parts]
        if len(self.parts) > 1 and max(scores) > 1:
            self._take("organisation", scores.index(max(scores)))
        self._take("title", 0, doubt=len(self.parts) > 1)
        if self.parts and not self.values.get("organisation"):
            self._take(
                "organisation",
                0,
                doubt=len(self.parts) > 1 or not _score_as_organisation(self.parts[0]),
            )

    def _students(self):
        """A name, a level, a topic."""
        number = next((n for n, part in enumerate(self.parts) if _level(part) and n), None)
        if (
            number is None
            and self.parts
            and (match := LAST_BRACKET.match(self.parts[0]))
            and _level(match["inner"])
        ):
            self.parts[0:1] = [match["before"], match["inner"]]
            number = 1
        if number is None and len(self.parts) > 1 and _level(self.parts[0]):
            number = 0
        if number is not None and len(self.parts[number].split()) <= 4:
            self.told = self.parts.pop(number)
            self.values["level"] = _level(self.told).value
        else:
            self.doubts.append("level")
        if self.parts:
            is_name = 1 < len(self.parts[0].split()) <= 4 or re.fullmatch(
                rf"{HAN}{{2,4}}", self.parts[0]
            )
            self._take("name", 0, doubt=not is_name)
        if self.parts:
            title = QUOTED.fullmatch(self.parts[0])
            topic = self.parts.pop(0)
            self.values["topic"] = title["title"] if title else topic

    def _service(self):
        self.values["kind"] = kind_of_service(self.text)
        number = next((n for n, part in enumerate(self.parts) if words.SERVED_AS.match(part)), None)
        number = (
            number
            if number is not None
            else next(
                (n for n, part in enumerate(self.parts) if words.SERVED_AS.search(part)), None
            )
        )
        if number is None:
            if self.parts:
                self._take("body", 0, doubt=True)
            return
        part = self.parts[number]
        match = re.match(
            r"(?P<role>.+?)\s+(?:for(?:\sthe)?|of(?:\sthe)?|at(?:\sthe)?|der|des|für|pour|de\sla|de|del|della|para|per|do|da)\s+(?P<body>.+)",
            part,
        )
        if match and words.SERVED_AS.search(match["role"]):
            self.parts[number : number + 1] = [match["role"], match["body"]]
        self._take("role", number)
        if self.parts:
            self.values["body"] = ", ".join(self.parts)
            self.parts = []
        else:
            self.values["body"] = self.values.pop("role")
            self.doubts.append("body")

    def _projects(self):
        first, second = self.kind.compact[:2]
        roles = [
            n
            for n, part in enumerate(self.parts)
            if n and words.ROLE.search(part) and len(part.split()) <= 4
        ]
        if second == "role" and roles:
            self._take("role", roles[0])
        if self.parts:
            self._take(first, 0, doubt=len(self.parts) > 1)

    # What is left

    def _loses_words(self, kept):
        told = re.sub(rf"{re.escape(self.told)}", " ", self.text) if self.told else self.text
        told = words.WITHIN.sub(" ", words.AT.sub(" ", told))
        return loses_words(told, [(self.kind.model, kept)])

    def _with_notes(self, unread) -> PastedLine:
        """The notes take what has no box; the whole line, should a word of it be lost."""
        column = self.kind.notes or self.kind.markdown[0]
        values = {name: value for name, value in self.values.items() if value}
        for name, value in list(values.items()):
            limit = self.columns[name].max_length
            if limit and len(str(value)) > limit:
                unread.append(str(values.pop(name)))
                self.doubts.append(name)
        known = values.values()
        unread += [f"[{label}]({url})" for label, url in self.urls.items() if url not in known]
        text = ", ".join(unread)
        notes = "\n\n".join(filter(None, [values.get(column, ""), text, self.below]))
        kept = values | ({column: notes} if notes else {})
        if self.line not in unread and self._loses_words(kept):
            text = self.line
            kept[column] = "\n\n".join(filter(None, [values.get(column, ""), text, self.below]))
        doubts = self.doubts + self._suspects(values) + ([column] if text else [])
        return PastedLine(self.line, kept, list(dict.fromkeys(doubts)), text)

    def _suspects(self, values):
        """Boxes that are empty, or that say more than one thing."""
        first, second, last = self.kind.compact
        needed = [first]
        if second in ("organisation", "body") and self.kind.section != "teaching":
            needed.append(second)
        if self.kind.section not in ("service", "projects"):
            needed.append(last[1] if last == PERIOD else last)
        suspects = [name for name in needed if not values.get(name)]
        for name in (first, second, "department", "place"):
            text = str(values.get(name, ""))
            says_more = re.search(
                r"[^\W\d_]{3}\.\s[A-Z]|[:：\t|]|\S\s[\"“„].|[\"”]\s\S|(?:19|20)\d\d", text
            )
            if (says_more and name not in ("title", "level")) or (
                len(text.split()) > 14 and name != "title"
            ):
                suspects.append(name)
        return suspects


def _unit_and_place(where):
    """ "Institut für Physik an der Universität X" -> both; "EAMEA à Cherbourg" -> both."""
    for inner in words.AT.finditer(where):
        before, after = where[: inner.start()], where[inner.end() :]
        is_university = _score_as_organisation(after) >= 5 and _score_as_organisation(before) < 5.5
        if is_university or (re.fullmatch(r"\s+à\s+", inner[0]) and PLACE.fullmatch(after)):
            return [before, after]
    return [where]


def _without(text, found: Found):
    """The text without a date: a tab parts what stood before and behind it."""
    start, end = found.at
    return f"{text[:start]}\t{text[end:]}"


def _stands_apart(text, at):
    """Whether a date stands at an end of the line, in brackets, or between signs."""
    before, after = text[: at[0]].rstrip(), text[at[1] :].lstrip()
    signs = "()[]（）,;:|•·，、：\t–—*_.[]&"
    return not before or not after.strip(".") or (before[-1] in signs and after[0] in signs)


def _score_as_organisation(part):
    """How surely a part is one: a university, an institute, a firm, a few capitals."""
    if re.search(
        r"\b(?:the\s)?universi|大学(?!院?生)|大學|\b(?:TU|TH|FH|LMU|RWTH|KIT)\b", part, re.I
    ):
        return 1 if re.match(r"(?:Dep|Facul|School|Institut)", part) and "," not in part else 6
    is_unit = bool(words.UNIT.search(part))
    if words.SCHOOL.search(part):
        if re.fullmatch(r"[A-Z]{2,6}", part):
            return 5.5
        return 3 if is_unit else (4 if re.match(r"Instit", part) else 5)
    if words.COUNTRY.fullmatch(part):
        return 0
    if words.FIRM.search(part):
        return 2.5 if is_unit else 4
    if is_unit:
        return 2
    return 1 if re.fullmatch(r"[A-Z][A-Z&-]{1,7}(?:\s[A-Z][a-z]+)?", part) and len(part) > 2 else 0


def _is_organisation(part):
    """Whether it begins as the name of one does; a sign of Chinese or Japanese may stand anywhere."""
    if re.search(HAN, part):
        return bool(_score_as_organisation(part))
    return (
        bool(words.SCHOOL.match(part) or words.UNIT.match(part))
        or _score_as_organisation(part) >= 4
    )


def _score_as_giver(part):
    return _score_as_organisation(part) or bool(words.FUNDER.search(part))


def _level(part):
    return next((level for pattern, level in LEVELS if re.search(pattern, part, re.I)), None)

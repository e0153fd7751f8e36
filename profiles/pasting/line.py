"""A pasted line on its way to a row: its dates, the facts that a mark tells, and its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.contrib.admin.utils import flatten
from django.core.exceptions import ValidationError

from profiles.dates import Periods
from profiles.dates.anywhere import find_dates
from profiles.items import PERIOD, ItemKind, Values, loses_words
from profiles.pasting import asides, words
from profiles.pasting.certainty import ADDRESS, OF_A_SCHOOL, unsure
from profiles.pasting.organisations import (
    MOST_WORDS,
    has_where,
    is_known_place,
    is_place,
    is_town,
    is_where,
    pieces_of,
    score,
    unit_and_place,
    what_and_where,
    with_rest_of_title,
    with_school_apart,
    with_short_names,
    with_towns_apart,
)
from profiles.pasting.source import LEAST_ARGUMENTS, arguments
from profiles.pasting.text import (
    GONE,
    HAN,
    HELD,
    LAST_BRACKET,
    LONGEST_LINE,
    ONE_NAME,
    SHORT_NAME,
    UNKNOWN_SIGN,
    at_commas,
    both_ends,
    cells,
    has_column,
    is_listed,
    is_listed_beside,
    marks_off,
    parts,
    plain,
    stands_apart,
    trimmed,
    with_titles_held,
    without_doubled_years,
)

WEB = re.compile(r"https?://[^\s)\]]+")
ABSOLUTE = re.compile(r"\w+:")
# Of a column in Chinese or Japanese that may be a name.
MOST_SIGNS = 25
# Columns that say nothing of their own: an address, a half of the year beside its date.
APART = re.compile(rf"{ADDRESS.pattern}|(?:S|Sem\.? ?|Semest(?:er|re) )[12]")


@dataclass(frozen=True)
class Reader:
    """How lines of a kind are read: `what` are the words of its first box; `has_title`: in it a
    colon parts nothing; `quotes`: what is emphasised is the title; `prepare` puts parts together.
    """

    read: Callable
    what: re.Pattern | None = None
    has_title: bool = False
    quotes: bool = False
    has_columns: bool = True
    prepare: Callable | None = None


@dataclass
class PastedLine:
    """`values` by column, as texts; `doubts`: the columns that are not sure, so that the row is a
    draft until somebody accepts it; `unread`: what is in no box of its own, but in the notes.
    """

    line: str
    values: Values = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    unread: str = ""


class Line:
    """The reader of its kind takes its parts one after the other; the notes get what is left."""

    def __init__(self, kind: ItemKind, source: str, below: str, reader: Reader, order=()):
        self.kind, self.source, self.below, self.reader = kind, source, below, reader
        self.main = kind.compact[:2]
        self.order, self.slots = order, []  # where, as `slots` counts, the first two boxes stand
        self.columns = {column.name: column for column in kind.model._meta.fields}
        self.values: Values = {}
        self.doubts: list[str] = []
        self.asides: list[str] = []  # for the notes, and no doubt about it
        self.by_form: set[str] = set()  # what "at" or an argument of a command tells
        self.places: set[str] = set()  # arguments of a command that are places
        self.by_mark: set[str] = set()  # boxes that a mark tells, such as "at"
        self.titles: list[str] = []  # parts that a mark tells to be the title
        self.told = ""  # what a choice says in words of its own
        self.text, self.parts, self.urls, self.unlinked = "", [source], {}, []
        self.is_table, self.units, self.width, self.is_command = False, [], 1, False
        self.is_short = len(source) <= LONGEST_LINE
        if self.is_short:
            self._read()
            if reader.prepare:
                reader.prepare(self)
            self.units = list(self.parts)
            self.slots = self._slots()
            self.order = self._order_here(order)
            if self.order and reader.has_columns and not reader.what:
                self._read_in_order()
            else:
                reader.read(self)

    def _slots(self):
        """Of a command, which argument each unit stands in; else its number."""
        texts = [plain(self.source[start:end])[0] for start, end in arguments(self.source)]
        found = ((n for n, text in enumerate(texts) if unit in text) for unit in self.units)
        slots = [next(numbers, None) for numbers in found]
        return slots if self.is_command else list(range(len(self.units)))

    def _order_here(self, order):
        """The numbers of the units that stand where `order` says; () where it has fewer."""
        if not order or any(slot is not None and slot not in self.slots for slot in order):
            return ()
        return tuple(slot if slot is None else self.slots.index(slot) for slot in order)

    def _read_in_order(self):
        boxes = sorted(zip(self.order, self.main, strict=True), reverse=True)
        for number, name in boxes:  # the last first, which moves no other
            self.take(name, number)
        self.take_place(0)

    def _read(self):
        source = self.source
        found = arguments(source)
        self.is_command = len(found) >= LEAST_ARGUMENTS
        self.places = self._places_among([source[start:end] for start, end in found])
        text, urls = plain(source, quote=self.reader.quotes)
        # On another page the addresses of the old site's own lead nowhere.
        self.urls = {label: url for label, url in urls.items() if ABSOLUTE.match(url)}
        self.unlinked = [url for label, url in urls.items() if label not in self.urls]
        text = with_short_names(text)
        if self.reader.what:
            text = with_school_apart(text, self.reader.what)
        self.text = self._without_facts(self._without_dates(text))
        text = with_titles_held(self.text) if self.reader.has_title else self.text
        apart = [column for column in cells(text) if APART.fullmatch(column)]
        columns = [column for column in cells(text) if column not in apart]
        self.asides += apart
        if self.reader.what:
            columns = with_towns_apart(columns, self.reader.what)
        self.width = len(columns)
        self.is_table = self._is_table(columns) or (bool(self.order) and self.width > 1)
        what = self.reader.what or re.compile("(?!)")
        # "Graz, Austria" is one place where nothing else stands in its column.
        is_whole = [bool(columns[1:]) and is_known_place(c) and not what.search(c) for c in columns]
        found = [[c] if whole else parts(c) for c, whole in zip(columns, is_whole, strict=True)]
        if self.is_table:
            found = [c.split(GONE) if len(c.split()) <= MOST_WORDS else [c] for c in columns]
        links = [*filter(asides.LINK_ALONE.fullmatch, self.urls)]
        self.parts = [trimmed(part.translate(HELD)) for part in flatten(found)]
        self.parts = [p for p in self.parts if re.search(r"\w", p) and p not in links]
        self.text = self.text.translate({2: ",", 3: "-"})
        if self.reader.has_title and not self.is_table:
            self.parts = with_rest_of_title(self.parts, self.text)
        if self.is_table and self.reader.what:
            self.put_aside([part for part in self.parts if len(part.split()) > MOST_WORDS])

    def _places_among(self, arguments):
        """Of a command's arguments the places: the last that is written like one, behind what one
        was and where; and the town, where that is only the country.
        """
        texts = [plain(text)[0] for text in arguments]
        others = [n for n, text in enumerate(texts) if text and not find_dates(text)]
        if len(others) < LEAST_ARGUMENTS or not self.reader.what:
            return set()
        named = [n for n in others[1:] if self._may_be_place(texts[n], is_last=n == others[-1])]
        return {texts[n] for n in named[-1:]}

    def _may_be_place(self, text, *, is_last):
        is_named = score(text) < 4 or words.COUNTRY.fullmatch(text.rpartition(", ")[2])
        is_like = is_place(text) and is_last and "(" not in text and is_named
        return is_known_place(text) or is_like

    def _is_table(self, columns):
        """Whether each column is a thing of its own, so that its commas part nothing."""
        if len(columns) < 2 or not self.reader.has_columns:
            return False
        if (
            any(re.search(HAN, c) and len(c) <= MOST_SIGNS and parts(c)[1:] for c in columns)
            and not self.is_command
        ):
            return False
        if not (pattern := self.reader.what):
            return not (len(columns) == 2 and "," in columns[0] and is_place(columns[1]))
        if any(pattern.search(c) and has_where(c) for c in columns):
            return False  # "Keeper, Hive Ltd, Graz | 2012": commas part it
        others = [c for c in columns if not (parts(c)[1:] and pattern.search(c))]
        if columns != others and all(is_town(c) for c in others):
            return False  # "Hive Ltd — Keeper | Graz, 2012": so do its own signs
        short = [c for c in columns if len(c.split()) <= MOST_WORDS]
        where = {c for c in short if score(c)}
        what = [c for c in short if pattern.search(c) and not words.SCHOOL.search(c)]
        others = {c for c in short if self.is_command or not is_place(c) or "," in c}
        others -= self.places
        if not what:  # "Dances of bees | University of Hives"
            return any(others - where) and bool(where)
        return any(
            where - {c} or (others - {c} and (self.is_command or not score(c))) for c in what
        )

    # --- What is told anywhere in a line ----------------------------------------------------------

    def _without_dates(self, text):
        text = asides.NOT_OF_DATE.sub("", text)
        text, found = without_doubled_years(text)  # "2014: How bees count, Apia, May 2014"
        # "2020: Prize of the year 令和元年度"
        found = [each for each in found if text[each.at[1] - 1] != "度"] or found
        apart = [each for each in found if stands_apart(text, each.at)]
        apart = [each for each in apart if has_column(text, each.at)] or apart
        if not found:
            return text
        if not apart:  # "the 2019 conference": it may be of the name
            apart = found
            self.doubts.append(flatten(self.kind.compact)[-1])
        if PERIOD in self.kind.compact:
            chosen = self._period_among(text, apart)
        else:
            column = self.kind.compact[-1]
            edge = [each for each in apart if not text[: each.at[0]].strip(" (*_")] or apart
            together = [each for each in found if is_listed(text, edge[0], each)]
            first = {}  # of those that say the same
            for each in together:
                first.setdefault((each.start, each.end), each)
            together = [*first.values()]
            if column == "date":  # of several days the first
                self.values[column] = apart[0].start or apart[0].end
                chosen = [each for each in together if is_listed_beside(text, edge[0], each)]
            else:
                chosen = self._dates(text, column, together)
            differ = {(each.start, each.end) for each in apart}
            if len(differ) > len(chosen) or not all(each.is_sure for each in chosen):
                self.doubts.append(column)
        for start, end in reversed([each.at for each in chosen]):
            text = f"{text[:start]}{GONE}{text[end:]}"
        return asides.YEAR_OF_STUDY.sub(GONE, text)

    def _period_among(self, text, apart):
        """The dates that the boxes take: a period, the first of several, or the ends of a list."""
        if len(apart) == 2 and (period := both_ends(text, *apart, are_arguments=self.is_command)):
            self.values |= {"start": period.start, "end": period.end}
            return apart
        dated = [each for each in apart if each.start or each.end != "present"]
        chosen = [each for each in apart if each.start] or dated or apart
        # One date is an end, but of what began then.
        is_start = not chosen[0].start and asides.BEGUN.search(text)
        ends = (chosen[0].end, "") if is_start else (chosen[0].start, chosen[0].end)
        self.values |= dict(zip(PERIOD, ends, strict=True))
        listed = [each for each in dated if is_listed_beside(text, chosen[0], each)]
        awaited = [each for each in dated if re.match("expected|anticip", text[slice(*each.at)])]
        if awaited and chosen[0].end == "present":  # "2013 – present, expected 2016"
            self.values["end"] = awaited[0].end
            return [chosen[0], awaited[0]]
        is_open = re.match(r"[–—~〜-]", text[chosen[0].at[1] :])
        if len(chosen) > 1 or not chosen[0].is_sure or is_open:
            self.doubts += PERIOD
        self.asides += [text[slice(*each.at)] for each in listed[1:]]
        return listed or chosen[:1]

    def _dates(self, text, column, found):
        """Several in one box, as they were typed where the box takes that."""
        typed = text[found[0].at[0] : found[-1].at[1]]
        each = [f"{date.start} – {date.end}".removeprefix(" – ") for date in found]
        candidates = [typed, ", ".join(each)] if len(found) > 1 else each
        whole = next(filter(_are_dates, candidates), "")
        self.values[column] = whole or each[0]
        return found if whole else found[:1]

    def _without_facts(self, text):
        """Advisor, thesis, amount, grade, address: each has a mark of its own."""
        person = "advisor" if "advisor" in self.columns else "mentor"
        facts = [("thesis", words.THESIS), (person, words.ADVISOR)]
        facts += [("amount", words.AMOUNT), ("grade", words.GRADE), ("number", words.GRANT_NUMBER)]
        for column, pattern in facts:
            match = pattern.search(text) if column in self.columns else None
            name = next(filter(None, match.groups()), match[0]) if match else ""
            if match and not (column == person and is_known_place(name)):
                self.values[column] = trimmed(name).strip('"“”„«»')
                after = text[match.end() :]
                if match[0].lstrip()[:1] in {*"(（["}:  # where the advisor is, no bracket in it
                    more, close, rest = after.partition(")")
                    is_inside = close and not re.search(rf"[(\t{GONE}]", more)
                    self.asides += [trimmed(more)] if is_inside else []
                    after = rest if is_inside else after.lstrip(" )）]")
                text = f"{text[: match.start()]}{GONE}{after}"
        if "url" in self.columns and (match := WEB.search(text)):
            self.values["url"] = match[0].rstrip(".,;")
            text = text.replace(match[0], GONE)
        if match := asides.REMARK.search(text):  # "…, Contenu : danses"
            before = text[: match.start()]
            is_named = self.reader.what.search(before) if self.reader.what else " :" in match[0]
            if is_named and any(map(score, parts(before))):
                self.asides.append(text[match.start() :].strip(f" \t{GONE}"))
                text = before
        text, others = asides.without_asides(text, has_amount="amount" in self.columns)
        self.asides += others
        return text

    # --- Taking parts -----------------------------------------------------------------------------

    def take(self, column: str, number: int) -> None:
        """Move a part into a box, with its link; an organisation with its abbreviation."""
        text = self.parts.pop(number)
        match = LAST_BRACKET.match(text)
        if match and column in ("organisation", "event") and is_where(**match.groupdict()):
            text = match["before"]
            self.parts.insert(number, match["inner"])
            self.places |= {match["inner"]}
        elif match and column == "organisation" and SHORT_NAME.fullmatch(match["inner"]):
            self.values["organisation_abbreviation"], text = match["inner"], match["before"]
        ends_in_place = column in ("role", "organisation", "event", "awarder", "funder")
        if ends_in_place and not ONE_NAME.search(text):
            name, *others = at_commas(text) or [text]
            while others and not is_known_place(", ".join(others)):
                name = f"{name}, {others.pop(0)}"
            if others:
                text = name
                self.parts.insert(number, ", ".join(others))
        target = f"{column}_url" if f"{column}_url" in self.columns else "url"
        label = next((label for label in self.urls if text in label or label in text), None)
        if label and target in self.columns and target not in self.values:
            self.values[target] = self.urls[label]
        self.values[column] = text

    def put_aside(self, parts: Iterable[str]) -> None:
        """Move parts into the notes, where nothing doubts them."""
        self.asides += parts
        self.parts = [part for part in self.parts if part not in self.asides]

    def find(self, pattern: re.Pattern) -> list[int]:
        """The numbers of the parts that have such words."""
        return [number for number, part in enumerate(self.parts) if pattern.search(part)]

    def split_at_place(self, pattern: re.Pattern) -> None:
        """ "Keeper at the Hive", "Maîtrise à l'Université": what has such words, and where."""
        for number, part in enumerate(self.parts):
            if split := what_and_where(part, pattern):
                self.parts[number : number + 1] = split
                if words.AT.search(part):
                    self.by_form.add(trimmed(split[1]))
                return

    def take_organisation(self, number: int) -> None:
        """By its name; else by its place, next to what one was there. Then its unit and place."""
        if not self.parts:
            return
        beside = self.parts[number : number + 1 + (not self.is_table)]
        if is_town("".join(beside[:1])) or is_town(", ".join(beside)):
            number = next((n for n, part in enumerate(self.parts) if not is_town(part)), number)
        here = self._split_columns(number)
        for at, part in reversed(list(enumerate(self.parts))):
            match = LAST_BRACKET.match(part)
            is_apart = match and is_known_place(match["inner"])
            found = [match["before"], match["inner"]] if is_apart else unit_and_place(part)
            self.parts[at : at + 1] = found
        scores = [0 if part in self.places else score(part) for part in self.parts]
        if any(map(words.UNIT.match, self.parts)):  # "School of Waxes, XJTLU"
            capitals = [bool(re.fullmatch("[A-Z]{4,8}", part)) for part in self.parts]
            scores = [
                3.5 if is_it and 0 < s < 3 else s for is_it, s in zip(capitals, scores, strict=True)
            ]
        if self.kind.section == "experience":  # more than a firm that another line names
            told = [4.5 if part in self.by_form else 0 for part in self.parts]
            scores = list(map(max, scores, told))
        if self.order:
            number = max(here, key=lambda at: scores[at]) if here else 0
            if max(scores) > OF_A_SCHOOL > scores[number]:  # the unit stands there
                number = scores.index(max(scores))
            self.take("organisation", number)
        elif max(scores):
            number = scores.index(max(scores))
            self.take("organisation", number)
        else:
            number = self._take_unknown(here)
        self._take_units(number)

    def _take_units(self, number):
        """What is of the organisation that stood there, beside or before it; then its place."""
        # "University of Hives, LIP6"
        is_beside = self.is_command or score(self.values.get("organisation", "")) >= OF_A_SCHOOL
        units = [
            unit
            for unit, part in enumerate(self.parts)
            if (score(part) >= 2 or (score(part) and unit < number + is_beside))
            and not (is_town(part) or part in self.places)
        ]
        self.values["department"] = ", ".join(self.parts[unit] for unit in units)
        self.parts = [part for unit, part in enumerate(self.parts) if unit not in units]
        self.take_place(number - sum(unit < number for unit in units))

    def _take_unknown(self, here):
        """An organisation that no word tells, next to what one was there; the number it had."""
        if all(map(is_known_place, self.parts)):
            return 0
        number = here[0] if here else 0
        self.take("organisation", number)
        return number

    def _split_columns(self, number):
        """Columns at their commas, where these have an organisation; the numbers that the pieces
        of column `number` have then.
        """
        whole = self.places if self.is_table else self.parts
        split = [[part] if part in whole else pieces_of(part) for part in self.parts]
        self.parts = flatten(split)
        if number >= len(split):
            return []
        first = sum(map(len, split[:number]))
        return list(range(first, first + len(split[number])))

    def take_place(self, number: int) -> None:
        """What stands behind an organisation or an event is where it is."""
        told = self.places & {*self.parts} if "place" in self.columns else set()
        is_subject = self.kind.section == "education" and not told and self.parts[number:][1:]
        if is_subject and words.SUBJECT.search(self.parts[number]):
            number += is_place(self.parts[number + 1])  # "Université X, Informatique, Nancy"
        end = number
        while end < min(len(self.parts), number + 3) and (
            self.parts[end] in told if told else is_place(self.parts[end])
        ):
            end += 1
        known = [at for at, part in enumerate(self.parts) if is_known_place(part)]
        if end == number and known:  # "Graz, 2012 | University of Hives"
            number, end = known[0], known[0] + 1 + (known[0] + 1 in known)
        if end > number and "place" in self.columns:
            place = ", ".join(self.parts[number:end])
            self.by_form |= {place} if told else set()
            self.values["place"] = place if re.search(r"\.\w\.$", place) else place.rstrip(".")
            del self.parts[number:end]

    # --- What is left -----------------------------------------------------------------------------

    def finished(self) -> PastedLine:
        """The notes take what has no box; the whole line, should a word of it be lost."""
        column = self.kind.notes or self.kind.markdown[0]
        values = {name: marks_off(value) for name, value in self.values.items() if value}
        self.parts = [
            part for part in map(marks_off, self.parts) if not asides.LINK_ALONE.fullmatch(part)
        ]
        for name, value in list(values.items()):
            box = self.columns[getattr(self.columns[name], "text_field", name)]
            if box.max_length and len(str(value)) > box.max_length:
                self.parts.append(str(values.pop(name)))
                self.doubts.append(name)
        links = {label: f"[{label}]({url})" for label, url in self.urls.items()}
        for name in {*self.kind.inline_markdown} & values.keys():
            values[name] = next(
                (link for label, link in links.items() if label == values[name]), values[name]
            )
        known = {str(value) for value in values.values()}
        links = [link for label, link in links.items() if not known & {self.urls[label], link}]
        unread = ", ".join([*self.parts, *links])
        notes = [values.get(column, ""), unread, *self.asides, self.below]
        kept = values | {column: "\n\n".join(filter(None, notes))}
        lost = [column] * (self.is_short and self._loses_words(kept))
        if lost:
            unread = notes[1] = ", ".join(plain(self.source)[0].split("\t"))
            kept[column] = "\n\n".join(filter(None, notes))
        doubts = [*unsure(self, values), *lost]
        # A school that went to the notes, where the row has none.
        apart = [each for text in self.asides for each in parts(text)]
        if "organisation" in self.main and "organisation" not in values:
            doubts += ["organisation"] * any(score(each) >= 4 for each in apart)
        kept = {name: UNKNOWN_SIGN.sub("", str(value)) for name, value in kept.items() if value}
        unread = ", ".join(filter(None, [unread, *self.unlinked]))
        return PastedLine(self.source, kept, list(dict.fromkeys(doubts)), unread)

    def _loses_words(self, kept):
        text = self.text.replace(self.told, " ") if self.told else self.text
        for glue in (words.AT, words.WITHIN, words.GLUE):
            text = glue.sub(" ", text)
        return loses_words(text, [(self.kind.model, kept)])


def _are_dates(text):
    try:
        return len(text) <= 120 and bool(Periods.parse(text))
    except ValidationError:
        return False

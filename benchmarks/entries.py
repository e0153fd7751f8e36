"""A made-up .bib file that looks like those of real sites: same kinds, fields, sizes and flaws.

Well-formed throughout, with unique keys, so that strict parsers read all of it. The same number
of entries always gives the same file; the first entries of a longer one are those of a shorter.
"""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

WORDS = SimpleNamespace(
    **tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
)
SEED = 20_260_101
PEOPLE = 20_000
KINDS = {"article": 43, "inproceedings": 36, "preprint": 13, "book": 4, "phdthesis": 4}
STYLES = ("plain", "dblp", "scholar", "zotero", "acm", "site")
# How often an entry has a field that not every one of its kind has.
SOMETIMES = {
    "doi": 0.82,
    "abstract": 0.2,
    "month": 0.4,
    "issn": 0.25,
    "address": 0.4,
    "series": 0.2,
    "edition": 0.3,
    "preview": 0.3,
    "code": 0.4,
}


class Macro(str):
    """Stands in an entry without braces."""


def entries(count: int, seed: int = SEED) -> Iterator[str]:
    """The text of a file of `count` entries, block by block. One in 250 is of proceedings, and
    stands after papers that refer to it.
    """
    yield "% A bibliography, merged from several exports\n\n"
    for number, journal in enumerate(WORDS.journals[:12]):
        yield f'@string{{jour{number} = "{journal}"}}\n'
    people = [_person(seed, number) for number in range(PEOPLE)]
    for number in range(count):
        yield _entry(random.Random(f"{seed} entry {number}"), number, people)  # noqa: S311


def lab(seed: int = SEED, size: int = 12) -> list[tuple[str, str]]:
    """(given, family) of the people who write most: they are the site's researchers."""
    people = (_person(seed, number) for number in range(400))
    return [names for names in people if "{" not in "".join(names)][:size]


def _person(seed, number):
    """(given, family) as typed; one in eight has accents in LaTeX."""
    chance = random.Random(f"{seed} {number}")  # noqa: S311
    given, family = chance.choice(WORDS.given), chance.choice(WORDS.families)
    if chance.random() < 0.4:
        given += f" {chance.choice(WORDS.given)[0]}."
    if chance.random() < 0.12:
        family = chance.choice(WORDS.tex_families)
    if chance.random() < 0.06:
        given = chance.choice(WORDS.tex_given)
    if chance.random() < 0.03:
        family = f"{chance.choice(WORDS.particles)} {family}"
    return given, family


def _entry(chance, number, people):
    year = 2026 - min(45, int(chance.expovariate(0.11)))
    kind, style = chance.choices(*zip(*KINDS.items(), strict=True))[0], chance.choice(STYLES)
    if number % 250 == 249:
        kind, style = "proceedings", "plain"
    count = 1 if kind == "phdthesis" else min(10, 1 + int(chance.expovariate(0.35)))
    # Some people write a lot; few write most of what there is.
    picked = (int(PEOPLE * chance.random() ** 2.5) for _ in range(count))
    names = [people[index] for index in dict.fromkeys(picked)]
    fields = {
        "editor" if kind == "proceedings" else "author": _authors(chance, names, style),
        "title": _title(chance),
        "year": year,
        "doi": f"10.{5000 + number % 700}/{year}.{number:06}",
        "abstract": " ".join(chance.choices(WORDS.sentences, k=chance.randrange(8, 18))),
    }
    fields |= _fields_of(kind, chance, number, year) | _extras(style, chance, number, year)
    kept = {n: v for n, v in fields.items() if chance.random() < SOMETIMES.get(n, 1)}
    family = "".join(filter(str.isalpha, names[0][1])).encode("ascii", "ignore").decode()
    key = f"proc{number // 250}" if kind == "proceedings" else f"{family}{year}n{number}"
    lines = [f"  {name} = {_value(value, style)}" for name, value in kept.items()]
    entry_type = chance.choice(("article", "misc")) if kind == "preprint" else kind
    return f"\n@{entry_type}{{{key},\n" + ",\n".join(lines) + ",\n}\n"


def _value(value, style):
    if isinstance(value, int | Macro):
        return value
    if style == "acm" and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return f"{{{value}}}"


def _authors(chance, names, style):
    order = "{0} {1}" if style in ("dblp", "plain") else "{1}, {0}"
    typed = [order.format(given, family) for given, family in names]
    if style == "site" and len(typed) > 2 and chance.random() < 0.15:
        typed[:2] = [f"{name}*" for name in typed[:2]]
    if len(typed) == 10 or chance.random() < 0.01:
        typed.append("others")
    if chance.random() < 0.004:
        typed.insert(0, f"{{{chance.choice(WORDS.acronyms)} Collaboration}}")
    return " and ".join(typed)


def _title(chance):
    pick = chance.choice
    title = f"{pick(WORDS.adjectives)} {pick(WORDS.methods)} for {pick(WORDS.adjectives)} "
    title += f"{pick(WORDS.subjects)} in {{{pick(WORDS.places)}}}"
    before, after = f"{{{pick(WORDS.acronyms)}}}: a {title}", f"{title} with $k \\le 3$ Steps"
    return chance.choices((title, before, after), weights=(70, 25, 5))[0]


def _fields_of(kind, chance, number, year):
    """What only a paper of this kind has."""
    pick, place = chance.choice, chance.choice(WORDS.acronyms)
    start, journal = chance.randrange(1, 2000), chance.randrange(len(WORDS.journals))
    pages = {"pages": f"{start}--{start + chance.randrange(4, 40)}"}
    meeting = f"Proceedings of the {2 + number % 38}th Symposium on {pick(WORDS.subjects).title()}"
    held = {"booktitle": f"{meeting} ({{{place}}})", "publisher": pick(WORDS.publishers)}
    eprint = f"{chance.randrange(7, 26):02}{chance.randrange(1, 13):02}.{number % 100_000:05}"
    is_macro = journal < 12 and chance.random() < 0.5
    return {
        "article": pages
        | {
            "journal": Macro(f"jour{journal}") if is_macro else WORDS.journals[journal],
            "volume": chance.randrange(1, 90),
            "number": chance.randrange(1, 13),
            "publisher": pick(WORDS.publishers),
            "month": Macro(pick(WORDS.months)),
            "issn": f"{1000 + journal}-{1000 + journal * 7}",
        },
        "inproceedings": pages
        | ({"crossref": f"proc{number // 250}"} if number % 50 == 7 else held)
        | {"address": pick(WORDS.cities), "series": f"{place} '{year % 100:02}"},
        "preprint": {"eprint": eprint, "archivePrefix": "arXiv", "primaryClass": "cs.LG"}
        | {"journal": pick((f"arXiv preprint arXiv:{eprint}", "CoRR"))},
        "book": {"publisher": pick(WORDS.publishers), "address": pick(WORDS.cities)}
        | {"edition": "2nd", "isbn": _isbn(number)},
        "phdthesis": {"school": f"University of {pick(WORDS.places)}"},
        "proceedings": {"title": held["booktitle"], "publisher": held["publisher"]},
    }[kind]


def _extras(style, chance, number, year):
    """What the program that wrote the entry adds of its own."""
    pick, subjects = chance.choice, ", ".join(chance.sample(WORDS.subjects, 4))
    return {
        "dblp": {
            "url": f"https://papers.example/journals/tidal/{number}.html",
            "timestamp": f"Tue, {1 + number % 28:02} May {year} 15:24:28 +0200",
            "biburl": f"https://dblp.org/rec/journals/tidal/{number}.bib",
            "bibsource": "dblp computer science bibliography, https://dblp.org",
        },
        "zotero": {
            "langid": "english",
            "urldate": f"{year}-0{1 + number % 9}-1{number % 10}",
            "url": f"https://repository.example/record/{number}?view=full\\&lang=en",
            "keywords": subjects,
            "file": f"Full Text PDF:/home/me/Zotero/{number:08X}/paper.pdf:application/pdf",
        },
        "acm": {
            "issue_date": f"{pick(WORDS.months).capitalize()} {year}",
            "numpages": chance.randrange(4, 40),
            "location": pick(WORDS.cities),
            "keywords": subjects,
        },
        # al-folio's: buttons, a short name of the venue, a picture
        "site": {"abbr": pick(WORDS.acronyms), "bibtex_show": "true", "selected": "true"}
        | {"pdf": f"https://papers.example/{year}/paper{number}.pdf"}
        | {"preview": f"paper{number}.png", "code": f"https://code.example/lab/project-{number}"},
    }.get(style, {})


def _isbn(number):
    digits = f"9780{number % 10**8:08}"
    check = -sum(int(d) * (3 if at % 2 else 1) for at, d in enumerate(digits)) % 10
    return f"{digits}{check}"

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
PEOPLE = 20_000
MACROS = WORDS.journals[:12]
STYLES = ("plain", "dblp", "scholar", "zotero", "acm", "site")


def entries(count: int, seed: int = 20_260_101) -> Iterator[str]:
    """The text of a file of `count` entries, block by block."""
    yield "% A bibliography, merged from several exports\n\n"
    for number, journal in enumerate(MACROS):
        yield f'@string{{jour{number} = "{journal}"}}\n'
    yield "\n"
    chance = random.Random(seed)  # noqa: S311
    people = [_person(random.Random(f"{seed} {n}")) for n in range(PEOPLE)]  # noqa: S311
    writer = Writer(chance, people)
    for number in range(count):
        yield writer.entry(number)


def lab(seed: int = 20_260_101, size: int = 12) -> list[tuple[str, str]]:
    """(given, family) of the people who write most: they are the site's researchers."""
    people = (_person(random.Random(f"{seed} {n}")) for n in range(400))  # noqa: S311
    plain = ((given, family) for given, family in people if "{" not in given + family)
    return [pair for pair, _n in zip(plain, range(size), strict=False)]


def _person(chance) -> tuple[str, str]:
    """(given, family) as typed; one in eight has accents, half of those in LaTeX."""
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


class Writer:
    def __init__(self, chance, people):
        self.chance, self.people = chance, people
        self.proceedings = 0

    def entry(self, number: int) -> str:
        """One block. Every 250 entries, proceedings stand after papers that refer to them."""
        if number % 250 == 249:
            return self._proceedings(number)
        kind = self.chance.choices(
            (self._article, self._paper, self._preprint, self._book, self._thesis),
            weights=(43, 36, 13, 4, 4),
        )[0]
        self.number, self.year = number, self._year()
        self.style = self.chance.choice(STYLES)
        entry_type, fields = kind()
        fields |= self._extras(fields.get("doi", ""))
        return self._block(entry_type, self._key(fields), fields)

    # --- kinds ------------------------------------------------------------------------------

    def _article(self):
        journal = self.chance.randrange(len(WORDS.journals))
        start = self.chance.randrange(1, 2000)
        fields = self._common() | {
            "journal": f"jour{journal}"
            if journal < len(MACROS) and self.chance.random() < 0.5
            else f"{{{WORDS.journals[journal]}}}",
            "volume": self.chance.randrange(1, 90),
            "number": self.chance.randrange(1, 13),
            "pages": f"{start}--{start + self.chance.randrange(4, 40)}",
            "publisher": self.chance.choice(WORDS.publishers),
        }
        if self.chance.random() < 0.4:
            fields["month"] = self.chance.choice(WORDS.months)
        if self.chance.random() < 0.25:
            fields["issn"] = _issn(journal)
        return "article", fields

    def _paper(self):
        place, start = self.chance.choice(WORDS.acronyms), self.chance.randrange(1, 9000)
        fields = self._common()
        if self.number % 50 == 7:
            fields["crossref"] = f"proc{self.number // 250}"
        else:
            fields["booktitle"] = self._booktitle(place)
            fields["publisher"] = self.chance.choice(WORDS.publishers)
        fields["pages"] = f"{start}--{start + self.chance.randrange(5, 16)}"
        if self.chance.random() < 0.4:
            fields["address"] = self.chance.choice(WORDS.cities)
        if self.chance.random() < 0.2:
            fields["series"] = f"{place} '{self.year % 100:02}"
        return "inproceedings", fields

    def _preprint(self):
        eprint = f"{self.chance.randrange(7, 26):02}{self.chance.randrange(1, 13):02}."
        eprint += f"{self.number % 100_000:05}"
        fields = self._common()
        fields.pop("doi", None)
        if self.chance.random() < 0.6:
            fields |= {"eprint": eprint, "archivePrefix": "arXiv", "primaryClass": "cs.LG"}
            fields |= {"journal": f"arXiv preprint arXiv:{eprint}"}
        else:
            fields |= {"journal": "CoRR", "volume": f"abs/{eprint}", "eprinttype": "arXiv"}
            fields |= {"eprint": eprint, "url": f"https://arxiv.org/abs/{eprint}"}
        return self.chance.choice(("article", "misc")), fields

    def _book(self):
        fields = self._common() | {"publisher": self.chance.choice(WORDS.publishers)}
        fields |= {"address": self.chance.choice(WORDS.cities), "isbn": _isbn(self.number)}
        if self.chance.random() < 0.3:
            fields |= {"edition": "2nd", "series": "Lecture Notes in Tidal Science"}
        if self.chance.random() < 0.5:
            fields["editor"] = fields.pop("author")
        return "book", fields

    def _thesis(self):
        fields = self._common(authors=1)
        fields["school"] = f"University of {self.chance.choice(WORDS.places)}"
        return self.chance.choice(("phdthesis", "mastersthesis")), fields

    def _proceedings(self, number):
        self.number, self.year, self.style = number, self._year(), "plain"
        fields = {
            "title": self._booktitle(self.chance.choice(WORDS.acronyms)),
            "editor": self._authors(2),
            "year": self.year,
            "publisher": self.chance.choice(WORDS.publishers),
        }
        return self._block("proceedings", f"proc{number // 250}", fields)

    # --- fields -----------------------------------------------------------------------------

    def _common(self, authors=0):
        count = authors or min(10, 1 + int(self.chance.expovariate(0.35)))
        fields = {"author": self._authors(count), "title": self._title(), "year": self.year}
        if self.chance.random() < 0.82:
            fields["doi"] = f"10.{5000 + self.number % 700}/{self.year}.{self.number:06}"
        if self.chance.random() < 0.2:
            sentences = self.chance.choices(WORDS.sentences, k=self.chance.randrange(8, 18))
            fields["abstract"] = " ".join(sentences)
        return fields

    def _extras(self, doi):
        """What the program that wrote the entry adds of its own."""
        pick, number, year = self.chance.choice, self.number, self.year
        if self.style == "plain" and doi and self.chance.random() < 0.3:
            return {"url": f"https://doi.org/{doi}"}
        if self.style == "dblp":
            path = f"journals/tidal/{self._family()[:4]}{number}"
            return {
                "url": f"https://doi.org/{doi}" if doi else f"https://papers.example/{path}.html",
                "timestamp": f"Tue, {1 + number % 28:02} May {year} 15:24:28 +0200",
                "biburl": f"https://dblp.org/rec/{path}.bib",
                "bibsource": "dblp computer science bibliography, https://dblp.org",
            }
        if self.style == "zotero":
            return {
                "langid": "english",
                "urldate": f"{year}-0{1 + number % 9}-1{number % 10}",
                "url": f"https://repository.example/record/{number}?view=full\\&lang=en",
                "keywords": ", ".join(self.chance.sample(WORDS.subjects, 4)),
                "file": f"Full Text PDF:/home/me/Zotero/{number:08X}/paper.pdf:application/pdf",
            }
        if self.style == "acm":
            return {
                "issue_date": f"{pick(WORDS.months).capitalize()} {year}",
                "numpages": self.chance.randrange(4, 40),
                "location": pick(WORDS.cities),
                "keywords": ", ".join(self.chance.sample(WORDS.subjects, 3)),
            }
        fields = {}
        if self.style == "site":  # al-folio's: buttons, a short name of the venue, a picture
            fields = {"abbr": pick(WORDS.acronyms), "bibtex_show": "true"}
            fields["pdf"] = f"https://papers.example/{year}/paper{number}.pdf"
            if self.chance.random() < 0.3:
                fields |= {"selected": "true", "preview": f"paper{number}.png"}
            if self.chance.random() < 0.4:
                fields["code"] = f"https://code.example/lab/project-{number}"
        return fields

    def _title(self):
        pick = self.chance.choice
        words = [pick(WORDS.adjectives), pick(WORDS.methods), "for"]
        words += [pick(WORDS.adjectives), pick(WORDS.subjects)]
        words += [pick(("in", "of", "under", "from", "near")), f"{{{pick(WORDS.places)}}}"]
        shape = self.chance.random()
        if shape < 0.25:
            words.insert(0, f"{{{pick(WORDS.acronyms)}}}: a")
        elif shape < 0.29:
            words.append(pick(("with $k \\le 3$ Steps", "at $\\mathcal{O}(n \\log n)$ Cost")))
        elif shape < 0.33:
            words.append("--- a {Bayesian} View")
        title = " ".join(words)
        return f"{{{title}}}" if self.style in ("dblp", "acm") and shape > 0.8 else title

    def _booktitle(self, acronym):
        ordinal = f"{2 + self.number % 38}th" if self.number % 4 else f"{self.year}"
        kind = self.chance.choice(("International Conference", "Symposium", "Workshop"))
        subject = WORDS.subjects[WORDS.acronyms.index(acronym) % len(WORDS.subjects)].title()
        return f"Proceedings of the {ordinal} {kind} on {subject} ({{{acronym}}})"

    def _authors(self, count):
        """Some people write a lot; few write most of what there is."""
        picked = (int(PEOPLE * self.chance.random() ** 2.5) for _ in range(count))
        self._names = [self.people[index] for index in dict.fromkeys(picked)]
        order = "{0} {1}" if self.style in ("dblp", "plain") else "{1}, {0}"
        typed = [order.format(given, family) for given, family in self._names]
        if self.style == "site" and len(typed) > 2 and self.chance.random() < 0.15:
            typed[:2] = [f"{name}*" for name in typed[:2]]
        if count == 10 or self.chance.random() < 0.01:
            typed.append("others")
        if self.chance.random() < 0.004:
            typed.insert(0, f"{{{self.chance.choice(WORDS.acronyms)} Collaboration}}")
        return " and ".join(typed)

    def _year(self):
        return 2026 - min(45, int(self.chance.expovariate(0.11)))

    def _key(self, fields):
        word = "".join(filter(str.isalpha, fields["title"].split()[-1]))
        return f"{self._family()}{self.year}{word}{self.number}"

    def _family(self):
        """The first author's, in plain letters."""
        family = filter(str.isalpha, self._names[0][1].split()[-1])
        return "".join(family).encode("ascii", "ignore").decode()

    def _block(self, entry_type, key, fields):
        lines = [f"  {name} = {self._value(value)}" for name, value in fields.items()]
        return f"@{entry_type}{{{key},\n" + ",\n".join(lines) + ",\n}\n\n"

    def _value(self, value):
        if isinstance(value, int) or value in WORDS.months or value.startswith("jour"):
            return value
        if (
            value.startswith("{")
            and value[1:-1].replace("{", "").replace("}", "") in WORDS.journals
        ):
            return value
        if self.style == "acm" and '"' not in value and "\\" not in value:
            return f'"{value}"'
        return f"{{{value}}}"


def _issn(number):
    digits = f"{1000000 + number * 7919:07}"[:7]
    check = -sum(w * int(d) for w, d in zip(range(8, 1, -1), digits, strict=True)) % 11
    return f"{digits[:4]}-{digits[4:]}{'X' if check == 10 else check}"


def _isbn(number):
    digits = f"9780{number % 10**8:08}"
    check = -sum(int(d) * (3 if at % 2 else 1) for at, d in enumerate(digits)) % 10
    return f"{digits}{check}"

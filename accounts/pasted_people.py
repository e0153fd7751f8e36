"""People as they are pasted: rows of a spreadsheet, the line To: of a mail, or a list of names."""

import csv
import re
from dataclasses import dataclass
from email.utils import parseaddr

from profiles.models.researcher import UNDIVIDED

# Nothing longer is one person; and no pattern below is tried on more.
LONGEST = 600

# What may stand before the first name of a line: a bullet, a number, the label of a mail's header.
LEAD = re.compile(
    r"\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:(?:to|cc|bcc|an|à|para|收件人|抄送)\s*[:：]\s*)?", re.I
)
PART_OF_LINE = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>]*>|[,;，；]|[^,;，；"<>]+|["<>]')
IN_ANGLES = re.compile(r"(?P<name>[^<>]*)<(?:mailto:)?(?P<email>[^<>]*)>\s*[,;]?")
NAME_FIRST = re.compile(r"(?P<name>.*?)[\s,;]*(?P<email>[^\s,;()]*@[^\s,;()]*)[\s,;]*")
EMAIL_FIRST = re.compile(r"(?P<email>[^\s,;<>()\"]+@[^\s,;<>()\"]+)[\s,;]+(?P<name>[^()@]+)")

# Words above a column, and what stands in it.
HEADINGS = {
    "name": "name, full name, display name, person, nom complet, nombre completo, 姓名",
    "given": "first name, given name, forename, vorname, prénom, nombre, nome, 名",
    "family": "last name, family name, surname, nachname, familienname, nom, apellido, "
    "apellidos, cognome, sobrenome, 姓",
    "email": "e-mail, email, mail, e-mail address, email address, e-mail-adresse, adresse e-mail, "
    "courriel, correo, correo electrónico, 邮箱, 电子邮件",
    "group": "group, gruppe, groupe, grupo, gruppo, 分组",
    "role": "role, position, status, rolle, rôle, fonction, rol, ruolo, função, 角色, 职位",
    "title": "title, titel, anrede, titre, título, titolo, 头衔",
}
COLUMNS = {word: column for column, words in HEADINGS.items() for word in words.split(", ")}

BEFORE = re.compile(
    r"(?:(?:(?:(?:apl|ao|assoc|asst|univ)[.\s-]+|associate\s+|assistant\s+)?"
    r"prof(?:essor(?:in)?|esseure?)?\b\.?(?:in\b)?"
    r"|dr(?:in|a)?\b\.?(?:-ing\b\.?|\s*(?:rer\.\s*\w+|phil|med|ing|jur|iur|h\.\s*c|habil)\.)*"
    r"|pd\b|priv\.?-doz\.|dipl\.-\w+\.?|mag\.|ing\.|dott\.(?:ssa)?|mrs?\b\.?|ms\b\.?|mx\b\.?"
    r"|herr\b|frau\b|mme\b)\s+)+",
    re.I,
)
AFTER = re.compile(
    r"(?:[,\s]+\(?(?:(?i:ph\.?\s?d\b|d\.?phil\b|m\.?sc\b|b\.?sc\b|mba\b|dr\b)|M\.D|M\.A|B\.A|M\.S)"
    r"\.?\)?|\s*,\s*(?:MD|MA|BA|BS|MS|MPH|JD|FRS)\b|\s*(?:副?教授|博士|老师))+\s*$"
)


@dataclass(frozen=True)
class PastedPerson:
    """What a line says of one person; `group` is that of a spreadsheet, else their role there.
    Both come of columns; a name may be made of the address, where no other is said.
    """

    line: int
    name: str
    email: str = ""
    group: str = ""
    role: str = ""


def read_people(text: str) -> list[PastedPerson]:
    """Return the people of a pasted text, in its order."""
    people, columns, delimiter = [], None, "\t"
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if not people and columns is None and (found := read_heading(line)):
            columns, delimiter = found
            continue
        cells = next(csv.reader([line], delimiter=delimiter)) if delimiter in line else []
        if columns and cells:
            people.append(PastedPerson(number, *_from_columns(cells, columns)))
        elif cells and delimiter == "\t":
            people.append(PastedPerson(number, *_from_cells(cells)))
        else:
            people += [PastedPerson(number, *read_person(part)) for part in split_line(line)]
    return people


# --- A spreadsheet -------------------------------------------------------------------------------


def read_heading(line: str) -> tuple[list[str], str] | None:
    """Return what each column has, "" where it is not used, and what stands between two cells."""
    for delimiter in "\t;,":
        cells = line.split(delimiter)
        columns = [COLUMNS.get(cell.strip(' "').casefold(), "") for cell in cells]
        if len(list(filter(None, columns))) >= 2 and {"name", "family", "email"} & {*columns}:
            return columns, delimiter
    return None


def _from_columns(cells, columns):
    row = {}
    for column, cell in zip(columns, cells, strict=False):
        row.setdefault(column, " ".join(cell.split()))
    given, family = row.get("given", ""), row.get("family", "")
    parts = [family, given] if UNDIVIDED.search(given + family) else [f"{given} ", family]
    name = read_name(row.get("name", "")) or "".join(parts).strip()
    name, role = f"{row.get('title', '')} {name}".strip(), row.get("role", "")
    return name, row.get("email", ""), row.get("group") or role, role


def _from_cells(cells):
    """By what they look like: one has the address, one or two before it the name."""
    cells = [" ".join(cell.split()) for cell in cells]
    cells = [cell for cell in cells if cell and not cell.isdecimal()]
    place = next((place for place, cell in enumerate(cells) if "@" in cell), len(cells))
    name, email = read_person(cells.pop(place)) if place < len(cells) else ("", "")
    if not name and cells:
        is_whole = place < 2 or re.search(r"[\s,]", cells[0]) or UNDIVIDED.search(cells[0])
        parts = 1 if is_whole else 2
        name, cells = read_name(" ".join(cells[:parts])), cells[parts:]
    return name, email, cells[0] if cells else ""


# --- A line of text ------------------------------------------------------------------------------


def split_line(line: str) -> list[str]:
    """Divide a line behind each address: a comma before it may be one inside a name."""
    line = line[LEAD.match(line).end() :]
    if line.count("@") < 2:
        return [line]
    people = [""]
    for part in PART_OF_LINE.findall(line):
        if part in ",;，；" and "@" in people[-1]:
            people.append("")
        else:
            people[-1] += part
    return [person for person in people if person.strip()]


def read_person(text: str) -> tuple[str, str]:
    """ "Dora Duval <dora@lab.example>", "Duval, Dora; dora@lab.example" -> (name, e-mail).

    Without an address the whole text is the name.
    """
    text = text.strip()
    if len(text) > LONGEST:
        return text, ""
    if text.startswith('"') or text.endswith(")"):  # quoted, or "dora@lab.example (Dora Duval)"
        name, email = parseaddr(text.rstrip(",;"))
        if name and "@" in email:
            return read_name(name), email
    for form in (IN_ANGLES, NAME_FIRST, EMAIL_FIRST):
        if match := form.fullmatch(text):
            email = match["email"].strip()
            return read_name(match["name"]) or name_of_address(email), email
    return read_name(text), ""


def name_of_address(email: str) -> str:
    """ "dora.van-duval@lab.example" -> "Dora Van-Duval"; "" where it has no two words."""
    words = email.partition("@")[0].split(".")
    is_name = len(words) > 1 and all(word.replace("-", "").isalpha() for word in words)
    return " ".join(words).title() if is_name else ""


def read_name(text: str) -> str:
    """ "Duval, Dora" -> "Dora Duval"; titles stay where they are."""
    text = " ".join(text.strip(" \t,;，；\"'“”").split())
    name = without_titles(text)
    family, comma, given = name.partition(",")
    if not comma:
        return text
    before, after = text[: text.find(name)], text[text.find(name) + len(name) :]
    # "Duval, Prof. Dora"
    title, given = divide_titles(given.strip())
    return f"{before}{title}{given} {family.strip()}{after}".strip()


def divide_titles(name: str) -> tuple[str, str]:
    """ "Prof. Dr. Dora Duval" -> ("Prof. Dr. ", "Dora Duval")."""
    match = BEFORE.match(name)
    return (match[0], name[match.end() :]) if match else ("", name)


def without_titles(name: str) -> str:
    """Return the name without what stands before and behind it: "Prof. Dr.", "PhD", "教授"."""
    if len(name) > LONGEST:
        return name
    _titles, rest = divide_titles(name)
    return AFTER.sub("", rest) or rest or name

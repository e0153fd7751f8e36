"""By which names a site prints whose it is: the papers of one's own site say so themselves.

"M. A. Ali" on most papers of Asif Ali's site is he, though no name of his profile is that one.
"""

import re
from collections import Counter
from collections.abc import Iterable

from anyascii import anyascii

from exchange.site_import.records import SiteRecord
from profiles.models import Researcher
from publications.bibtex import ParsedFile
from publications.matching import ResearcherIndex
from publications.names import Name, fold, parse_name, parse_names

NO_NAME = re.compile(
    r"(?:home|about|welcome|index|info|main|my|your|blog|hello|first ?name)\b.*"
    r"|.*\b(?:page|site|blog)",
    re.I,
)
GROUP = re.compile(
    r".*(?:\b(?:lab|laboratory|group|team|cent(?:er|re)|institute)\b(?:\s*(?:at|of|@|,|-).*)?"
    r"|课题组|研究室|实验室|@.*)",
    re.I,
)
HANDLE = re.compile(r"\s*\(@[\w.-]+\)")  # of a service, behind a name
# What follows a name in the title of a site.
OF_SITE = re.compile(
    r"[\s:-]+(?:(?:the|my|personal|academic)\s+)*(?:web\s?site|home\s?page|web\s?page|page|site|blog)\Z",
    re.I,
)
TITLES = re.compile(
    r"^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Ph\.?\s?D)\b\.?\s*)+"
    r"|,\s*(?:(?:Ph|Psy|Ed|Sc)\.?\s?D|M\.?D|M\.?Sc|D\.?Sc|D\.?Phil|MPH|MBA)\b.*"
)
# Letters of another script than the Latin one; what stands between the names in two.
OTHER_SCRIPT = re.compile("[\u0370-\u1dff\u2e80-\ud7ff\uf900-\uffef\U00020000-\U0003ffff]")
HAN = re.compile("[\u3400-\u9fff]{2,4}")
BETWEEN_SCRIPTS = re.compile(r"[\s|｜/()（）]+")
# "Ada (Augusta) Lovelace", who prints either.
CALLED = re.compile(
    r"(?P<given>[^()\"“”]+?)\s*[(\"“](?P<called>[A-Z][\w.’' -]*)[)\"”]\s*(?P<family>\w[^()]*)"
)
OF_SITE_NAMES = ("display_name", "native_name")
LONGEST = 200  # characters of a name
# Of four papers three have their name; fewer than two say nothing.
OF, AT_LEAST, LEAST = 4, 3, 2
LEAST_ALIKE = 2  # letters of "Mike" and "Michael"


def in_two_scripts(name: str) -> tuple[str, str]:
    """ "Ada Lovelace / 艾达", "艾达 (Ada Lovelace)" -> the name, and the one in its own script; ""
    where there is but one.
    """
    words = BETWEEN_SCRIPTS.split(name)
    native = " ".join(word for word in words if OTHER_SCRIPT.search(word))
    latin = " ".join(word for word in words if not OTHER_SCRIPT.search(word)).strip(" ,-–")
    return (latin, native) if native and latin else (name, "")


def name_of(text: str) -> tuple[str, list[str]]:
    """ "Dr. Ada (Augusta) Lovelace" -> the name without its title, the forms that it stands for."""
    name = TITLES.sub("", HANDLE.sub("", " ".join(text.split())[:LONGEST])).strip()
    name = re.sub(r"^([A-Z][a-z]+)-([A-Z][a-z]+)$", r"\1 \2", name)  # "Ada-Lovelace"
    called = CALLED.fullmatch(name)
    parts = [called["called"], called["given"]] if called else []
    return name, [f"{part} {called['family']}" for part in parts]


def without_degree(title: str) -> str:
    """ "Dr. Ada Lovelace | Home", "Ada Lovelace website" -> "Ada Lovelace": a title as a name."""
    # What reads HTML waits until there is a site: few processes ever meet one.
    from exchange.site_import.markdown import to_words

    name = TITLES.sub("", re.split(r"\s+[|–—-]\s+|--|['’]s\b", to_words(title))[0]).strip()
    name = OF_SITE.sub("", name)
    return "" if NO_NAME.fullmatch(name) else name


def is_group(name: str) -> bool:
    """Whether it is no person's: "The Kelp Lab"."""
    return bool(GROUP.fullmatch(name))


def person_of(record: SiteRecord) -> tuple[str, Researcher | None]:
    """The name of the person whose site it is, "" where it is a group's or does not say; and the
    profile of that name, where there is one.
    """
    name = str(record.researcher.get("display_name", ("",))[0])
    if not name or is_group(name):
        return "", None
    return name, Researcher.objects.filter(display_name=name).order_by("pk").first()


def is_of(record: SiteRecord, researcher: Researcher) -> bool:
    """Whether a name that the site carries is one of the profile's; a site without one is."""
    said = [record.researcher.get(column, ("",))[0] for column in OF_SITE_NAMES]
    index, names = ResearcherIndex([researcher]), [parse_name(str(one)) for one in said if one]
    return not said[0] or any(index.who(name).exact for name in names)


def said_names(
    record: SiteRecord, files: Iterable[ParsedFile], researcher: Researcher
) -> list[str]:
    """Further names of the person: those that the site says, and those of papers that print none
    that is known, where most papers of the site have one or the other.
    """
    said = str(record.researcher.get("other_names", ("",))[0]).splitlines()
    index = ResearcherIndex([researcher])
    # Of a site in two scripts, of which the profile knows one.
    shown = str(record.researcher.get("display_name", ("",))[0])
    said += [shown] if shown and not index.who(parse_name(shown)).exact else []
    known = list(dict.fromkeys([*researcher.names, *filter(None, said)]))
    printed = [parse_names(entry.get("author"))[0] for file in files for entry in file.records]
    printed = [names for names in printed if names]
    forms = [parse_name(name) for name in known]
    # 李伟 is Li Wei, unless another one is spelt so, too.
    spelt = {name.display for names in printed for name in names if _is_spelt_so(name, forms)}
    said += spelt if len(spelt) == 1 else []
    # Of papers that print no name that is known: the one that may be theirs.
    native = str(record.researcher.get("native_name", ("",))[0])
    unnamed = [
        names
        for names in printed
        if not any(index.who(name).is_somebody or name.display in (native, *said) for name in names)
    ]
    likely = [[n for n in names if any(_may_be(n, form) for form in forms)] for names in unnamed]
    found = Counter(name for names in likely if len(names) == 1 for name in names)
    named = len(printed) - len(unnamed)
    if named >= LEAST:  # of papers that print the owner, nobody signs those of a namesake
        found = Counter({n: count for n, count in found.items() if not _is_another(n, forms)})
    if not (named or found):
        found = _signed_otherwise(printed, forms)
    if named + found.total() >= LEAST and (named + found.total()) * OF >= len(printed) * AT_LEAST:
        # The next import of the site, which knows these, finds no further one.
        is_sure = named or max(found.values()) >= LEAST
        said += [name.display for name in found if is_sure]
    # Those that an import before this one found are among the profile's.
    known = researcher.other_names.splitlines() if said else []
    return list(dict.fromkeys([*said, *known]))


def _signed_otherwise(printed: list[list[Name]], forms: list[Name]) -> Counter[Name]:
    """Shirley Tang, who signs as Xiaoyun Tang: where no paper prints a name like hers, the one name
    with her family name that most of them print.
    """
    found = Counter(
        name for names in printed for name in {*names} if any(_is_kin(name, one) for one in forms)
    )
    most = {name: count for name, count in found.items() if count * OF >= len(printed) * AT_LEAST}
    return Counter(most if len(most) == 1 and len(printed) > LEAST else {})


def _is_kin(printed: Name, known: Name) -> bool:
    """Of one family name, or of one half of a double one and the same given name."""
    ours, theirs = _words(known), _words(printed)
    if len(theirs) > 1 and theirs[-1] in ours[1:-1]:
        return ours[0].startswith(theirs[0]) or theirs[0].startswith(ours[0])
    return bool(ours and theirs) and ours[-1] == theirs[-1]


def _is_spelt_so(printed: Name, known: list[Name]) -> bool:
    """Whether a name in Han is one of those known, as Pinyin spells it: the family name first."""
    if not HAN.fullmatch(printed.display):
        return False
    spelt = anyascii(printed.display).casefold()
    return any(spelt == "".join([*_words(one)[-1:], *_words(one)[:-1]]) for one in known)


def _words(name):
    return fold(f"{name.given} {name.particle} {name.family}".replace("-", " ")).split()


def _is_another(printed: Name, known: list[Name]) -> bool:
    """Whether the given name is written out, and no part of it one of theirs, or begins as one."""
    theirs = _words(printed)[:-1]
    ours = [word for name in known for word in _words(name)[:-1] if len(word) > 1]
    pairs = ((one, two) for one in theirs for two in ours)
    alike = any(one.startswith(two[:LEAST_ALIKE]) or two.startswith(one) for one, two in pairs)
    return bool(theirs and ours) and len(theirs[0]) > 1 and not alike


def _may_be(printed: Name, known: Name) -> bool:
    """Whether the family name ends alike, and the first given name of either begins as one of the
    other's: no brother has but a middle name in common. The family name alone is the owner's.
    """
    ours, theirs = _words(known), _words(printed)
    if not _is_kin(printed, known):
        return False
    if len(theirs) == 1:
        return True
    initials = "".join(word[0] for word in ours[:-1])
    others = "".join(word[0] for word in fold(printed.given.replace(".", " ")).split())
    return bool(initials and others) and (others[0] in initials or initials[0] in others)

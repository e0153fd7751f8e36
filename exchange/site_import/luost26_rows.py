"""Rows of luost26/academic-homepage: positions, education, experience and awards of
_data/profile.yml; news, the cards of the showcase, posts.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.jekyll import OTHER_SCRIPT
from exchange.site_import.markdown import to_words
from exchange.site_import.records import Place
from exchange.site_import.theme import DEMO, is_demo, own_documents
from exchange.site_import.tree import Mapping
from profiles.cv_lines import DEGREE, KINDS, ROLE, SCHOOL, UNIT, take_mentor
from profiles.dates.in_text import take_period
from profiles.markup.structure import line_in_words
from profiles.models import Affiliation, Award, Education, Experience, NewsItem, Project

PROFILE = "_data/profile.yml"
BREAKS = re.compile(r"<br\b[^<>]{0,20}>|\n", re.I)
LINK = re.compile(r"<a\b[^<>]*\bhref\s*=\s*[\"']([^\"'<>]*)[\"'][^<>]*>(.*?)</a>", re.I | re.S)
# "(HKUST)", "(MIT CSAIL)", and no "(Guangzhou)".
ABBREVIATION = re.compile(r"\s*\(((?=[^()]*[A-Z][^()]*[A-Z])[A-Z][\w&.\- ]{1,14})\)$")
AT = re.compile(r"\s+(?:@|at|in|with|of|from)\s*$|\s*[@,]\s*$", re.I)
AT_PLACE = re.compile(r"\s+(?:@|at)\s+|\s*@\s*|,\s+", re.I)
HAN = re.compile("[\u3400-\u9fff]")
# "2020/2021" are two years.
SLASH = re.compile(r"(?<=\d{4})\s*/\s*(?=\d{4})")
NO_ROLE = gettext_lazy("a position is a role at an organisation")
GRADE = re.compile(r"\bGPA\b|\bgrade\b|绩点", re.I)
DATED = re.compile(r"\A\d{4}-\d\d?-\d\d?-")
HIDDEN = gettext_lazy("the site does not show it (show: false)")
OWN_ROWS = re.compile(r"\bsite\.data\.profile\.(?:education|experience|awards)\b")
TIME = re.compile(r"(?<=\d)[ T]+\d{1,2}:\d\d.*", re.S)
CAROUSEL = re.compile(r"\{%-?\s*include\s+widgets/(?:carousel|image_)\w*\.html[^%]*%\}")
HEADING = re.compile(r"\A#{1,6} +(?P<title>[^\n]+)(?:\n+---(?=\n|\Z))?\n*")
PICTURE = re.compile(r"^!\[(?P<alt>[^\[\]]*)\]\((?P<address>[^()\s]+)(?:\s\"[^\"]*\")?\)$\n*", re.M)
LINK_ALONE = re.compile(r"(?:\[[^\[\]]+\]\([^()\s]+\)[\s|·,]*)+")
MARKDOWN_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")


def read_profile(reader) -> None:
    """`reader` is a luost26.Reader."""
    kinds = {
        "positions": _affiliation,
        "education": _education,
        "experience": _experience,
        "awards": _award,
    }
    for key, read_row in kinds.items():
        for number, item in enumerate(_mappings(reader, key), 1):
            read_row(reader, item, number)


def _mappings(reader, key):
    """The mappings of a list, samples left out; anything else is reported."""
    items = reader.profile.list(key)
    lines = getattr(items, "lines", None) or [reader.profile.lines.get(key, 1)]
    for item, line in zip(items, lines, strict=False):
        if not isinstance(item, Mapping):
            reader.tree.not_understood(Place(PROFILE, line), str(item), _("not `name: …`"))
        elif is_demo(item.text("name")):
            item.read.update(item)
            reader.tree.leave_out(PROFILE, DEMO, line=line)
        else:
            yield item


def _row(reader, model, key, item, number, values):
    """With its logos, and its place in the site's order among rows of one date."""
    name, line = item.text("name"), next(iter(item.lines.values()), 1)
    origin = f"{PROFILE}#{key}/{to_words(name)}/{item.text('date')}"
    place = Place(PROFILE, line)
    row = reader.add(model, origin, place, values | {"position": number}, to_words(name))
    if (logo := item.text("logo")) and (file := reader.file(logo, place)):
        row.files["organisation_logo"] = file
    if "logo2" in item:
        reader.tree.leave_out(PROFILE, _("an organisation has one logo"), line=line)
        item.get("logo2")
    return row


def _affiliation(reader, item, number):
    """A position, its organisation mostly linked: "PhD student in <a>…</a>".

    A line "@ MIT", alone or below a role, is the organisation of what stands above it.
    """
    html = " ".join(item.text("name").split())
    parts = list(filter(None, map(str.strip, BREAKS.split(html))))
    above = next((row for row in reversed(reader.site.rows) if row.model is Affiliation), None)
    row = above if parts and parts[0].startswith("@") and _is_open(above) else None
    for part in parts:
        values = affiliation(part)
        place = Place(PROFILE, item.lines["name"])
        for url, _words in LINK.findall(part)[:-1]:
            reader.tree.not_understood(place, url, _("an affiliation has one link, its last"))
        if row is None:
            row = _row(reader, Affiliation, "positions", item, number, values)
        elif _is_open(row) and not (values.get("role") and ROLE.search(values["role"])):
            row.values |= {name: text for name, text in values.items() if name != "role"}
        elif "department" not in row.values and UNIT.search(to_words(part)):
            row.values["department"] = to_words(part)
        elif ROLE.search(values.get("role", "")):
            row = _row(reader, Affiliation, "positions", item, number, values)
        else:
            reader.tree.not_understood(place, to_words(part), NO_ROLE)
    if row is above and row is not None and (logo := item.text("logo")):
        row.files.setdefault("organisation_logo", reader.file(logo, Place(PROFILE)))


def _is_open(row):
    """A role without an organisation."""
    return row is not None and "organisation" not in row.values


def _education(reader, item, number):
    department, advisor = take_mentor(to_words(item.text("dept")))
    values = {"department": department, "advisor": advisor} | organisation(item.text("name"))
    lines, values["start"], values["end"] = _lines(reader, item)
    rest = []
    for line in lines:
        line, advisor = take_mentor(line)
        if advisor:
            values["advisor"] = advisor
        words = line_in_words(line)
        if not words:
            continue
        if line.startswith("- "):
            rest.append(line)
        elif GRADE.search(words) and "grade" not in values and len(words) <= 80:
            values["grade"] = words
        elif UNIT.search(words) and not DEGREE.search(words) and not values["department"]:
            values["department"] = words
        elif "degree" not in values and len(words) <= 200:
            degree, _in, subject = words.partition(" in ")
            values |= {"degree": degree, "field_of_study": subject}
        else:
            rest.append(line)
    values["description"] = _description(reader, item, rest)
    _row(reader, Education, "education", item, number, values)


def _experience(reader, item, number):
    """`[Role] <br/> - what one did <br/> - …`"""
    values = {"department": to_words(item.text("dept"))} | organisation(item.text("name"))
    lines, values["start"], values["end"] = _lines(reader, item)
    rest = []
    for line in lines:
        if line.startswith("- "):
            rest.append(line)
            continue
        line, mentor = take_mentor(line)
        if mentor:
            values["mentor"] = mentor
        words = line_in_words(line).strip("[]【】 ")
        is_unit = UNIT.search(words) and not ROLE.search(words)
        if is_unit and not values["department"]:
            values["department"] = words
        elif words and "role" not in values and len(words) <= 200:
            values["role"] = words
        elif words:
            rest.append(line)
    values["description"] = _description(reader, item, rest)
    kinds = (kind for word, kind in KINDS if re.search(word, values.get("role", ""), re.I))
    values["kind"] = next(kinds, Experience.Kind.EMPLOYMENT)
    _row(reader, Experience, "experience", item, number, values)


def _description(reader, item, lines):
    """With a `description` of its own, which some sites have."""
    place = Place(PROFILE, item.lines.get("description", 1))
    own = reader.html(item.text("description"), place)
    return "\n\n".join(filter(None, [joined_lines(lines), own]))


def _lines(reader, item):
    """The lines of a position as Markdown, and its period."""
    place = Place(PROFILE, item.lines.get("position", next(iter(item.lines.values()), 1)))
    parts = BREAKS.split(" ".join(item.text("position").split()))
    lines = [reader.line(part, place) for part in parts]
    date = item.text("date")
    rest, start, end = take_period(date)
    if rest.strip(" .,"):
        # Not a date all through: it says itself why it cannot be stored.
        start, end = date, ""
    return [re.sub(r"^[-–•·*]\s+", "- ", line) for line in lines if line], start, end


def _award(reader, item, number):
    """ "Prize | 奖": one name, and the same in another language."""
    html = item.text("name")
    first, _bar, second = (part.strip() for part in to_words(html).partition("|"))
    if OTHER_SCRIPT.search(first) and second and not OTHER_SCRIPT.search(second):
        first, second = second, first
    url = next((url for url, _words in LINK.findall(html)), "")
    values = {
        "name": first,
        "alternate_name": second,
        "alternate_language": language_of(second),
        "dates": SLASH.sub(", ", item.text("date")),
        "url": url,
    }
    _row(reader, Award, "awards", item, number, values)


# --- Collections ----------------------------------------------------------------------------------


def read_collections(reader) -> None:
    """Adds news, the cards of the showcase and posts to the record."""
    for document in own_documents(reader.tree, "_news/", ".md", ".html"):
        _news(reader, document)
    _showcase(reader)
    for folder in ("_posts/", "_drafts/"):
        for document in own_documents(reader.tree, folder, ".md", ".markdown", ".html"):
            _post(reader, document)


def _news(reader, document):
    front, place = document.front, document.place("title")
    text = reader.line(front.text("title"), place)
    body = reader.markdown(document.body, Place(document.path, document.body_line))
    text = "\n\n".join(filter(None, [text, body]))
    if not text:
        reader.tree.leave_out(document.path, _("it says nothing"))
        return
    values = {"date": TIME.sub("", front.text("date")), "body": text}
    reader.add(NewsItem, document.path, place, values, to_words(front.text("title")))
    reader.leave_rest(document)


def _showcase(reader):
    """Cards, the newest first."""
    # Older ones show every card.
    page = reader.tree.text("showcase.html") if "showcase.html" in reader.tree else '"show"'
    hides = '"show"' in page
    shown = []
    for document in own_documents(reader.tree, "_showcase/", ".md", ".html"):
        show = document.front.text("show").lower()
        if show == "false" or (hides and show != "true"):
            reader.tree.leave_out(document.path, HIDDEN)
        elif OWN_ROWS.search(document.body):
            reader.tree.leave_out(document.path, _("it lists what has a section of its own"))
        else:
            shown.append(document)
    shown.sort(key=lambda document: document.front.text("date"), reverse=True)
    for number, document in enumerate(shown, 1):
        _card(reader, document, number)


def _card(reader, document, number):
    front, place = document.front, Place(document.path, document.body_line)
    body = CAROUSEL.sub("", document.body)
    text = reader.markdown(body, place)
    title, text = take_heading(text)
    title = title or to_words(front.text("title"))
    pictures = [image for image in front.list("images") if isinstance(image, Mapping)]
    if not title and not pictures and not line_in_words(PICTURE.sub("", text)):
        reader.tree.leave_out(document.path, _("a picture alone: a project here has a title"))
        return
    stem = document.path.rpartition("/")[2].rpartition(".")[0]
    title = title or stem.replace("_", " ").capitalize()
    values = {"title": title, "position": number}
    row = reader.add(Project, document.path, place, values, title)
    text, cover, alt = take_picture(text)
    for image in pictures:
        source, words = image.text("src"), image.text("title")
        source = source if "://" in source else f"/{source.lstrip('/')}"
        caption = " – ".join(filter(None, [words, image.text("desc")]))
        if not cover and "://" not in source:
            cover, alt = source, caption
            continue
        caption = f"[{caption}]({image.text('link')})" if image.text("link") else caption
        text = "\n\n".join(filter(None, [text, f"![{words}]({source})", caption]))
    if cover and (file := reader.file(cover, place)):
        row.files["cover"] = file
        row.values |= {"cover_alt": alt} if alt else {}
    row.values["description"], row.links = take_links(text)
    reader.leave_rest(document)


def _post(reader, document):
    front = document.front
    stem = document.path.rpartition("/")[2].rpartition(".")[0]
    stem = DATED.sub("", stem)
    row = reader.page(document, to_words(front.text("title")) or stem, stem, in_menu=False)
    row.old_paths.insert(0, reader.document_path(document, "posts"))
    row.is_draft = row.is_draft or document.path.startswith("_drafts/")


# --- Words ---------------------------------------------------------------------------------------


def language_of(text: str) -> str:
    """A language code for a text in another script than the Latin one; "" where it is not plain.

    Han characters are Chinese here: simplified if GB 2312 has them all, else traditional.
    """
    if re.search("[\u3040-\u30ff]", text):
        return "ja"
    if re.search("[\uac00-\ud7af]", text):
        return "ko"
    han = "".join(HAN.findall(text))
    if not han:
        return ""
    for encoding, language in (("gb2312", "zh-Hans"), ("big5", "zh-Hant")):
        try:
            han.encode(encoding)
        except UnicodeEncodeError:
            continue
        return language
    return "zh"


def organisation(html: str) -> dict[str, str]:
    """ "<a href=…>Peking University (PKU)</a>" -> name, abbreviation and link."""
    name = to_words(html)
    values = {"organisation": name}
    if match := ABBREVIATION.search(name):
        values = {"organisation": name[: match.start()], "organisation_abbreviation": match[1]}
    if link := LINK.search(html):
        values["organisation_url"] = link[1]
    return values


def affiliation(html: str) -> dict[str, str]:
    """ "A Ph.D. Candidate in <a href=…>Peking University (PKU)</a>", "Postdoc @ MIT"."""
    links = list(LINK.finditer(html))
    if links:
        role = to_words(html[: links[-1].start()])
        rest = to_words(html[links[-1].end() :]).strip(" .,")
        values = {"role": AT.sub("", role)} | organisation(links[-1][0])
        return values | ({"place": rest} if rest else {})
    words = to_words(html)
    if words.startswith("@"):
        return organisation(words.lstrip("@ "))
    role, *where = AT_PLACE.split(words, maxsplit=1)
    is_role = ROLE.search(role) or DEGREE.search(role)
    if not is_role and (UNIT.search(role) or SCHOOL.search(role)):
        # No role at all: "School of Bridges, Coast University".
        return {"department": role} | organisation(where[0]) if where else organisation(words)
    return {"role": role} | (_at(where[0]) if where else {})


def _at(words):
    """ "Computer Science, Coast University": the school is the organisation."""
    department, _comma, school = words.rpartition(", ")
    if department and SCHOOL.search(school) and not SCHOOL.search(department):
        return {"department": department} | organisation(school)
    return organisation(words)


def joined_lines(lines: list[str]) -> str:
    """Bullets as a list, other lines as paragraphs."""
    text = ""
    for line in lines:
        is_next_bullet = line.startswith("- ") and text.rpartition("\n")[2].startswith("- ")
        text += ("\n" if is_next_bullet else "\n\n" if text else "") + line
    return text


def take_heading(text: str) -> tuple[str, str]:
    """The words of the heading that a text begins with, and the text below it."""
    match = HEADING.match(text)
    return (line_in_words(match["title"]), text[match.end() :]) if match else ("", text)


def take_picture(text: str) -> tuple[str, str, str]:
    """The text without its first picture of the site's own, its address, its description."""
    for match in PICTURE.finditer(text):
        if "://" not in match["address"]:
            return text[: match.start()] + text[match.end() :], match["address"], match["alt"]
    return text, "", ""


def take_links(text: str) -> tuple[str, list[dict[str, str]]]:
    """The text without a last paragraph of nothing but links, and those."""
    body, _blank, last = text.rpartition("\n\n")
    if body and LINK_ALONE.fullmatch(last):
        links = MARKDOWN_LINK.findall(last)
        return body, [{"label": label[:80], "url": url} for label, url in links]
    return text, []

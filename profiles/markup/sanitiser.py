"""The last step of everything: what may stand in a page, element by element."""

import re

import nh3
from django.utils.safestring import SafeString, mark_safe

BLOCKS = (
    "p blockquote pre ul ol li dl dt dd hr table thead tbody tr th td section figure figcaption "
    "h1 h2 h3 h4 h5 h6"
)
# Those that hold lines of text.
LINES = "p li dt dd td th h1 h2 h3 h4 h5 h6 blockquote"
INLINES = "a em strong b i code s u del sup sub br mark kbd img span"
MATHML = (
    "math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror "
    "mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts "
    "mprescripts mtable mtr mtd"
)
TAGS = set(f"{BLOCKS} {INLINES} {MATHML}".split())
URL_SCHEMES = {"http", "https", "mailto"}

MATH_WORDS = (
    "display displaystyle scriptlevel mathvariant mathcolor stretchy fence form separator accent "
    "accentunder largeop movablelimits symmetric columnalign rowalign columnspacing rowspacing "
    "columnlines rowlines linethickness notation minsize maxsize class"
)
MATH_LENGTHS = {"width", "lspace", "rspace", "voffset"}
MATH_ATTRIBUTES = set(MATH_WORDS.split()) | MATH_LENGTHS
ATTRIBUTES = {
    "a": {"href", "title", "id", "class", "aria-label"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "ol": {"start", "class"},
    **{tag: {"class"} for tag in ("code", "hr", "section", "sup", "td", "th")},
    "li": {"id", "class"},
    **dict.fromkeys(MATHML.split(), MATH_ATTRIBUTES),
    "annotation": {"encoding"},
    "span": {"class", "tabindex"},
}
for _tag in LINES.split():
    ATTRIBUTES[_tag] = ATTRIBUTES.get(_tag, set()) | {"dir"}
# What may be wider than a phone scrolls by itself: so it must be in reach of the keyboard.
SCROLLERS = {tag: {"tabindex": "0"} for tag in ("pre", "table")}
# No other id or class: a page's own names must not be taken by a text.
CLASSES = re.compile(
    r"align-(?:left|center|right)|footnotes(?:-sep|-list)?|footnote-(?:ref|item|backref)"
    r"|maths(?:-long)?|math-(?:source|left|right|from|to|apart|half|whole|number|top|bottom|start|end)"
    r"|hl-[bcdfikns]|citation|language-[A-Za-z0-9+#-]{1,20}"
)
IDS = re.compile(r"fn(?:ref)?-[0-9a-f]{8}-\d{1,5}(?:-\d{1,5})?")
FIXED = {"encoding": "application/x-tex", "tabindex": "0", "dir": "auto"}
WORD = re.compile(r"[\w\s.#%+-]{0,80}")
# One digit: no text may push itself across the page.
LENGTH = re.compile(r"-?\d?(?:\.\d{1,6})?(?:em|ex|px|pt|mu)")


def _filter(tag, attribute, value):
    if attribute == "class":
        return " ".join(name for name in value.split() if CLASSES.fullmatch(name)) or None
    if attribute == "id":
        return value if IDS.fullmatch(value) else None
    if attribute in FIXED:
        return value if value == FIXED[attribute] else None
    if tag not in ATTRIBUTES or attribute not in MATH_ATTRIBUTES or tag == "img":
        return value
    allowed = LENGTH if attribute in MATH_LENGTHS else WORD
    return value if allowed.fullmatch(value) else None


# Built once: preparing the lists costs more than cleaning a title.
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    attribute_filter=_filter,
    set_tag_attribute_values=SCROLLERS,
    url_schemes=URL_SCHEMES,
    link_rel="noopener",
)


def sanitise(html: str) -> SafeString:
    """HTML -> HTML of the lists above; it parses and serialises to itself."""
    whole = html.encode(errors="replace").decode()  # half a surrogate pair would raise
    return mark_safe(CLEANER.clean(whole))  # noqa: S308 the one place where it is earned

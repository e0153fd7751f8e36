"""What LaTeX macros, and inline maths, mean as text.

Symbols not listed here are looked up in pylatexenc's tables. Of maths, what can be said in
plain Unicode is; the rest keeps its dollar signs.
"""

import re
from functools import cache

from profiles.markup.structure import SUBSCRIPTS, SUPERSCRIPTS

# The sign of an accent macro -> the combining character that follows the letter.
ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "d": "\u0323", "b": "\u0331", "r": "\u030a", "t": "\u0361", "h": "\u0309", "G": "\u030f",
    "U": "\u030e", "cb": "\u0326", "textcommabelow": "\u0326", "textogonekcentered": "\u0328",
    "acute": "\u0301", "grave": "\u0300", "hat": "\u0302", "ddot": "\u0308", "tilde": "\u0303",
    "bar": "\u0304", "dot": "\u0307", "breve": "\u0306", "check": "\u030c", "mathring": "\u030a",
}  # fmt: skip
# An accent over nothing is the sign itself: \~{} in a URL.
ALONE = {"~": "~", "^": "^", '"': '"', "'": "´", "`": "`"}

# Where pylatexenc has no symbol, or another one; all others are looked up in its tables.
SYMBOLS = {
    "SS": "ẞ", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "LaTeXe": "LaTeX2ε",
    "XeTeX": "XeTeX", "copyright": "©", "pounds": "£", "S": "§", "P": "¶", "ddag": "‡",
    "ddagger": "‡", "textless": "<", "textgreater": ">", "lt": "<", "gt": ">", "textbar": "|",
    "slash": "/", "textbraceleft": "{", "textbraceright": "}", "textunderscore": "_",
    "textasciicircum": "^", "textquotedbl": '"', "glqq": "„", "grqq": "“", "lq": "‘", "rq": "’",
    "euro": "€", "degree": "°", "hyphen": "-", "textperiodcentered": "·",
    "textasteriskcentered": "∗", "checkmark": "✓", "circ": "°", "quad": " ", "qquad": " ",
    "space": " ", "thinspace": " ", "enspace": " ", "nobreakspace": " ", "newline": " ",
    "linebreak": " ", "par": " ", "textvisiblespace": " ", "and": " and ", "og": "« ", "fg": " »",
    "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›", "glq": "‚", "grq": "‘", "cprime": "ʹ",
    "item": " ", "texttildelow": "~", "EUR": "€", "hyp": "-", "Letter": "✉", "Envelope": "✉",
    "AmS": "AmS", "AmSTeX": "AmSTeX", "METAFONT": "METAFONT", "dprime": "ʺ", "percent": "%",
    "textpercent": "%", "ampersand": "&", "textampersand": "&",
}  # fmt: skip
# The journal macros of AASTeX, as ADS writes them into its exports, and their full names.
# Source: the macro list of the ADS help pages and of AASTeX 6.
JOURNALS = {
    "aap": "Astronomy & Astrophysics",
    "aapr": "Astronomy and Astrophysics Reviews",
    "aaps": "Astronomy and Astrophysics Supplement Series",
    "actaa": "Acta Astronomica",
    "aj": "The Astronomical Journal",
    "ao": "Applied Optics",
    "apj": "The Astrophysical Journal",
    "apjl": "The Astrophysical Journal Letters",
    "apjlett": "The Astrophysical Journal Letters",
    "apjs": "The Astrophysical Journal Supplement Series",
    "apjsupp": "The Astrophysical Journal Supplement Series",
    "aplett": "Astrophysics Letters",
    "appphys": "Applied Physics",
    "apspr": "Astrophysics Space Physics Research",
    "apss": "Astrophysics and Space Science",
    "araa": "Annual Review of Astronomy and Astrophysics",
    "astap": "Astronomy & Astrophysics",
    "azh": "Astronomicheskii Zhurnal",
    "baas": "Bulletin of the American Astronomical Society",
    "bac": "Bulletin of the Astronomical Institutes of Czechoslovakia",
    "bain": "Bulletin of the Astronomical Institutes of the Netherlands",
    "caa": "Chinese Astronomy and Astrophysics",
    "cjaa": "Chinese Journal of Astronomy and Astrophysics",
    "fcp": "Fundamentals of Cosmic Physics",
    "gca": "Geochimica et Cosmochimica Acta",
    "grl": "Geophysical Research Letters",
    "iaucirc": "IAU Circulars",
    "icarus": "Icarus",
    "jaavso": "The Journal of the American Association of Variable Star Observers",
    "jcap": "Journal of Cosmology and Astroparticle Physics",
    "jcp": "The Journal of Chemical Physics",
    "jgr": "Journal of Geophysical Research",
    "jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer",
    "jrasc": "Journal of the Royal Astronomical Society of Canada",
    "maps": "Meteoritics and Planetary Science",
    "memras": "Memoirs of the Royal Astronomical Society",
    "memsai": "Memorie della Società Astronomica Italiana",
    "mnras": "Monthly Notices of the Royal Astronomical Society",
    "na": "New Astronomy",
    "nar": "New Astronomy Reviews",
    "nat": "Nature",
    "nphysa": "Nuclear Physics A",
    "pasa": "Publications of the Astronomical Society of Australia",
    "pasj": "Publications of the Astronomical Society of Japan",
    "pasp": "Publications of the Astronomical Society of the Pacific",
    "physrep": "Physics Reports",
    "physscr": "Physica Scripta",
    "planss": "Planetary and Space Science",
    "pra": "Physical Review A",
    "prb": "Physical Review B",
    "prc": "Physical Review C",
    "prd": "Physical Review D",
    "pre": "Physical Review E",
    "prl": "Physical Review Letters",
    "procspie": "Proceedings of SPIE",
    "psj": "The Planetary Science Journal",
    "qjras": "Quarterly Journal of the Royal Astronomical Society",
    "raa": "Research in Astronomy and Astrophysics",
    "rmxaa": "Revista Mexicana de Astronomía y Astrofísica",
    "skytel": "Sky and Telescope",
    "solphys": "Solar Physics",
    "sovast": "Soviet Astronomy",
    "ssr": "Space Science Reviews",
    "zap": "Zeitschrift für Astrophysik",
}
SYMBOLS |= JOURNALS

# Control symbols: a backslash and one sign that is no letter.
SIGNS = {
    "%": "%", "&": "&", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ",
    "\t": " ", ",": " ", ";": " ", ":": " ", "!": "", "-": "", "/": "", "@": "", "\\": " ",
    "*": "", "<": "<", ">": ">", "|": "|", "+": "+",
}  # fmt: skip

# Macros whose argument is the text: the argument's group is simply shown.
TRANSPARENT = frozenset(
    (
        "textbf textit texttt textsf textsc textrm textup textsl textmd textnormal emph underline"
        " uline mbox hbox fbox text footnote"
        " protect mkbibemph mkbibbold mkbibparens nocase NoCaseChange autocap acro ac"
        " gls path nolinkurl mathrm mathit mathsf mathbf mathcal mathbb mathtt"
        " operatorname overline sout st so hl smash ulcase IeC mkbibitalic mkbibbrackets textgreek"
        " textcyrillic textlatin natexlab singleletter ce"
    ).split()
)
# Switches and spacing without any text of their own.
EMPTY = frozenset(
    (
        "bf it em sl sc rm tt sf bfseries itshape scshape rmfamily ttfamily sffamily upshape"
        " slshape mdseries normalfont tiny scriptsize footnotesize small normalsize large Large"
        " LARGE huge Huge relax xspace protect ignorespaces null strut allowbreak break sloppy"
        " noindent indent centering left right big Big bigg Bigg displaystyle textstyle limits"
        " nolimits newblock fi unskip leavevmode boldmath unboldmath selectfont nobreak scriptstyle"
    ).split()
)
# Macros whose first argument is not for the eye.
SILENT = frozenset(
    (
        "cite citep citet citeauthor citeyear textcite parencite autocite footcite nocite"
        " noopsort switchargs label ref hspace vspace phantom vphantom hphantom color"
        " textcolor raisebox thanks index selectlanguage fontsize setcounter includegraphics begin"
        " end foreignlanguage texorpdfstring colorbox rotatebox scalebox bibinfo SortNoop noop"
        " printfirst footnotemark"
    ).split()
)
QUOTING = frozenset({"enquote", "mkbibquote", "textquote"})
CASES = {
    "MakeUppercase": str.upper,
    "uppercase": str.upper,
    "MakeLowercase": str.lower,
    "lowercase": str.lower,
}
# Primitives with a number behind them, which is not for the eye.
WITH_LENGTH = frozenset("raise lower kern mkern hskip vskip mskip penalty".split())
# biblatex's keys for words that depend on the language of a bibliography.
BIBSTRINGS = {
    "phdthesis": "PhD thesis", "mathesis": "Master’s thesis", "bathesis": "Bachelor’s thesis",
    "candthesis": "Candidate thesis", "techreport": "Technical report",
    "resreport": "Research report", "datacd": "CD-ROM", "audiocd": "Audio CD",
    "newseries": "New series", "oldseries": "Old series", "patent": "Patent",
    "patentde": "German patent", "patenteu": "European patent", "patentfr": "French patent",
    "patentuk": "British patent", "patentus": "U.S. patent", "patreq": "Patent request",
    "patreqde": "German patent request", "patreqeu": "European patent request",
    "patreqfr": "French patent request", "patrequk": "British patent request",
    "patrequs": "U.S. patent request", "countryde": "Germany", "countryeu": "European Union",
    "countryep": "European Union", "countryfr": "France", "countryuk": "United Kingdom",
    "countryus": "United States of America",
}  # fmt: skip


@cache
def symbol(name: str) -> str | None:
    """The character that a macro without arguments stands for, or None."""
    if name in SYMBOLS:
        return SYMBOLS[name]
    text = getattr(_tables().get_macro_spec(name), "simplify_repl", None)
    return text if isinstance(text, str) and text and "%" not in text else None


@cache
def _tables():
    # Imported on the first rare macro: most files need none of its 900 symbols.
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()


# --- Inline maths --------------------------------------------------------------------------------

# Dollar signs that a reader of the finished text may take for maths; see `from_text`.
MATHS = re.compile(r"\$(?![\s$])((?:[^$\\]|\\.)+?)(?<!\s)\$(?!\d)", re.S)
PROSE = re.compile(r"[A-Za-z]{3,}[,.]?\s+[A-Za-z]{2,}|^\s.*[A-Za-z]{3,}", re.S)
ESCAPED_SIGN = re.compile(r"\\[$%&#_]")
STRIPPED = re.compile(r"\\ensuremath\s*|\\(?:displaystyle|textstyle|scriptstyle|limits)\b\s*")
SIMPLE_LENGTH = 40
BRACE = re.compile("[{}]")

TOKEN = re.compile(
    r"\\(?P<macro>[A-Za-z]+)|(?P<script>[\^_])\s*"
    r"|(?P<plain>[0-9.,:;<>=+\-/%*'|()\[\]§¶†‡∗]|[^\x00-\x7f])"
    r"|(?P<letter>[A-Za-z])|(?P<space>\s+|~|\\[ ,;:!])|(?P<brace>[{}])"
)
SCRIPT = re.compile(r"\s*(?:\{\s*([0-9+\-]+)\s*\}|([0-9]))")
# What authors are marked with is shown as it is: daggers, asterisks, numbers with commas.
RAISED = re.compile(r"\s*(?:\{([^{}]{1,30})\}|(\\[A-Za-z]+|\\[#&]|[*∗†‡§¶]))")
RAISED_SIGN = re.compile(
    r"\\(dagger|ddagger|dag|ddag|ast|star|circ|prime|S|P)(?![A-Za-z])\s*|\\([#&])"
)
RAISED_SIGNS = {"ast": "*", "star": "*", "circ": "°", "prime": "′"}
# Upright words in maths, and formulas of chemistry: \mathrm{CO}_2, \textit{Foo}, 19^{th}.
_font = r"(?:mathrm|mathit|mathbf|mathsf|mathtt|text|textrm|textit|textbf|textsf|texttt|textsc)"
UPRIGHT = re.compile(
    rf"\\{_font}\s*\{{([^{{}}\\$^]*)\}}|\{{\\(?:rm|bf|it|sf|tt)\s+([^{{}}\\$^]*)\}}"
    r"|_\s*\{?\s*([0-9]+)\s*\}?|([0-9]+)"
)
LOWERED = re.compile(r"_\{?([0-9]+)\}?")
ORDINAL = re.compile(
    rf"\{{?([0-9]*)\}}?\^\s*\{{?\s*(?:\\(?:{_font}|rm|[mh]box)\s*\{{?\s*)?(st|nd|rd|th)\s*\}}*"
)
MARKS_ONLY = re.compile(r"[0-9,*∗†‡§¶#&°′+\-\s]+")


def is_prose(maths: str) -> bool:
    """Whether what stands between two dollar signs is text: "100$ now and 200$ later"."""
    maths = ESCAPED_SIGN.sub("", maths)
    return not re.search(r"[\\^_=]", maths) and bool(PROSE.search(maths) or not maths.strip())


def is_balanced(maths: str) -> bool:
    """Whether braces pair up as BibTeX counts them, escaped ones too."""
    depth = 0
    for sign in BRACE.findall(maths):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def plain(maths: str) -> str | None:
    """Maths as plain Unicode (`\\alpha` α, `_2` ₂, `z \\sim 1` z ∼ 1), or None if it is too much.

    At most one Latin letter may be in it: two of them are a formula, to be set as one.
    """
    pieces = _pieces(maths) if len(maths) <= SIMPLE_LENGTH else None
    if pieces is None:
        return _upright(maths)
    text = "".join(piece for kind, piece in pieces if kind != "brace")
    letters = sum(kind == "letter" for kind, _piece in pieces)
    has_brackets = any(sign in "()[]" for sign in text)
    if letters > 1 or (letters and has_brackets):
        return _upright(maths)
    braces = [piece for kind, piece in pieces if kind == "brace"]
    return text if braces.count("{") == braces.count("}") else None


def _upright(maths: str) -> str | None:
    """Words that are set upright, with numbers below them, or an ordinal; None for all else."""
    if ordinal := ORDINAL.fullmatch(maths):
        return "".join(ordinal.groups())
    parts, at = [], 0
    while at < len(maths) and (match := UPRIGHT.match(maths, at)):
        words = LOWERED.sub(lambda low: low[1].translate(SUBSCRIPTS), match[1] or match[2] or "")
        lowered = (match[3] or "").translate(SUBSCRIPTS)
        parts.append(words + lowered + (match[4] or ""))
        at = match.end()
    text = "".join(parts)
    return text if at == len(maths) and text.strip() and "_" not in text else None


def _pieces(maths: str) -> list[tuple[str, str]] | None:
    """(kind of token, its text) for each token; None as soon as one has no plain text."""
    pieces, at = [], 0
    while at < len(maths):
        token = TOKEN.match(maths, at)
        if not token:
            return None
        kind, text, at = token.lastgroup, token[0], token.end()
        if kind == "script":
            text, at = _script(maths, at, token["script"])
        elif kind == "macro":
            text = _sign(token["macro"])
        elif kind == "space":
            text = " "
        if text is None:
            return None
        pieces.append((kind, text))
    return pieces


def _sign(macro: str) -> str | None:
    """The one sign that a macro stands for; None for a word, a blank, or what nobody knows."""
    sign = symbol(macro)
    if sign is None or sign.isspace() or (sign.isascii() and sign.isalpha()) or len(sign) > 2:
        return None
    return "*" if sign == "∗" else sign


def _script(maths: str, at: int, sign: str) -> tuple[str | None, int]:
    if match := SCRIPT.match(maths, at):
        table = SUPERSCRIPTS if sign == "^" else SUBSCRIPTS
        return (match[1] or match[2]).translate(table), match.end()
    if sign == "^" and (match := RAISED.match(maths, at)):
        # The signs after a `^`, their numbers raised; None if they are anything else.
        text = RAISED_SIGN.sub(
            lambda sign: RAISED_SIGNS.get(sign[1]) or sign[2] or symbol(sign[1]) or "",
            match[1] or match[2],
        )
        raised = "".join(text.translate(SUPERSCRIPTS).split())
        return raised if MARKS_ONLY.fullmatch(text) else None, match.end()
    return None, at


def shown(maths: str) -> str:
    """Maths as display text: plain where it can be, else `$...$` on one line.

    What stands in two pairs of braces was typed as maths, and stays maths: `from_text` writes so.
    """
    if maths.startswith("{{") and maths.endswith("}}") and is_balanced(maths[2:-2]):
        return f"${maths[2:-2]}$"
    maths = " ".join(STRIPPED.sub("", maths).split())
    if not maths:
        return ""
    text = plain(maths)
    if text is not None and "$" not in text:
        return text
    if maths.endswith("\\"):
        maths += " "
    return f"${maths}$"

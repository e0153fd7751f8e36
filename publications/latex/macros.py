"""What LaTeX macros mean as text. Symbols not listed here are looked up in pylatexenc's tables."""

from functools import cache

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

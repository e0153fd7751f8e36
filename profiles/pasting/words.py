"""What the words of a CV say: degrees, organisations, roles, prizes, funders, in eight languages.

English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese. The lists are in
`words.toml`; here is what is more than a list.
"""

import re
import tomllib
from pathlib import Path

LISTS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def _words(name: str) -> re.Pattern:
    """Words as they begin, whole ones; and Chinese and Japanese signs anywhere."""
    lists = {how: text.split() for how, text in LISTS[name].items()}
    whole, begin = (
        "|".join(lists.get(how, ["(?!)"])).replace("~", r"\.?\s?") for how in ("whole", "begin")
    )
    signs = "".join(f"|{sign}" for sign in lists.get("signs", []))
    return re.compile(rf"(?<![^\W_])(?:(?:{whole})(?![^\W_]|-\w)|{begin}){signs}", re.I)


DEGREE = _words("degree")
# What one studies.
SUBJECT = re.compile(
    rf"^(?:{'|'.join(LISTS['subject']['first'].split())})"
    rf"|(?:{'|'.join(LISTS['subject']['last'].split())})$"
)
# What an organisation of science is called, and a firm.
SCHOOL = _words("school")
FIRM = _words("firm")
UNIT = _words("unit")
ROLE = _words("role")
AWARD = _words("award")
FUNDER = _words("funder")
# What a line of an entry says, and no heading.
ENTRY = re.compile("|".join(each.pattern for each in (ROLE, SCHOOL, FIRM, DEGREE)), re.I)
# Where one talks.
MEETING = re.compile(
    r"conference|\w\w(?-i:Conf)\b|workshop|vorlesung|s[ée]mina[ir]|coloquio|encontro|atelier|taller|giornat|simp[oó]si|seminar|symposi|meeting|colloqui|congress|summit|lecture|days?\b"
    r"|tagung|kolloquium|kongress|colloque|journées|congr[eè]s|jornadas|convegno"
    r"|学会|会议|研讨会|论坛|シンポジウム|研究会",
    re.I,
)
SERVED_AS = _words("served_as")
COMMITTEE = re.compile(r"committee|board|commission|panel|comit|conseil|委员会|委員会", re.I)
# What one serves without saying as what.
BODY = re.compile(
    r"conference|workshop|symposi|journal|letters|transactions|proceedings|societ|soci[eé]t|association"
    r"|verband|gesellschaft|committee|commission|council|board|学会|協会|委员会|委員会|期刊",
    re.I,
)
TAUGHT_AS = re.compile(
    r"(?:(?:head|graduate|undergraduate|lead|student|guest|co|main|course|workshop|seminar|tutorial|discussion|lab|section|recitation|visiting|adjunct|primary|sole|(?:studentisch|wissenschaftlich)e[rn]?)[\s-]*)*"
    r"(?:Assistent(?:in)?|Mitarbeiter(?:in)?|Hilfskraft|Übungsleiter(?:in)?|T\.A\.|(?:teach(?:ing|er)\s)?assistant(?:ship)?(?!\s(?:prof|lect|dir|dean))|TA\b|teaching\sfellow|(?:lab|course)\s(?:assistant|instructor)|(?:section\s)?leader|facilitator|co-?lecturer|guest\slecture|lecturer|teacher|trainer|instructor(?:\sof\srecord)?|tutor|grader|coordinat(?:ore?|rice)|coord[ei]nadora?|demonstrator"
    r"|Lehrbeauftragte[rn]?|Lehrassisten[tz](?:in)?|Übungsgruppenleiter(?:in)?|Korrektor(?:in)?|ATER|vacataire|enseignante?(?:[-\s]chercheu(?:r|se))?|moniteur|monitrice|Tutor(?:in)?|Dozent(?:in)?|chargée?\sde\s(?:TD|TP|cours)|profesora?(?:\s(?:ayudante|asociad[oa]|titular|invitad[oa]))?|professora?(?:\s(?:substitut[oa]|convidad[oa]|adjunt[oa]))?|monitora?|docen(?:za|te)(?:\sa\scontratto)?|esercita(?:tore|trice|zioni)|assistente|corso\selettivo|lezioni|ayudante|auxiliar|asistente(?:\sgraduad[oa])?|démonstrat(?:eur|rice)|assistante?\sd[’']enseignement|mentor(?:e|a)?"
    r"|助教|助手|(?:主讲|任课|授课)(?:教师)?|(?:非常勤|専任)?講師|ティーチング・?アシスタント|TA)",
    re.I,
)
# Words between what one is and where.
AT = re.compile(
    r"""\s+(?:presso\sl['’]
    |(?:at(?:\sthe)?|@|an\sder|am|bei(?:\sder)?|an\sd(?:em|ie)|à\sla|au|aux(?!\sgrandes)|chez|por\sla|por\sel|pel[ao]
      |presso(?:\s(?:la|il|lo))?)\s+
    |à\s+(?=[A-ZÉÈ0-9])|à\sl['’]
    |n[ao]\s+(?=[A-ZÀ-Ý])|en\s(?:el|la)\s+(?=[A-ZÀ-Ý])|an\s+(?=[A-Z]{3})
    |(?:en|na|no|nell['’]|nella|all['’]|alla)\s?
      (?=Univ|Inst|Istit|Facul|Polit|Escol|Escuel|Scuola|[A-Z]{3})
    |(?:de\sl['’]|de\sla|dell['’]|della|da|der|des|du|de|del|of(?:\sthe)?|from|in|im|en)\s?
      (?=(?:(?:Technischen|Freien)\s)?Universi|Institut[eo]\b)
    |des\s(?=(?:Instituts|Lehrstuhls|Zentrums)\b)|der\s(?=Zeitschrift\b)|der\s(?=(?:TU|TH|FH|RWTH|LMU|ETH|Hochschule|Charité)\b))""",
    re.X,
)
# Words of how two things hang together, which their boxes say.
GLUE = re.compile(
    r"\b(?:project|grant|award|no|number|(?:given|awarded|granted|offered|provided) by"
    r"|(?:funded|supported|financed) (?:through|by|from)"
    r"|(?:données?|octroyée?s?|décernée?s?|attribuée?s?) par(?: l[ae]s?)?"
    r")\b",
    re.I,
)
# The same, where what follows is an organisation beyond doubt.
WITHIN = re.compile(r"\s+(?:in|im|en|em|na|no|with|bei|at|des|of\sthe)\s+(?:the\s|der\s|la\s)?")
# Where the name of a university or an office begins that follows with nothing between; in languages
# that put what it is first.
NAME_OF_SCHOOL = re.compile(
    r"(?<! y)(?<! e)(?<! et)"
    r"(?<! la)(?<! el)(?<! de)(?<! du)(?<!del)(?<! da)(?<! do)(?<! of)(?<!the)(?<! in)(?<! en)"
    r"\s+(?=(?:the\s)?(?:Universi(?:ty\sof|tät|té|dad|tà|dade|tet|teit)\b"
    r"|(?:[A-Z]\w+\s){1,2}University\b(?!\sof)|(?:Technical|National|Federal|State)\sUniversity"
    r"|Dep(?:artment|t\.?)\sof|Institute?\s(?:of|für)|Faculty\sof|School\sof|École\s|Politecnico|Technische\sUniv"
    r"|Univ\.?\s|University\s(?:College|Hospital)\s|Max[\s-]Planck|Fraunhofer|Lycée|Liceo|Instituto?\b|Istituto|Agencia|Fondo|Fundación|Oficina"
    r"|Minist(?:erio|ère|ério)|Centro|Centre\sd|Dirección|Escuela|Escola|Faculdade|Facultad"
    r"|Laborato(?:ire|rio)|Consejo|Conselho|(?:TU|ETH|TH|MIT|EPFL|INRIA|CNRS|CEA|CSIC|INSERM|CERN|Unicamp)\b))"
)
# Where a school stands behind its short name, with nothing between.
SCHOOL_BEHIND = re.compile(
    r"(?<=[.A-Z])\s+(?=(?:[A-Z][\w'’-]+\s){1,4}(?:University|College|Institute)\b)"
)
ADVISOR = re.compile(
    r"""(?:^|[\s(\[,;])(?:thesis\s|ph\.?d\s|dissertation\s|academic\s|host\s)?
    (?:(?:co-?)?(?:advis[eo]rs?|supervisors?|advised|supervised|mentors?|mentored|hosted|hosts?|PI)
        (?:\s+by)?(?:\s*[:：]\s*|[ ]+(?=(?-i:[A-ZÀ-Ý])))
    |(?:betreu(?:er|t)(?:in)?(?:\s(?:von|durch))?|directeur(?:\sde\sth[eè]se)?|directrice|(?:co-?)?(?:supervis|encadr|dirig)ée?\spar|encadrant|gutachter(?:in)?(?=:)
        |sous\sla\sdirection\sde|director(?:a)?(?:\sde\stesis)?|relatore|supervisore|bei(?=\s(?:Prof|Dr)\b)
        |orientador(?:a)?|direction(?=\s*:))(?:\s*:\s*|[ ]+(?=(?-i:[A-ZÀ-Ý])))
    |(?:导师|主管|導師|指導教員|指导教师|指導教官|受入教員|受け入れ)\s*[:：]?\s*)
    (?P<name>(?:(?!(?<=(?-i:[a-zà-ÿ]{4}))\.\s|\süber\s)[^,;()（）\[\]\t\ue002|•。])+(?:,\s(?:Prof|Dr)\b[^,;()（）\[\]\t\ue002|•。]+
        |\s?\((?:Univ|Instit|[A-Z]\w+\s(?:Univ|Coll))[^()]*\))*)""",
    re.I | re.X,
)
THESIS = re.compile(
    r"""(?:^|[\t\ue002(.,;]\s*|\smit\sder\s)(?:(?:ph\.?d\.?|master['’]?s?|bachelor['’]?s?|doctoral)\s)?
    (?:thesis|dissertation|(?:doktor|master|diplom)?arbeit|th[eè]se|tes[ie]s?|mémoire|论文
        |論文題目)(?:\stitle|\stitel)?\s*[:：]\s*
    (?P<name>[\"“„«][^\"”“»]+[\"”“»]
        |[^\t\ue002;]+?(?=$|[\t\ue002;]|\s\(|\.\s|,\s(?:advis|superv|direct)))""",
    re.I | re.X,
)
GRANT_NUMBER = re.compile(
    r"(?:[(（\[]\s*)?(?:grant|award|project|contract|研究課題|課題|採択|项目|课题|批准)?\s*"
    r"(?:no\.|number|nr\.|n°|#|番号|编?号)\s*[:：]?\s*(?P<name>[A-Z]*\d[A-Z\d/-]{3,})"
    r"|[(（](?P<code>[A-Z\d]*\d[\w-]{5,})(?=[)）])",
    re.I,
)
CURRENCY = (
    r"(?:USD|EUR|GBP|CHF|AUD|CAD|JPY|RMB|CNY|SEK|NOK|DKK|BRL|KRW|INR|US\$|A\$|C\$|R\$|[$€£¥₩])"
)
THOUSANDS = r"(?:\s?(?:k|M|K|Mio\.?|million|万)\b)?"
AMOUNT = re.compile(
    r"(?:\b(?:funded\s)?(?:for|of|worth|total(?:l?ing)?:?|funding:?|amount:?)\s)?"
    rf"(?P<name>{CURRENCY}\s?~?\d[\d.,'’\s]*\d?{THOUSANDS}"
    rf"|\d[\d.,'’]*(?:\s\d{{3}})*{THOUSANDS}\s?(?:{CURRENCY}|euros?|dollars|yen|万元|元|円|万円)(?!\w))"
    rf"(?:\sof\s{CURRENCY}\s?\d[\d.,]*{THOUSANDS})?"
    r"(?:\s?/\s?\d\s?(?:years?|ans|Jahre|años|anni|anos))?",
    re.I,
)
GRANT = AMOUNT, GRANT_NUMBER
GRADE = re.compile(
    r"(?:(?:Weighted\s|Cumulative\s)?C?GPA|Percentage|(?:Final\s|Current\s|Overall\s)?Grade|Note|Abschlussnote|Durchschnitt|voto(?:\sfinale)?|nota|CGPA)\s*(?:of\s|[:：])?\s*[\d.,]+(?:\s*/\s*[\d.,]+)?(?:\scum\slaude)?|\d{2,3}/1[01]0(?:,?\s?(?:e\s|con\s|cum\s)?(?:lode|laude)|,?\swith\shono[u]?rs)?|[(（]\s*[∅Øø]?\s*\d[.,]\d{1,2}(?:\s?/\s?[\d.,]+)?\s*[)）]"
    r"|(?:(?:graduated\s)?with\s(?:the\s)?(?:highest\s|high\s|great\s)?(?:distinction|hono[u]?rs)|成绩\s*[:：]\s*[^\s，,]+|(?:first|second|1st|2nd)[-\s]class(?:\shono[u]?rs)?|(?:summa|magna|maxima|insigni)?\s?cum\slaude"
    r"|mit\sAuszeichnung|mention\s(?:très\s|assez\s)?(?:bien|honorable)|con\slode|sobresaliente(?:\scum\slaude)?|(?:final\s|overall\s)?grade\s?:\s?(?:(?:summa|magna)?\s?cum\slaude|\w+(?:\sbien)?))(?:\s*\([^()]*\))?",
    re.I,
)
COUNTRY = _words("country")
# Towns with a university, besides those whose country stands beside them.
TOWN = _words("town")
# "Location: Kyiv": what the words before a colon say of what stands behind.
LABELS = {
    name: re.compile(rf"(?:{'|'.join(text.split())})\s*[:：]\s*", re.I)
    for name, text in LISTS["label"].items()
}
# "Name of employer", where a table has it in its first column; and the plainest word of each.
WITHIN_LABEL = {
    name: re.compile(rf"(?<!\w)(?:{'|'.join(LISTS['label'][name].split())})(?!\w)", re.I)
    for name in ("when", "at", "what", "where")
}
LABEL_OF = {"when": "date", "at": "employer", "what": "position", "where": "place"}


def label_within(key: str) -> str:
    """What a key of a table is of, "" where no word tells."""
    return next((name for name, word in WITHIN_LABEL.items() if word.search(key)), "")


# The headings of a CV, and the kind below each; a heading of another kind ends the one before.
HEADINGS = {
    "" if kind == "other" else kind: words.split() for kind, words in LISTS["headings"].items()
}

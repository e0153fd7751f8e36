"""What stands in a line and belongs to no box: how it was held, an address, an amount."""

import re

from profiles.pasting import words
from profiles.pasting.text import CLOSE, GONE, OPEN

# Of how it was held or came out, and no part of a name: for the notes.
ASIDE = re.compile(
    r"""[(\[](?:virtual(?:ly)?|link|slides|online|(?:da\s)?remoto|[ií]brido|hybride|télétravail|à\sdistance|remote(?:ly)?|hybrid|in\sperson|invited|oral|poster|contributed|talk|speaker|keynote|panell?ist|virtuelle?|en\sligne|en\slínea
      |\d{1,3}\s?(?:y|yrs?|h|hrs?|hours?|ore|horas|heures|Stunden|CFU|ECTS|SWS)|top\s[^()]{1,20}|[^()]*\d[^()]*(?:applicants|per\s|out\sof|%)[^()]*
      |[^()]*排名[^()]*|n[ãa]o\sconclu[íi]d[oa]|incomplet[oa]|trancad[oa]|declined|postponed|cancelled)[^()\w]*(?:due[^()]*|presentation|talk|speaker)?[)\]]
    |(?:(?<=[,;.\t—–(])|\s-)\s*(?:virtuelle?|online|en\sligne|en\slínea|hybrid|full(?:y)?\sremote|on-?site|presencial|híbrido
        |(?:part|full)[- ]?time|meio\speríodo|tempo\s(?:integral|parcial)|media\sjornada
        |jornada\scompleta|tiempo\scompleto|temps\s(?:plein|partiel)|(?:Teil|Voll)zeit
        |remot[eo]s?(?:\s(?:from|desde|de|da|aus)\s[A-Z]\w+)?|not?\scompletad?[ao]?|not\scompleted)(?=[\s.,;)\]\ue002]*$)
    |(?<=[\t\ue002,;(])\s*(?:[~∼]\s*)?\d{1,2}\s(?:years?|yrs?|months?|mos?|anos?|m[eê]s(?:es)?|mois|ans|Jahre?|Monate?|mesi|anni?)
        (?:\s(?:and\s|e\s|et\s|und\s|y\s)?\d{1,2}\s[a-zê]{2,6})?(?=[\s.,;)\]\ue002]*(?:$|[\t)]))
    |(?<=[\t,，])\s*(?:(?:专业)?排名|rank(?:ed|ing)?)[:：]?\s*(?:top\s)?\d+\s?(?:/\s?\d+|%)|(?<=[\t,])\s*(?:ISCED\s\d|[Tt]aught\sin\s[A-Z]\w+)(?=\s*(?:$|[\t,.]))
    |(?<=[.,;\t])\s*(?:Duration|Dauer|Durée|Duración|Durata|Duração)\s?:[^\t.;]*
    |[(（][^()（）:：\ue002]{1,10}[:：][^()（）\ue002]*[)）]|[(（](?:通年|前期|後期|卒業|修了|退学|進学|中退|満期退学|在学中?)[)）]|(?<=[，,\t])\s*(?:在读|全职)(?=\s*(?:$|[\t，,]))|\((?:(?:SP|SU|FA|WI|SS|WS)\d\d(?:,\s*)?)+\)""",
    re.I | re.X,
)
# "hives.example.org/bees".
BARE_ADDRESS = re.compile(
    r"(?<=[\s(])(?![A-Z])(?:[\w-]+\.)+(?:com|org|edu|net|io|de|fr|it|es|eu|ch|gov|ac\.uk)(?:/\S*)?(?=[.,)]?(?:\s|$))"
)
AMOUNT = words.AMOUNT.pattern.replace("?P<name>", "?:")
ONLY_AMOUNT = re.compile(
    rf"\([~∼≈]?\s?(?:{AMOUNT})(?:\s?{words.CURRENCY})?\)"
    rf"|(?<=[,;\t])\s*(?:{AMOUNT})(?=\s*(?:$|[,;\t{GONE}]))",
    words.AMOUNT.flags,
)
# What a date says already.
STILL = re.compile(
    r"[(\[](?:ongoing|current(?:ly)?|in progress|en cours|en curso|in corso|em andamento"
    r"|laufend)[)\]]",
    re.I,
)
# What one did at a date, which its box says.
DONE = re.compile(
    r"(?<=\S)(?<!課程)[\s　]+(?:入学|卒業|修了|編入|進学|中退)(?:見込み?)?"
    r"(?=[\s|\ue002]*(?:$|[，,、]))"
)
EMPTY_BRACKETS = re.compile(
    rf"[(\[（]\s*[,;:.，]*\s*(?:预计|予定|expected)?\s*[)\]）]|{OPEN}\W*{CLOSE}"
)
BRACKET_ENDS = re.compile(rf"[\s,;]*{GONE}[\s,;]*(?=[)\]）])|(?<=[(\[（])[\s,;]*{GONE}[\s,;]*")
# "Mark: 110/110", where the mark was taken.
LABEL_ALONE = re.compile(rf"(?:(?<=\t)|(?<=[,.]\s))[^\W\d_]+:\s*(?={GONE})")

# "Institution: University of Hives", where that is a part.
AT_LABEL = re.compile(rf"(^|[\t,;.]\s*){words.LABELS['at'].pattern}", re.I)

# Words about a date beside it.
YEAR_OF_STUDY = re.compile(
    rf"(?:^|(?<=[\w,)]\s))(?:en|in|im|on|em|nel|am)\s*{GONE}(?=(?:\W|et|and|und|[yeo]\s)*(?:$|\t))|^(?:In|Im\sJahre?)\s*{GONE}|(?:\b(?:for|in|during)\s+the\s*)?{GONE}\s*(?:academic\s+year|school\s+year|学年度?|年度)|"
    rf"(?<={GONE})\s+(?:and|et|und|y|e)\s*{GONE}|"
    rf"(?:académique|Studienjahr|academic\s+year|année\s+universitaire)\s*{GONE}|"
    rf"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s*{GONE}",
    re.I,
)
# What a word and a colon begin says more about what stands before.
REMARK = re.compile(
    r"(?:(?<=[,.;\t])|(?<=\s[–-]))\s*"
    r"[^\W\d_]{4,}(?:[ ][^\W\d_]+)?\s?[:：]\s|(?<=[；\t\ue002])\s*[\u3400-\u9fff]{2,4}[:：]"
)
# Signs beside a date that are no part of it: "AY2019-2020", "2010年3月まで".
NOT_OF_DATE = re.compile(r"\bAY\s?(?=(?:19|20)\d\d)|(?<=[年月日])まで(?=[\W]|$)")
# In Chinese and Japanese: what one began at a date.
BEGUN = re.compile(r"(?:入学|進学|編入|入社|入所|入職|着任|就任|採用|起)(?=[\W]|$)")
# What only names a link.
LINK_ALONE = re.compile(
    r"\W*(?:link|pdf|event\spage|abstract|poster|recording|web(?:site|page)?|slides|here|video)\W*",
    re.I,
)


def without_asides(text: str, *, has_amount: bool) -> tuple[str, list[str]]:
    """The text without them, and what goes into the notes. `has_amount`: there is a box for one."""
    text, asides = AT_LABEL.sub(r"\1", LABEL_ALONE.sub("", text)), []
    for pattern in (
        BARE_ADDRESS,
        *([] if has_amount else [ONLY_AMOUNT]),
        STILL,
        DONE,
        ASIDE,
    ):
        if pattern is not STILL:
            asides += [match[0].strip("()[] 　\ue002") for match in pattern.finditer(text)]
        text = pattern.sub(GONE, text)
    asides = [aside for aside in asides if not LINK_ALONE.fullmatch(aside)]
    return EMPTY_BRACKETS.sub(GONE, BRACKET_ENDS.sub("", text)), asides

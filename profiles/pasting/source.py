"""The lines of a CV's source: without comments and layout, a command with all its arguments.

What an argument tells as a list or a sentence stands behind BELOW: it says more about the entry.
"""

import re

# What a line has become that says nothing, not even that something ends.
DROPPED = "\0"
# Between the arguments of a command that name its entry and those that say more about it.
BELOW = "\x1e"
# What only lays out a CV's source: a LaTeX command with its arguments alone, tags of a template.
COMMENT = re.compile(r"(?<!\\)%.*")
LAYOUT = re.compile(
    r"\s*\\(?:(?:begin|end)\{\w+\*?\}|(?:new|clear)page|(?:no)?pagebreak|[vh]space|tightlist"
    r"|(?:small|med|big)skip|nocite|input|include|renewcommand|newcommand|setlength|if\w*|fi|else"
    r"|(?:row|cell)color|columnbreak|multicolumn|hline|toprule|bottomrule|midrule|centering)"
    r"\*?(?:\[[^\]]*\]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*[\s&\\]*"
)  # fmt: skip
# A command that is alone in its line, as the templates define them: "\divider".
ALONE = re.compile(r"\s*\\[a-zA-Z]+\*?[\s\\]*")
LIST_BEGINS = re.compile(
    r"\s*(?:\\begin\{(?:itemize|enumerate|cvitems|\w*emize)\}.*|\\\w*(?:List|Item)\w*(?:Start|Begin))\s*"
)
# Below the names of the columns of a table in Markdown.
RULE = re.compile(r"\s*\|?[\s:|-]*--[\s:|-]*\|[\s:|-]*")
# Signs of a template, and the frame of Chinese text in LaTeX.
TEMPLATE = re.compile(
    r"\{%.{,200}?%\}|\{\{[^\\]{,200}?\}\}|<!--.*?-->"
    r"|\\begin\{CJK\*?\}\{\w*\}\{\w*\}|\\end\{CJK\*?\}"
)
# In Markdown what is defined below a line: ":   Keeper, Hive Ltd".
DEFINITION, GOES_ON = re.compile(r"\s{,3}:\s+(?=\S)"), re.compile(r"\s{2,}(?![-*+]\s)\S")
TAGS_ALONE = re.compile(r"\s*(?:</?\w[^>]*>\s*)+")
LATEX = re.compile(r"\\(?:[a-zA-Z]{3,}\b|\\)")
COMMAND = re.compile(r"\s*\\[a-zA-Z]{3,}\*?")
# The colour of a row, the size of letters: no part of what it says.
UNSEEN = re.compile(
    r"\\vspace\*?\s*\{[^{}]*\}|\\includegraphics\*?(?:\[[^\]]*\])?\{[^{}]*\}|\\hbox\s*to\s*[\d.]+\s*\w\w|\\(?:row|cell|text)?color(?:\[[^\]]*\])?\{[^{}]*\}(?!\{)|\\multicolumn\{[^{}]*\}\{(?:[^{}]|\{[^{}]*\})*\}"
)
ROW_ENDS = re.compile(r"(?:\\\\(?:\[[^\]]*\])?|\\tabularnewline|\\end\{\w+\*?\}|\\item\b.*)\s*$")
# Where a box ends with its row, which began in a line above.
CELL_ENDS = re.compile(r"\}\s*\\\\\s*$")
CELL = re.compile(r"(?<!\\)&")
# So many lines and signs one command may have; so many lines a row of a table.
MOST_LINES, MOST_SIGNS, MOST_OF_ROW = 60, 8_000, 6
# "\begin{entry}[Keeper]{2016}" is a command with arguments; in those of tables and lists is no
# text, nor in a short option.
ENVIRONMENT = re.compile(
    r"(?m)^[ \t]*\\begin\{(?!tabul|tabu\}|longt|minipage|list\}|adjust|multicol|paracol|itemize"
    r"|enumerate|description|spacing|wrapfig|tcolorbox|document|thebib)([a-zA-Z]{3,})\}(?:\[([^\]=]{4,})\])?(?=\s*\{)"
)
# What begins anew, whatever is still open above it.
SECTION = re.compile(r"\s*\\(?:sub)*(?:cv)?section\b")
ARGUMENT = re.compile(r"\s*(?:\[[^\]]*\]\s*)?\{")
# Of an argument that says more: a list in it, or so many words; so many signs name an entry.
LIST = re.compile(r"%?\s*\\(?:item|begin)\b|\\\w*[lL]ist\w*\b")
BEGINS_WITHIN = re.compile(
    r"(?<=\S)\s*\\begin\{(?:itemize|enumerate|cvitems|tightlist|highlights)\}"
)
ITEM = re.compile(
    r"\\item\b(?:\[[^\]]*\])?|\\(?:begin|end)\{\w+\*?\}(?:\[[^\]]*\])?|\\\w*[lL]ist\w*\b"
)
NEW_LINE = re.compile(r"\\newline\b|\\\\")
SENTENCE, SENTENCE_OF_SIGNS = 18, 120
# What a line of text begins with; at so many signs people break it.
TEXT_BEGINS = re.compile(r"[^\s\\&%}{]|\\(?:item|text\w+|emph|href)\b")
WIDE = 60
TEXT_ENDS = re.compile(r"(?:\\\\(?:\[.*\])?|\\newline|[{}&])\s*$")
# So many arguments name an entry.
LEAST_ARGUMENTS = 3


def without_layout(lines: list[str]) -> list[str]:
    """As many lines: empty ones, or DROPPED, for what a reader does not see."""
    lines = [TEMPLATE.sub("", line.replace(BELOW, " ")) for line in lines]
    if sum(1 for line in lines if LATEX.search(line)) > len(lines) / 10:
        lines = [UNSEEN.sub("", COMMENT.sub("", line)) for line in lines]
        lines = ENVIRONMENT.sub(_as_command, "\n".join(lines)).split("\n")
        lines = _joined(lines)
        lines = ["" if ALONE.fullmatch(line) else line for line in lines]
    lines = _with_definitions(lines)
    for number, line in enumerate(lines):
        if number and RULE.fullmatch(line):
            lines[number - 1] = lines[number] = DROPPED
    lines = [DROPPED if LIST_BEGINS.fullmatch(line) else line for line in lines]
    is_layout = (
        LAYOUT.fullmatch(CELL_ENDS.sub("", line)) or TAGS_ALONE.fullmatch(line) for line in lines
    )
    return ["" if lays_out else line for line, lays_out in zip(lines, is_layout, strict=True)]


def _with_definitions(lines):
    """Definitions without their colon, and with the lines that they go on in."""
    given, lines, begin = lines, list(lines), None
    for number, line in enumerate(given):
        if match := DEFINITION.match(line):
            begin, lines[number] = number, line[match.end() :]
        elif begin is not None and GOES_ON.match(line) and len(given[number - 1]) >= WIDE:
            lines[begin], lines[number] = f"{lines[begin].rstrip()} {line.strip()}", DROPPED
        else:
            begin = None
    return lines


def _as_command(match):
    return f"\\{match[1]}{{{match[2]}}}" if match[2] else f"\\{match[1]}"


def _joined(lines):
    """Each command in the line where it begins, and each row of a table."""
    given, lines, at = lines, list(lines), 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and (
            _goes_on(lines[at], lines[end], end - at)
            or (_wraps(lines[at], given[end - 1], lines[end]) and end - at <= MOST_LINES)
        ):
            if lines[end].strip():
                lines[at] = f"{lines[at].rstrip()} {lines[end].strip()}"
            lines[end] = DROPPED
            end += 1
        lines[at] = _with_text_below(lines[at])
        if "\\" not in lines[at]:  # the last row of a table
            lines[at] = CELL.sub("\t", lines[at])
        at = end
    return lines


def arguments(line: str) -> list[tuple[int, int]]:
    """Where the arguments of the command that a line begins with begin and end."""
    found, command = [], COMMAND.match(line)
    at = command.end() if command else len(line)
    while match := ARGUMENT.match(line, at):
        depth, at = 1, match.end()
        while depth and at < len(line):
            depth += {"{": 1, "}": -1}.get(line[at], 0) * (line[at - 1] != "\\")
            at += 1
        found.append((match.end(), at - 1))
    return found


def _with_text_below(line):
    """The lists in its arguments behind BELOW, and those that are a sentence where others name the
    entry, as is the last of \\cventry, with five arguments or moderncv's six.
    """
    found = [(start, end) for start, end in arguments(line)]
    told = [pair for pair in found if line[slice(*pair)].strip()]
    texts = []
    for number, (start, end) in reversed(list(enumerate(found))):
        text = line[start:end]
        listed = LIST.search(text)
        before = text[: listed.start()].rstrip(" {") if listed else text
        is_whole = number == 4 == len(found) - 1 and all(pair in told for pair in found[:4])
        is_last = "cventry" in line[: found[0][0]] and (number == 5 or is_whole)
        is_more = len([pair for pair in told if pair[0] < start]) >= LEAST_ARGUMENTS - 1
        if is_last and number == 5 and told[:-1] == found[:2]:  # where it was, and more
            before = NEW_LINE.split(text)[0]
        elif is_more and (is_last or _is_sentence(before)):
            before = ""
        if before != text and len(before) <= SENTENCE_OF_SIGNS:
            texts.insert(0, text[len(before) :])
            line = line[:start] + before + line[end:]
    if listed := BEGINS_WITHIN.search(line):
        line, texts = line[: listed.start()].rstrip(" {"), [line[listed.start() :], *texts]
    items = [item for text in texts for item in ITEM.split(text)]
    items = [re.sub(r"^[\s{}%]+|[\s{}%\\]+$", "", item) for item in items]
    return BELOW.join([line, *filter(None, items)])


def _is_sentence(text):
    words = len(text.split())
    ends = words > 1 and re.search(rf"[^\W\d_]{{{3 if words > 5 else 5},}}\.\s*$", text)
    return bool(ends) or words > SENTENCE or len(text) > 10 * SENTENCE


def _goes_on(line, following, count):
    """Whether arguments of its command, or cells of its row, stand in the next line."""
    if count > MOST_LINES or len(line) + len(following) > MOST_SIGNS or SECTION.match(following):
        return False
    if CELL.search(line) and "{" not in line.replace("\\{", "")[:1]:
        is_row = count < MOST_OF_ROW and not ROW_ENDS.search(line)
        return is_row and not LAYOUT.fullmatch(following)
    is_command = COMMAND.match(line) and not LAYOUT.fullmatch(line)
    if not is_command:
        return False
    if line.count("{") > line.count("}"):  # unless one was forgotten
        return COMMAND.match(line)[0] != (COMMAND.match(following) or [""])[0]
    if SECTION.match(line):
        return False
    is_open = line.rstrip().endswith("}") or bool(ALONE.fullmatch(line))
    return following.lstrip().startswith("{") and is_open


def _wraps(line, last, following):
    """Whether a text goes on: a line ends nothing in LaTeX, unless with a sign that says so."""
    is_text = not COMMAND.match(line) or TEXT_BEGINS.match(line.lstrip())
    follows = following.lstrip()
    goes_on = TEXT_BEGINS.match(follows) and not follows.startswith("\\item")
    is_wide = len(last) + len(follows.partition(" ")[0]) > WIDE
    return bool(is_text and goes_on and is_wide and not TEXT_ENDS.search(last))

"""Macros whose argument must be seen raw: addresses, maths, verbatim text."""

from publications.latex.macros import BIBSTRINGS
from publications.latex.tokens import ARGUMENT, BRACES, ESCAPED_IN_URL, SPACES, VERB


class RawArguments:
    """The part of the Decoder that reads ahead; one `read_` method for each of RAW_ARGUMENT."""

    def argument(self) -> str | None:
        """The raw text of the group that follows, or None; the position moves behind it."""
        opened = ARGUMENT.match(self.raw, self.at)
        if not opened or self.unclosed:
            return None
        depth = 0
        for token in BRACES.finditer(self.raw, opened.end()):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0:
                self.at = token.end()
                return self.raw[opened.end() + 1 : token.start()]
        self.unclosed = True
        return None

    def read_url(self) -> None:
        if (url := self.argument()) is not None:
            self.links.append((url, url))
            self.literal(ESCAPED_IN_URL.sub(r"\1", url))

    def read_href(self) -> None:
        url = self.argument()
        start = self.at
        if url is not None and (text := self.argument()) is not None:
            self.links.append((url, text))
            self.at = start  # the text is decoded like any other

    def read_ensuremath(self) -> None:
        source = self.argument()
        if source is not None:
            self.maths(source)

    def read_bibstring(self) -> None:
        if (name := self.argument()) is not None:
            self.literal(BIBSTRINGS.get(name, name))

    def read_verb(self) -> None:
        if found := VERB.match(self.raw, self.at):
            self.at = found.end()
            self.literal(found[2])

    def read_ifmmode(self) -> None:
        """Names of the American Physical Society: in text the branch after `\\else` counts."""
        branch = self.find("\\else")
        if branch >= 0:
            self.at = SPACES.match(self.raw, branch + 5).end()

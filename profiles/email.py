"""An e-mail address as harvesters do not read it."""


def protected(email: str) -> str:
    """ "ada@example.org" -> "ada [at] example [dot] org"."""
    return email.replace("@", " [at] ").replace(".", " [dot] ")

"""What pip asks when it is to build Vitae as a package: there is none, and this says what to do.

The interface is PEP 517's; pyproject.toml names this module.
"""

import sys

MESSAGE = """
Vitae is an application, not a library: there is no package of it to build or to install.
Run it from its folder:

    git clone ADDRESS vitae && cd vitae && make run

docs/install.md says more; deploy/Containerfile makes an image of it.
"""


def build_wheel(*args, **kwargs):
    """End with the message, as every way through pip does."""
    sys.exit(MESSAGE)


build_sdist = build_editable = build_wheel

"""Programs of npm that look at what the site says, where a machine has them.

`VITAE_NODE_PACKAGES` names a folder in which they are installed; without it their tests skip.
"""

import os
from pathlib import Path

from tests.conftest import missing


def packages(*names: str) -> Path:
    """The folder of node's packages, in which these are."""
    folder = Path(os.environ.get("VITAE_NODE_PACKAGES") or "/nowhere").resolve() / "node_modules"
    lacking = [name for name in names if not (folder / name).is_dir()]
    if lacking:
        missing(f"VITAE_NODE_PACKAGES names no folder with npm's {' and '.join(lacking)}")
    return folder

"""Print what a server needs: the dependencies of pyproject.toml, and of the extras that are named.

requirements.lock has the tools of development besides, which have no place in an image.
"""

import sys
import tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], sep="\n")
for extra in sys.argv[1:]:
    print(*project["optional-dependencies"][extra], sep="\n")

"""manage.py on a machine to which every public host is one server, of this machine, at a port.

python -m tests.exchange.sources.online PORT COMMAND ...
"""

import sys

import manage
from benchmarks.measure import set_up


def main():
    set_up()
    from tests.exchange.sources.conftest import leading_to

    for place, name, value in leading_to(int(sys.argv.pop(1))):
        setattr(place, name, value)
    manage.main()


if __name__ == "__main__":
    main()

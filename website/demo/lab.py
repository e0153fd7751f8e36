"""The whole lab: its people, its journals, and what ties two members together."""

from website.demo import (
    ada_lovelace,
    alan_turing,
    chien_shiung_wu,
    claude_shannon,
    emmy_noether,
    g_h_hardy,
    grace_hopper,
    srinivasa_ramanujan,
    tsung_dao_lee,
)
from website.demo.content import VenueEntry

# Hardy's file comes before Ramanujan's, Wu's before Lee's: the second of a pair meets papers
# that are here already, and confirms that they are theirs too.
PEOPLE = tuple(
    module.PERSON
    for module in (
        ada_lovelace,
        emmy_noether,
        g_h_hardy,
        srinivasa_ramanujan,
        chien_shiung_wu,
        tsung_dao_lee,
        alan_turing,
        claude_shannon,
        grace_hopper,
    )
)

# No public ranking covers these journals at their time: the list is the demo lab's own.
RANKING = "Lab list"

VENUES = (
    VenueEntry(
        "Physical Review",
        "Phys. Rev.",
        "https://journals.aps.org/",
        aliases=("Phys. Rev.", "The Physical Review"),
        ranks=((RANKING, "A"),),
    ),
    VenueEntry("Mathematische Annalen", "Math. Ann.", aliases=("Math. Ann.",)),
    VenueEntry(
        "Proceedings of the London Mathematical Society",
        "Proc. LMS",
        aliases=("Proc. London Math. Soc.",),
        ranks=((RANKING, "A"),),
    ),
    VenueEntry(
        "Bell System Technical Journal",
        "BSTJ",
        aliases=("Bell Syst. Tech. J.", "The Bell System Technical Journal"),
        ranks=((RANKING, "A"),),
    ),
)

# Whose record, and whose account may edit it too: Hardy keeps Ramanujan's papers in order.
DELEGATIONS = (("srinivasa-ramanujan", "g-h-hardy"),)

# Printed names that wait for their member's word, or are known not to be theirs.
SUGGESTIONS = (
    ("ramanujan1927collected", "Hardy", "g-h-hardy", "pending", "exact"),
    ("lee1963experimental", "Lee", "tsung-dao-lee", "refused", "Y. K. Lee is another physicist."),
)

"""A paper of nobody is on the list of the lab without anyone's leave."""

from django.urls import reverse

from profiles.models import Delegation
from publications.models import Publication
from tests.conftest import make_user
from tests.publications.test_admin_shared_papers import EMPTY, PAPER


def test_a_paper_of_nobody_is_not_a_delegates_to_publish(client, alice, bob):
    """With two records the form asks whose it is: "nobody" would be public at once."""
    dora = make_user("dora")
    for researcher in (alice, bob):
        Delegation.objects.create(researcher=researcher, user=dora, may_publish=False)
    client.force_login(dora)
    client.post(reverse("admin:publications_publication_add"), EMPTY | PAPER | {"owner": ""})
    assert not Publication.objects.exists()

"""A pasted text takes time in proportion to its length, whatever it is made of."""

import pytest
from django.urls import reverse

from exchange.sources import pasted
from exchange.sources.pasted import named_in
from publications.reference_lists.printed import references_in
from tests.cpu import cpu

SIZE = 100_000


@pytest.mark.parametrize(
    ("read", "piece"),
    [
        (lambda text: list(references_in(text)), "Ab cd.\n"),
        (lambda text: list(references_in(text)), "Ab cd 2019, as\n"),
        (lambda text: list(references_in(text)), "Kelp 2019.\nAda Bo" + " " * 40_000 + "x\n"),
        (named_in, "?a=10.1234/x"),
    ],
)
def test_it_is_read_in_proportion(read, piece):
    text = piece * (SIZE // len(piece))
    assert cpu(read, text, below=0.5) < 1


def test_a_year_counts_in_the_reference_it_stands_in_only():
    first, second = "Ahlgren, A. (2019). Kelp\nat night.", "Ode, B. Tides\nby day."
    lines = [*first.splitlines(), *second.splitlines(), "Chu, C. Lakes."]
    assert list(references_in("\n".join(lines))) == [
        "Ahlgren, A. (2019). Kelp at night.",
        "Ode, B. Tides by day. Chu, C. Lakes.",
    ]


def test_a_long_text_that_is_no_list_is_refused(client, alice):
    client.force_login(alice.owner)
    text = "Kelp grows. " * (pasted.LONGEST // 12 + 1)
    url = reverse("admin:publications_importbatch_lookup")
    html = client.post(url, {"text": text, "researcher": alice.pk}).content.decode()
    assert "This text is too long. Paste up to 200000 characters at once." in html

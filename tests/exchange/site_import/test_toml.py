"""TOML is read as YAML is: texts, lists and mappings that know their lines; and is bounded."""

import pytest

from exchange.site_import.yaml_lines import read_toml

TEXT = """title = "Kelp"
draft = true
when = 2024-05-01
[author]
name = "Bob"
[[job]]
role = "Diver"
[[job]]
role = "Cook"
"""


def test_values_are_texts_with_their_lines():
    notes = []
    value = read_toml(TEXT, notes, 2)
    assert (value["title"], value["draft"], value["when"]) == ("Kelp", "true", "2024-05-01")
    assert value.lines == {"title": 2, "draft": 3, "when": 4, "author": 5, "job": 7}
    assert [(job["role"], job.lines["role"]) for job in value["job"]] == [
        ("Diver", 8),
        ("Cook", 10),
    ]
    assert notes == []


@pytest.mark.parametrize(
    "text",
    [
        "a = [" + "[" * 200 + "]" * 200 + "]",
        ".".join(["a"] * 100_000) + " = 1",
        "[" + ".".join(["a"] * 200) + "]",
        "a = " + "{b = " * 100 + "1" + "}" * 100,
        "a = 'x" + " " * 100_000,
        "\n".join(f"{'a' * 5000}{n} " for n in range(40)),
    ],
)
def test_what_is_too_deep_or_no_toml_is_noted_in_one_line(text):
    notes = []
    assert read_toml(text, notes) == ""
    assert len(notes) == 1

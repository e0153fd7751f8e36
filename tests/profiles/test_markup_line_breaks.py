import pytest

from profiles.markup import plain_text, render


def test_chinese_lines_join_without_a_blank():
    assert render("父亲创办了当地最早的\n女子学校。") == "<p>父亲创办了当地最早的女子学校。</p>\n"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("宇称，\n不守恒", "宇称，不守恒"),
        ("**宇称**\n[不守恒](https://example.org/)", "宇称不守恒"),
        ("日本の\n物理", "日本の物理"),
        ("宇称 parity\n不守恒", "宇称 parity 不守恒"),
        ("물리\n학자", "물리 학자"),
        ("one\ntwo", "one two"),
        ("宇称  \n不守恒", "宇称 不守恒"),
    ],
)
def test_only_between_letters_that_no_blank_parts(text, read):
    assert plain_text(text) == read

"""Person lists and names."""

import pytest

from publications.names import Name, parse_name, parse_names


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Lovelace, Ada", Name("Ada", "Lovelace")),
        ("Ada Lovelace", Name("Ada", "Lovelace")),
        ("Ludwig van Beethoven", Name("Ludwig", "Beethoven", "van")),
        ("van Beethoven, Ludwig", Name("Ludwig", "Beethoven", "van")),
        ("King, Jr, Martin Luther", Name("Martin Luther", "King", "", "Jr")),
        ("King, Martin Luther, Jr.", Name("Martin Luther", "King", "", "Jr.")),
        ("Martin Luther King Jr.", Name("Martin Luther", "King", "", "Jr.")),
        (r"{\O}ystein Q Moe", Name("Øystein Q", "Moe")),
        (r"{\'{E}}va Tardos Foo", Name("Éva Tardos", "Foo")),
        ("{Van Eck}, C.~L.", Name("C. L.", "Van Eck")),
        ("Jane {von Doe}", Name("Jane", "von Doe")),
        ("Plato", Name("", "Plato")),
        ("{OpenAI}", Name(literal="OpenAI")),
        ("{Barnes and Noble}", Name(literal="Barnes and Noble")),
        ("李明", Name(literal="李明")),
        ("李, 明", Name("明", "李")),
        ("David creswell", Name("David", "creswell")),
        ("Doe,", Name("", "Doe")),
        (", Arvind K", Name("Arvind", "K")),
        (r"\textbf{Roe, Jane}", Name("Jane", "Roe")),
        ("family=Goethe, given=Johann, prefix=von", Name("Johann", "Goethe", "von")),
        ('"family={Aa, Bb}", given=Cy', Name("Cy", "Aa, Bb")),
        ("King Jr., Martin Luther", Name("Martin Luther", "King", "", "Jr.")),
        (r"Kelp \& Sons, Inc.", Name(literal="Kelp & Sons, Inc.")),
        ("{Jane Roe}*", Name(literal="Jane Roe", marks="*")),
        ("TIDENET PI(s)", Name("TIDENET", "PI(s)")),
        ("Roe, Jane (Jay)", Name("Jane (Jay)", "Roe")),
        ("**Jane Roe**", Name("Jane", "Roe")),
        ("Jane Roe 0002", Name("Jane", "Roe")),
        ("J.-A.Roe", Name("J.-A.", "Roe")),
        ("Roe J. A.", Name("J. A.", "Roe")),
        ("van der Roe J.", Name("J.", "Roe", "van der")),
        ("M.I.T.", Name("", "M.I.T.")),
        ("A. B.", Name("A.", "B.")),
    ],
)
def test_name_is_parsed_into_parts(raw, name):
    assert parse_name(raw) == name


@pytest.mark.parametrize(
    ("raw", "marks"),
    [
        ("Wu*, Zhaomin", "*"),
        ("Zhaomin Wu†", "†"),
        (r"Zhaomin Wu$^\dagger$", "†"),
        (r"Zhaomin Wu$^{1,*}$", "¹,*"),
        (r"Zhaomin Wu$^{*,\dagger}$", "*,†"),
        (r"Zhaomin Wu\footnotemark[1]", ""),
        ("Zhaomin Wu(*)", "*"),
        ("Zhaomin Wu⋆", "⋆"),
        (r"Zhaomin Wu\textsuperscript{*}", "*"),
        ("Zhaomin Wu¹", "¹"),
        ("Zhaomin Wu✉", "✉"),
        ("*Zhaomin Wu", "*"),
    ],
)
def test_it_takes_marks_off(raw, marks):
    assert parse_name(raw) == Name("Zhaomin", "Wu", marks=marks)


def test_it_shows_a_name():
    assert Name("Ludwig", "Beethoven", "van").display == "Ludwig van Beethoven"
    assert Name("Martin", "King", "", "Jr").display == "Martin King, Jr"
    assert Name(literal="The Team").display == "The Team"


@pytest.mark.parametrize(
    ("raw", "count", "others"),
    [
        ("A Aa and B Bb", 2, False),
        ("A Aa AND B Bb", 2, False),
        ("A Aa\nand B Bb", 2, False),
        ("A Aa and and B Bb", 2, False),
        ("and A Aa and", 1, False),
        ("A Aa and others", 1, True),
        ("Aa, A et al.", 1, True),
        ("A Aa et~al.", 1, True),
        (r"A Aa and \emph{et al.}", 1, True),
        ("A Aa and et~al.", 1, True),
        ("A Aa and many others.", 1, True),
        (r"A Aa \and B Bb", 2, False),
        ("<b>A Aa</b> and B Bb", 2, False),
        (r"\href{https://a.org}{A Aa} and B Bb", 2, False),
        ("", 0, False),
        ("{The ATLAS Collaboration} and A Aa", 2, False),
    ],
)
def test_it_splits_lists(raw, count, others):
    names, found_others, warnings = parse_names(raw)
    assert (len(names), found_others, warnings) == (count, others, [])


@pytest.mark.parametrize(
    "raw",
    [
        "Ann Aa, Bo Bb, Cy Cc and Di Dd",
        "Aa, Ann; Bb, Bo; Cc, Cy; Dd, Di",
        "Ann Aa | Bo Bb|Cy Cc | Di Dd",
        "Aa, A., Bb, B., Cc, C., Dd, D.",
    ],
)
def test_it_splits_lists_without_and_but_warns(raw):
    names, _others, warnings = parse_names(raw)
    assert [name.family for name in names] == ["Aa", "Bb", "Cc", "Dd"]
    assert warnings


@pytest.mark.parametrize(
    "raw", ["Jane Roe (Supervisor)", "Roe, Jane (ed.)", "Jane Roe (University of Kelp)"]
)
def test_it_leaves_out_what_is_no_part_of_a_name_and_says_so(raw):
    names, _others, warnings = parse_names(raw)
    assert names == [Name("Jane", "Roe")]
    assert "left out" in warnings[0]


def test_three_as_a_text_prints_them():
    names, _others, warnings = parse_names("Ann Aa, Bo Bb, and Cy Cc")
    assert [name.family for name in names] == ["Aa", "Bb", "Cc"]
    assert warnings
    assert len(parse_names("Aa Bb, Ann Bo, and Cc, Cy")[0]) == 2


def test_it_does_not_guess_at_too_many_commas():
    names, _others, warnings = parse_names("One, Two Three, Four, Five Six")
    assert [name.literal for name in names] == ["One, Two Three, Four, Five Six"]
    assert "too many commas" in warnings[0]


@pytest.mark.parametrize(
    "option",
    [
        "uniquenametemplatename=fam",
        "useprefix=true",
        "sortingnamekeytemplatename=family",
        "labelalphanametemplatename = x",
        "nametemplates=y",
        "nosortothers=true",
    ],
)
def test_an_option_of_biblatex_is_nobody(option):
    names, et_al, warnings = parse_names(
        f"{option} and Roe, Ann and given=Max, {option}, family=Li"
    )
    assert [name.display for name in names] == ["Ann Roe", "Max Li"]
    assert (et_al, warnings) == (False, [])


@pytest.mark.parametrize(
    ("raw", "words"), [("von Roe, Bo", "Bo von Roe"), ("李, 明", "李明"), ("李明", "李明")]
)
def test_a_name_is_shown_in_its_own_order(raw, words):
    assert parse_name(raw).display == words


@pytest.mark.parametrize(
    "raw",
    ["山田太郎、鈴木花子", "山田太郎，鈴木花子", "山田太郎；鈴木花子", "山田太郎 and 鈴木花子"],
)
def test_east_asian_signs_part_names(raw):
    names, _et_al, _warnings = parse_names(raw)
    assert [name.literal for name in names] == ["山田太郎", "鈴木花子"]


def test_mendeley_braces_the_last_ampersand():
    names, _et_al, warnings = parse_names(r"Moss, A. B., Lind, C., {\&} Berg, D.")
    assert [name.family for name in names] == ["Moss", "Lind", "Berg"]
    assert warnings

"""Who is meant by what is pasted: names, addresses, roles."""

import pytest

from accounts.invite_people import read_people, without_titles

DORA, ANA, TOM = "dora@lab.example", "ana@lab.example", "tom@lab.example"


def read(text):
    return [(person.name, person.email, person.group) for person in read_people(text)]


@pytest.mark.parametrize(
    ("line", "name", "email"),
    [
        ("Dora Duval <dora@lab.example>", "Dora Duval", DORA),
        ('"Duval, Dora" <dora@lab.example>;', "Dora Duval", DORA),
        ("Dora Duval, dora@lab.example", "Dora Duval", DORA),
        ("Duval, Dora; dora@lab.example", "Dora Duval", DORA),
        ("Dora Duval\tdora@lab.example", "Dora Duval", DORA),
        ("dora@lab.example, Dora Duval", "Dora Duval", DORA),
        ("dora@lab.example (Dora Duval)", "Dora Duval", DORA),
        ("Dora Duval <mailto:dora@lab.example>", "Dora Duval", DORA),
        ("2. Dora Duval <dora@lab.example>", "Dora Duval", DORA),
        ("  Dora   Duval  ", "Dora Duval", ""),
        ("Duval, Dora", "Dora Duval", ""),
        ("dora@lab.example", "", DORA),
        ("<dora@lab.example>", "", DORA),
        ("dora.van-duval@lab.example", "Dora Van-Duval", "dora.van-duval@lab.example"),
        ("room.12@lab.example", "", "room.12@lab.example"),
        ("Duval, Prof. Dr. Dora <dora@lab.example>", "Prof. Dr. Dora Duval", DORA),
        ("Duval, Dora, PhD <dora@lab.example>", "Dora Duval, PhD", DORA),
    ],
)
def test_a_line_of_one_person(line, name, email):
    assert read(line) == [(name, email, "")]


@pytest.mark.parametrize(
    "line",
    [
        f'"García Márquez, Ana" <{ANA}>; Tom <{TOM}>',
        f'To: "García Márquez, Ana" <{ANA}>, Tom <{TOM}>',
        f"García Márquez, Ana <{ANA}>, Tom <{TOM}>,",
        f"An: Ana García Márquez <{ANA}>;Tom <{TOM}>;",
        f"Ana García Márquez, {ANA}; Tom, {TOM}",
        f"{ANA} (Ana García Márquez), Tom <{TOM}>",
        f'"García Márquez, Ana" <{ANA}>,\n  Tom <{TOM}>',
    ],
)
def test_the_recipients_of_a_mail(line):
    assert read(line) == [("Ana García Márquez", ANA, ""), ("Tom", TOM, "")]


@pytest.mark.parametrize(
    "heading",
    [
        "First name\tLast name\tPhone\tE-mail\tRole",
        "Vorname\tNachname\tTelefon\tE-Mail\tRolle",
        "Prénom\tNom\tTéléphone\tCourriel\tFonction",
        "名\t姓\t电话\t邮箱\t角色",
    ],
)
def test_a_row_of_headings_names_the_columns(heading):
    row = f"Dora\tDuval\t030 123\t{DORA}\tStaff"
    assert read(f"{heading}\n{row}") == [("Dora Duval", DORA, "Staff")]


def test_headings_of_a_file_with_commas_or_semicolons():
    assert read(f"Name,E-mail\nDora Duval,{DORA}") == [("Dora Duval", DORA, "")]
    assert read(f'Name;E-mail\n"Duval, Dora";{DORA}') == [("Dora Duval", DORA, "")]


def test_names_in_two_columns_without_a_blank():
    assert read(f"姓\t名\t邮箱\n翁\t祈桢\t{DORA}") == [("翁祈桢", DORA, "")]


@pytest.mark.parametrize(
    "row",
    [
        f"Dora Duval\t{DORA}\tStaff",
        f"1\tDora\tDuval\t{DORA}\tStaff",
        f"{DORA}\tDora Duval\tStaff",
        f"Duval, Dora\t{DORA}\tStaff",
        f"Dora Duval <{DORA}>\tStaff",
        f"Dora Duval\tStaff\t{DORA}",
    ],
)
def test_a_row_without_headings(row):
    assert read(row) == [("Dora Duval", DORA, "Staff")]


@pytest.mark.parametrize(
    "name",
    [
        "Prof. Dr. Eva Klug",
        "Univ.-Prof. Dr.-Ing. Eva Klug",
        "Prof. Dr. rer. nat. habil. Eva Klug, MSc",
        "Assoc. Prof. Eva Klug, Ph.D.",
        "Dra. Eva Klug",
        "Ms. Eva Klug, MD",
        "Eva Klug (PhD)",
    ],
)
def test_titles(name):
    assert without_titles(name) == "Eva Klug"


@pytest.mark.parametrize(
    "name", ["Phil Collins", "Yo-Yo Ma", "Drew Ingram", "Prof", "Andrea Medina", "Ba Ha"]
)
def test_names_that_look_like_titles(name):
    assert without_titles(name) == name


def test_titles_behind_a_chinese_name():
    assert without_titles("翁祈桢 副教授") == "翁祈桢"


@pytest.mark.parametrize("sign", [",", "<", '"', "@", "a", " ", "(", ".", "dr. ", "a@"])
def test_no_text_takes_long(sign):
    """As long as the form lets it be; the test's own time limit is the measure."""
    text = sign * (20_000 // len(sign))
    for form in (text, f"x{text}", f"x\t{text}", f"Name\tE-mail\n{text}\tx"):
        read_people(form)


def test_a_column_of_groups_goes_before_one_of_roles():
    text = f"Name\tRole\tGroup\tE-mail\nDora Duval\tPostdoc\tTides\t{DORA}\nTom\tHead\t\t{TOM}"
    assert read(text) == [("Dora Duval", DORA, "Tides"), ("Tom", TOM, "Head")]

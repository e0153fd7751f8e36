"""Which encoding a file is in that does not say so: found where it is sure, else a question."""

import pytest

from publications import bibtex

RUSSIAN = """
@book{a, title={Введение в теорию морских лесов}, author={Соколова, Анна}}
@book{b, title={Течения и приливы северных морей}, author={Белов, Пётр}}
"""
UKRAINIAN = """
@book{a, title={Вступ до теорії морських лісів}, author={Гриценко, Олена}}
@book{b, title={Її друга книга про течії}, author={Ґудзь, Євген}}
"""
GREEK = """
@book{a, title={Άγνωστα δάση της θάλασσας}, author={Αλεξίου, Άννα}}
@book{b, title={Ρεύματα και παλίρροιες}, author={Γεωργίου, Πέτρος}}
"""
JAPANESE = """
@article{a, title={海の森についての研究ノート}, author={青木 花子}}
@article{b, title={潮の流れとその観測の方法}, author={石田 次郎}}
"""
CHINESE = """
@article{a, title={關於海洋森林的初步研究報告}, author={林美玲}}
@article{b, title={潮汐觀測方法與資料處理}, author={陳志明}}
"""
KOREAN = """
@article{a, title={바다 숲에 대한 기초 연구}, author={김서연}}
@article{b, title={조류 관측 방법과 자료 처리}, author={박민수}}
"""
POLISH = """
@book{a, title={Wstęp do badań nad lasami morskimi}, author={Żuławska, Łucja}}
@book{b, title={Pływy i prądy północnych mórz}, author={Wiśniewski, Michał}}
"""
TURKISH = """
@book{a, title={Deniz ormanlarına giriş}, author={Yıldız, Ayşe}}
@book{b, title={Kuzey denizlerinde akıntı ölçümü ve gelgit}, author={Çağlar, İsmail}}
@book{c, title={Işığın değişimi: bir yılın gözlemi}, author={Şahin, Gülşen}}
"""
ARABIC = """
@book{a, title={مقدمة في غابات البحر}, author={الأحمد، ليلى}}
@book{b, title={قياس المد والجزر في الشمال}, author={حسن، يوسف}}
"""
GERMAN = """
@book{a, title={Einführung in die Wälder des Meeres}, author={Müller, Jürgen}}
@book{b, title={Strömungen – große und kleine}, author={Groß, Käthe}}
"""
FRENCH = """
@book{a, title={Les forêts de la mer, à l’écart des côtes}, author={Lefèvre, Hélène}}
@book{b, title={Étude préliminaire des marées: où naît le reflux}, author={Gaüzère, Benoît}}
@book{c, title={Mesures çà et là, après la tempête}, author={Forêt, Noël}}
"""
SPANISH = """
@book{a, title={Introducción a los bosques del océano}, author={Muñoz, Íñigo}}
@book{b, title={¿Cuándo sube la marea? Un año de señales}, author={Peña, José}}
"""


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp866"),
        (UKRAINIAN, "cp1251"),
        (UKRAINIAN, "koi8-u"),
        (GREEK, "iso-8859-7"),
        (GREEK, "cp1253"),
        (JAPANESE, "shift-jis"),
        (JAPANESE, "euc-jp"),
        (CHINESE, "big5"),
        (KOREAN, "euc-kr"),
        (POLISH, "cp1250"),
        (POLISH, "iso-8859-2"),
        (TURKISH, "cp1254"),
        (ARABIC, "cp1256"),
        (GERMAN, "cp1252"),
        (FRENCH, "cp1252"),
        (SPANISH, "cp1252"),
        (FRENCH, "mac-roman"),
    ],
)
def test_it_reads_what_is_sure_with_a_warning(text, encoding):
    parsed = bibtex.parse(text.encode(encoding))
    assert parsed.records == bibtex.parse(text).records
    assert [problem.severity for problem in parsed.problems] == ["warning"]
    assert f"it was read as {parsed.encoding}" in parsed.problems[0].reason


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Muñoz", "cp1252"),
        ("Dvořák", "cp1250"),
        ("Yılmaz", "cp1254"),
        ("Зуев", "cp1251"),
        ("青木", "euc-jp"),
        ("王小明", "big5"),
    ],
)
def test_one_name_among_many_entries_is_asked_about(name, encoding):
    entries = [f"@misc{{k{n}, author={{Ahlgren, Alice}}, title={{Kelp {n}}}}}" for n in range(50)]
    entries[30] = f"@misc{{z, author={{{name} and Brandt, Bob}}, title={{Kelp}}}}"
    with pytest.raises(bibtex.UnsureEncodingError) as caught:
        bibtex.parse("\n".join(entries).encode(encoding))
    samples = dict(caught.value.readings).values()
    assert len(samples) == len(set(samples))
    assert any(sample.startswith(name) for sample in samples)


def test_the_question_shows_what_differs():
    data = "@misc{a,\n  title={Années},\n author={Agnès Muñoz and Bob Brandt},\n}".encode("cp1252")
    with pytest.raises(bibtex.UnsureEncodingError, match="cp1250 reads “Agnčs Muńoz and Bob"):
        bibtex.parse(data)


def test_one_german_name_needs_no_question():
    for encoding in ("cp1252", "latin-1", "cp1250"):
        parsed = bibtex.parse("@misc{a, author={Müller, Jürgen}}".encode(encoding))
        assert parsed.records[0].get("author") == "Müller, Jürgen"


def test_what_reads_well_in_no_encoding_is_asked_about():
    with pytest.raises(bibtex.UnsureEncodingError):
        bibtex.parse(b"@misc{a, title={\x81\x8d\x9d\xff\x00x}}")


def test_long_lines_of_bytes_are_no_work():
    with pytest.raises(bibtex.UnsureEncodingError):
        bibtex.parse(b"@misc{a, title={" + bytes(range(128, 256)) * 2_000 + b"}}")

"""What a printed reference does not say for sure is marked; and forms of real pages are read."""

import pytest

from publications.printed.reference import read_reference

RIGHT = [
    (
        "Ahlgren, Alice, Ortega Ruiz, Ana del Sol, Brandt, Carl. (2021). Kelp. *Tides 12*.",
        ["Ahlgren, Alice", "Ortega Ruiz, Ana del Sol", "Brandt, Carl"],
        "Kelp",
        "Tides",
    ),
    (
        'A. Ahlgren*, and B. Brandt*, , * denotes joint first author, "Kelp." Tides, 2021.'
        " Preliminary version in Proc. of Ebb, 2019.",
        ["A. Ahlgren*", "B. Brandt*"],
        "Kelp",
        "Tides",
    ),
    (
        "A. Ahlgren and B. Brandt. Kelp integral operators. II. Acta Kelpica, 12(1):183, 1972.",
        ["A. Ahlgren", "B. Brandt"],
        "Kelp integral operators. II",
        "Acta Kelpica",
    ),
    (
        "Ahlgren A, Brandt B. Genes of Kelpus pallidum subsp. pallidum of Oslo. NOVA. 2015;13:17",
        ["Ahlgren, A", "Brandt, B."],
        "Genes of Kelpus pallidum subsp. pallidum of Oslo",
        "NOVA",
    ),
    (
        "Ahlgren A, Brandt B (2022). Kelp in fish (*Kelpo rerio*). *Kelp Reports*, 12(4).",
        ["Ahlgren, A", "Brandt, B"],
        "Kelp in fish (Kelpo rerio)",
        "Kelp Reports",
    ),
    (
        "A. Ahlgren, “Kelp as a signature of flow,” Phys. Rev. D46 (1992) 229-245.",
        ["A. Ahlgren"],
        "Kelp as a signature of flow",
        "Phys. Rev. D",
    ),
    (
        "Alice Ahlgren, Bob Brandt <br> **Fast kelp** <br> Accepted for publication in Tides 2021",
        ["Alice Ahlgren", "Bob Brandt"],
        "Fast kelp",
        "Tides",
    ),
    (
        "Ahlgren, A. »Kelp der Nacht: ein Bericht«. Kelpische Chronik 13 (2004), 226-241.",
        ["Ahlgren, A."],
        "Kelp der Nacht: ein Bericht",
        "Kelpische Chronik",
    ),
    (
        "Alice Ahlgren, **Bob Brandt**, Charlie Dahl, Kelp at night, and by day, the 4th Conference"
        " on Kelp (CK), Oslo, 2016.",
        ["Alice Ahlgren", "Bob Brandt", "Charlie Dahl"],
        "Kelp at night, and by day",
        "the 4th Conference on Kelp (CK)",
    ),
    (
        "Alice Ahlgren; **Bob Brandt**; Kelp at night, 2020 Conference on Kelp and Moss, Oslo.",
        ["Alice Ahlgren", "Bob Brandt"],
        "Kelp at night",
        "2020 Conference on Kelp and Moss",
    ),
    (
        "Kelp at night. Ahlgren, A., Brandt, B. et Dahl, C. (2025) Kelp Studies of Oslo",
        ["Ahlgren, A.", "Brandt, B.", "Dahl, C."],
        "Kelp at night",
        "Kelp Studies of Oslo",
    ),
    (
        "A Ahlgren, B Brandt, **C Dahl**, Kelpo: Growing kelp at night, Kelp Letters 3, 2023",
        ["A Ahlgren", "B Brandt", "C Dahl"],
        "Kelpo: Growing kelp at night",
        "Kelp Letters",
    ),
    (
        "Ahlgren, A. (2015). *Kelp at night* (Poster). Zweite Tagung der Gesellschaft (GK), Bonn.",
        ["Ahlgren, A."],
        "Kelp at night",
        "Zweite Tagung der Gesellschaft (GK)",
    ),
    (
        "Ahlgren, A. (2013). Kelp bei Nacht. Vortrag auf der 14. Tagung der Algen, Hildesheim.",
        ["Ahlgren, A."],
        "Kelp bei Nacht",
        "14. Tagung der Algen",
    ),
    (
        "AHLGREN, A. As algas à noite In: Congresso de Algas, 2004, Recife. Anais. , 2004.",
        ["AHLGREN, A."],
        "As algas à noite",
        "Congresso de Algas",
    ),
    (
        'Alice Ahlgren, "Kelp at night", Proc. 2005 Conference on Kelp, pp.6-9, August 2005.',
        ["Alice Ahlgren"],
        "Kelp at night",
        "Proc. 2005 Conference on Kelp",
    ),
    (
        "Alice Ahlgren, Bob Brandt. <br> *Kelp at night*. <br> Kelp Days of Oslo <br> 2016.",
        ["Alice Ahlgren", "Bob Brandt"],
        "Kelp at night",
        "Kelp Days of Oslo",
    ),
    (
        "Tide Tables of the North. Alice Ahlgren, Bob Brandt. In Proc. of Kelp Studies, May 2016.",
        ["Alice Ahlgren", "Bob Brandt"],
        "Tide Tables of the North",
        "Proc. of Kelp Studies",
    ),
    (
        "Ahlgren, A., Bob Brandt e Charlie Z. Dahl. 2024. “Kelp at night”. *Journal of Kelp* 7: 1.",
        ["Ahlgren, A.", "Bob Brandt", "Charlie Z. Dahl"],
        "Kelp at night",
        "Journal of Kelp",
    ),
    (
        "“Kelp at night,” F. Ahlgren , F. Brandt , et B. Dahl . Kelp Rev. D 93 , 125 (2016)",
        ["F. Ahlgren", "F. Brandt", "B. Dahl"],
        "Kelp at night",
        "Kelp Rev. D",
    ),
    (
        "Ahlgren, F.B. and B.B.Brandt. 2005. Growth of kelp in cold water. Kelp J. 1:135-140",
        ["Ahlgren, F.B.", "B.B. Brandt"],
        "Growth of kelp in cold water",
        "Kelp J",
    ),
    (
        'A. Ahlgren and B. Brandt, "Kelp at night," to appear in **Letters on Kelp**, Jan. 2024.',
        ["A. Ahlgren", "B. Brandt"],
        "Kelp at night",
        "Letters on Kelp",
    ),
    (
        "__Kelp at night__ [[pdf]](papers/kelp.pdf) (with Bob Brandt) *Journal of Kelp*, 2 (2001).",
        ["Bob Brandt"],
        "Kelp at night",
        "Journal of Kelp",
    ),
    (
        "Ahlgren, A., & Brandt, B. (2025). Kelp at night [Conference poster]. Kelp Symposium, 2025",
        ["Ahlgren, A.", "Brandt, B."],
        "Kelp at night",
        "Kelp Symposium",
    ),
    (
        "A. Ahlgren, How kelp finds its neighbours. Seventh Workshop on Kelp, 09.09 2013, Oslo.",
        ["A. Ahlgren"],
        "How kelp finds its neighbours",
        "Seventh Workshop on Kelp",
    ),
    (
        "Ahlgren, A et al. Affinity of [<sup>18</sup>F]kelp in cold rats. Kelp Biology 96 (2021).",
        ["Ahlgren, A", "others"],
        "Affinity of [18F]kelp in cold rats",
        "Kelp Biology",
    ),
    (
        "Brandt, B., et al. [including Ahlgren, A.] (2025). Kelp at night. *Kelp Journal*, 3(1).",
        ["Brandt, B.", "others"],
        "Kelp at night",
        "Kelp Journal",
    ),
    (
        "A. Ahlgren. “Kelp at night”. Conference on Kelp, Moss and Stone Ecology, 2021, pp. 1-5.",
        ["A. Ahlgren"],
        "Kelp at night",
        "Conference on Kelp, Moss and Stone Ecology",
    ),
    (
        "Brandt, Bob; Dahl, Charlie; & Ahlgren, Alice. 2007a. Kelp at night. Kelp Review 28, 4.",
        ["Brandt, Bob", "Dahl, Charlie", "Ahlgren, Alice"],
        "Kelp at night",
        "Kelp Review",
    ),
    (
        "A. Ahlgren. “Kelp.” In Kelp and Moss of the North, ed. Bob Brandt & C. Dahl, 7-9. 2007.",
        ["A. Ahlgren"],
        "Kelp",
        "Kelp and Moss of the North",
    ),
    (
        "A. Ahlgren. Can kelp change hearts? Journal of kelp studies. 2011 20(1) 8-18.",
        ["A. Ahlgren"],
        "Can kelp change hearts?",
        "Journal of kelp studies",
    ),
    (
        "Ahlgren A, Brandt B: Moss, a friend, in a cup of kelp sp. of Oslo. Kelp J 43: 7, 2000.",
        ["Ahlgren, A", "Brandt, B"],
        "Moss, a friend, in a cup of kelp sp. of Oslo",
        "Kelp J",
    ),
    (
        "A. Ahlgren, B. Brandt, Slow kelp, Annals of Kelp, 142, pp. 23-30, (1995). Abstract.",
        ["A. Ahlgren", "B. Brandt"],
        "Slow kelp",
        "Annals of Kelp",
    ),
    (
        "Ahlgren, A., & Brandt, B. (Aug. 2022). Slow kelp (Laminaria subg. Digitata). Kelp J., 9.",
        ["Ahlgren, A.", "Brandt, B."],
        "Slow kelp (Laminaria subg. Digitata)",
        "Kelp J",
    ),
    (
        "2022 — Ahlgren, A.B. [Kelp at night][kelp]. *Kelp Studies: Conference Series*, 45, 6.",
        ["Ahlgren, A.B."],
        "Kelp at night",
        "Kelp Studies: Conference Series",
    ),
    (
        "A. Ahlgren, How kelp, moss and tides meet, Proc. of the Kelp Days, August 2015.",
        ["A. Ahlgren"],
        "How kelp, moss and tides meet",
        "Proc. of the Kelp Days",
    ),
    (
        "*Kelp at night*, <br> A. Ahlgren and B. Brandt, <br> Kelp Rivista Jan-Feb. 2005, pp. 2-9",
        ["A. Ahlgren", "B. Brandt"],
        "Kelp at night",
        "Kelp Rivista",
    ),
    (
        "Lind M, AS Ahlgren, B Brandt, GB Roe. 2026. Kelp primes its young. Kelp Letters 34:e70.",
        ["Lind, M", "AS Ahlgren", "B Brandt", "GB Roe"],
        "Kelp primes its young",
        "Kelp Letters",
    ),
    (
        "B. Brandt, **A. Ahlgren**,*A table for tides*, Proc. of the Kelp Days (2023).",
        ["B. Brandt", "A. Ahlgren"],
        "A table for tides",
        "Proc. of the Kelp Days",
    ),
]


@pytest.mark.parametrize(("text", "authors", "title", "venue"), RIGHT)
def test_it_is_read(text, authors, title, venue):
    found = read_reference(text)
    assert (found.authors, found.title, found.venue) == (authors, title, venue)


UNSURE = [
    (
        "title",
        "A. Ahlgren, G. Goeb,els, M. Dahl, D. Eik (2006): Kelp at night, In Proc. Kelp, 2006.",
    ),
    (
        "title",
        "Ahlgren, A. (2006). Kelp of Oslo, an album, ACM, In Proc. of Kelp Days, Oslo, 2006.",
    ),
    (
        "authors",
        "BRANDT, B.; AHLGREN, A. KELP LISEI (A Frog). ECTROKELP. *KELP REVIEW*, v. 5, 2022.",
    ),
    ("venue", "Ahlgren, Alice, Kelp of Northern Harbours: The early years, Kelp House, 2012."),
    ("authors", "2020: KelpNet: growing kelp by maps of tides, Kelp Genomics and Algae"),
    ("title", "AHLGREN A. B., Souza, R. R., Cerdeira P.C. How kelp grows. Kelp J., 3, 2012."),
    ("venue", "Ahlgren, A. (2013). Kelp bei Nacht. Ein Bericht aus der. Oslo."),
    ("title", "KelpNet: Learning tides Alice Ahlgren, Bob Brandt, Charlie Dahl. Tech report, 2018"),
    ("authors", "Title: Kelp grows. Authors: Ahlgren, A. & Brandt, B. Journal: Kelp 13, 134, 2024"),
    ("authors", "Ristad, F. Spang, and C. Dahl, “Wiser than the crowd.” KELP 2024."),
    ("venue", "Ahlgren, A. (2019) Kelp on a pole. Dependence on polar mass, K&A, 623, A179."),
    ("title", "Alice Ahlgren, Bob Brandt, Charlie Dahl Optimizing Kelp [Invited paper] KC 2018."),
    ("title", "Ahlgren, A. 2009. How kelp grows pages 39-47 . In Proceedings of Kelp, 2009"),
    ("year", "A. Ahlgren, “Kelp at night” in Letters on Kelp (IF 2022 = 35.6, JCR Q1)"),
    ("title", "Ahlgren, A. Ordered kelp. A history from shore to shore. Oslo: Meridian, 2006."),
    ("title", "Ahlgren A. Tale of. *Kelp viridis*. Kelp Biology and Conservation, v. 12, 2017."),
    ("venue", "A. Ahlgren, “Kelp” in 4th Workshop on Kelp Design, Care, and Use, Oslo, May 2014"),
]


@pytest.mark.parametrize(("field", "text"), UNSURE)
def test_it_is_marked(field, text):
    assert field in read_reference(text).unsure


@pytest.mark.parametrize(
    ("behind", "numbers"),
    [
        ("2026; 29, no. 3.", ("29", "3", "", "2026")),
        ("vol. 7, no. 2, 2019.", ("7", "2", "", "2019")),
        ("94.12 (2011), 5-9.", ("94", "12", "5-9", "2011")),
        ("(Jan '23)", ("", "", "", "2023")),
        ("'97.", ("", "", "", "1997")),
    ],
)
def test_numbers_behind_the_venue(behind, numbers):
    found = read_reference(f"A. Ahlgren. “Kelp at night.” Kelp Journal {behind}")
    assert found.venue == "Kelp Journal"
    assert (found.volume, found.issue, found.pages, found.year) == numbers


def test_two_given_names_with_y_are_one_family_name():
    found = read_reference("Ortega y Gasset, J., Brandt, B. (2019). Kelp at night. Kelp J., 3, 1.")
    assert found.authors == ["Ortega y Gasset, J.", "Brandt, B."]

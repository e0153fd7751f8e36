"""A subtitle with a link, bold spans, a career in prose, awards in one line each."""

from website.demo.content import item

BIOGRAPHY = """\
My topic is **[reading machines](https://reading.example/) and what they miss**. I have led the
**Margins** group since 2023, after over two years as a researcher and, beginning in 2020, as an
intern. I hold a Ph.D. (Harbour University, 2020) and a B.Eng., with a term abroad in 2014.

<!-- Write your biography here. See [the theme](https://theme.example/)
for how. -->
"""
RECORD = {
    "given_name": "Oren",
    "family_name": "Vasquez",
    "headline": "Scientist at <a href='https://margins.example/'>Margins</a>. Reader. Cook.",
    "biography": BIOGRAPHY,
    "postal_address": "Room 7\n12 Quay Street\nHarbour Town",
    "portrait_side": "end",
}
ITEMS = [
    item("Affiliation", role="Scientist", organisation="Margins", start="2023"),
    item("ResearcherLink", kind="scholar", url="https://scholar.example/vasquez"),
    item(
        "Award",
        name="Medal for Close Reading",
        url="https://medal.example/",
        abbreviation="MCR",
        awarder="Society of Readers",
        dates="2022",
        note="one of three",
    ),
    item("Award", name="Dissertation Prize", url="https://prize.example/", dates="2021"),
]
BIBTEX = """\
@patent{vasquez2021, title = {一种阅读方法}, author = {Vasquez, Oren}, number = {CN 1}, year = 2021,
  month = {Apr}, langid = {chinese}}
@article{vasquez2022, title = {Margins Matter}, author = {Oren Vasquez and Ruiz, Paz},
  journal = {Letters}, year = 2022, month = nov, selected = {true}, note = {Top 5 of 900}}
"""
SELECTED = ("vasquez2022",)
SHOWN = [
    *('href="https://margins.example/"', "Reader. Cook.", "https://reading.example/", "and what"),
    *("<strong>Margins</strong>", "over two years", "Room 7", "12 Quay Street", "Harbour Town"),
    *("Google Scholar", "Medal for Close Reading", "(MCR)", "Society of Readers", "one of three"),
    *("https://prize.example/", "Margins Matter", "profile-end"),
]
ABSENT = ["theme.example", "Write your biography"]

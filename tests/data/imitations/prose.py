"""All in prose, with a list of news below; papers are cited by the names of their systems."""

from website.demo.content import item

BIOGRAPHY = """\
I am a doctoral student in the [Department of Water](https://water.example.org/) of the
[Northern Coast University](https://ncu.example.org/) (NCU), advised by
[Prof. Ines Quill](https://quill.example.org/). I study how tides move sand: see [[SandClock]] and
[[TideNet]], and the preprints Dune and DuneLab. Before that I took a B.E. in Hydraulics there in
2019, spent a summer at Delta Works, and won the *Best Thesis* and the *Young Shores* awards.

My code is freely accessable; I am <del>rarely</del> often at sea. A
[broken one]((https://broken.example.org)) and [another](https://ncu.example.org/cv.pdf]) stay as
they are. More on [my notes](/tilda-mareck/notes/).
"""
NEWS = [
    ("03/2025", "[[SandClock]] and [[TideNet]] are both at [ICWT](https://icwt.example.org/)."),
    ("03/2025", "I have a ticket for the concert of the year."),
    ("11/2024", "Reproduced: [paper](https://a.example/), [code](https://b.example/) and "
     "[data](https://c.example/)."),
]
RECORD = {
    "given_name": "Tilda",
    "family_name": "Mareck",
    "headline": "Doctoral student at NCU",
    "biography": BIOGRAPHY,
    "email": "tilda@ncu.example.org",
    "email_display": "protected",
}
ITEMS = [
    item("Page", title="Notes", slug="notes", body="Setext\n======\n\nNotes on *sand*."),
    item("Redirect", old_path="/about/"),
    item("Section", kind="news", heading="NEWS"),
    *(item("NewsItem", date=d, body=b, position=n) for n, (d, b) in enumerate(NEWS)),
]
BIBTEX = """\
@inproceedings{mareck2025sand,
  title = {SandClock: Telling Time by Dunes}, shorttitle = {SandClock},
  author = {Mareck*, Tilda and Quill*, Ines}, booktitle = {Proceedings of ICWT}, year = 2025}
@inproceedings{mareck2024tide,
  title = {TideNet: Forecasts for Harbours}, shorttitle = {TideNet},
  author = {Quill, Ines and Mareck, Tilda}, booktitle = {Proceedings of ICWT}, year = 2024}
"""
SHOWN = [
    *("Department of Water", "(NCU)", "Prof. Ines Quill", "SandClock, ICWT", "TideNet, ICWT", "DuneLab"),
    *("B.E. in Hydraulics", "Best Thesis", "accessable", "<del>rarely</del>", "NEWS"),
    *("tilda [at] ncu [dot] example [dot] org", "broken one", "cv.pdf", "concert of the year"),
    *('href="/publications/sandclock-telling-time-by-dunes/"', 'href="/tilda-mareck/notes/"'),
    *("https://a.example/", "https://b.example/", "https://c.example/", "Mar 2025", "Nov 2024"),
]

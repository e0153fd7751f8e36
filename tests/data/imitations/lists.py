"""Lists under headings with emoji: papers with badges, degrees, internships, awards."""

from website.demo.content import item, paper

RECORD = {
    "given_name": "Linn",
    "family_name": "Ostrava",
    "native_language": "zh-Hans",
    "headline": "Final-year Ph.D. candidate",
    "biography": "I finish my Ph.D. with [Dr. Abel Rook](https://rook.example/), and "
    "[climb](https://climb.example/) on Sundays.",
}
ITEMS = [
    item("Section", kind="publications", heading="📄 Recent Publications"),
    item("Section", kind="education", heading="🎓 Education"),
    item("Section", kind="experience", heading="💼 Experience"),
    item("Section", kind="awards", heading="🏆 Awards"),
    item(
        "Education",
        degree="Ph.D.",
        organisation="University of Estuary",
        advisor="[Dr. Abel Rook](https://rook.example/)",
        start="2020",
        end="2025",
    ),
    item("Education", degree="B.Sc.", organisation="Lake College", start="2016", end="2020"),
    item(
        "Experience",
        kind="internship",
        role="Internship",
        department="Compilers team",
        organisation="Granite Labs",
        start="May 2025",
        end="Nov 2025",
        description="- What became [[Weft]]:\n  - two hundred kernels in a day",
    ),
    item(
        "Experience",
        role="Applied scientist",
        organisation="Cloudworks",
        start="Jun 2021",
        end="Feb 2025",
    ),
    item("Award", name="Prize of the Lake", dates="2020"),
    item("Award", name="Scholar of the Estuary", dates="2017-2019"),
]
BIBTEX = """\
@inproceedings{ostrava2025weft,
  title = {Weft: Kernels from Threads}, shorttitle = {Weft},
  author = {Ostrava, Linn and Rook, Abel and Tarn, Bo}, booktitle = {Symposium on Looms},
  year = 2025}
@inproceedings{tarn2023warp,
  title = {Warp: Threads from Kernels}, author = {Tarn, Bo and Ostrava, Linn},
  booktitle = {Symposium on Looms}, year = 2023}
"""
LINKS = (
    ("pdf", "Paper", "https://weft.example/p.pdf"),
    ("slides", "", "https://weft.example/s.pdf"),
    ("code", "GitHub", "https://weft.example/code"),
)
PAPERS = (paper("ostrava2025weft", links=LINKS), paper("tarn2023warp", links=LINKS[::2]))
SELECTED = ("ostrava2025weft", "tarn2023warp")
SHOWN = [
    *("📄 Recent Publications", "🎓 Education", "💼 Experience", "🏆 Awards", "林欧斯"),
    *("Dr. Abel Rook", "https://climb.example/", "LOOM", ">Paper</a>", ">Slides</a>", ">GitHub</a>"),
    *("Compilers team", "Granite Labs", "May – Nov 2025", "two hundred kernels in a day"),
    *("Cloudworks", "Jun 2021 – Feb 2025", "Prize of the Lake", "2017 – 2019", "2020 – 2025"),
    'href="/publications/weft-kernels-from-threads/"',
]

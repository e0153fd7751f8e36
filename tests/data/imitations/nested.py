"""Employers with places, mentors and bullets; courses below a position; dates of every form."""

from website.demo.content import item

RECORD = {
    "given_name": "Sami",
    "family_name": "Okafor",
    "biography": "A fourth-year student, first with\u00a0[Dr. Pell](https://pell.example/)\u00a0and "
    "now with Dr. Nwosu; B.E. 2022. My [portfolio](/sami-okafor/portfolio/).",
}
ACHIEVED = """\
- Made `pool.distributed` 3× faster – up to 5.5% of all of it’s cost
  - on 64 machines
"""
ITEMS = [
    item("Advisorship", name="Dr. Pell", url="https://pell.example/", start="2021", end="2023"),
    item("Advisorship", name="Dr. Nwosu", start="2023", position=1),
    item("Page", title="Portfolio", slug="portfolio", body="Drawings."),
    item("NewsItem", date="5/2025", body="Summer at Basalt."),
    item("NewsItem", date="11/20/2024", body="**Ada Bello and I** share the poster prize."),
    item("NewsItem", date="11/1/2024", body="A talk."),
    item(
        "Experience",
        organisation="Basalt",
        department="Storage Team",
        place="Reno, NV",
        kind="internship",
        role="Intern",
        mentor="Lee Parr",
        start="May 2025",
        end="Aug 2025",
        description=ACHIEVED,
    ),
    item("Experience", organisation="Plain University", role="Teaching Assistant"),
    item(
        "Experience",
        organisation="Plain University",
        department="Lab for Waves",
        role="Research Assistant",
        start="Jan 2023",
        end="May 2024",
    ),
    item("Teaching", code="CS 101", title="Beginnings", role="Teaching Assistant",
         organisation="Plain University", dates="Fall 2023 & Fall 2024"),
    item("Award", name="2019 & 2020 Merit List", dates="Apr 2019 & Apr 2020"),
    item("Award", name="Poster prize", dates="Oct 2024", co_recipients="Ada Bello"),
]
BIBTEX = ""
SHOWN = [
    *("Dr. Pell", "Dr. Nwosu", "2021 – 2023", "since 2023", 'href="/sami-okafor/portfolio/"'),
    *("May 2025", "20 Nov 2024", "1 Nov 2024", "Ada Bello and I", "Basalt", "Storage Team"),
    *("Reno, NV", "Lee Parr", "May – Aug 2025", "<code>pool.distributed</code>", "3× faster"),
    *("on 64 machines", "Plain University", "Lab for Waves", "Jan 2023 – May 2024", "CS 101"),
    *("Beginnings", "Fall 2023", "Fall 2024", "Apr 2019", "Apr 2020", "2019 &amp; 2020 Merit List"),
    "shared with Ada Bello",
]

"""Search among what is public: people, papers, news, pages.

documents   what is found, and by which texts; texts cut into words: accents, umlauts, Chinese and
            Japanese
index       the search index: made and kept up to date
query       what was typed -> what is found, in which order; what the page of results shows: kinds,
            excerpts, marked words; mistakes of typing: “Nothing has …; results for …”
"""

"""Papers, who wrote them, where they appeared, and what each import brought.

publication   `Publication`, its versions, links, awards; venues and ranks; topics; citation counts
authorship    a name printed on a paper, linked to a researcher or suggested; sites of co-authors;
              which papers a visitor may meet
imports       each import and its entries, uploads that wait, refused works, the weekly mail
title_key     the index by which papers of one title are found
"""

# Papers first: versions and deletions list rows in the order of their models.
from publications.models.publication import (
    APPEARED,
    MATCHED_BY,
    CitationCount,
    FormerAddress,
    NewsMention,
    NotDuplicate,
    ProjectPaper,
    Publication,
    PublicationAward,
    PublicationLink,
    Status,
    Topic,
    Venue,
    VenueAlias,
    VenueRank,
    Version,
)

# isort: split
from publications.models.authorship import (
    QUESTION,
    Authorship,
    AuthorshipSuggestion,
    Coauthor,
    PrintedName,
    has_pages,
    is_of_a_colleague,
    is_public_paper,
    papers_of,
    public_authorships,
    public_papers,
    public_papers_of,
    readable_papers,
    shown_authorships,
)
from publications.models.imports import (
    AlwaysFrom,
    ImportBatch,
    ImportChange,
    ImportedRow,
    NewsMail,
    PendingImport,
    RefusedWork,
    Source,
)
from publications.models.title_key import (
    KEY_LENGTH,
    TitleKey,
    TitleStart,
    is_unusual_key,
    title_keys,
)

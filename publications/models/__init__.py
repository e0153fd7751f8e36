"""Papers, who wrote them, where they appeared, and what each import brought."""

from publications.models.authorship import (
    QUESTION,
    Authorship,
    AuthorshipSuggestion,
    Coauthor,
    PrintedName,
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
from publications.models.publication import (
    APPEARED,
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

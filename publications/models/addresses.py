"""Where papers were before: the addresses of records that became one with another."""

from django.db import models

from history.models import InlineRows
from publications.models.publication import Publication


class FormerAddress(models.Model):
    """Leads to `publication` for ever; never given to a new paper."""

    owned_through = ("publication__owner", "publication__authorships__researcher")
    inline_of = (InlineRows("publication", is_edited=False),)

    slug = models.SlugField(max_length=120, unique=True)
    publication = models.ForeignKey(Publication, models.CASCADE, related_name="former_addresses")

    def __str__(self):
        return self.slug


class NotDuplicate(models.Model):
    """Two papers that look alike and are not: someone looked, and is not asked again."""

    owned_through = ("one__owner", "one__authorships__researcher")

    # The smaller id is `one`.
    one = models.ForeignKey(Publication, models.CASCADE, related_name="+")
    other = models.ForeignKey(Publication, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="not_the_same_once"),
        ]

    def __str__(self):
        return f"{self.one_id} ≠ {self.other_id}"

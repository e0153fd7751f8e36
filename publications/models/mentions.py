"""Which papers a news item or a project is about."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from history.models import InlineRows
from publications.models.publication import Publication


class NewsMention(models.Model):
    owned_through = ("news_item__researcher",)
    inline_of = (InlineRows("news_item"), InlineRows("publication", is_edited=False))

    news_item = models.ForeignKey("profiles.NewsItem", models.CASCADE, related_name="mentions")
    publication = models.ForeignKey(
        Publication, models.CASCADE, related_name="news_mentions", verbose_name=_("paper")
    )
    # False: because the text refers to the paper, and for as long as it does.
    by_hand = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("paper in the news")
        verbose_name_plural = _("papers in the news")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["news_item", "publication"], name="news_mention_once"),
        ]

    def __str__(self):
        return str(self.publication)


class ProjectPaper(models.Model):
    owned_through = ("project__researcher",)
    inline_of = (InlineRows("project"), InlineRows("publication", is_edited=False))

    project = models.ForeignKey("profiles.Project", models.CASCADE, related_name="papers")
    publication = models.ForeignKey(
        Publication, models.CASCADE, related_name="projects", verbose_name=_("paper")
    )

    class Meta:
        verbose_name = _("paper of the project")
        verbose_name_plural = _("papers of the project")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "publication"], name="project_paper_once"),
        ]

    def __str__(self):
        return str(self.publication)

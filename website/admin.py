"""The admin of what needs several apps: a researcher with invitations and personal data, pictures.

The site itself: website.admin_site.
"""

from django.contrib import admin

from accounts.invitations import InvitationMixin
from profiles.admin import researcher
from profiles.models import Researcher
from website import picture_admin  # noqa: F401 registers itself
from website.personal_data.admin import PersonalDataMixin


@admin.register(Researcher)
class ResearcherAdmin(PersonalDataMixin, InvitationMixin, researcher.ResearcherAdmin):
    """Invitations are for managers; deletion goes the way of website.personal_data."""

"""Who tries it without which guard: a table of probes, for test_mutations.py."""

from django.contrib.auth import get_user_model

from profiles import models as people
from publications import models as papers
from tests.isolation import single
from tests.isolation.probes import (
    closed,
    offers_a_page,
    picks,
    public,
    publishes,
    reaches_a_superuser,
    reads,
    says,
    shows_a_file,
    shut,
    signs_in,
    waits_for_the_second_factor,
    writes,
)

USERS = get_user_model()

# Function -> what it asks -> who tries it without.
PROBES = {
    "accounts.admin.AccountAdmin.get_queryset": {"accounts": reaches_a_superuser("changelist")},
    "accounts.admin.AccountAdmin.has_view_permission": {
        "is_manager": closed(USERS, "changelist"),
        "accounts": reaches_a_superuser("delete"),
    },
    "accounts.admin.AccountAdmin.has_add_permission": {"is_manager": closed(USERS, "add")},
    "profiles.admin.base.Closed.get_object": {"": closed(people.Talk)},
    "profiles.admin.base.Guarded.get_queryset": {"visible": reads(people.Talk)},
    "profiles.admin.base.Guarded.formfield_for_foreignkey": {
        "pickable": (people.Page, offers_a_page),
        "records_for": (people.Talk, single.offers_no_record),
    },
    "profiles.admin.base.GuardedAdmin.has_view_permission": {
        "can_see": closed(people.Talk),
        "can_see_some": closed(people.Talk, "changelist", "charlie"),
    },
    "profiles.admin.base.GuardedAdmin.has_change_permission": {
        "can_edit": writes(papers.Topic, "change", name="Mine", slug="mine"),
        "can_edit_some": closed(people.Talk, "changelist", "charlie"),
    },
    "profiles.admin.base.GuardedAdmin.has_delete_permission": {
        "can_delete": writes(papers.Topic),
        "can_delete_some": says(papers.Topic, 'value="delete_selected"'),
    },
    "profiles.admin.base.GuardedAdmin.has_add_permission": {
        "can_add": closed(people.Talk, "add", "charlie")
    },
    "profiles.admin.base.GuardedInline.has_view_permission": {
        "can_see": (people.Talk, single.names_no_link),
    },
    "profiles.admin.base.GuardedInline.has_change_permission": {
        "can_edit": (people.Talk, single.adds_no_link)
    },
    "profiles.admin.history.HistoryMixin._read": {
        "PermissionDenied": closed(papers.Topic, "history")
    },
    "accounts.invitations.AccountLinksMixin._get_account": {
        "PermissionDenied": reaches_a_superuser("link")
    },
    "accounts.invitations.InvitationMixin.invite_view": {
        "PermissionDenied": shut("profiles_researcher_invite", "delegate", of_a_row=True)
    },
    "profiles.admin.people.DelegationInline.has_view_permission": {
        "administers": says(people.Researcher, "delegations-TOTAL_FORMS", "change", "delegate")
    },
    "website.personal_data.admin.PrivacyMixin.delete_view": {
        "PermissionDenied": closed(people.Researcher, "delete", "delegate")
    },
    "profiles.admin.states.PublishableAdmin._may_publish": {
        "can_publish": says(people.Talk, 'name="published_at_0"', "change", "drafter"),
        "publishes": says(people.Talk, 'name="published_at_0"', "add", "drafter"),
    },
    "profiles.admin.states.PublishableAdmin.save_model": {"may_publish": (people.Talk, publishes)},
    "profiles.admin.states.PublishableAdmin.publish": {
        "publishable": writes(people.Talk, "changelist", "drafter", action="publish")
    },
    "website.admin_site.PickerView._pickable": {
        "pickable": picks("publication", papers.NewsMention)
    },
    "website.admin_site.VitaeSite.login": {"has_permission": (people.Talk, signs_in)},
    "profiles.markdown_editor._refusal": {
        "has_permission": (people.Talk, waits_for_the_second_factor)
    },
    "website.media.MediaView.get": {"may_show": (people.Talk, shows_a_file)},
    "publications.admin.authorship.OwnPapersAdmin.get_queryset": {
        "publishing_records_of": reads(papers.Authorship, who="drafter")
    },
    "publications.admin.authorship.OwnPapersAdmin.has_add_permission": {
        "": closed(papers.Authorship, "add", "owner")
    },
    "publications.admin.authorship.OwnPapersAdmin.has_delete_permission": {
        "": writes(papers.Authorship, who="owner")
    },
    "publications.admin.importing.ImportingMixin.add_view": {
        "PermissionDenied": closed(papers.ImportBatch, "add", "charlie")
    },
    "publications.admin.imports.ImportBatchAdmin.has_delete_permission": {
        "": writes(papers.ImportBatch, who="owner")
    },
    "publications.admin.merging.MergeMixin.duplicates_view": {
        "PermissionDenied": shut("publications_publication_duplicates", "charlie")
    },
    "publications.admin.merging_venues.MergeVenuesMixin.merge_view": {
        "PermissionDenied": shut("publications_venue_merge", "bob")
    },
    "publications.admin.suggestions.SuggestionAdmin.get_queryset": {
        "answerable": reads(papers.AuthorshipSuggestion)
    },
    "publications.admin.suggestions.SuggestionAdmin.has_view_permission": {
        "answerable": closed(papers.AuthorshipSuggestion)
    },
    "publications.admin.suggestions.SuggestionAdmin.has_add_permission": {
        "": closed(papers.AuthorshipSuggestion, "add", "owner")
    },
    "publications.admin.suggestions.SuggestionAdmin.has_delete_permission": {
        "": writes(papers.AuthorshipSuggestion, who="owner")
    },
    "accounts.admin.AccountAdmin.get_fieldsets": {
        "is_superuser": says(USERS, 'name="is_superuser"', "change", "manager")
    },
    "accounts.admin.AccountAdmin.save_model": {
        "is_superuser": (people.Talk, single.makes_no_manager)
    },
    "profiles.admin.base.Closed.get_deleted_objects": {
        "is_manager": (papers.Publication, single.is_deleted_without_a_word_of_others)
    },
    "profiles.admin.base.Guarded.formfield_for_manytomany": {
        "pickable": (people.Talk, single.offers_no_topics)
    },
    "website.picture_admin.PictureAdmin.files_view": {
        "records_of": shut("profiles_picture_files", "bob")
    },
    "accounts.invitations.InvitationForm.clean_username": {
        "accounts": (people.Talk, single.invites_no_superuser)
    },
    "accounts.invitations.InvitationMixin._may_invite": {
        "is_manager": (people.Talk, single.invites_nobody)
    },
    "profiles.admin.people.DelegationInline.get_queryset": {
        "visible": says(people.Researcher, "drafter", "change")
    },
    "website.personal_data.admin.PrivacyMixin._administered": {
        "administers": shut("profiles_researcher_data", "delegate", of_a_row=True)
    },
    "profiles.admin.states.PublishableAdmin.withdraw": {
        "publishable": public(writes(people.Talk, "changelist", "drafter", action="withdraw"))
    },
    "website.admin_site.PickerView.process_request": {
        "PermissionDenied": (people.Talk, single.asks_columns_alone)
    },
    "website.admin_site.VitaeSite.has_permission": {
        "is_verified": (people.Talk, waits_for_the_second_factor)
    },
    "website.dashboard.page.context": {"is_manager": (people.Talk, single.counts_no_lab)},
    "history.restoring._is_here": {"pickable": (people.Page, single.restores_no_page_of_anothers)},
    "history.restoring._new": {"can_publish": (people.Researcher, single.restores_as_a_draft)},
    "history.restoring._set_columns": {"pickable": (papers.Publication, single.restores_no_topic)},
    "website.previews._asked_for": {"visible": (people.Talk, single.tells_no_state)},
    "profiles.record.shown": {"visible": (people.Talk, single.previews_no_row)},
    "website.dashboard.papers._questions": {
        "answerable": (papers.AuthorshipSuggestion, single.counts_no_question_of_drafts)
    },
    "publications.admin.suggestions.SuggestionAdmin._waiting": {
        "answerable": (papers.AuthorshipSuggestion, single.counts_no_question_of_drafts)
    },
    "publications.admin.suggestions.SuggestionAdmin._one_answer": {
        "answerable": (papers.AuthorshipSuggestion, single.answers_no_question)
    },
    "publications.admin.suggestions.SuggestionAdmin._look": {
        "publishing_records_of": (people.Talk, single.looks_for_nobody_else)
    },
    "publications.admin.importing.ImportingMixin._may_import": {
        "is_manager": (people.Talk, single.imports_for_nobody)
    },
    "publications.admin.mentions.PaperInline.get_queryset": {
        "pickable": (papers.Publication, single.mentions_no_draft_of_anothers)
    },
    "publications.admin.news_drafts._whose": {
        "records_of": (papers.Publication, single.drafts_no_news_about)
    },
    "publications.admin.several.SeveralForm.__init__": {
        "pickable": (people.Talk, single.offers_no_words)
    },
    "publications.admin.several.SeveralMixin.describe": {
        "editable": public(
            writes(papers.Publication, "changelist", "drafter", action="describe", apply="1")
        )
    },
    "publications.admin.sharing.SharingMixin.save_related": {
        "may_publish": (people.Talk, single.links_nobody_for)
    },
    "publications.admin.side_by_side._mentions": {
        "visible": (papers.Publication, single.counts_no_news_of_anothers)
    },
    "publications.claims.take_back": {
        "answerable": (papers.AuthorshipSuggestion, single.takes_nothing_back)
    },
    "publications.joining.rights.refusal": {
        "editable": (papers.Publication, single.merges_no_paper_of_anothers),
        "publishable": (papers.Publication, single.publishes_no_draft_by_merging),
    },
    "publications.visibility.readable_papers": {
        "visible": (papers.Publication, single.previews_no_paper)
    },
    "publications.visibility.shown_authorships": {
        "visible": (papers.Publication, single.previews_no_name)
    },
}

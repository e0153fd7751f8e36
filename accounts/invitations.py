"""One-time links made in the admin: invitations, and new passwords for accounts."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import mail, one_time_links, second_factor
from profiles import access
from profiles.context_processors import origin
from profiles.models import Researcher

INVITATION = "invitation"


class InvitationForm(forms.Form):
    """For a researcher without an owner: a new account, or one that has no profile yet."""

    username = forms.CharField(
        label=_("Account name"),
        max_length=150,
        help_text=_("What they sign in with. A name that nobody has makes a new account."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("For a lost password; it stands on no page. May stay empty."),
    )

    def __init__(self, *args, researcher, inviter, **kwargs):
        super().__init__(*args, **kwargs)
        self.researcher, self.inviter = researcher, inviter
        self.initial = {"username": slugify(researcher.slug), "email": researcher.email}

    def clean_username(self):
        """Do not reveal whether an account exists that the inviter may not manage."""
        name = self.cleaned_data["username"]
        users = get_user_model()._default_manager
        self.account = access.accounts(self.inviter).filter(username=name).first()
        if self.account is None:
            self.account = self._new(name)
        elif Researcher.objects.filter(owner=self.account).exists():
            raise forms.ValidationError(_("This account has a profile. Choose another name."))
        elif not self.account.is_active:
            raise forms.ValidationError(_("This account is switched off. Choose another name."))
        if self.account.pk is None and users.filter(username=name).exists():
            raise forms.ValidationError(_("This name is not free. Choose another."))
        return name

    def _new(self, name):
        user = get_user_model()(username=name, is_staff=True)
        user._meta.get_field("username").clean(name, user)
        user.set_unusable_password()
        return user

    @transaction.atomic
    def save(self):
        user = self.account
        user.is_staff = True
        user.email = user.email or self.cleaned_data["email"]
        user.save()
        self.researcher.owner = user
        self.researcher.save(update_fields=["owner", "updated_at"])
        return user


class LinkPageMixin:
    """The page that shows a new link once, to be passed on."""

    def show_link(self, request, user, context):
        address = origin(request) + one_time_links.make_link(user, INVITATION)
        if settings.EMAIL_ENABLED and user.email:
            self._mail_link(request, user)
        context |= self.admin_site.each_context(request) | {
            "title": gettext("A link for %(name)s") % {"name": user.get_username()},
            "account": user,
            "link": address,
            "days": one_time_links.LIFETIMES[INVITATION].days,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/accounts/link.html", context)

    def _mail_link(self, request, user):
        if mail.send(mail.build_message(request, user, INVITATION)):
            messages.success(request, gettext("The link was mailed to %s.") % user.email)
        else:
            text = gettext("The link could not be mailed. Please pass it on yourself.")
            messages.warning(request, text)


class InvitationMixin(LinkPageMixin):
    """Adds <id>/invite/ to a researcher's admin, for managers."""

    def get_urls(self):
        view = self.admin_site.admin_view(self.invite_view)
        invite = path("<path:object_id>/invite/", view, name="profiles_researcher_invite")
        return [invite, *super().get_urls()]

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        context["may_invite"] = obj is not None and self._may_invite(request, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def _may_invite(self, request, researcher):
        """Only for accounts that the inviter may manage."""
        if not access.is_manager(request.user) or not researcher.owner_id:
            return access.is_manager(request.user)
        return access.accounts(request.user).filter(pk=researcher.owner_id).exists()

    def invite_view(self, request, object_id):
        researcher = self.get_object(request, unquote(object_id))
        if not self._may_invite(request, researcher):
            raise PermissionDenied
        if researcher.owner_id:  # the account's own page makes new links
            return redirect(reverse("admin:auth_user_link", args=[researcher.owner_id]))
        form = InvitationForm(request.POST or None, researcher=researcher, inviter=request.user)
        if form.is_valid():
            return self._invite(request, form)
        context = self.admin_site.each_context(request) | {
            "title": gettext("Invite %(name)s") % {"name": researcher},
            "form": form,
            "original": researcher,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/accounts/invite.html", context)

    def _invite(self, request, form):
        user = form.save()
        self.log_change(request, form.researcher, gettext("Invited %s.") % user)
        return self.show_link(request, user, {"original": form.researcher})


class AccountLinksMixin(LinkPageMixin):
    """Adds <id>/link/ and <id>/second-factor/ to an account's admin."""

    change_form_template = "admin/accounts/change_form.html"

    def get_urls(self):
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/link/", view(self.link_view), name="auth_user_link"),
            path(
                "<path:object_id>/second-factor/",
                view(self.second_factor_view),
                name="auth_user_second_factor",
            ),
            *super().get_urls(),
        ]

    def link_view(self, request, object_id):
        user = self._get_account(request, object_id)
        if request.method == "POST" and user.is_active:
            self.log_change(request, user, gettext("Made a one-time link."))
            return self.show_link(request, user, {"original": user})
        return self._confirm_page(
            request, user, "admin/accounts/new_link.html", gettext("New password")
        )

    def second_factor_view(self, request, object_id):
        user = self._get_account(request, object_id)
        if request.method == "POST":
            second_factor.disable(user)
            self.log_change(request, user, gettext("Took the second factor off."))
            messages.success(request, gettext("The second factor of %s is off.") % user)
            return redirect(reverse("admin:auth_user_change", args=[user.pk]))
        title = gettext("Lost the second factor")
        return self._confirm_page(request, user, "admin/accounts/reset_second_factor.html", title)

    def _get_account(self, request, object_id):
        """get_object() returns only accounts that this manager may manage."""
        user = self.get_object(request, unquote(object_id))
        if not self.has_change_permission(request, user):
            raise PermissionDenied
        return user

    def _confirm_page(self, request, user, template, title):
        context = self.admin_site.each_context(request) | {
            "title": title,
            "original": user,
            "second_factor": second_factor.is_enabled(user),
            "opts": self.opts,
        }
        return TemplateResponse(request, template, context)

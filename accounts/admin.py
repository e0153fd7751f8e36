"""Accounts, invitations and one-time links in the admin.

With Django's own UserAdmin, whoever may change users may become superuser.
"""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Group, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.admin import StaticDevice
from django_otp.plugins.otp_totp.admin import TOTPDevice

from accounts import one_time_links, second_factor, sessions
from profiles import access
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.forms import fieldset
from profiles.admin.hardening import HardenedMixin
from profiles.models import Researcher

# Nobody reads keys and recovery codes, not even a superuser.
admin.site.unregister([User, Group, StaticDevice, TOTPDevice])


# --- Invitations and links -----------------------------------------------------------------------


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
        help_text=_("For setting a new password. No page shows it. May stay empty."),
    )

    def __init__(self, *args, researcher, inviter, **kwargs):
        super().__init__(*args, **kwargs)
        self.researcher, self.inviter = researcher, inviter
        self.initial = {"username": slugify(researcher.slug), "email": researcher.email}

    def clean_username(self):
        """Do not reveal whether an account exists that the inviter may not manage."""
        name = self.cleaned_data["username"]
        self.account = access.accounts(self.inviter).filter(username=name).first()
        if self.account is None:
            self.account = User(username=name)
            User._meta.get_field("username").clean(name, self.account)
            self.account.set_unusable_password()
        elif Researcher.objects.filter(owner=self.account).exists():
            raise forms.ValidationError(_("This account has a profile. Choose another name."))
        elif not self.account.is_active:
            raise forms.ValidationError(_("This account is switched off. Choose another name."))
        if self.account.pk is None and User.objects.filter(username=name).exists():
            raise forms.ValidationError(_("This name is not free. Choose another."))
        return name

    @transaction.atomic
    def save(self):
        user = self.account
        user.is_staff = True
        user.email = user.email or self.cleaned_data["email"]
        user.save()
        self.researcher.owner = user
        self.researcher.save(update_fields=["owner", "updated_at"])
        return user


def link_page(model_admin, request, user, context):
    """The page that shows a new link once, to be passed on; mailed, too, where that can be."""
    address, was_mailed = one_time_links.send_invitation(request, user)
    if was_mailed:
        messages.success(request, gettext("The link was mailed to %s.") % user.email)
    elif was_mailed is False:
        text = gettext("The link could not be mailed. Please pass it on yourself.")
        messages.warning(request, text)
    context |= {
        "title": gettext("A link for %(name)s") % {"name": user.get_username()},
        "account": user,
        "link": address,
        "days": one_time_links.LIFETIMES["invitation"].days,
    }
    return model_admin.render_page(request, "admin/accounts/link.html", context)


class InvitationPages(ExtraPages):
    """<id>/invite/ of a researcher, for managers."""

    def get_urls(self):
        return [self.path("<path:object_id>/invite/", self.invite_view, "invite")]

    def invite_view(self, request, object_id):
        researcher = self.admin.get_object(request, unquote(object_id))
        if not access.may_invite(request.user, researcher):
            raise PermissionDenied
        if researcher.owner_id:  # the account's own page makes new links
            return redirect(reverse("admin:auth_user_link", args=[researcher.owner_id]))
        form = InvitationForm(request.POST or None, researcher=researcher, inviter=request.user)
        if form.is_valid():
            user = form.save()
            self.admin.log_change(request, form.researcher, gettext("Invited %s.") % user)
            return link_page(self.admin, request, user, {"original": form.researcher})
        title = gettext("Invite %(name)s") % {"name": researcher}
        context = {"title": title, "form": form, "original": researcher}
        return self.admin.render_page(request, "admin/accounts/invite.html", context)


# --- Accounts ------------------------------------------------------------------------------------


class NewAccountForm(forms.ModelForm):
    """Without a password: whoever gets the one-time link chooses one."""

    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"username": _("Account name")}
        help_texts = {
            "username": _("What they sign in with: letters, digits and @ . + - _"),
            "email": _("For setting a new password. No page shows it. May stay empty."),
        }

    def save(self, commit=True):
        self.instance.set_unusable_password()
        return super().save(commit)


class AccountForm(UserChangeForm):
    is_manager = forms.BooleanField(
        label=_("manager"),
        required=False,
        help_text=_("Edits all content of the site, and makes accounts for others."),
    )

    class Meta(UserChangeForm.Meta):
        labels = {"username": _("Account name")}
        help_texts = {
            "username": NewAccountForm.Meta.help_texts["username"],
            "email": NewAccountForm.Meta.help_texts["email"],
            "is_active": _("Without it, nobody can sign in with this account."),
            "is_superuser": _("May do everything, and decides who is a manager."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        groups = self.instance.groups if self.instance.pk else Group.objects.none()
        self.initial["is_manager"] = groups.filter(name=access.MANAGERS).exists()


@admin.register(User)
class AccountAdmin(HardenedMixin, UserAdmin):
    """Only superusers see the two boxes of rights; managers see accounts with less rights only."""

    form = AccountForm
    add_form = NewAccountForm
    add_form_template = None
    change_form_template = "admin/accounts/change_form.html"
    menu_group = "lab"
    menu_place = 80
    list_display = ["username", "email", "profile", "is_active", "last_login"]
    list_select_related = ["researcher"]
    list_filter = ["is_active"]
    search_fields = ["username", "email"]
    filter_horizontal = []
    fieldsets = [
        fieldset(None, "username", "email", "is_active"),
        fieldset(_("Rights"), "is_manager", "is_superuser"),
    ]
    add_fieldsets = [fieldset(None, "username", "email")]

    class Media:
        js = ["js/admin-form.js"]

    def changelist_view(self, request, extra_context=None):
        page = {"title": _("Accounts"), "add_words": _("Add account")}
        return super().changelist_view(request, page | (extra_context or {}))

    def render_change_form(self, request, context, *args, **kwargs):
        """Django's word for an account is "user"."""
        context |= {"kind": _("account"), "kinds": _("accounts")}
        if kwargs.get("add"):
            context["title"] = _("Add account")
        return super().render_change_form(request, context, *args, **kwargs)

    def menu_name(self, request):
        return _("Accounts")

    def menu_url(self, request):
        return None

    def menu_links(self, request):
        return []

    def get_queryset(self, request):
        permitted = access.accounts(request.user).values("pk")
        return super().get_queryset(request).filter(pk__in=permitted)

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if request.user.is_superuser or obj is None else fieldsets[:1]

    def has_module_permission(self, request):
        return access.is_manager(request.user)

    def has_view_permission(self, request, obj=None):
        if not access.is_manager(request.user):
            return False
        return obj is None or access.accounts(request.user).filter(pk=obj.pk).exists()

    def has_add_permission(self, request):
        return access.is_manager(request.user)

    has_change_permission = has_delete_permission = has_view_permission

    def save_model(self, request, obj, form, change):
        """Every account may sign in here; what it may do follows from its researchers."""
        obj.is_staff = True
        rights = _stored_rights(obj)
        super().save_model(request, obj, form, change)
        if request.user.is_superuser and "is_manager" in form.cleaned_data:
            managers, _created = Group.objects.get_or_create(name=access.MANAGERS)
            change_group = obj.groups.add if form.cleaned_data["is_manager"] else obj.groups.remove
            change_group(managers)
        if change and _stored_rights(obj) != rights:
            sessions.end_other_sessions(request, obj)

    @admin.display(description=_("profile"))
    def profile(self, user):
        return getattr(user, "researcher", None) or "–"

    # --- Adds <id>/link/ and <id>/second-factor/ -------------------------------------------------

    def get_urls(self):
        route = "<path:object_id>/second-factor/"
        return [
            self.page_path("<path:object_id>/link/", self.link_view, "link"),
            self.page_path(route, self.second_factor_view, "second_factor"),
            *super().get_urls(),
        ]

    def link_view(self, request, object_id):
        user = self._get_account(request, object_id)
        if request.method == "POST" and user.is_active:
            self.log_change(request, user, gettext("Made a one-time link."))
            return link_page(self, request, user, {"original": user})
        title = gettext("New password") if user.last_login else gettext("New link")
        return self._confirm_page(request, user, "admin/accounts/new_link.html", title)

    def second_factor_view(self, request, object_id):
        user = self._get_account(request, object_id)
        if request.method == "POST":
            second_factor.disable(user)
            self.log_change(request, user, gettext("Switched the sign-in code off."))
            messages.success(request, gettext("%s signs in without a code now.") % user)
            return redirect(reverse("admin:auth_user_change", args=[user.pk]))
        title = gettext("Lost phone and recovery codes")
        return self._confirm_page(request, user, "admin/accounts/reset_second_factor.html", title)

    def _get_account(self, request, object_id):
        """get_object() returns only accounts that this manager may manage."""
        user = self.get_object(request, unquote(object_id))
        if not self.has_change_permission(request, user):
            raise PermissionDenied
        return user

    def _confirm_page(self, request, user, template, title):
        has_factor = second_factor.is_enabled(user)
        context = {"title": title, "original": user, "second_factor": has_factor}
        return self.render_page(request, template, context)


def _stored_rights(user):
    stored = User.objects.filter(pk=user.pk).order_by("groups")
    return list(stored.values_list("is_active", "is_superuser", "groups"))

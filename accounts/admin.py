"""Accounts. With Django's own UserAdmin, whoever may change users may become superuser."""

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.admin import StaticDevice
from django_otp.plugins.otp_totp.admin import TOTPDevice

from accounts import sessions
from accounts.invitations import AccountLinksMixin
from profiles import access
from profiles.admin.hardening import HardenedMixin

# Nobody reads keys and recovery codes, not even a superuser.
admin.site.unregister([User, Group, StaticDevice, TOTPDevice])


class NewAccountForm(forms.ModelForm):
    """Without a password: whoever gets the one-time link chooses one."""

    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"username": _("Account name")}
        help_texts = {
            "username": _("What they sign in with: letters, digits and @ . + - _"),
            "email": _("For a lost password. It stands on no page. May stay empty."),
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
            "is_superuser": _("May do everything, and says who is manager."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        groups = self.instance.groups if self.instance.pk else Group.objects.none()
        self.initial["is_manager"] = groups.filter(name=access.MANAGERS).exists()


@admin.register(User)
class AccountAdmin(AccountLinksMixin, HardenedMixin, UserAdmin):
    """Only superusers see the two boxes of rights; managers see accounts with less rights only."""

    form = AccountForm
    add_form = NewAccountForm
    add_form_template = None
    menu_group = "lab"
    menu_place = 80
    list_display = ["username", "email", "profile", "is_active", "last_login"]
    list_select_related = ["researcher"]
    list_filter = ["is_active"]
    search_fields = ["username", "email"]
    filter_horizontal = []
    fieldsets = [
        (None, {"fields": ["username", "email", "is_active"]}),
        (_("Rights"), {"fields": ["is_manager", "is_superuser"]}),
    ]
    add_fieldsets = [(None, {"fields": ["username", "email"]})]

    class Media:
        js = ["js/admin-form.js"]

    def changelist_view(self, request, extra_context=None):
        own = {"title": _("Accounts"), "add_words": _("Add account")}
        return super().changelist_view(request, own | (extra_context or {}))

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

    def get_queryset(self, request):
        own = access.accounts(request.user).values("pk")
        return super().get_queryset(request).filter(pk__in=own)

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


def _stored_rights(user):
    stored = User.objects.filter(pk=user.pk).order_by("groups")
    return list(stored.values_list("is_active", "is_superuser", "groups"))

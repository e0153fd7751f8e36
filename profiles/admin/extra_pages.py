"""Pages of a ModelAdmin beside those that Django makes."""

from django.urls import path


class ExtraPages:
    """A group of them, which a ModelAdmin names in its `pages`; the ModelAdmin is its `admin`."""

    def __init__(self, model_admin):
        self.admin, self.model, self.opts = model_admin, model_admin.model, model_admin.opts

    def get_urls(self) -> list:
        raise NotImplementedError

    def path(self, route, view, page):
        """An address of the admin, named as Django names its own: <app>_<model>_<page>."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_{page}"
        return path(route, self.admin.admin_site.admin_view(view), name=name)

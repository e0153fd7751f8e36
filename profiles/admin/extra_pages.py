"""Pages of a ModelAdmin beside those that Django makes."""


class ExtraPages:
    """A group of them, which a ModelAdmin names in its `pages`; the ModelAdmin is its `admin`."""

    def __init__(self, model_admin):
        self.admin, self.model, self.opts = model_admin, model_admin.model, model_admin.opts

    def get_urls(self) -> list:
        raise NotImplementedError

    def path(self, route, view, page):
        return self.admin.page_path(route, view, page)

"""What migrations of several apps do alike."""

from django.db import migrations


class MoveModel(migrations.CreateModel):
    """Create a model that another app kept before, over the rows that stand in `former_table`.

    Where there is no such table, as in a new database, the model's own is created.
    """

    def __init__(self, *args, former_table: str, **kwargs):
        super().__init__(*args, **kwargs)
        self.former_table = former_table

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if self.former_table in schema_editor.connection.introspection.table_names():
            model = to_state.apps.get_model(app_label, self.name)
            schema_editor.alter_db_table(model, self.former_table, model._meta.db_table)
        else:
            super().database_forwards(app_label, schema_editor, from_state, to_state)

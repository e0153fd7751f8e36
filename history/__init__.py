"""Who changed what and when: versions of what people edit, compared and restored.

A version is a row with everything that is edited on its form, kept as one JSON document in
`Revision`: one table for all models, whatever columns come and go. The admin saves them. What
writes by the thousand (imports, fixtures, the demo) saves none: before the next edit, how the
row stood by then is kept as a version of its own, the baseline.

models                 `Revision`, and `VersionedModel`, by which a model keeps versions
snapshots              rows and what hangs on them as states, and back; versions written down, and
                       away again
comparison             what differs between two versions, word by word
migration_operations   a table that moves from one app to another in a migration

Which versions a user may read and restore: `profiles.versions`; their pages: `profiles.admin`.
"""

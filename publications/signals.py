"""What apps above may listen to."""

from django.dispatch import Signal

# Papers were written past save(), in bulk: `publications`, their primary keys. Sent within the
# transaction that wrote them.
publications_changed = Signal()

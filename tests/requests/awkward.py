"""What has been taken for something else somewhere: numbers, dates, ids, separators, encodings."""

from hypothesis import strategies as st

METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST", "QUERY"]
TEXTS = [
    *("", "0", "-1", "1", "²", "٣", "9" * 20, "9" * 5000, "1e309", "NaN", "0x1", "1_0", "true"),
    *("\0", "\x01", "\n", "\r\nX: y", "\u202e", "\ufffe", "\U0001f600", "%", "%s", "%00", "{}"),
    *("..", "../../etc/passwd", "\\", "//evil.example", "'", '"', "<b>", "(" * 600, "[" * 600),
    *("2024-13-45", "9999-12-31", "0000", "-0001", "24:61", "null", "[]", "a/b", "a.b", "a.b.c"),
    *("1,2", ",", ";", "=", "&", "#", "x" * 10_000, "auth.user/1", "profiles.newsitem/1", "_9"),
    *("00000000-0000-0000-0000-000000000000", "row-0", "alice-ahlgren", "zh-hans", "admin"),
]
texts = st.sampled_from(TEXTS) | st.text(max_size=30) | st.text("0123456789abc-_.,:/%", max_size=12)
# Bytes that are no UTF-8, and what is no encoding of any.
RAW = ["", "", "", "%ff", "%ED%A0%80", "%", "%C0%AE", "%u0041", "&a[]=1", "&=&", "&q=%ff"]
KINDS = [
    *("application/x-www-form-urlencoded", "multipart/form-data", "application/json", "\xff", ""),
    *("multipart/form-data; boundary=x", "text/plain; charset=nothing"),
]
# Of parameters and boxes that something reads.
NAMES = [
    *("q", "p", "o", "e", "all", "page", "year", "type", "topic", "venue", "role", "state", "next"),
    *("_popup", "_to_field", "_changelist_filters", "ids", "researcher", "record", "form", "term"),
    *("app_label", "model_name", "field_name", "theme", "layout", "framed", "content", "older"),
    *("action", "_selected_action", "select_across", "index", "post", "_save", "_continue", "text"),
    *("id__in", "published_at__year", "owner__password__regex", "researcher__slug", "pk", "merge"),
    *("form-TOTAL_FORMS", "form-INITIAL_FORMS", "form-0-id", "username", "password", "code", "doi"),
    *("title__regex", "date", "several", "order", "up", "down", "part", "key", "row_confirm"),
]
ODD = ["*", '"', "a" * 9000, "=; ;", "bytes=9-1"]
HEADERS = [
    *((name, ODD) for name in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_RANGE", "HTTP_HOST")),
    ("HTTP_IF_MODIFIED_SINCE", ["0", "Mon, 99 Xyz 0000 99:99:99 GMT"]),
    ("HTTP_ACCEPT_LANGUAGE", ["zh", "zh-hans;q=x", "*;q=9" * 200]),
    ("HTTP_ACCEPT_ENCODING", ["gzip;q=0", "br, gzip"]),
    ("HTTP_COOKIE", ["sessionid=%00", "csrftoken=x; =;;", "a=" + "b" * 9000]),
    ("HTTP_REFERER", ["//evil.example", "javascript:alert(1)"]),
    ("HTTP_ORIGIN", ["null", "https://[::1"]),
    ("HTTP_X_FORWARDED_FOR", ["1.1.1.1, x", "," * 99]),
]

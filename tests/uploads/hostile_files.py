"""Files that were made to harm whoever reads them, none larger than a few megabytes.

Each is (the name it comes with, its bytes, whether a entry for documents may keep it). What is kept
is given out as a download of a stated type, never unpacked: so names in an archive, its ratio and
its encryption are nobody's harm here, and a script in a PDF is the reader's.
"""

import gzip
import io
import struct
import zipfile
import zlib

MARK = b"ZEBRAFINCH"
SCRIPT = b"<html><script>document.title='" + MARK + b"'</script></html>"
LOCAL = b"PK\3\4" + bytes(26)
START = len(LOCAL)
NO_MATTER = 0xFFFFFFFF


def archive(*members, comment=b"", **options):
    """`members`: names, or (ZipInfo or name, bytes)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", **options) as made:
        for member in members:
            made.writestr(*(member if isinstance(member, tuple) else (member, "x")))
        made.comment = comment
    return out.getvalue()


def member(name=b"a", extra=b"", flags=0):
    """A line of an archive's list of members."""
    head = struct.pack("<4s4x2H16x3H12x", b"PK\1\2", flags, 0, len(name), len(extra), 0)
    return head + name + extra


def listing(members, count=None, size=None, offset=START, zip64=False):
    """An archive of nothing but its list; `count`, `size` and `offset` are what its end states."""
    count = len(members) if count is None else count
    data = b"".join(members)
    size = len(data) if size is None else size
    if not zip64:
        end = struct.pack("<4s4x2H2LH", b"PK\5\6", *2 * [count & 0xFFFF], size, offset, 0)
        return LOCAL + data + end
    record = struct.pack("<4sQ2H8x4Q", b"PK\6\6", 44, 45, 45, count, count, size, offset)
    locator = struct.pack("<4s4xQL", b"PK\6\7", len(LOCAL) + len(data), 1)
    end = struct.pack("<4s4x2H2LH", b"PK\5\6", *2 * [count & 0xFFFF], *2 * [NO_MATTER], 0)
    return LOCAL + data + record + locator + end


def bomb(*names, megabytes=1):
    """Each member a thousand times as large as it is stored, and all of them one."""
    zeros = bytes(megabytes * 1024 * 1024)
    return archive(*((name, zeros) for name in names), compression=zipfile.ZIP_DEFLATED)


def symlink(name, target):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, 0o120777 << 16
    return info, target


def overlapping(count=1000):
    """Many members whose bytes are the same ones (D. Fifield, A better zip bomb, 2019)."""
    return listing([member(b"%d" % number) for number in range(count)])


def quadratic(count=16_000):
    """A member with nothing but empty extra fields, which zipfile cuts off one by one."""
    return listing([member(extra=bytes.fromhex("99990000") * count)] * 2)


def pdf(*objects, trailer=b"<< /Root 1 0 R >>"):
    body = b"%PDF-1.7\n" + b"".join(b"%d 0 obj %b endobj\n" % o for o in enumerate(objects, 1))
    return body + b"trailer %b\nstartxref\n%d\n%%%%EOF" % (trailer, len(body))


def flate(data):
    packed = zlib.compress(data, 9)
    return b"<< /Length %d /Filter /FlateDecode >> stream\n%b\nendstream" % (len(packed), packed)


PPTX = ("[Content_Types].xml", "ppt/presentation.xml")
ENTITIES = b'<!DOCTYPE a [<!ENTITY a "aaaa">%b]><a>&z;</a>' % (b'<!ENTITY z "&a;&a;">' * 99)
MANY = 50_000
KEPT, REFUSED = True, False
DOCUMENTS = [
    # Lists of members: what their end says of them binds nobody.
    ("many.zip", listing([member()] * MANY), REFUSED),
    ("many64.zip", listing([member()] * MANY, zip64=True), REFUSED),
    ("many.pptx", listing([*map(member, (b"ppt/presentation.xml",)), *[member()] * MANY]), REFUSED),
    ("said-one.zip", listing([member()] * MANY, count=1), REFUSED),
    ("said-none64.zip", listing([member()] * MANY, count=0, zip64=True), REFUSED),
    ("said-millions.zip", listing([member()], count=2**63, zip64=True), KEPT),
    ("said-longer.zip", listing([member()], size=2**31), REFUSED),
    ("said-endless.zip", listing([member()], size=2**64 - 1, zip64=True), REFUSED),
    ("said-before.zip", listing([member()], offset=2**64 - 1, zip64=True), KEPT),
    ("said-shorter.zip", listing([member()] * 9, size=48), REFUSED),
    ("quadratic.zip", quadratic(), KEPT),
    ("cut-extra.zip", listing([member(extra=b"\1\0\xff\xff")]), REFUSED),
    ("no-name.zip", listing([member(b"")] * 9), KEPT),
    ("no-utf8.zip", listing([member(b"\xff\xfe", flags=0x800)]), REFUSED),
    ("comment.zip", archive("a", comment=SCRIPT * 100), KEPT),
    ("comment-of-ends.zip", archive("a", comment=b"PK\5\6" * 9999), REFUSED),
    # What unpacking them would do.
    ("bomb.zip", bomb("a"), KEPT),
    ("bomb.pptx", bomb(*PPTX), KEPT),
    ("bomb.odp", bomb("content.xml"), KEPT),
    ("nested.zip", archive(*[(f"{n}.zip", bomb("a")) for n in range(9)]), KEPT),
    ("entities.pptx", archive(PPTX[0], (PPTX[1], ENTITIES)), KEPT),
    ("overlapping.zip", overlapping(), KEPT),
    ("up.zip", archive("../../../../etc/cron.d/x", "/etc/passwd", "C:\\a", "a\0b"), KEPT),
    ("link.zip", archive(symlink("a", "/etc/passwd"), "a/b"), KEPT),
    ("encrypted.zip", listing([member(flags=1)]), KEPT),
    # Kinds that are not taken, and what is not of the kind that it says.
    ("bomb.docx", bomb("[Content_Types].xml", "word/document.xml"), REFUSED),
    ("bomb.xlsx", bomb("[Content_Types].xml", "xl/workbook.xml"), REFUSED),
    ("word.pptx", archive("[Content_Types].xml", "word/document.xml"), REFUSED),
    ("bomb.gz", gzip.compress(bytes(1024 * 1024)), REFUSED),
    ("a.html", b"%PDF-1.7\n" + SCRIPT, REFUSED),
    ("a.pdf.html", b"%PDF-1.7\n" + SCRIPT, REFUSED),
    ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'>" + SCRIPT + b"</svg>", REFUSED),
    ("bibtex.pdf", b"@article{a, title={" + MARK + b"}}", REFUSED),
    ("late.pdf", b"\n" * 1000 + b"%PDF-1.7", REFUSED),
    ("html.pdf", SCRIPT + b"%PDF-1.7", REFUSED),
    ("gifar.zip", b"GIF89a" + archive("META-INF/MANIFEST.MF"), REFUSED),
    ("empty.pdf", b"", REFUSED),
    ("begun.pptx", b"PK\3\4", REFUSED),
    ("none", b"%PDF-1.7", REFUSED),
    # PDFs are not read beyond their first bytes.
    ("polyglot.pdf", b"%PDF-1.7\n" + SCRIPT, KEPT),
    ("jar.pdf", b"%PDF-1.7\n" + archive("META-INF/MANIFEST.MF"), KEPT),
    ("million.pdf", pdf(*[b"1"] * 50_000), KEPT),
    ("loop.pdf", pdf(b"<< /Kids [1 0 R] /Parent 1 0 R >>", trailer=b"<< /Prev 9 >>"), KEPT),
    ("bomb.pdf", pdf(flate(bytes(9 * 1024 * 1024))), KEPT),
    ("script.pdf", pdf(b"<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>"), KEPT),
    ("../../up.pdf", b"%PDF-1.7", KEPT),
    ("a\u202efdp.pdf", b"%PDF-1.7", KEPT),
    ("n" * 400 + ".pdf", b"%PDF-1.7", KEPT),
    ("a.PDF", b"%PDF-1.7", KEPT),
]

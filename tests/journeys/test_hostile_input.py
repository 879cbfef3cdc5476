"""Input made to do harm: every case ends soon, in little memory, in plain words, and the batch goes on."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import random
import socket
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

CHILD = """
import resource, sys
cpu, memory = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
from conspectus.cli.main import main
code = main(sys.argv[4:])
used = resource.getrusage(resource.RUSAGE_SELF)
most = used.ru_maxrss // 1024 if sys.platform == "darwin" else used.ru_maxrss
if sys.platform == "linux":
    # There the peak of the resource usage is inherited from the process that started this one.
    with open("/proc/self/status") as status:
        most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
with open(sys.argv[3], "w") as told:
    told.write(f"{used.ru_utime + used.ru_stime} {most}")
sys.exit(code)
"""
# What the process may take above what it takes for the good file alone: the start and the imports are not counted.
SECONDS = 2.0
MEBIBYTES = 200.0
SECRET = "PERIWINKLE-SECRET-4711"
HOSTILE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "hostile"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    code: int
    report: dict[str, Any]
    err: str
    seconds: float
    mebibytes: float

    @property
    def reasons(self) -> str:
        return "\n".join(item["reason"] for item in (*self.report["failed"], *self.report["skipped"]))

    @property
    def sources(self) -> set[str]:
        return {item["source"] for part in ("files", "failed", "skipped") for item in self.report[part]}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with its own library and settings, and one good file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conspectus.toml").touch()
    monkeypatch.setenv("CONSPECTUS_CONFIG", str(tmp_path / "conspectus.toml"))
    monkeypatch.setenv("CONSPECTUS_LIBRARY", str(tmp_path / "lib"))
    write("good.ris", record("good"))
    return tmp_path


def record(key: str, title: str = "") -> bytes:
    return f"TY  - JOUR\nTI  - {title or f'On {key}'}\nAU  - Berg, Anna\nDO  - 10.5555/{key}\nER  - \n\n".encode()


def write(name: str, data: bytes | str) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return name


@lru_cache(maxsize=1)
def alone() -> tuple[float, float]:
    """The seconds and MiB that adding the good file alone takes: the least of three runs, since machines are shared."""
    # Each into a library of its own: adding what is there already would take less.
    runs = [run("good.ris", cpu=20, memory=700, library=f"alone{number}") for number in range(3)]
    return min(outcome.seconds for outcome in runs), min(outcome.mebibytes for outcome in runs)


def add(
    *names: str, cpu: int = 20, memory: int = 700, seconds: float = SECONDS, mebibytes: float = MEBIBYTES
) -> Outcome:
    """Adds files and the good one in a process of its own, which may take so much more than for the good one alone.

    Args:
        names: Files and folders.
        cpu: Seconds of processor time at which the system ends it.
        memory: MiB of data at which the system ends it.
        seconds: Seconds of processor time that it may take above ``alone``.
        mebibytes: MiB of resident memory that it may take above ``alone``.
    """
    outcome = run(*names, "good.ris", cpu=cpu, memory=memory)
    took, held = outcome.seconds - alone()[0], outcome.mebibytes - alone()[1]
    assert took <= seconds, f"took {took:.2f} s more than for the good file alone"
    assert held <= mebibytes, f"took {held:.0f} MiB more than for the good file alone"
    return outcome


def run(*names: str, cpu: int, memory: int, library: str = "lib") -> Outcome:
    """Adds files in a process of its own, the good one among them, and gives what it told and took."""
    argv = [sys.executable, "-c", CHILD, str(cpu), str(memory), "used", "add", *names, "--json", "--library", library]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=800, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in {0, 1, 3}, f"ended with {done.returncode}: {done.stderr[-500:]}"
    report = json.loads(done.stdout)
    assert any(file["source"] == "good.ris" and file["added"] + file["unchanged"] == 1 for file in report["files"])
    used, held = map(float, Path("used").read_text().split())
    return Outcome(code=done.returncode, report=report, err=done.stderr, seconds=used, mebibytes=held / 1024)


def fails(data: bytes | str, reason: str, *, name: str = "bad.file", cpu: int = 20, memory: int = 700) -> Outcome:
    """Adds a file that must fail for a reason, with a hint, while the good one is taken."""
    outcome = add(write(name, data), cpu=cpu, memory=memory)
    assert reason in outcome.reasons
    assert outcome.code == 3
    assert all(item["hint"] for item in outcome.report["failed"])
    return outcome


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return held.getvalue()


ARTICLE = (
    "<article><front><article-meta><title-group><article-title>{}</article-title></title-group>"
    "</article-meta></front></article>"
)


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE article [" + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(12)) + "]>",
        '<!DOCTYPE article [<!ENTITY a0 "' + "x" * 30_000 + '">]>',
        '<!DOCTYPE article [<!ENTITY a0 SYSTEM "secret.txt">]>',
        '<!DOCTYPE article [<!ENTITY a0 SYSTEM "file:///dev/random">]>',
        '<!DOCTYPE article [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]>',
    ],
    ids=["billion laughs", "quadratic", "file", "endless file", "network"],
)  # fmt: skip
def test_entities_are_not_expanded(doctype: str) -> None:
    write("secret.txt", SECRET)
    outcome = fails(doctype + ARTICLE.format("A &a0; &a11;" + "&a0;" * 1000), "declares an entity of its own")
    assert SECRET not in json.dumps(outcome.report)


@pytest.mark.parametrize(
    "data, reason",
    [
        (ARTICLE.format("<b>" * 100_000 + "x" + "</b>" * 100_000), "depth"),
        ('[{"type": "article-journal", "title": "a", "x": ' + "[" * 1_000_000, "nested too deeply"),
        ("@article{k, title = " + "{" * 1_000_000, "does not close its braces"),
        ("@article{k, title = " + "{" * 500_000 + "}" * 500_001, "nests its braces more than 100 deep"),
    ],
    ids=["xml", "json", "bibtex", "bibtex closed"],
)
def test_deep_nesting(data: str, reason: str) -> None:
    fails(data, reason)


@pytest.mark.parametrize(
    "before", [b"", b"TY  - JOUR\nTI  - ", b"@article{k, title={", b'[{"type": "book", "title": "']
)
def test_a_line_of_a_hundred_megabytes(before: bytes) -> None:
    fails(before + b"a" * 100_000_000, "a line of several megabytes")


ENDNOTE_XML = b"<xml><records><record><titles><title>On elms</title></titles></record>%s</records></xml>"
ANTHOLOGY_XML = b'<collection id="2020.made"><volume id="1">%s</volume></collection>'


def numbered(entry: bytes) -> bytes:
    """A million entries, each with a key of its own."""
    return b"".join(entry % number for number in range(1_000_000))


@pytest.mark.parametrize(
    "name, build",
    [
        ("empty.ris", lambda: b"TY  - JOUR\nER  - \n" * 1_000_000),
        ("empty.bib", lambda: b"@article{k,}\n" + b"@article{,}\n" * 999_999),
        ("line.bib", lambda: b"@book{k,}" + b"@book{}" * 999_999),
        ("keys.bib", lambda: numbered(b"@article{k%d,\n}\n\n")),
        ("empty.xml", lambda: xml_set(b"<PubmedArticle/>" * 1_000_000)),
        ("pairs.xml", lambda: xml_set(b"<PubmedArticle>\n</PubmedArticle>\n" * 1_000_000)),
        ("nested.xml", lambda: xml_set(b"<PubmedArticle><MedlineCitation/></PubmedArticle>" * 1_000_000)),
        ("bare.xml", lambda: b"<PubmedArticle/>" * 1_000_000),
        ("open.xml", lambda: b"<PubmedArticleSet>" + b"<PubmedArticle/>" * 1_000_000),
        ("broken.xml", lambda: b"<PubmedArticleSet></b>" + b"<PubmedArticle/>" * 1_000_000),
        ("empty.nbib", lambda: b"PMID- \nOWN - NLM\nSTAT- Publisher\n" + b"PMID- \n" * 999_999),
        ("blank.nbib", lambda: b"OWN - NLM\nSTAT- MEDLINE\nTI  - \n\n" * 1_000_000),
        ("empty.json", lambda: b"[" + b",".join([b'{"type": "book", "title": ""}'] * 1_000_000) + b"]"),
        ("ids.json", lambda: b"[" + numbered(b'{"id": %d, "type": "book", "author": []},\n')[:-2] + b"]"),
        ("empty.enw", lambda: b"%0 Book\n%T On elms\n\n" + b"%0 Journal Article\n%T \n\n" * 1_000_000),
        ("empty.isi", lambda: b"FN Made\nVR 1.0\n" + b"PT J\nER\n\n" * 1_000_000 + b"EF\n"),
        ("endnote.xml", lambda: ENDNOTE_XML % (b"<record/>" * 1_000_000)),
        ("anthology.xml", lambda: ANTHOLOGY_XML % (b'<paper id="1"/>' * 1_000_000)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_million_empty_records(name: str, build: Callable[[], bytes]) -> None:
    told = "1000000 empty records, the first at line "
    outcome = fails(build(), told, name=name)
    (file,) = (file for file in outcome.report["files"] if file["source"] == name)
    assert file["failed"] == 1_000_000
    assert sum(item["records"] for item in outcome.report["failed"]) == 1_000_000


def xml_set(records: bytes) -> bytes:
    return b"<PubmedArticleSet>\n" + records + b"</PubmedArticleSet>\n"


def test_a_million_empty_items_behind_a_good_one() -> None:
    good = b'[{"type": "book", "title": "On elms", "author": [{"family": "Berg"}]}'
    outcome = fails(
        good + b",\n{}" * 1_000_000 + b"]", "1000000 empty records, the first at line 2.", name="items.json"
    )
    assert outcome.report["added"] == 2


def test_the_tree_of_a_large_xml_file_is_never_held() -> None:
    record = "<PubmedArticle><MedlineCitation><PMID>{}</PMID>{}</MedlineCitation></PubmedArticle>"
    data = "".join(record.format(number, "<a/>" * 10_000) for number in range(1, 301))
    # The tree alone would take some 350 MiB; the rest is what adding any papers takes.
    outcome = add(write("large.xml", xml_set(data.encode())), seconds=10, mebibytes=150)
    assert outcome.report["added"] == 301


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gzip", "bzip2", "xz"])
def test_bombs(pack: Any) -> None:
    fails(pack(bytes(300_000_000)), "500 times its size")


def test_archives_that_reach_out_or_lie_too_deep() -> None:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        link = tarfile.TarInfo("link.ris")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    inner = zipped(("deepest.ris", record("deepest")))
    deep = zipped(("b.zip", zipped(("c.zip", inner), ("mid.ris", record("mid")))))
    write("all/up.zip", zipped(("../../up.ris", record("up")), ("/abs.ris", record("abs")), ("ok.ris", record("ok"))))
    write("all/links.tgz", held.getvalue())
    write("all/deep.zip", deep)
    write("all/bomb.zip", zipped(("bomb.ris", bytes(100_000_000)), ("beside.ris", record("beside"))))
    outcome = add("all")
    assert "leads out of the archive" in outcome.reasons
    assert "is a link, which is not followed" in outcome.reasons
    assert "lies 2 archives deep" in outcome.reasons
    assert "500 times" in outcome.reasons
    read = {file["source"] for file in outcome.report["files"]}
    assert read == {"all/up.zip/ok.ris", "all/deep.zip/b.zip/mid.ris", "all/bomb.zip/beside.ris", "good.ris"}
    assert not Path("../up.ris").exists()
    assert not list(Path().rglob("deepest*"))


@pytest.mark.parametrize(
    "data, reason",
    [
        (gzip.compress(record("cut") * 200)[:-9], "broken gzip"),
        (gzip.compress(b"", mtime=0), "The file is empty"),
        (b"", "The file is empty"),
        (zipped(("a.ris", b"")), "The file is empty"),
        (zipped(), "an archive without files"),
        (zipped(("a.ris", record("a")))[:-5], "broken zip archive"),
        (bytes(range(256)) * 500, "in no format that conspectus knows"),
        (random.Random(0).randbytes(50_000), ""),
        (b"%PDF-1.7\n1 0 obj\n<< >>\n", "The PDF is damaged"),
        (b"%PDF-1.7\n1 0 obj\n<< /Encrypt 2 0 R >>\n", "PDF"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(500), "an archive of a kind that is not unpacked"),
    ],
)
def test_files_that_cannot_be_read(data: bytes, reason: str) -> None:
    fails(data, reason)


def test_an_encrypted_archive() -> None:
    data = bytearray(zipped(("a.ris", record("a"))))
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(sign) + offset] |= 1
    assert "bad.file/a.ris is encrypted" in fails(bytes(data), "is encrypted").reasons


def test_pipes_devices_and_sockets_are_refused_and_never_block(monkeypatch: pytest.MonkeyPatch) -> None:
    # The path of a socket may have 108 bytes, which a test's folder can exceed.
    with tempfile.TemporaryDirectory(dir="/tmp") as short, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{short}/socket")
        os.mkfifo("pipe")
        outcome = add("pipe", "/dev/zero", f"{short}/socket")
    for kind in ("a named pipe", "a device", "a socket"):
        assert f"is no regular file but {kind}" in outcome.reasons


def test_links_that_go_round() -> None:
    write("round/in.ris", record("in"))
    Path("round/loop").symlink_to("../round")
    Path("round/self").symlink_to("self")
    outcome = add("round")
    assert [file["added"] for file in outcome.report["files"]] == [1, 1]
    assert outcome.sources == {"round/in.ris", "round/self", "good.ris"}


@pytest.mark.parametrize("name", ["two\nlines.ris", "\x1b[31mred.ris", "n" * 251 + ".ris", "gnp.\u202esir.ris"])
def test_names_of_files_do_no_harm(name: str) -> None:
    write(f"names/{name}", record("named"))
    outcome = add("names")
    assert outcome.code == 0
    assert all(char.isprintable() for source in outcome.sources for char in source)


def test_odd_characters_in_records() -> None:
    title = "A\x00B\x07C\u202eD\x1b[2JE\ufeffF"
    data = record("controls", title) + b"TY  - JOUR\nTI  - Lone \xed\xa0\x80 half\nDO  - 10.5555/half\nER  - \n"
    outcome = add(write("odd.ris", data))
    assert outcome.report["added"] == 3
    lone = '[{"type": "book", "title": "Lone \\ud800 half", "author": [{"family": "Berg"}]}]'
    assert add(write("lone.json", lone)).report["failed"] == []


@pytest.mark.timeout(900)
def test_one_broken_record_among_thirteen_thousand_is_named() -> None:
    words = ("oak", "ash", "elm", "fir", "yew", "bay", "fig", "box", "may", "ivy")
    titles = (" ".join(words[int(digit)] for digit in f"{number:05}") + f" {number}" for number in range(13_000))
    parts = [record(f"k{number}", title) for number, title in enumerate(titles)]
    parts[6_499] = b"TY  - JOUR\nAB  - Nothing else is left of it.\nER  - \n\n"
    # The time is that of the records, not of the one that is broken.
    outcome = add(write("many.ris", b"".join(parts)), cpu=300, seconds=60)
    (failed,) = outcome.report["failed"]
    assert (failed["record"], failed["line"]) == (6_500, 6 * 6_499 + 1)
    assert outcome.report["added"] == 12_999 + 1


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="the hostile files are not there")
def test_every_hostile_file_at_hand_ends_in_a_line_of_the_report() -> None:
    files = sorted(path for path in HOSTILE.rglob("*") if path.is_file() and not path.name.startswith("."))
    outcome = add(*map(str, files), cpu=120)
    assert {str(path) for path in files} <= outcome.sources
    assert "The PDF does not look like a paper" in outcome.reasons
    assert "The PDF is encrypted" in outcome.reasons

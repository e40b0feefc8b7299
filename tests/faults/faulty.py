"""Runs of the program with tests/faults/inject.cpp loaded, in folders of their own."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HARD = "..3...7..4...8...6.9.....1.......6..6....4..8..16..39..7...2...5..8....2....45...\n"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
PUZZLES = EASY + HARD + EASY + HARD
# Few allocations and some milliseconds, with all that evolves: islands, migrants, restarts.
SMALL = ["-d", "cpu", "-j", "1", "-s", "1", "--preset", "plain", "-p", "20", "-g", "12", "--islands", "2", "--sync-every", "4",
         "--migrate-every", "4", "--restart-after", "5"]
LIMIT = 60  # seconds
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # syncs take no time there
clean = {name: value for name, value in os.environ.items() if not name.startswith(("EVODOKU_", "FAULT_"))}
# Times, and what begins again in a resumed run, differ from run to run.
VARYING = re.compile(r'(?<=seconds":)[-0-9.e]+'
                     r'|(?<="started":)"[^"]*"|(?<="machine":)"[^"]*"|(?<="history":)\[\[[^"]*?\]\]'
                     r'|(?<![0-9.])[0-9]+\.[0-9]+(?![0-9.])')


class Run:
    """The finished program: `code`, `out`, `err`, and the `calls` of each kind with --count."""

    def __init__(self, program, library, folder, words, fault=None, **variables):
        report = folder.parent / (folder.name + ".report")
        report.unlink(missing_ok=True)
        environment = clean | {"LD_PRELOAD": str(library), "FAULT_REPORT": str(report), "TMPDIR": str(folder)} | variables
        if fault:
            kind, at, rest = fault
            environment |= {"FAULT_KIND": kind, "FAULT_AT": str(at)} | ({"FAULT_REST": "1"} if rest else {})
        try:
            done = subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, timeout=LIMIT, check=False,
                                  stdin=subprocess.DEVNULL)
            self.code, self.out, self.err = done.returncode, done.stdout.decode(), done.stderr.decode()
        except subprocess.TimeoutExpired as error:
            self.code, self.out, self.err = "no end", "", (error.stderr or b"").decode()
        self.calls = dict(line.split() for line in report.read_text().splitlines()) if report.exists() else {}
        self.calls = {name: int(number) for name, number in self.calls.items()}


class Folder:
    """A new folder with some files, removed at the end."""

    def __init__(self, files):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="evodoku-fault-", dir=MEMORY))
        self.work = self.path / "work"
        self.work.mkdir()
        for name, content in files.items():
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            (self.work / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def files(self):
        return {path.relative_to(self.work).as_posix(): path.read_bytes() for path in self.work.rglob("*") if path.is_file()}


def comparable(text):
    """The bytes of a file without what differs from run to run."""
    return VARYING.sub("0", text.decode(errors="replace") if isinstance(text, bytes) else text)

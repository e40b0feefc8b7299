"""Calls of the program, and the steps before them."""
import dataclasses
import fcntl
import os

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ROW, ROW_OF_BLANKS = "53..7....", "." * 9


@dataclasses.dataclass
class Provocation:
    """One call of the program, in a folder of its own."""
    words: list
    input: bytes = b""
    files: dict = dataclasses.field(default_factory=dict)  # name: bytes or text, written before
    before: list = dataclasses.field(default_factory=list)  # commands whose result is of no interest
    environment: dict = dataclasses.field(default_factory=dict)
    memory: int = 0  # bytes of address space
    file_size: int = 0  # bytes that a file may grow to
    folders: list = dataclasses.field(default_factory=list)
    sealed: bool = False  # SEALED among the words is a file that can't be shortened
    full_disk: bool = False  # standard output is /dev/full
    old_processor: bool = False  # runs the check of the processor alone, which finds an old one


def puzzle(text):
    """Puzzles on standard input."""
    return Provocation(["solve", "--device", "cpu", "-"], text if isinstance(text, bytes) else text.encode())


def setting(*words):
    """A search with these options."""
    return Provocation(["solve", "--device", "cpu", "--puzzle", EASY, *words])


def plan(text, *words, **more):
    """An experiment with this plan; p.txt holds two puzzles."""
    files = {"p.txt": f"{EASY}\n{HARD}\n", "plan.toml": text, **more.pop("files", {})}
    return Provocation(["experiment", "plan.toml", "--device", "cpu", *words], files=files, **more)


def rewrite(path, change):
    path.write_text(change(path.read_text()))


def changed(name, before, after):
    """A step that changes a text in a file."""
    return lambda folder: rewrite(folder / name, lambda text: text.replace(before, after))


SEARCH = ["solve", "--device", "cpu", "--seed", "2", "--presolve", "none", "-p", "40", "-g", "40", "p.txt"]
SAVED = dict(files={"p.txt": f"{HARD}\n"}, before=[[*SEARCH, "--checkpoint", "run.ckpt"]])


def joined(name, before, after):
    """A step that appends a file to itself, with a text changed in the second part."""
    return lambda folder: rewrite(folder / name, lambda text: text + text.replace(before, after))


def cut_off(name, count):
    """A step that takes bytes from the end of a file."""
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-count])


def first_line(name):
    """A step that leaves only the first line of a file."""
    return lambda folder: rewrite(folder / name, lambda text: text.partition("\n")[0] + "\n")


def newer(folder):
    """A step that raises the version of a checkpoint, which follows the eight bytes that name the format."""
    whole = (folder / "run.ckpt").read_bytes()
    (folder / "run.ckpt").write_bytes(whole[:8] + b"\xff" + whole[9:])


def held(folder):
    """A step that locks the results, as an experiment does while it runs."""
    file = open(folder / "plan.jsonl", "w")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def other_subject(folder):
    """A step that copies a benchmark, with another name for the device."""
    (folder / "b.json").write_text((folder / "a.json").read_text().replace('"cpu"', '"cuda:0"'))


HEAD = 'seeds = [1]\npuzzles = ["p.txt"]\n'
ONE = '[[configurations]]\nname = "a"\npopulation = 40\ngenerations = 2\npresolve = "none"\n'
PLAN = HEAD + ONE


def resumed(*words, **more):
    """A checkpoint is written, and a run goes on from it."""
    return Provocation(["solve", "--resume", "run.ckpt", *words], **{**SAVED, **more})

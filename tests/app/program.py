"""Runs the program as people run it: with pipes or on a terminal, stopped by signals, with little memory.

A script of checks imports it and ends with main(globals()): each function without arguments is one check, in a new folder.
"""
import concurrent.futures
import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback
import types

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "..3.5..2...7....8...937...4..5.6.9..2...3..4.............8.7...5....6..81...4..6."
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
LIMIT = 300  # seconds that one call may take


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def environment(**variables):
    """That of this process, in which NO_COLOR, TERM and EVODOKU_... are only those given."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM") and not name.startswith("EVODOKU_")}
    return kept | variables


def start(words, terminal=None, launcher=(), memory=0, variables=None, **streams):
    """The program as a child process, on this terminal or with the streams of Popen. `memory`: bytes of address space; 0 = any."""
    def prepare():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if terminal is not None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    if terminal is not None:
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
    return subprocess.Popen([*launcher, PROGRAM, *map(str, words)], env=environment(**(variables or {})), preexec_fn=prepare,
                            start_new_session=terminal is not None, **streams)


def feed(file, data):
    with contextlib.suppress(BrokenPipeError), file:
        file.write(data)


class Call:
    """A call of the program that is under way: what it has printed, and what is done once that has certain texts."""

    def __init__(self, words, data, at, after, then, twice, again, terminal, settings):
        self.out, self.err, self.at, self.after, self.then, self.again = bytearray(), bytearray(), at, after, then, again
        self.twice, self.gap = twice, 0
        self.state, self.helper, self.typed = "waits" if then else "done", None, None
        if terminal:
            self.typed, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
            self.process = start(words, terminal=slave, **settings)
            os.close(slave)
            os.write(self.typed, data.encode())
            self.sources = {self.typed: self.out}
        else:
            pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
            self.process = start(words, **pipes, **settings)
            self.sources = {self.process.stdout.fileno(): self.out, self.process.stderr.fileno(): self.err}
            threading.Thread(target=feed, args=(self.process.stdin, data.encode())).start()

    def read(self):
        is_held = self.state == "again" and len(self.sources) == 2
        readable = [source for source, text in self.sources.items() if not (is_held and text is self.out)]
        for source in select.select(readable, [], [], 1)[0]:
            piece = b""
            with contextlib.suppress(OSError):  # with which a terminal ends
                piece = os.read(source, 1 << 16)
            self.sources[source].extend(piece)
            if not piece:
                del self.sources[source]

    def act(self, pool):
        if self.state == "waits" and re.search(self.at.encode(), self.out) and self.after.encode() in self.err:
            self.state = "again" if self.again else "done"
            if callable(self.then):
                self.helper = pool.submit(self.then, self.err.decode())
            elif isinstance(self.then, str):
                os.write(self.typed, self.then.encode())
            else:
                begun = time.monotonic()
                self.process.send_signal(self.then)
                if self.twice:
                    self.process.send_signal(self.then)
                self.gap = time.monotonic() - begun
        elif self.state == "again" and self.again.encode() in self.err:
            self.state = "done"
            time.sleep(0.15)  # longer than one signal may take to arrive twice
            self.process.send_signal(self.then)


def run(*words, data="", at="", after="", then=None, twice=False, again="", terminal=False, launcher=(), memory=0, **variables):
    """The finished program: `code` (-n if signal n ended it), `out`, `err`, and its `words`. `data`: its standard input.

    Once its output has a match of `at`, and its errors have `after`, `then` happens: a signal, a text that is typed, or a function,
    called beside it with the errors so far. With `twice` the signal comes twice, `gap` seconds apart, as timeout(1) sends it. It comes
    once more when its errors have `again`; until then no output is read. A `terminal` has 24 x 100 characters, takes `data` as typed,
    and errors are in its output.
    """
    settings = {"launcher": launcher, "memory": memory, "variables": variables}
    call = Call(words, data, at, after, then, twice, again, terminal, settings)
    deadline = time.monotonic() + LIMIT
    with call.process, concurrent.futures.ThreadPoolExecutor(1) as pool:
        while call.sources:
            call.read()
            call.act(pool)
            if time.monotonic() > deadline:
                call.process.kill()
                raise AssertionError(f"it takes too long: {words}: {call.out[-2000:]} {call.err[-2000:]}")
    if call.helper:
        call.helper.result()
    if terminal:
        os.close(call.typed)
    out, err = (bytes(text).decode(errors="replace") for text in (call.out, call.err))
    return types.SimpleNamespace(words=words, code=call.process.returncode, out=out, err=err, gap=call.gap)


def kill_when(is_time, *words):
    """Starts it without output and kills it as soon as `is_time()`. True if it ended before."""
    with start(words, **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)) as process:
        while not is_time():
            if process.poll() is not None:
                return True
            time.sleep(0.00005)
        process.kill()
    return process.returncode != -signal.SIGKILL


def expect(done, code, out=(), err=()):
    """The exit code, and texts that are in the output and in the errors."""
    check(done.code == code, f"exit code {done.code}, not {code}: {done}")
    for text, parts in ((done.out, out), (done.err, err)):
        for part in [parts] if isinstance(parts, str) else parts:
            check(part in text, f"without {part!r}: {done}")
    return done


def refused(code, message, *words, **more):
    """With nothing on standard output, and one line of errors."""
    done = expect(run(*words, **more), code, err=message)
    check(not done.out and done.err.startswith("evodoku: ") and done.err.count("\n") == 1, done)


def solve(*more):
    """On the CPU with a fixed seed."""
    return ["solve", "--device", "cpu", "--seed", "2", *more]


def small_solve(*more):
    """The plain genetic algorithm for some milliseconds, too small for a hard puzzle."""
    return solve(*("--presolve singles --population 300 --generations 12 --selection tournament --crossover uniform --mutation swap "
                   "--elite 5% --restart-after 25").split(), *more)


def text_of(name):
    """Empty if there is no such file."""
    with contextlib.suppress(FileNotFoundError):
        return pathlib.Path(name).read_text()
    return ""


def write(name, text):
    pathlib.Path(name).write_text(text)
    return name


def write_bytes(name, content):
    pathlib.Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def timeless(text):
    """Results without times: all else is the same in each run."""
    return re.sub(r"\([0-9.]+ s,", "(? s,", re.sub(r'"([a-z]+_)?seconds":[0-9.e+-]+', '"seconds":?', text))


def fingerprint(done):
    """The one that ends the report of a run."""
    return re.findall("fingerprint ([0-9a-f]{16})", done.err)[-1]


def build():
    """What `info` says of the program."""
    return json.loads(run("info", "--json").out)


def main(names, slow=()):
    """Calls every check of a script, or those named behind the program. `slow` ones run only by their names."""
    checks = [value for value in names.values() if isinstance(value, types.FunctionType) and value.__module__ == "__main__"
              and not value.__code__.co_argcount and not value.__code__.co_flags & 12]
    failed = 0
    for one in checks:
        if one.__name__ not in sys.argv[2:] if sys.argv[2:] else one in slow:
            continue
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="evodoku-", ignore_cleanup_errors=True) as folder:
            os.chdir(folder)
            try:
                one()
                print(f"{one.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
            except Exception:  # noqa: BLE001 # the other checks run, too
                failed += 1
                print(f"FAILED {one.__name__}: {traceback.format_exc()}", flush=True)
            os.chdir("/")
    sys.exit(failed != 0)

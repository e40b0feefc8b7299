"""Results and histories of runs as tables, figures for papers, and files for other programs.

The ``*files`` of all functions are names of files: results of an experiment (``.jsonl``) and histories (``.jsonl``, or
``.csv`` but for `summary`), also compressed with gzip. Their content says which is which. ``python -m evodoku`` has each as a
command. They need pandas; figures need matplotlib, `friedman` needs scipy, `latex` jinja2, and `tensorboard` its package.
"""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import gzip
import importlib
import itertools
import json
import math
import numbers
import os
import pathlib
import secrets
import shutil
import textwrap
from typing import IO, Any, BinaryIO, Callable, Iterable, Iterator, Mapping, Sequence, Union

import numpy as np

File = Union[str, "os.PathLike[str]"]
MEASURES = ("work", "evaluations", "seconds", "generations")
TARGETS = (0, 2, 4, 8, 16, 32)  # no board costs 1: a digit that one row lacks is twice in another, which lacks a digit, too
_SPENT = ["evaluations", "trials", "redraws"]
_STEP = ["generation", *_SPENT, "seconds", "best_cost"]
# Of a history: columns of its lines also where no line has them yet.
_RUN = ["configuration", "run_seed", "puzzle", "island"]
_ROW = dict.fromkeys([*_RUN, "kind", "seed", "generation", "best_so_far", "seconds", *_SPENT], math.nan)
_NO_RUNS = "no runs in the files; expected: results of an experiment, or histories"
_TEXTS = {"kind", "event", "status", "givens", "board", "cell_entropy", "fingerprint", "file",
          "version", "commit", "started", "name"}  # fmt: skip
# What a value of a kind may be, and the name of the kind in messages.
_KINDS: dict[Any, tuple[Any, str]] = {
    int: (numbers.Integral, "a whole number"), float: (numbers.Real, "a number"), str: (str, "a str"),
    File: ((str, os.PathLike), "the name of a file"), Callable: (Callable, "a function"),
    Iterable: (Iterable, "an iterable"), Mapping: (Mapping, "a dict"), bytes: ((bytes, bytearray, memoryview), "bytes"),
}  # fmt: skip


def _library(name: str, hint: str = ", or evodoku[study]") -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.split(".")[0]
        raise ImportError(f"this needs {package}: pip install {package}{hint}") from error


def _shown(value: object) -> str:
    """A value in a message, which may be large: the beginning of its text, on one line."""
    text = " ".join(repr(value.item() if isinstance(value, np.generic) else value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _check_type(name: str, value: object, kind: Any) -> None:
    """Raise TypeError for a value of another type."""
    types, needed = _KINDS[kind] if kind in _KINDS else (kind, kind.__name__)
    if not isinstance(value, types) or isinstance(value, bool) and kind is not bool:
        raise TypeError(f"{name}: {_shown(value)} is a {type(value).__name__}; {needed} is needed")


def _check_range(name: str, value: Any, lowest: float, highest: float, kind: Any = int) -> Any:
    """A number of NumPy as one of Python, which JSON has and which does not overflow. Raises TypeError and ValueError."""
    _check_type(name, value, kind)
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is {_shown(value)}; allowed: {lowest}..{highest}")
    return kind(value)


def _check_word(name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}: {_shown(value)}; allowed: {', '.join(allowed)}")


def _path(name: str, file: File) -> str:
    """The name of a file. Raises TypeError for another value, and ValueError for a name that no file can have."""
    _check_type(name, file, File)
    if "\0" in (path := os.fspath(file)):
        raise ValueError(f"{name}: {_shown(file)} has a null character; no name of a file has one")
    return path


def _open(file: File) -> IO[str]:
    with open(_path("files", file), "rb") as beginning:
        if not beginning.seekable():
            raise ValueError(f"{os.fspath(file)}: a pipe is read once, a file twice; give a file")
        is_packed = beginning.read(2) == b"\x1f\x8b"
    return gzip.open(file, "rt", encoding="utf-8") if is_packed else open(file, encoding="utf-8")


@contextlib.contextmanager
def replaced(output: File) -> Iterator[str]:
    """The name of a new file, which replaces `output` at the end: it is whole at any time, and an error leaves it as it was.

    A link stays a link; a device or a pipe is written directly.

    Args:
        output (path): The file that is written.

    Yields:
        str: The name to write to.

    Raises:
        OSError: If the file or its folder can't be written.
    """
    target = os.path.realpath(_path("output", output))
    if os.path.exists(output) and not os.path.isfile(output):
        yield os.fspath(output)
        return
    name = os.path.join(os.path.dirname(target), f".evodoku-{secrets.token_hex(8)}{''.join(pathlib.Path(target).suffixes)}")
    try:
        made = open(name, "xb")
    except OSError as error:  # of the name that was given
        raise type(error)(error.errno, error.strerror, os.fspath(output)) from None
    with made as file:
        try:
            yield name
            os.fsync(file.fileno())
            if os.path.exists(target):
                shutil.copymode(target, name)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise


def _lines(file: File) -> Iterator[dict[str, Any]]:
    """The lines of a file as dicts."""

    def values(cells: Iterable[tuple[str, str]]) -> dict[str, Any]:
        return {name: cell if name in _TEXTS else json.loads(cell) for name, cell in cells if cell}

    with _open(file) as text, contextlib.suppress(EOFError):  # of a packed file that was cut off
        head: dict[str, str] = {}
        columns: list[str] = []
        for number, line in enumerate(text, 1):
            if line.startswith("# "):
                name, _, cell = line[2:].rstrip("\n").partition(" = ")
                head[name] = cell
            elif line.startswith("{"):
                try:
                    yield json.loads(line)
                except ValueError:
                    if line.endswith("\n"):
                        raise ValueError(f"{os.fspath(file)}:{number}: this line is not JSON") from None
            elif head or columns:
                cells = next(csv.reader([line]))
                if head:
                    yield values(head.items())
                    head = {}
                if not columns:
                    columns = cells
                elif len(cells) == len(columns):  # else it was cut off
                    yield values(zip(columns, cells))
            else:
                raise ValueError(f"{os.fspath(file)}:{number}: neither results of an experiment nor a history")


def _label(known: list[list[str]], name: str, settings: str = "", wanted: str = "", form: str = "{} ({})") -> str:
    """The label of a configuration, as in `summary`: of a known one if names and settings agree as far as both have them."""
    one = next((each for each in known if each[0] == name and (each[1] == settings or "" in (each[1], settings))), None)
    if one is None:
        labels = itertools.chain([wanted or name], (form.format(wanted or name, k) for k in itertools.count(2)))
        known.append(one := [name, settings, next(label for label in labels if all(label != each[2] for each in known))])
    one[1] = one[1] or settings
    return one[2]


def _history(file: File, known: list[list[str]]) -> Iterator[dict[str, Any]]:
    """The lines of a history but the headers, each with its configuration and seed."""
    run, head = {}, {}  # type: dict[str, Any], dict[str, Any]
    for line in _lines(file):
        if line.get("kind") == "header":
            name = line.get("name", "")
            now = {"name of it": name, "seed of it": line.get("seed"), **(line.get("configuration") or {})}
            if any(now.get(key, value) != value for key, value in head.items()):  # a resumed run may have more settings
                raise ValueError(f"{os.fspath(file)}: the history of another run begins in it; give each its own file")
            unnamed = json.dumps(line.get("configuration")), pathlib.Path(file).stem
            label = run["configuration"] if run else _label(known, name, *(("", name) if name else unnamed))
            run, head = {"configuration": label, "run_seed": line.get("run_seed")}, head or now
        elif not run:
            raise ValueError(f"{os.fspath(file)}: not a history; its first line is not a header")
        else:
            yield {**_ROW, **run, "run_seed": run["run_seed"] or line["seed"], **line}


def read_history(*files: File) -> Any:
    """Histories as one pandas.DataFrame: a row per line but the headers, with every column of docs/reference/history-columns.md.

    The column ``configuration`` is the name that `summary` shows; ``run_seed`` is the seed that repeats the run.

    Args:
        *files (path): Histories, as lines of JSON or as CSV; gzip is unpacked.

    Returns:
        pandas.DataFrame: A row per line.

    Raises:
        ValueError: If a file is not a history.
    """
    known: list[list[str]] = []
    lines = [line for file in files for line in _history(file, known)]
    return _library("pandas").DataFrame.from_records(lines, columns=None if lines else [*_ROW])


def read_results(*files: File) -> Any:
    """Every run as a row of a pandas.DataFrame: of results of experiments, and of histories.

    ``history`` holds the improvements, lists of generation, evaluations, trials, redraws, seconds and cost; it is empty
    if the plan wanted none. ``work`` is evaluations + trials + redraws. ``number`` is that of the puzzle in its history.

    Returns:
        pandas.DataFrame: A row per run that began. A run that several files have counts once; one of status
            ``unsatisfiable`` has no cost and no improvements.

    Raises:
        ValueError: If the files hold no runs.
    """
    pandas = _library("pandas")
    runs: list[dict[str, Any]] = []
    known: list[list[str]] = []
    for file in files:
        first = next(_lines(file), {})
        if first.get("kind") == "header":
            lines = pandas.DataFrame.from_records([*_history(file, known)])
            groups = lines.groupby(["configuration", "run_seed", "seed", "puzzle"], sort=False) if len(lines) else ()
            settings = "cost=" + first["configuration"]["cost"]
            runs += [{**_run_of(key, one), "settings": settings} for key, one in groups]
        else:
            for run in _lines(file):
                if not {"run_seed", "status"} <= {*run}:
                    raise ValueError(f"{os.fspath(file)}: {_NO_RUNS}")
                label = _label(known, run.get("configuration", ""), run.get("config_hash", ""))
                runs.append({"history": [], **run, "configuration": label, "number": 1})
    no_board = {"unsatisfiable": {"cost": math.nan, "history": []}}  # older files have a cost of 0
    table = pandas.DataFrame.from_records([{**run, **no_board.get(run["status"], {})} for run in runs if "status" in run])
    if table.empty:
        raise ValueError(_NO_RUNS)
    table["work"] = table[_SPENT].sum(axis=1)
    table = table.sort_values("status", key=lambda status: status == "running", kind="stable")  # of one run, that with its result
    return table.drop_duplicates(["configuration", "puzzle", "run_seed", "number"]).sort_index().reset_index(drop=True)


def _run_of(key: Any, lines: Any) -> dict[str, Any]:
    """A run of a history as a record; empty if it never began. Work between two rows of an island is interpolated."""
    configuration, run_seed, seed, number = key
    run = {"configuration": configuration, "run_seed": int(run_seed), "seed": int(seed), "number": int(number)}
    for line in lines[lines.kind == "puzzle"].head(1).to_dict("records"):
        run.update(puzzle=line["givens"], file=line["file"], line=int(line["line"]))
    rows = lines[lines.kind == "generation"].drop_duplicates(["island", "generation"])
    evolved = lines[lines.kind.isin(["generation", "event"])]
    steps = evolved[evolved.best_so_far.notna()].sort_values(["generation", "best_so_far"])
    steps = steps[steps.best_so_far < steps.best_so_far.cummin().shift(fill_value=math.inf)]
    islands = [island for _, island in rows.groupby("island")]
    at = steps.generation.astype(float)
    spent = [sum((np.interp(at, island.generation, island[name]).round() for island in islands), np.zeros(len(steps)))
             for name in _SPENT]  # fmt: skip
    end = evolved.seconds.max()
    running = {"status": "running", "stopped": True, "seconds": end - lines.seconds.min(), "generation": rows.generation.max(),
               "best_so_far": steps.best_so_far.min(), **rows.groupby("island")[_SPENT].last().sum()}  # fmt: skip
    result = [running, *lines[lines.kind == "result"].to_dict("records")][-1]
    if result["stopped"] and not result["evaluations"]:
        return {}
    result = running if result["stopped"] else result
    run.update(status=result["status"], cost=int(result["best_so_far"]), generations=int(result["generation"]))
    run.update(seconds=result["seconds"], **{name: int(result[name]) for name in _SPENT})
    seconds = (steps.seconds - (end - run["seconds"])).clip(lower=0)
    columns = zip(steps.generation, *spent, seconds, steps.best_so_far)
    history = [[int(a), int(b), int(c), int(d), float(e), int(f)] for a, b, c, d, e, f in columns]
    return {**run, "solved": run["status"] == "solved", "history": history}


def improvements(*files: File) -> Any:
    """Every improvement of every run as a row: its run, what was spent until then, and the best cost.

    Returns:
        pandas.DataFrame: Columns ``puzzle``, ``file``, ``line``, ``configuration``, ``seed``, ``generation``, the work,
            ``seconds`` and ``best_cost``.

    Raises:
        ValueError: If the files hold no improvements.
    """
    runs = _with_history(read_results(*files))
    place = ["puzzle", "file", "line", "configuration", "seed"]
    rows = [[*run[:-1], *step] for run in runs[[*place, "history"]].itertuples(index=False) for step in run[-1]]
    table = _library("pandas").DataFrame(rows, columns=[*place, *_STEP])
    table.insert(len(place) + 4, "work", table[_SPENT].sum(axis=1))
    return table


def _with_history(runs: Any) -> Any:
    runs = runs[runs.history.str.len() > 0]
    if runs.empty:
        raise ValueError('the files hold no improvements, and finished runs do not get them: write history = "improvements" into '
                         "the plan, and make the runs anew with evodoku experiment PLAN -o NEW.jsonl")
    return runs


def _spent(step: Sequence[float], measure: str) -> float:
    generation, evaluations, trials, redraws, seconds, _ = step
    return {"work": evaluations + trials + redraws, "evaluations": evaluations, "seconds": seconds,
            "generations": generation}[measure]  # fmt: skip


def _points(runs: Any, measure: str, per_decade: int) -> list[float]:
    """Points of an axis from the first score of any run to the end of all. Only seconds are not whole numbers."""
    _check_range("per_decade", per_decade, 1, 1000)
    first = min(_spent(run[0], measure) for run in runs.history)
    last = max(runs[measure].max(), *(_spent(run[-1], measure) for run in runs.history))
    if measure == "generations":
        return [*range(int(first), int(last), max(1, math.ceil(last / 400))), last]
    first = max(first, 1e-4 if measure == "seconds" else 0)
    powers = (10 ** (k / per_decade) for k in range(-9 * per_decade, 19 * per_decade + 1))
    points = powers if measure == "seconds" else (float(math.floor(power + 0.5)) for power in powers)
    return [*dict.fromkeys(point for point in points if first <= point < last), last]


def convergence(*files: File, measure: str = "work", per_decade: int = 10) -> Any:
    """The best cost by what was spent: its quantiles over the runs of a configuration that have a history.

    A run that has ended keeps its last cost.

    Args:
        measure: What was spent; one of `MEASURES`.
        per_decade: Points of the curve per factor of ten.

    Returns:
        pandas.DataFrame: Columns ``configuration``, the measure, ``runs``, ``q10``, ``q25``, ``median``, ``q75``,
            ``q90``.

    Raises:
        ValueError: For another measure, or if the files hold no improvements.
    """
    pandas = _library("pandas")
    _check_word("measure", measure, MEASURES)
    rows = []
    for name, runs in _with_history(read_results(*files)).groupby("configuration", sort=False):
        for point in _points(runs, measure, per_decade):
            reached = ([step[-1] for step in run if _spent(step, measure) <= point] for run in runs.history)
            costs = pandas.Series([each[-1] for each in reached if each])
            rows.append([name, point, len(costs), *costs.quantile([0.1, 0.25, 0.5, 0.75, 0.9])])
    return pandas.DataFrame(rows, columns=["configuration", measure, "runs", "q10", "q25", "median", "q75", "q90"])


def _reached(run: Iterable[Sequence[float]], target: int) -> float:
    """Work at which a run first was at a cost or below it; infinite where it never was."""
    return next((_spent(step, "work") for step in run if step[-1] <= target), math.inf)


def ecdf(*files: File, per_decade: int = 10) -> Any:
    """The share of pairs of run and target cost that were reached, by work. The targets are `TARGETS`.

    A target counts as reached at the end of its generation: with a million boards, work is rounded up to a million.

    Args:
        per_decade: Points of the curve per factor of ten.

    Returns:
        pandas.DataFrame: Columns ``configuration``, ``work``, ``pairs``, ``reached`` (0 to 1).

    Raises:
        ValueError: If the files hold no improvements.
    """
    rows = []
    for name, runs in _with_history(read_results(*files)).groupby("configuration", sort=False):
        reached = [_reached(run, target) for run in runs.history for target in TARGETS]
        for point in _points(runs, "work", per_decade):
            rows.append([name, int(point), len(reached), sum(when <= point for when in reached) / len(reached)])
    return _library("pandas").DataFrame(rows, columns=["configuration", "work", "pairs", "reached"])


def targets(*files: File) -> Any:
    """Runs that reached each target cost, and ``ert_work``: the work of all runs until they reach it or end, divided by the
    number that reach it. Of one puzzle it is the expected running time; of several, that of a random puzzle of the set.
    Unfinished runs are left out.

    Returns:
        pandas.DataFrame: Columns ``configuration``, ``target``, ``runs``, ``reached``, ``ert_work``.

    Raises:
        ValueError: If the files hold no improvements.
    """
    rows = []
    ended = read_results(*files).query("status != 'running'")
    for name, runs in _with_history(ended).groupby("configuration", sort=False):
        for target in TARGETS:
            when = [_reached(run, target) for run in runs.history]
            hits = sum(each < math.inf for each in when)
            spent = sum(each if each < math.inf else end for each, end in zip(when, runs.work))
            rows.append([name, target, len(runs), hits, spent / hits if hits else None])
    return _library("pandas").DataFrame(rows, columns=["configuration", "target", "runs", "reached", "ert_work"])


def _file_name(text: str) -> str:
    kept = "-." if text.strip(".") else ""  # "." and ".." lead elsewhere
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in kept) else "_" for letter in text)


def iohprofiler(*files: File, folder: File, form: str = "info") -> list[pathlib.Path]:
    """Write what IOHprofiler's programs read: per configuration and puzzle, a file about its runs and a .dat file.

    A puzzle is a function that is minimised; its dimension is its number of cells, and an evaluation is a unit of work.
    Folders that would have one name get a number. In ``info`` commas in names become semicolons: IOHanalyzer splits a
    line at every comma. In ``json`` a run begins with a line of evaluation 1, by which iohinspector finds it, of cost ``inf``.

    Args:
        folder (path): Where the files are written.
        form: ``info``, which IOHanalyzer reads, or ``json``, which iohinspector reads.

    Returns:
        list of pathlib.Path: The files that were written.

    Raises:
        ValueError: For another form, or if the files hold no improvements.
    """
    _check_word("form", form, ("info", "json"))
    top = pathlib.Path(_path("folder", folder))
    written = []
    runs = _with_history(read_results(*files))
    numbers = {place: k for k, place in enumerate(dict.fromkeys(zip(runs.file, runs.line, runs.puzzle)), 1)}
    folders: list[list[str]] = []
    for (name, file, line, puzzle), group in runs.groupby(["configuration", "file", "line", "puzzle"], sort=False):
        number = numbers[file, line, puzzle]
        cells = len(_cells(str(puzzle)))
        data = f"data_f{number}/IOHprofiler_f{number}_DIM{cells}.dat"
        head = "evaluations raw_y" if form == "json" else '"function evaluation" "best-so-far f(x)"'
        blocks, ends = "", []
        for run in group.itertuples(index=False):
            steps = [(int(_spent(step, "work")), step[-1]) for step in run.history]
            if form == "json" and steps[0][0] > 1:
                steps.insert(0, (1, math.inf))
            if steps[-1][0] < run.work:  # a block ends with the last evaluation of its run
                steps.append((int(run.work), run.cost))
            blocks += head + "\n" + "".join(f"{at} {cost:.5f}\n" for at, cost in steps)
            ends.append((int(run.work), float(run.cost), steps))
        below = top / _label(folders, name, "", _file_name(name), "{}_{}")
        about = _about(form, number, f"{file}:{line}", cells, name, data, ends)
        for path, content in ((below / data, blocks), (below / f"IOHprofiler_f{number}.{form}", about)):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replaced(path) as new:
                pathlib.Path(new).write_text(content, encoding="utf-8")
            written.append(path)
    return written


def _about(form: str, number: int, puzzle: str, cells: int, name: str, data: str, ends: Sequence[Any]) -> str:
    """The file about the runs of a configuration on a puzzle: `ends` has the work, the cost and the steps of each."""
    if form == "info":
        puzzle, name = (text.replace("'", " ").replace(",", ";") for text in (puzzle, name))
        info = ", ".join([data, *(f"1:{work}|{cost:.5f}" for work, cost, _ in ends)])
        return (
            f"suite = 'evodoku', funcId = {number}, funcName = '{puzzle}', DIM = {cells}, maximization = 'F', "
            f"algId = '{name}'\n%\n{info}\n"
        )
    runs = [
        {"instance": 1, "evals": work, "best": {"evals": next(at for at, y in steps if y == cost), "y": cost, "x": []}}
        for work, cost, steps in ends
    ]
    facts = {
        "version": "0.3.5", "suite": "evodoku", "function_id": number, "function_name": puzzle, "maximization": False,
        "algorithm": {"name": name, "info": ""}, "attributes": ["evaluations", "raw_y"],
        "scenarios": [{"dimension": cells, "path": data, "runs": runs}],
    }  # fmt: skip
    return json.dumps(facts, indent=1) + "\n"


# Groups of TensorBoard's tags. A column that is not named here has the group of its own history.
_GROUPS = {
    "cost": "best best_so_far mean deviation q10 q25 median q75 q90 worst",
    "diversity": "distinct entropy",
    "effort": "evaluations trials redraws seconds",
    "islands": "migrations restarts",
}
_TAGS = {column: f"{group}/{column}" for group, columns in _GROUPS.items() for column in columns.split()}
_PLACES = {"configuration", "run_seed", "seed", "puzzle", "island", "rank", "generation", *_TEXTS}


def tensorboard(*files: File, folder: File) -> list[pathlib.Path]:
    """Write every row of histories as scalars for TensorBoard: a folder per run, with a folder per island if it has several.

    With several files each has a folder of its own, by its path below the folder that all are in. The folder must be
    new or empty.

    Args:
        *files (path): Histories.
        folder (path): Where the runs are written; new or empty.

    Returns:
        list of pathlib.Path: The folders of the runs.

    Raises:
        ValueError: If the folder is not empty, or a file is not a history.
    """
    writers = _library("tensorboard.summary.writer.event_file_writer")
    event, summary = (_library(f"tensorboard.compat.proto.{name}_pb2") for name in ("event", "summary"))
    top = pathlib.Path(_path("folder", folder))
    if top.exists() and (not top.is_dir() or any(top.iterdir())):
        raise ValueError(f"the folder {top} is not empty; name a new one")
    written = []
    paths = [pathlib.Path(os.path.abspath(_path("files", file))) for file in files]
    for file, found in zip(files, paths):
        name = found.relative_to(os.path.commonpath([path.parent for path in paths])) if len(files) > 1 else "."
        lines = read_history(file)
        tags = {column: _TAGS.get(column, f"history/{column}") for column in lines if column not in _PLACES}
        for (seed, puzzle), run in lines[lines.kind.isin(["generation", "result"])].groupby(["seed", "puzzle"]):
            path = top / name / f"seed{int(seed)}/puzzle{int(puzzle)}"
            several = run.island.nunique() > 1
            for island, rows in run.groupby(run.island if several else run.island * math.nan, dropna=False):
                below = path if math.isnan(island) else path / f"island{int(island)}"
                writer = writers.EventFileWriter(str(below))
                for row in rows.to_dict("records"):
                    if row["kind"] == "result":
                        scalars = {"result/solved": row["status"] == "solved", "result/cost": row["best_so_far"]}
                    else:
                        scalars = {tag: row[column] for column, tag in tags.items() if isinstance(row[column], (int, float))}
                    made = summary.Summary(value=[{"tag": tag, "simple_value": value} for tag, value in scalars.items()
                                                  if not math.isnan(value)])  # fmt: skip
                    writer.add_event(event.Event(wall_time=row["seconds"], step=int(row["generation"]), summary=made))
                writer.close()
                written.append(below)
    return written


def summary(*files: File, by: str = "configuration", first: str = "", pairs: bool = False, rounded: bool = False) -> Any:
    """The table of `evodoku experiment`, which docs/how-to/experiments.md explains: a row per configuration.

    Args:
        by: ``configuration``, ``file`` or ``puzzle``, as the command.
        first: The configuration that others are compared with; by default the first of the plan.
        pairs: Compare every two configurations: a row per pair, the configuration and that of ``against``.
        rounded: Cells as people read them; otherwise every column with all digits.

    Returns:
        pandas.DataFrame: A row per group of runs.

    Raises:
        ValueError: If the files hold no runs, or none of the configuration `first`.
    """
    pandas = _library("pandas")
    from . import _evodoku

    for name, text in {"by": by, "first": first}.items():
        _check_type(name, text, str)
    try:
        rows, headings, cells = _evodoku.summary([_path("files", file) for file in files], first, by, bool(pairs))
    except OSError as error:
        raise ValueError(error) if error.errno is None else error from None  # it is about what the file holds
    if not rows:
        raise ValueError("pairs: the files have fewer than two configurations" if pairs else _NO_RUNS)
    if rounded:
        return pandas.DataFrame(cells, columns=headings)
    records = [{name: math.nan if value is None else value for name, value in json.loads(row).items()} for row in rows]
    return pandas.DataFrame.from_records(records)


def latex(table: Any, *, caption: str = "", label: str = "", digits: int = 4) -> str:
    """A table of this module as LaTeX, with the rules of the package booktabs.

    Args:
        table (pandas.DataFrame): Texts in its cells are escaped.
        caption: LaTeX; empty: none.
        label: LaTeX; empty: none.
        digits: Significant digits of numbers.

    Returns:
        str: The environment ``table`` or ``tabular``.

    Raises:
        ImportError: Without jinja2.
    """
    _library("jinja2")
    digits = _check_range("digits", digits, 1, 17)
    for name, value, kind in (("table", table, _library("pandas").DataFrame), ("caption", caption, str), ("label", label, str)):
        _check_type(name, value, kind)

    def number(value: float) -> str:
        text = f"{value:.{digits}g}"
        return text if abs(float(text)) < 10**digits else f"{value:.0f}"

    options = {"index": False, "escape": True, "na_rep": "-", "float_format": number}
    return str(table.to_latex(caption=caption or None, label=label or None, **options))


@dataclasses.dataclass(frozen=True)
class Friedman:
    """Ranks of configurations over puzzles, and whether they differ; see `friedman`."""

    ranks: Any
    """pandas.Series: the mean rank of each configuration, the best first."""
    puzzles: int
    chi_square: float
    """Friedman's statistic, corrected for ties, and its p."""
    p: float
    f: float
    """The statistic of Iman and Davenport, which is less conservative, and its p."""
    f_p: float
    level: float
    critical_distance: float
    """Mean ranks that are further apart differ at this level: the test of Nemenyi."""

    @property
    def groups(self) -> list[list[str]]:
        """Configurations whose ranks do not differ: the largest groups, of two or more."""
        names, ranks = list(self.ranks.index), list(self.ranks)
        ends = [max(k for k in range(len(ranks)) if ranks[k] <= low + self.critical_distance) for low in ranks]
        return [names[k : end + 1] for k, end in enumerate(ends) if end > k and end not in ends[:k]]

    @property
    def table(self) -> Any:
        """A row per configuration, with the results of the test in each."""
        facts = {**vars(self)}
        return facts.pop("ranks").rename("mean_rank").rename_axis("configuration").reset_index().assign(**facts)


def friedman(*files: File, measure: str = "work", level: float = 0.05) -> Friedman:
    """The test of Friedman with that of Nemenyi: do configurations differ over the puzzles, and which? (Demsar 2006.)

    On each puzzle all runs are ranked as `summary` orders them: those that solved by `measure`, then the others by their
    final cost, or all last if several operators counted it, or one has none. A configuration's score on the
    puzzle is the mean rank of its runs. The puzzles are the blocks of the test.

    Args:
        measure: One of `MEASURES`.
        level: Probability of an error, for the critical distance: 0.05 or 0.1, or any other.

    Returns:
        Friedman: Mean ranks and tests.

    Raises:
        ValueError: For fewer than three configurations or two puzzles, or if a configuration lacks a puzzle.
    """
    stats = _library("scipy.stats")
    _check_range("level", level, 0, 1, float)
    _check_word("measure", measure, MEASURES)
    runs = read_results(*files).query("status != 'running'")
    settings = runs.settings.fillna("") if "settings" in runs else runs.configuration.map(lambda _: "")
    counted_by = settings.str.extract(r"(?:^| )cost=(\S+)", expand=False).fillna("").where(runs.cost.notna(), "none")
    by_cost = counted_by.groupby(runs.puzzle).transform("nunique") == 1
    score = runs[measure].where(runs.solved, runs[measure].max() + 1 + runs.cost.where(by_cost, 0).fillna(0))
    runs = runs.assign(rank=score.groupby(runs.puzzle).rank())
    scores = runs.pivot_table(index="puzzle", columns="configuration", values="rank", aggfunc="mean")
    puzzles, count = scores.shape
    if count < 3 or puzzles < 2:
        expected = "3 or more on 2 or more (for two configurations use the rank-sum test of `evodoku experiment`)"
        raise ValueError(f"friedman: {count} configurations on {puzzles} puzzles; expected: {expected}")
    if scores.isna().any(axis=None):
        puzzle, configuration = scores.isna().stack().idxmax()
        raise ValueError(f"friedman: '{configuration}' has no run on puzzle {puzzle}; each must run on the same puzzles")
    ranks = scores.rank(axis=1)
    differ = (ranks.nunique(axis=1) > 1).any()
    chi_square, p = stats.friedmanchisquare(*(scores[name] for name in scores)) if differ else (0.0, 1.0)
    left = puzzles * (count - 1) - chi_square
    f = (puzzles - 1) * chi_square / left if left > 1e-9 else math.inf
    f_p = stats.f.sf(f, count - 1, (count - 1) * (puzzles - 1))
    quantile = stats.studentized_range.ppf(1 - level, count, math.inf) / math.sqrt(2)
    distance = quantile * math.sqrt(count * (count + 1) / (6 * puzzles))
    numbers = (float(number) for number in (chi_square, p, f, f_p, level, distance))
    return Friedman(ranks.mean().sort_values(kind="stable"), puzzles, *numbers)


_COLORS = ("#0072b2", "#d55e00", "#009e73", "#b5508f", "#8c6d00", "#3a8ec0", "#8c564b", "#6b6b6b")
FIGURES = ("convergence", "solutions", "targets", "ranks", "population", "diversity", "boards")


def figure(
    kind: str,
    *files: File,
    output: File | BinaryIO | None = None,
    measure: str = "work",
    run: int = 1,
    title: str = "",
    width: float | None = None,
    height: float | None = None,
    font_size: float = 9,
    format: str | None = None,
) -> Any:
    """Draw a figure with matplotlib, and return it.

    Args:
        kind: ``convergence`` (medians with the middle 50 % and 80 % of the runs), ``solutions`` (share of runs that
            solved), ``targets`` (share of pairs of run and target cost), ``ranks`` (mean ranks and the critical
            distance of `friedman`), or one run of a history: ``population``, ``diversity``, ``boards``.
        output (path or stream of bytes): Where the figure is written.
        measure: What the x axis counts, and `friedman`; one of `MEASURES`.
        run: The number of the run in the histories, an island each, from 1.
        title: Above the figure.
        width: In inches; by default those of the kind.
        height: In inches; by default those of the kind.
        font_size: In points.
        format: ``png``, ``svg`` or ``pdf``; by default the ending of the file.

    Returns:
        matplotlib.figure.Figure: The figure.

    Raises:
        ValueError: For another kind, measure, run or format, or a size that is not allowed.
    """
    _check_word("kind", kind, FIGURES)
    _check_word("measure", measure, MEASURES)
    _check_type("title", title, str)
    if output is None and format is not None:
        raise ValueError("format: without effect; give output")
    for name, is_given, kinds in (("measure", measure != "work", FIGURES[:2] + ("ranks",)), ("run", run != 1, FIGURES[4:])):
        if is_given and kind not in kinds:
            raise ValueError(f"{name}: without effect on {kind}, only on {', '.join(kinds)}; leave it out")
    with _style(font_size, width, height):
        if kind == "ranks":
            made = _rank_figure(friedman(*files, measure=measure), width, height)
        elif kind in ("population", "diversity", "boards"):
            made = _run_figure(kind, _run_number(run, *files), width, height, font_size)
        else:
            made, axes = new_figure(width or 7, height or 4, font_size=font_size)
            for color, (name, *curves) in zip(itertools.cycle(_COLORS), _curves(kind, measure, *files)):
                x, y, bands = curves
                for low, high in bands:
                    axes.fill_between(x, low, high, step="post", color=color, alpha=0.2, linewidth=0)
                axes.step(x, y, where="post", color=color, label=name)
            if not (kind == "convergence" and measure == "generations"):
                axes.set_xscale("log")
            axes.set_xlabel("work: evaluations + trials + redraws" if measure == "work" or kind == "targets" else measure)
            axes.set_ylabel({"convergence": "cost of the best board", "solutions": "share of all runs that solved"}.get(
                kind, "share of runs and target costs reached"))  # fmt: skip
            axes.set_ylim(0, None if kind == "convergence" else 1.02)
            axes.legend()
        if title:
            made.suptitle(title)
    if output is not None:
        save(made, output, format=format)
    return made


def _style(font_size: float, width: float | None = None, height: float | None = None) -> Any:
    """The style of the package: text stays text, so that others can edit it, and a figure is the same twice."""
    for name, value in {"width": width, "height": height, "font_size": font_size}.items():
        _check_range(name, 1 if value is None else value, 0.1, 1000, float)
    style = {"font.size": font_size, "svg.fonttype": "none", "svg.hashsalt": "evodoku", "pdf.fonttype": 42}
    return _library("matplotlib").rc_context(style)


def _curves(kind: str, measure: str, *files: File) -> Iterator[tuple[str, Any, Any, list[tuple[Any, Any]]]]:
    """Name, x, y and bands of each configuration."""
    if kind == "convergence":
        for name, rows in convergence(*files, measure=measure, per_decade=40).groupby("configuration", sort=False):
            runs = rows.runs.max()
            bands = [(rows.q10, rows.q90), (rows.q25, rows.q75)] if runs > 1 else []
            yield name if runs == 1 else f"{name}, median of {runs} runs", rows[measure], rows["median"], bands
    elif kind == "targets":
        for name, rows in ecdf(*files, per_decade=40).groupby("configuration", sort=False):
            yield name, rows.work, rows.reached, []
    else:
        runs = read_results(*files).query("status != 'running'")
        least = 1e-6 if measure == "seconds" else 1  # a log axis has no place for 0: a puzzle that logic filled
        ends = runs[measure].clip(lower=least)
        for name, some in runs.groupby("configuration", sort=False):
            solved = sorted(ends[some.index[some.solved]])
            shares = [k / len(some) for k in range(len(solved) + 1)]
            x = [solved[0] if solved else ends.max() / 10, *solved, ends.max()]
            text = f"{name}: {len(solved)} of {len(some)} runs solved, {len(some) - len(solved)} not"
            yield text, x, [*shares, shares[-1]], []


def new_figure(width: float = 7, height: float = 4, mosaic: Any = None, font_size: float = 9, **layout: Any) -> Any:
    """A figure in the style of the package, and its axes.

    Args:
        width: In inches.
        height: In inches.
        mosaic (str or list): As matplotlib's subplot_mosaic takes it.
        font_size: In points.
        **layout: Arguments of matplotlib's subplots, or of subplot_mosaic.

    Returns:
        tuple: The figure; its axes.

    Raises:
        ImportError: Without matplotlib.
    """
    figures = _library("matplotlib.figure")
    with _style(font_size, width, height):
        made = figures.Figure(figsize=(width, height), layout="constrained")
        axes = made.subplots(**layout) if mosaic is None else made.subplot_mosaic(mosaic, **layout)
        for one in made.axes:
            one.spines[["top", "right"]].set_visible(False)
            one.grid(color="#d9d9d9", linewidth=0.6)
            one.set_axisbelow(True)
    return made, axes


def save(figure: Any, output: File | BinaryIO, about: str = "", format: str | None = None) -> None:
    """Write a figure as PNG, SVG or PDF; by default the ending of the name says which. No date is in it.

    Args:
        figure (matplotlib.figure.Figure): The figure.
        output (path or stream of bytes): Where it is written.
        about: A text in the file.
        format: ``png``, ``svg`` or ``pdf``; by default the ending of the name.

    Raises:
        ValueError: For another format.
    """
    if not hasattr(figure, "savefig"):
        raise TypeError(f"figure: {_shown(figure)} is a {type(figure).__name__}; a figure of matplotlib is needed")
    _check_type("about", about, str)
    name = "a stream" if hasattr(output, "write") else _path("output", output)
    form = format or pathlib.Path(name).suffix.removeprefix(".")
    metadata = {"svg": {"Date": None, "Description": about}, "pdf": {"CreationDate": None, "Subject": about},
                "png": {"Description": about}}  # fmt: skip
    if format is None and form not in metadata:
        raise ValueError(f"output: {name!r}; the name must end in .png, .svg or .pdf, or give a format")
    _check_word("format", form, ("png", "svg", "pdf"))
    with _style(9), contextlib.nullcontext(output) if hasattr(output, "write") else replaced(output) as target:
        figure.savefig(target, format=form, dpi=200, metadata=metadata[form])


def _rank_figure(test: Friedman, width: float | None, height: float | None) -> Any:
    """The diagram of Demsar: mean ranks on an axis, and a bar over ranks that do not differ."""
    width = width or 7
    font_size = _library("matplotlib").rcParams["font.size"]
    letters = max(8, int(0.3 * 72 * width / (0.55 * font_size)))  # of a line of text beside the axis
    names = {name: textwrap.fill(name, letters) for name in test.ranks.index}
    lines = max(name.count("\n") for name in names.values()) + 1
    count = len(test.ranks)
    rows = (count + 1) // 2
    depth = 0.5 * len(test.groups) + 0.4 + 0.4 * lines
    made, axes = new_figure(width, height or (4 + depth + lines * (rows - 0.5)) * 0.025 * font_size, font_size=font_size)
    axes.grid(False)
    axes.set(xlim=(1, count), ylim=(depth + lines * (rows - 0.5), -1.6), yticks=[], xticks=range(1, count + 1))
    axes.xaxis.tick_top()
    axes.spines[["left", "bottom", "right"]].set_visible(False)
    axes.spines["top"].set(visible=True, position=("data", 0))
    for k, (name, rank) in enumerate(test.ranks.items()):
        is_left = k < rows
        y = depth + lines * (k if is_left else count - 1 - k)
        edge, side = (1, "right") if is_left else (count, "left")
        axes.plot([rank, rank, edge], [0, y, y], color="#1f2933", linewidth=0.8, clip_on=False)
        text = f"{names[name]}  {rank:.2f}" if is_left else f"{rank:.2f}  {names[name]}"
        axes.annotate(text, (edge, y), xytext=(-4 if is_left else 4, 0), textcoords="offset points", ha=side, va="center")
    for k, group in enumerate(test.groups):
        ends = [test.ranks[group[0]] - 0.03, test.ranks[group[-1]] + 0.03]
        axes.plot(ends, [0.5 * (k + 1)] * 2, color=_COLORS[0], linewidth=3, solid_capstyle="butt")
    end = 1 + test.critical_distance
    axes.plot([1, end], [-1.2, -1.2], "|-", color="#1f2933", linewidth=0.8, clip_on=False)
    axes.annotate(f"critical distance {test.critical_distance:.2f}", (end, -1.2), xytext=(6, 0),
                  textcoords="offset points", va="center")  # fmt: skip
    return made


def _run_number(number: int, *files: File) -> Any:
    """Rows of one island of a run, with its givens in `attrs`."""
    lines = read_history(*files)
    runs = list(lines[lines.kind == "generation"].groupby(_RUN, sort=False))
    number = _check_range("run (an island each)", number, 1, len(runs))
    (configuration, run_seed, puzzle, island), rows = runs[number - 1]
    begun = lines[(lines.kind == "puzzle") & (lines[_RUN[:3]] == [configuration, run_seed, puzzle]).all(axis=1)]
    label = f"{configuration}, seed {int(rows.seed.iloc[0])}"
    for line in begun.head(1).to_dict("records"):
        label += f", {line['file']}:{int(line['line'])}"
        rows.attrs["givens"] = line["givens"]
    several = sum(key[:3] == (configuration, run_seed, puzzle) for key, _ in runs)
    rows.attrs["label"] = label + (f", island {int(island)} of {several}" if several > 1 else "")
    return rows.drop_duplicates("generation")


def _run_figure(kind: str, rows: Any, width: float | None, height: float | None, font_size: float) -> Any:
    if kind == "boards":
        best = len(rows) - 1 - int(rows.best.values[::-1].argmin())  # the last of those with the lowest cost
        shown = sorted({round(best * k / 3) for k in range(4)})
        full = 2.2 * len(shown)
        made, axes = new_figure(width or full, height or 2.5, font_size=font_size, ncols=len(shown), squeeze=False)
        for one, row in zip(axes.flat, rows.iloc[shown].to_dict("records")):
            draw_board(one, row["board"], rows.attrs.get("givens", ""), (width or full) / full)
            one.set_xlabel(f"generation {int(row['generation'])}, cost {int(row['best'])}")
    else:
        made, axes = new_figure(width or 7, height or 4, font_size=font_size)
        axes.set_xlabel("generation")
        if kind == "population":
            for low, high in (("q10", "q90"), ("q25", "q75")):
                axes.fill_between(rows.generation, rows[low], rows[high], color=_COLORS[0], alpha=0.2, linewidth=0)
            for name, color, style in (("median", 0, "-"), ("mean", 0, "--"), ("best", 3, "-"), ("best_so_far", 1, "-")):
                axes.plot(rows.generation, rows[name], style, color=_COLORS[color], label=name.replace("_", " "))
            axes.set_ylabel("cost")
        else:
            rows = rows[rows.distinct.notna()]
            digits = math.isqrt(len(rows.cell_entropy.iloc[0]))
            axes.plot(rows.generation, rows.distinct / rows["size"], color=_COLORS[0], label="distinct boards / boards")
            axes.plot(rows.generation, rows.entropy / math.log2(digits), "--", color=_COLORS[3],
                      label=f"entropy per cell / log2 {digits}")  # fmt: skip
            axes.set_ylabel("share of the highest possible value")
        axes.set_ylim(bottom=0)
        axes.legend()
    made.suptitle(rows.attrs["label"], fontsize="medium")
    return made


def _cells(board: str) -> list[str]:
    blanks = "." if len(board) == 36 * 36 else ".0"  # whose lines have 0 for 1
    return ["" if cell in blanks else cell for cell in (board.split() if " " in board else board)]


def draw_board(axes: Any, board: str, givens: str = "", scale: float = 1) -> None:
    """Draw a board, a line of puzzles, into axes: digits of the givens in bold, cells with conflicts in red.

    Args:
        axes (matplotlib.axes.Axes): Where it is drawn.
        board: A line of puzzles: a character per cell, or numbers with spaces.
        givens: A line of puzzles, too.
        scale: Of the digits; 1 is for a board of about 2 inches.

    Raises:
        ImportError: Without matplotlib, where cells have conflicts.
    """
    if not hasattr(axes, "add_patch"):
        raise TypeError(f"axes: {_shown(axes)} is a {type(axes).__name__}; axes of matplotlib are needed")
    for name, value, kind in (("board", board, str), ("givens", givens, str), ("scale", scale, float)):
        _check_type(name, value, kind)
    cells, given = _cells(board), _cells(givens)
    size = math.isqrt(len(cells))
    order = math.isqrt(size)
    axes.set(xlim=(0, size), ylim=(size, 0), aspect="equal", xticks=[], yticks=[])
    axes.grid(False)
    axes.spines[:].set_visible(False)
    units = [(k // size, k % size, k // size // order * order + k % size // order) for k in range(len(cells))]
    for k, (row, column, box) in enumerate(units):
        same = (units[j] for j in range(len(cells)) if j != k and cells[j] and cells[j] == cells[k])
        clashes = any(r == row or c == column or b == box for r, c, b in same)
        if clashes:
            axes.add_patch(_library("matplotlib.patches").Rectangle((column, row), 1, 1, color="#ffd8d3", linewidth=0))
        bold = "bold" if k < len(given) and given[k] else "normal"
        axes.text(column + 0.5, row + 0.55, cells[k], ha="center", va="center", fontweight=bold,
                  fontsize=scale * 72 / size, color="#b42318" if clashes else "#1f2933")  # fmt: skip
    for k in range(size + 1):
        ends = [[k, 0], [k, size]], [[0, k], [size, k]]  # of a vertical line, and of a horizontal one
        axes.plot(*ends, color="#52606d", linewidth=1.4 if k % order == 0 else 0.4, clip_on=False)

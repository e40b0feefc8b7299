"""Experiments: puzzles x configurations x seeds."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Union

import numpy as np

from . import _evodoku, _operators, _puzzles, _settings

if TYPE_CHECKING:
    import pandas

Plan = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def _toml(value: Any, name: str = "") -> str:
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):  # not the repr() of an enumeration; a seed may have more bits than numbers of TOML
        return int.__repr__(value) if abs(value) < 2**63 else f'"{int(value)}"'
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, os.PathLike):
        return _toml(_settings.path_of(name, value), name)
    if isinstance(value, Mapping):
        pairs = (f"{_toml(str(key))} = {_toml(each, f'{name}.{key}')}" for key, each in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, (list, tuple, range, Iterator)):
        return "[" + ", ".join(_toml(each, f"{name}[{index}]") for index, each in enumerate(value)) + "]"
    raise TypeError(f"{name}: {_settings.shown(value)} is a {type(value).__name__}, which can't be in a plan")


def _puzzles_of(plan: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The plan with a name for each puzzle that it has as a text or an array; and these texts by name."""
    puzzles, order = plan["puzzles"], plan.get("order")
    if isinstance(puzzles, (list, tuple)) and puzzles:
        array = _puzzles._one_array(list(puzzles), order)
        puzzles = puzzles if array is None else array
    if isinstance(puzzles, (str, os.PathLike)) or hasattr(puzzles, "__array__"):
        puzzles = [puzzles]
    _settings.check_type("puzzles", puzzles, Iterable)
    names: list[Any] = []
    texts: list[tuple[str, str]] = []
    for index, each in enumerate(puzzles):
        name = f"puzzles[{index}]"
        if isinstance(each, (os.PathLike, Mapping)) or (isinstance(each, str) and _puzzles.is_file(each)):
            names.append(each)
            continue
        grids, _, found = _puzzles.read(each, name, order)
        order = order or found
        names.append(name)
        texts.append((name, "".join(_evodoku.grid_text(grid[None], found) + "\n" for grid in grids)))
    return {**plan, **({"order": order} if texts else {}), "puzzles": names}, texts


def _configuration(name: str, given: Any, seen: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """A configuration as a plan has it, with names in place of functions. `seen`: those of the plan so far."""
    _settings.check_type(name, given, Mapping)
    named: dict[str, Any] = {}
    for key, value in given.items():
        kind = str(key).replace("_", "-")
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        for k, each in enumerate(values):
            if callable(each) or isinstance(each, (bool, np.bool_)):
                values[k] = _settings.text_of(kind, each)
            if callable(each):
                function = each.function if isinstance(each, _operators.Operator) else each
                if seen.setdefault((kind, values[k]), function) != function:
                    raise ValueError(f"two functions for {kind} have the name {values[k]!r}; name them by evodoku.operator")
        if value is not None:
            named[kind] = values if isinstance(value, (list, tuple)) else values[0]
    return named


def _text_of(plan: Plan) -> tuple[str, str, list[tuple[str, str]]]:
    """The plan as TOML, its name, and texts that are in place of files."""
    if not isinstance(plan, Mapping):
        name = _settings.path_of("plan", plan)
        with open(name, "rb") as file:
            text = file.read()
        try:
            return text.decode(), name, []
        except UnicodeDecodeError as error:
            raise ValueError(f"{name}:{text.count(10, 0, error.start) + 1}: not a plan, which is TOML in UTF-8") from None
    named, texts = _puzzles_of(plan) if "puzzles" in plan else (dict(plan), [])
    seen: dict[tuple[str, str], Any] = {}
    for key, value in named.items():
        if isinstance(value, Mapping):
            named[key] = _configuration(key, value, seen)
        elif key == "configurations":
            _settings.check_type(key, value, Iterable)
            named[key] = [_configuration(f"{key}[{index}]", each, seen) for index, each in enumerate(value)]
    return "".join(f"{_toml(str(key))} = {_toml(value, str(key))}\n" for key, value in named.items()), "plan", texts


def experiment(
    plan: Plan,
    *,
    output: str | os.PathLike[str] | None = None,
    device: str = "auto",
    threads: int = 0,
    progress: bool = False,
) -> pandas.DataFrame | list[dict[str, Any]]:
    """Make the runs of a plan.

    Args:
        plan (path or dict): A file as for ``evodoku experiment``, or the same as a dict: ``{"seeds": [1, 2], "puzzles":
            ["a.txt"], "defaults": {...}, "configurations": [{"name": "a", "preset": "plain"}, ...]}``. Puzzle files are
            relative to the plan's folder, those of a dict to the current one. In a dict, operators may be functions
            (`operator`), and puzzles texts or arrays as in `solve`; ``file`` of their runs is ``"puzzles[0]"``.
        output (path): A file of results, one line of JSON per run; by default the ``output`` of the plan, if it has one.
            Runs that it has are not made again, so the same call continues after an interruption. Results know a
            function by its name alone: for a changed one take another file.
        device: As the setting.
        threads: Runs at once on the CPU, one thread each; 0 = all processors.
        progress: Show a bar of tqdm.

    Returns:
        pandas.DataFrame, or a list of dict where pandas is not installed: One row per run: ``configuration``,
            ``puzzle``, ``file``, ``line``, ``seed``, ``solved``, ``cost``, ``generations``, ``evaluations``,
            ``seconds``, ``fingerprint`` and the other fields of docs/how-to/experiments.md.

    Raises:
        ValueError: For a mistake in the plan, with its place.
        OSError: For a file that can't be read or written.
    """
    _settings.check_type("device", device, str)
    _settings.check_range("threads", threads, 0, 1024)
    results = "" if output is None else _settings.path_of("output", output)
    with contextlib.ExitStack() as during:
        with _operators._lock:
            text, name, texts = _text_of(plan)
            during.enter_context(_operators.names_in_use(text))
        made = _evodoku.Experiment(text, name, device, threads, texts)
        if not (results := results or made.output) and made.has_histories:
            raise ValueError(f"{name}: history = true writes files beside the results: give output, here or in the plan")
        advance = during.enter_context(_settings.bar(progress, total=made.runs, unit="run"))
        lines = made.make(results, advance)
    if os.path.isfile(results):  # it has those made before, too
        with open(results, encoding="utf-8") as file:
            lines = file.readlines()
    records = [json.loads(line) for line in lines]
    try:
        import pandas
    except ImportError:
        return records
    return pandas.DataFrame.from_records(records)

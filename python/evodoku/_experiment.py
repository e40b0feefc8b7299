"""Experiments: puzzles x configurations x seeds."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Mapping, Union

from . import _evodoku, _operators
from ._progress import Bar

if TYPE_CHECKING:
    import pandas

Plan = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, os.PathLike):
        return _toml(os.fspath(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(str(key))} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, range):
        value = list(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    raise TypeError(f"experiment: {value!r} can't be in a plan")


def _text_of(plan: Plan) -> tuple[str, str]:
    """The plan as TOML, and its name."""
    if isinstance(plan, Mapping):
        seen: dict[tuple[str, str], Any] = {}
        plan = {
            key: _operators.named_in_plan(value, seen) if isinstance(value, Mapping)
            else [_operators.named_in_plan(each, seen) for each in value] if key == "configurations"
            else value
            for key, value in plan.items()
        }  # fmt: skip
        return "".join(f"{_toml(str(key))} = {_toml(value)}\n" for key, value in plan.items()), "plan"
    name = os.fspath(plan)
    with open(name, encoding="utf-8") as file:
        return file.read(), name


def experiment(
    plan: Plan,
    *,
    output: str | os.PathLike[str] | None = None,
    device: str = "auto",
    threads: int = 0,
    progress: bool = False,
) -> pandas.DataFrame | list[dict[str, Any]]:
    """Make the runs of a plan.

    Parameters
    ----------
    plan : path or dict
        A file as for ``evodoku experiment``, or the same as a dict: ``{"seeds": [1, 2], "puzzles": ["a.txt"],
        "defaults": {...}, "configurations": [{"name": "a", "preset": "plain"}, ...]}``. Puzzle files are relative to
        the plan's folder, those of a dict to the current one. In a dict, operators may be functions (`operator`).
    output : path, optional
        A file of results, one line of JSON per run. Runs that it has are not made again, so the same call continues
        after an interruption. Results know a function by its name alone: for a changed one take another file.
    device : str
        As the setting.
    threads : int
        Runs at once on the CPU, one thread each; 0 = all processors.
    progress : bool
        Show a bar of tqdm.

    Returns
    -------
    pandas.DataFrame, or a list of dict where pandas is not installed
        One row per run: ``configuration``, ``puzzle``, ``file``, ``line``, ``seed``, ``solved``, ``cost``,
        ``generations``, ``evaluations``, ``seconds``, ``fingerprint`` and the other fields of docs/how-to/experiments.md.

    Raises
    ------
    ValueError
        For a mistake in the plan, with its place.
    OSError
        For a file that can't be read or written.
    """
    text, name = _text_of(plan)
    made = _evodoku.Experiment(text, name, device, threads)
    with Bar(progress, total=made.runs, unit="run") as bar:
        lines = made.make("" if output is None else os.fspath(output), bar.advance)
    records = [json.loads(line) for line in lines]
    try:
        import pandas
    except ImportError:
        return records
    return pandas.DataFrame.from_records(records)

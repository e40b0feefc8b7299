"""Lists of operators, presets and devices."""

from __future__ import annotations

import os
from typing import Any

from . import _evodoku, _settings, study


def operators(kind: str | None = None) -> list[dict[str, Any]]:
    """List the operators.

    Args:
        kind: Only those of a kind: ``"selection"``, ``"crossover"``, ``"mutation"``, ...

    Returns:
        list of dict: With ``kind``, ``name``, ``help``, ``representations`` and ``parameters``, a list of dicts with
            ``name``, ``range`` (lowest and highest value) or ``choices`` (names), ``default`` and ``help``.

    Raises:
        ValueError: If there is no such kind.
    """
    known = _evodoku.operators()
    if kind is not None:
        study._check_word("kind", kind, sorted({str(each["kind"]) for each in known}))
    return [each for each in known if kind in (None, each["kind"])]


def load_operators(file: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Load operators of your own from a shared object (docs/how-to/own-operators.md).

    After it their names may stand in every setting, as in ``solve(..., mutation="my-swap:times=2")``. The results and states
    of a run that uses one of them name the object and its hash, in the setting ``operators``. The object is code: it runs
    with your rights from the moment it is loaded.

    Args:
        file (path): What ``evodoku_add_operators()`` made, ``"libmy_ops.so"``.

    Returns:
        list of dict: Its operators, as `operators` returns them; nothing if it was loaded before.

    Raises:
        ValueError: If there is no such file, or it has no operators, is for another version, or has a name that is
            taken.
    """
    before = {(each["kind"], each["name"]) for each in _evodoku.operators()}
    _evodoku.load_operators(_settings.path_of("file", file))
    return [each for each in _evodoku.operators() if (each["kind"], each["name"]) not in before]


def presets() -> list[dict[str, str]]:
    """List the presets, for ``preset=...``. Raises nothing of its own.

    Returns:
        list of dict: With ``name``, ``summary`` and ``text``, the preset as a configuration file.
    """
    return _evodoku.presets()


def devices() -> list[dict[str, Any]]:
    """List the devices that can be used, the CPU first. Raises nothing of its own.

    Returns:
        list of dict: With ``device``, the value for ``device=...``, and facts: ``name``, ``threads``,
            ``memory_free_bytes``, ...
    """
    return _evodoku.devices()


def history_columns() -> dict[str, list[str]]:
    """List the columns of a history, which docs/reference/history-columns.md explains. Raises nothing of its own.

    Returns:
        dict: For each column the kinds of lines that have it.
    """
    columns = dict(_evodoku.history_columns())
    return {name: [kind for kind in columns if name in columns[kind]] for names in columns.values() for name in names}

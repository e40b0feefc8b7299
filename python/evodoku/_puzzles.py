"""Puzzles in all the forms that the functions take."""

from __future__ import annotations

import os
from typing import Any, Iterable, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _evodoku

Grid = Union[str, Sequence[int], npt.NDArray[np.integer]]
Puzzles = Union[Grid, "os.PathLike[str]", Iterable[Grid]]
Grids = npt.NDArray[np.uint8]


def _from_array(puzzles: Any, name: str) -> tuple[Grids, bool]:
    array = np.asarray(puzzles)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: an array of {array.dtype} is not one of digits; use uint8, 0 = blank")
    if array.shape in ((81,), (9, 9)):
        grids, is_list = array.reshape(1, 81), False
    elif array.ndim >= 2 and array.shape[1:] in ((81,), (9, 9)):
        grids, is_list = array.reshape(len(array), 81), True
    else:
        raise ValueError(f"{name}: shape {array.shape}; allowed: (81,), (9, 9), (n, 81), (n, 9, 9)")
    if grids.size and (grids.min() < 0 or grids.max() > 9):
        wrong = grids.min() if grids.min() < 0 else grids.max()
        raise ValueError(f"{name}: a cell is {wrong}; allowed: 0..9, 0 = blank")
    return np.ascontiguousarray(grids, dtype=np.uint8), is_list


def one(puzzle: Grid, name: str = "puzzle") -> Grids:
    """One puzzle as uint8[1, 81]."""
    grids = _evodoku.read_text(puzzle, name)[0] if isinstance(puzzle, str) else _from_array(puzzle, name)[0]
    if len(grids) != 1:
        raise ValueError(f"{name}: {len(grids)} puzzles; give one")
    _evodoku.check_grids(grids, name, False)
    return grids


def all_of(puzzles: Puzzles) -> Grids:
    """All puzzles as uint8[n, 81]."""
    if isinstance(puzzles, os.PathLike):
        name = os.fspath(puzzles)
        grids, lines = _evodoku.read_file(name)
        is_list = True
    elif isinstance(puzzles, str):
        name = "puzzles"
        grids, lines = _evodoku.read_text(puzzles, name)
        is_list = len(grids) > 1
    elif hasattr(puzzles, "__array__"):  # of NumPy, torch, ...; not a list
        name = "puzzles"
        grids, is_list = _from_array(puzzles, name)
    else:
        items: list[Any] = list(puzzles)
        if items and all(isinstance(each, (int, np.integer)) for each in items):
            return one(np.array(items), "puzzles")
        if not items:
            return np.zeros((0, 81), dtype=np.uint8)
        return np.concatenate([one(each, f"puzzles[{index}]") for index, each in enumerate(items)])
    _evodoku.check_grids(grids, name, is_list)
    return grids

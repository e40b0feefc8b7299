"""Puzzles in all the forms that the functions take."""

from __future__ import annotations

import os
import re
from typing import Any, Iterable, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _evodoku, _operators, study

Grid = Union[str, Sequence[int], npt.NDArray[np.integer]]
Puzzles = Union[Grid, "os.PathLike[str]", Iterable[Grid]]
Grids = npt.NDArray[np.uint8]

ORDERS = (2, 3, 4, 5, 6, 7)


def check_order(order: Any) -> Any:
    """The order as a number of Python, or None. Raises ValueError for an order that no board has."""
    if order is not None and not (isinstance(order, (int, np.integer)) and order in ORDERS):
        raise ValueError(f"order: {study._shown(order)}; allowed: 2 for 4 x 4, 3 for 9 x 9, 4 for 16 x 16, up to 7 for 49 x 49")
    return order if order is None else int(order)


def _order_of_shape(shape: tuple[int, ...], wanted: int | None) -> tuple[int, bool] | None:
    """The order of boards, and whether the array is a list of them; None if no board has this shape."""
    orders = ORDERS if wanted is None else (wanted,)
    squares = [(order, len(shape) == 3) for order in orders if shape[-2:] == (order**2, order**2) and len(shape) in (2, 3)]
    rows = [(order, len(shape) == 2) for order in orders if shape[-1:] == (order**4,) and len(shape) in (1, 2)]
    return next(iter(squares + rows), None)


def from_array(puzzles: Any, name: str, order: int | None) -> tuple[Grids, bool, int]:
    """The puzzles of an array, whether it is a list of them, and their order."""
    order = check_order(order)
    array = _operators.array_of(name, puzzles)
    if array.dtype.kind in "OSU":
        kind, remedy = type(puzzles).__name__, f"; for texts write list({name})" if hasattr(puzzles, "__array__") else ""
        needed = "a str is needed: decode it" if kind == "bytes" else f"one text or an array of digits is needed{remedy}"
        raise TypeError(f"{name}: {study._shown(puzzles)} is a {kind}; {needed}")
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name}: an array of {array.dtype} is not one of digits; use uint8, 0 = blank")
    found = _order_of_shape(array.shape, order)
    if found is None:
        side = order**2 if order is not None else 9
        sides = "" if order is not None else "; for larger boards 16, 25, 36 or 49 in place of 9, and 4 for 4 x 4"
        if order is not None and (other := _order_of_shape(array.shape, None)):
            sides = f"; a board of order {other[0]} needs order={other[0]}, and a call of its own"
        shapes = f"({side**2},), ({side}, {side}), (n, {side**2}), (n, {side}, {side})"
        raise ValueError(f"{name}: shape {array.shape}; allowed: {shapes}{sides}")
    order, is_list = found
    grids = array.reshape(-1, order**4)
    wrong = grids[(grids < 0) | (grids > order**2)]
    if len(wrong):
        raise ValueError(f"{name}: a cell is {wrong[0]}; allowed: 0..{order**2}, 0 = blank")
    return np.ascontiguousarray(grids, dtype=np.uint8), is_list, order


def is_file(text: str) -> bool:
    """If a text is the name of a file, or looks like one. A line of 16 x 16 or 25 x 25 may end like a name, too."""
    has_ending = len(text) not in (256, 625) and re.search(r"\.(?![xX]+$)[A-Za-z][A-Za-z0-9]+$", text)
    return "\n" not in text and len(text) < 1000 and (bool(has_ending) or os.path.exists(text))


def refuse_file_name(text: str, fault: str) -> None:
    """Raise ValueError with a hint if a text, which has no puzzle, looks like the name of a file."""
    if is_file(text):
        raise ValueError(f"{fault}; a str is the text of puzzles: for a file write pathlib.Path({text!r})") from None


def read(
    source: Puzzles, name: str, order: int | None, column: str | None = None, are_answers: bool = False
) -> tuple[Grids, list[str], int]:
    """The puzzles of a text, a file or an array, or boards that are answers; the values of a column; and the order."""
    if not isinstance(source, (str, os.PathLike)):
        grids, _, found = from_array(source, name, order)
        return grids, [], found
    order = check_order(order)
    text = source if isinstance(source, str) else study._path(name, source)
    try:
        return _evodoku.read(text, not isinstance(source, str), name, order or 0, column, are_answers)
    except ValueError as error:
        if isinstance(source, str):
            refuse_file_name(source, str(error))
        raise


def one(puzzle: Grid, name: str = "puzzle", order: int | None = None, is_answer: bool = False) -> tuple[Grids, int]:
    """One puzzle, or a board that is an answer, as uint8[1, cells], and its order."""
    grids, _, found = from_array(puzzle, name, order) if not isinstance(puzzle, str) else read(
        puzzle, name, order, are_answers=is_answer)  # fmt: skip
    if len(grids) != 1:
        raise ValueError(f"{name}: {len(grids)} {'boards' if is_answer else 'puzzles'}; give one")
    if not is_answer:
        _evodoku.check_grids(grids, name, False, found)
    return grids, found


def _one_array(items: list[Any], order: int | None) -> npt.NDArray[Any] | None:
    """The array that digits are, or lists of digits in lists where together they are boards; else None."""
    if all(isinstance(each, (int, np.integer)) for each in items):
        return np.array(items)
    kinds = (list, tuple) if order is None else (list, tuple, np.ndarray)  # 16 arrays of 16 cells may be 16 boards
    if not all(isinstance(each, kinds) for each in items):
        return None
    try:
        array = np.array(items)
    except ValueError:  # lists of different lengths
        return None
    return array if array.dtype.kind in "iu" and _order_of_shape(array.shape, order) is not None else None


def all_of(
    puzzles: Puzzles, order: int | None = None, name: str = "puzzles", are_answers: bool = False
) -> tuple[Grids, int]:
    """All puzzles, or boards that are answers, as uint8[n, cells], and their order."""
    order = check_order(order)
    if isinstance(puzzles, (str, os.PathLike)):
        name = name if isinstance(puzzles, str) else study._path(name, puzzles)
        grids, _, found = read(puzzles, name, order, are_answers=are_answers)
        is_list = len(grids) > 1 or not isinstance(puzzles, str)
    elif hasattr(puzzles, "__array__") or isinstance(puzzles, bytes):  # of NumPy, torch, ...; not a list
        grids, is_list, found = from_array(puzzles, name, order)
    else:
        if not isinstance(puzzles, Iterable):
            kind = type(puzzles).__name__
            raise TypeError(f"{name}: {study._shown(puzzles)} is a {kind}; a text, a path, an array or a list is needed")
        items: list[Any] = list(puzzles)
        if not items:
            return np.zeros((0, (order or 3) ** 4), dtype=np.uint8), order or 3
        array = _one_array(items, order)
        if array is None:
            each = [one(item, f"{name}[{index}]", order, are_answers) for index, item in enumerate(items)]
            sizes = [f"{found**2} x {found**2}" for _, found in each]
            for index, size in enumerate(sizes):
                if size != sizes[0]:
                    raise ValueError(f"{name}[{index}]: a board of {size}, and the first is {sizes[0]}; give one size per call")
            return np.concatenate([grid for grid, _ in each]), each[0][1]
        grids, is_list, found = from_array(array, name, order)
    if not are_answers:
        _evodoku.check_grids(grids, name, is_list, found)
    return grids, found

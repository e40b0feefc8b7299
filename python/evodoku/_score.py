"""Answers of other programs compared with their puzzles; canonical forms; solutions counted, and listed one by one."""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from . import _evodoku, _puzzles, _settings
from ._evodoku import Count


@dataclasses.dataclass(frozen=True)
class Scores:
    """What `score` finds. The arrays have a number per board, of shape (n,), or (n, samples) for several samples.

    Attributes:
        exact (ndarray): bool[n]: the board equals the answer.
        valid (ndarray): bool[n]: it solves the puzzle and keeps the givens.
        givens_changed (ndarray): uint16[n]: givens that the board changes.
        cells_right (ndarray): uint16[n]: cells that equal the answer.
        cost (ndarray): uint16[n]: digits missing in rows, columns and boxes, and 2 per changed given.
        shares (list of dict): The shares of all boards, then of each group: the rows of ``evodoku score --format
            jsonl``.
    """

    exact: npt.NDArray[np.bool_]
    valid: npt.NDArray[np.bool_]
    givens_changed: npt.NDArray[np.uint16]
    cells_right: npt.NDArray[np.uint16]
    cost: npt.NDArray[np.uint16]
    shares: list[dict[str, Any]]


def score(
    boards: _puzzles.Puzzles,
    puzzles: _puzzles.Puzzles,
    solutions: _puzzles.Puzzles | None = None,
    *,
    samples: int = 1,
    by: str | Sequence[Any] | None = None,
    groups: int | None = None,
    order: int | None = None,
) -> Scores:
    """Compare boards with the puzzles that they answer. As ``evodoku score``.

    Args:
        boards (str, path, list or array): Puzzle by puzzle, as in `solve`: uint8[n, 81], uint8[n, 9, 9], or with `samples`
            uint8[n, samples, 81]. 0 is a blank; subtract 1 from tokens that are one above their digits.
        puzzles (str, path, list or array): As in `solve`.
        solutions (str, path, list or array): uint8[n, 81] and so on: the answer of each puzzle. Without them it is the only
            solution of a puzzle that has one; answers beside puzzles in a file are not read.
        samples: Boards per puzzle, one after another.
        by: ``"clues"``, ``"logic"``, a column where `puzzles` are a table, or the group of each puzzle, such as its
            rating.
        groups: Number of groups of puzzles, where there are more values that are numbers; by default 10.
        order: The side of a box, where the shape does not tell.

    Returns:
        Scores: The scores of each board, and the shares.

    Raises:
        ValueError: For numbers of boards, puzzles, solutions and groups that do not fit, for a column that is not
            there, for givens that conflict, and for a solution that does not solve its puzzle.

    Examples:
        >>> evodoku.score("1234341221434321", "1...............", order=2).valid
        array([ True])
    """
    samples = _settings.check_range("samples", samples, 1, 100_000)
    if by is None and groups is not None:
        raise ValueError("groups: without by there are none; give by, or leave it out")
    groups = _settings.check_range("groups", 10 if groups is None else groups, 1, 1_000)
    if isinstance(by, str) and by not in ("clues", "logic"):
        if not isinstance(puzzles, (str, os.PathLike)):
            raise ValueError(f"by: {_settings.shown(by)} is no column of an array; give the group of each puzzle")
        grids, by, found = _puzzles.read(puzzles, "puzzles", order, by)
    else:
        grids, found = _puzzles.all_of(puzzles, order)
    _evodoku.check_grids(grids, "puzzles", True, found)
    answers = None if solutions is None else _puzzles.all_of(solutions, found, "solutions", are_answers=True)[0]
    if samples > 1 and getattr(boards, "shape", ())[:2] == (len(grids), samples):
        boards = np.asarray(boards).reshape(-1, *boards.shape[2:])  # type: ignore[union-attr]
    cells = _puzzles.all_of(boards, found, "boards", are_answers=True)[0]
    if len(cells) != samples * len(grids) or (answers is not None and len(answers) != len(grids)):
        given = "" if answers is None else f" and {len(answers)} solutions"
        raise ValueError(f"{len(grids)} puzzles need {samples * len(grids)} boards, not {len(cells)}{given}")
    _settings.check_type("by", "" if by is None else by, Iterable)
    names = [] if by is None or isinstance(by, str) else [str(each) for each in by]
    if by is not None and not isinstance(by, str) and len(names) != len(grids):
        raise ValueError(f"by: {len(names)} groups of {len(grids)} puzzles; give one per puzzle")
    options = [("samples", str(samples)), ("groups", str(groups)), ("by", by if isinstance(by, str) else "")]
    numbers, rows = _evodoku.score(cells, grids, answers, found, names, options)
    shape = (len(grids),) if samples == 1 else (len(grids), samples)
    exact, valid, changed, right, cost = (column.reshape(shape) for column in np.ascontiguousarray(numbers.T))
    return Scores(exact.astype(bool), valid.astype(bool), changed, right, cost, [json.loads(row) for row in rows])


def canonical(puzzles: _puzzles.Puzzles) -> _puzzles.Grids:
    """Find the least form of each 9 x 9 puzzle under the symmetries of Sudoku: two puzzles have one form if they are symmetric.

    Rows and columns swap as a whole; bands, stacks, and lines within them have any order, and digits have any names.

    Args:
        puzzles (str, path or array): As in `solve`.

    Returns:
        ndarray: uint8[n, 81]. ``np.unique(forms, axis=0)`` has each class once.

    Raises:
        ValueError: For boards of another size, and for givens that conflict.
    """
    grids, _ = _puzzles.all_of(puzzles, 3)
    return _evodoku.canonical(grids)


def solutions(
    puzzle: _puzzles.Grid, most: int | None = None, *, positions: int = 1_000_000, order: int | None = None
) -> _puzzles.Grids:
    """List the solutions of a puzzle, always in the same order. As ``evodoku count --list``.

    Args:
        puzzle (str or array): As in `solve`, of any order.
        most: Boards at most; all if not given.
        positions: Positions that the exact solver examines.
        order: As in `solve`.

    Returns:
        ndarray: uint8[n, N, N].

    Raises:
        ValueError: For givens that conflict.
        RuntimeError: If the positions are used up before the last solution.

    Examples:
        >>> evodoku.solutions("." * 16, order=2).shape
        (288, 4, 4)
    """
    most = 2**64 - 1 if most is None else most
    _settings.check_range("most", most, 1, 2**64 - 1)
    _settings.check_range("positions", positions, 1, 2**63 - 1)
    grids, found = _puzzles.one(puzzle, "puzzle", order)
    boards, has_more, is_complete = _evodoku.solutions(grids, found, most, positions)
    if not (has_more or is_complete or len(boards) == most):
        raise RuntimeError(f"{len(boards)} solutions in {positions} positions, and there may be more: use more positions")
    return boards.reshape(-1, found**2, found**2)


def count(
    puzzle: _puzzles.Grid,
    *,
    error: float = 0.01,
    population: int = 10_000,
    populations: int = 16,
    batches: int = 100,
    sweeps: int = 0,
    positions: int = 1_000_000,
    mutation: str = "metropolis-swap",
    seed: int | None = None,
    device: str = "auto",
    threads: int = 0,
    order: int | None = None,
) -> Count:
    """Count the solutions of a puzzle: exactly if that is quick, else by population annealing. As ``evodoku count``.

    Args:
        puzzle (str or array): As in `solve`, of any order. Any number of givens, also none.
        error: Batches of populations are made until the relative standard error is no larger.
        population: Boards of each population.
        populations: Independent populations of a batch.
        batches: Batches at most.
        sweeps: Changes proposed per free cell and temperature; 0: a pilot run chooses.
        positions: Positions that the exact solver examines before; 0: none.
        mutation: ``"metropolis-swap"`` or ``"heat-bath-cells"``.
        seed: 0 to 2**64 - 1; random if not given. One seed gives the same count on any device and threads.
        device: As in `solve`.
        threads: As in `solve`.
        order: As in `solve`.

    Returns:
        Count: ``exact`` is the number if it is known; what only estimates have is then None. Else ``log10`` is the
            logarithm of the estimate, ``interval`` that of the interval, or None where ``doubt`` says why there is none.
            ``level`` is the share of intervals that hold the number, and ``values`` are the estimates of the populations.

    Raises:
        ValueError: For givens that conflict, and for values that are not allowed.

    Examples:
        >>> evodoku.count("." * 16, order=2)
        <Count 288, exact>
    """
    _settings.check_range("threads", threads, 0, 1024)
    _settings.check_type("device", device, str)
    _settings.check_range("seed", 0 if seed is None else seed, 0, 2**64 - 1)
    grids, found = _puzzles.one(puzzle, "puzzle", order)
    given = locals()
    options = ("positions", "populations", "population", "sweeps", "error", "batches", "mutation")
    texts = [(name, _settings.text_of(name, given[name])) for name in options]
    return _evodoku.count(grids, found, seed, texts, device, threads)

"""Solving: all puzzles at once, or a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, overload

import numpy as np
import numpy.typing as npt

from . import _evodoku, _operators, _puzzles, _settings
from ._evodoku import Solution
from ._setting_types import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Solutions(Sequence[Solution]):
    """The results of `solve`: a sequence of `Solution`, and arrays over all of them.

    Attributes:
        fingerprint (int): The fingerprint of the whole run, as the program prints it.
        stopped (bool): True if ``timeout`` ended it.
        settings (dict of str to str): Every setting of the run, as text for the command line: they and the seed repeat
            it.
    """

    def __init__(
        self, solutions: list[Solution], fingerprint: int, stopped: bool, settings: dict[str, str], cells: int = 81
    ) -> None:
        self._solutions = solutions
        self._cells = cells
        self.fingerprint = fingerprint
        self.stopped = stopped
        self.settings = settings

    def __len__(self) -> int:
        return len(self._solutions)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        return self._solutions[index]

    def __repr__(self) -> str:
        return f"<Solutions: {int(self.solved.sum())} of {len(self)} solved>"

    def _array(self, name: str, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        return np.array([getattr(each, name) for each in self._solutions], dtype=dtype)

    @property
    def grids(self) -> npt.NDArray[np.uint8]:
        """Solutions, or the best boards found: uint8[n, cells], with 81 cells for 9 x 9."""
        return self._array("grid", np.uint8).reshape(len(self), self._cells)

    @property
    def solved(self) -> npt.NDArray[np.bool_]:
        """Which puzzles are solved: bool[n]."""
        return self._array("solved", np.bool_)

    @property
    def cost(self) -> npt.NDArray[np.uint32]:
        """Costs of the boards, 0 where solved, 2**32 - 1 where nothing was tried: uint32[n]."""
        return np.array([2**32 - 1 if each.cost is None else each.cost for each in self], dtype=np.uint32)

    @property
    def generations(self) -> npt.NDArray[np.uint32]:
        """Generations until the solution, or all that were made: uint32[n]."""
        return self._array("generations", np.uint32)

    @property
    def evaluations(self) -> npt.NDArray[np.uint64]:
        """Boards scored: uint64[n]."""
        return self._array("evaluations", np.uint64)

    @property
    def fingerprints(self) -> npt.NDArray[np.uint64]:
        """Fingerprints of the last populations: uint64[n]."""
        return self._array("fingerprint", np.uint64)

    @property
    def seconds(self) -> npt.NDArray[np.float64]:
        """From the start to the end of each puzzle: float64[n]. Puzzles side by side overlap."""
        return self._array("seconds", np.float64)


def _run(solver: _evodoku.Solver, progress: bool, puzzles: int | None, faults: Sequence[Exception]) -> Iterator[Solution]:
    solved = made = 0
    with _settings.bar(progress, total=puzzles, unit="puzzle") as advance:
        while (outcomes := solver.advance()) is not None:
            made += len(outcomes)
            solved += sum(each.solved for each in outcomes)
            advance(len(outcomes), solved=f"{solved}/{made}")
            yield from outcomes
    for fault in faults:  # of the stream of puzzles, which it has ended
        raise fault


def solve(
    puzzles: _puzzles.Puzzles, *, order: int | None = None, progress: bool = False, **settings: Unpack[Settings]
) -> Solutions:
    """Solve puzzles by evolution.

    Args:
        puzzles (str, path, list or array): A text with any number of puzzles in any form that the program reads; a
            `pathlib.Path` of a file; a list of such texts or arrays with one puzzle each; or digits, 0 = blank, of
            shape (81,), (9, 9), (n, 81) or (n, 9, 9). Larger boards have N = 16, 25, 36 or 49 in place of 9, and 4 x 4
            has 4. All puzzles of a call have one size.
        order: The side of a box: 3 for 9 x 9, 4 for 16 x 16, up to 7. By default the shape decides, or what a text
            shows; lines of 4 x 4 need it if no line repeats a digit.
        progress: Show a bar of tqdm.
        **settings: Those of the command line: ``population=1000``, ``preset="plain"``, ``seed=7``, ``device="cpu"``,
            ``timeout=60`` (seconds), ... ``config`` names a file of settings.

    Returns:
        Solutions: In the order of the puzzles. Every solution has passed an independent verifier.

    Raises:
        ValueError: For a setting or a puzzle that is not allowed, with the text of the program.
        MemoryError: If the population does not fit, with the largest that does.
        DeviceError: For a GPU that can't be used.

    Note:
        The search runs without Python's lock. Ctrl-C ends it within a moment, also in the middle of a generation.
    """
    grids, order = _puzzles.all_of(puzzles, order)
    rows = (row.tobytes() for row in grids)
    with _operators.names_stay(settings):
        ready = _settings.read(settings, order)
        solver = _evodoku.Solver(ready, lambda: next(rows, None), len(grids) or 1)
    solutions = list(_run(solver, progress, len(grids), []))
    return Solutions(solutions, solver.fingerprint, solver.stopped, dict(ready.values()), order**4)


def solve_stream(
    puzzles: Iterable[_puzzles.Grid], *, order: int = 3, progress: bool = False, **settings: Unpack[Settings]
) -> Iterator[Solution]:
    """Solve a stream of puzzles: the generator form of `solve`.

    Args:
        puzzles: Each puzzle is a text or digits, as in `solve`. They are taken as the search needs them, some in
            advance.
        order: The order of all boards, as in `solve`: the settings are complete before the first puzzle is taken.
        progress: Show a bar of tqdm.
        **settings: As in `solve`. With ``timeout`` the stream ends early; the rest of the puzzles is left in the
            iterable.

    Returns:
        iterator of Solution: In the order of the puzzles.

    Raises:
        ValueError, MemoryError, DeviceError: As `solve`: for a setting at the call, for a puzzle behind the results before it.

    Note:
        The results are those of `solve` with the same puzzles, settings and seed.
    """
    _settings.check_type("puzzles", puzzles, Iterable)
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("puzzles: one text is no stream; give [text], or call solve")
    _settings.check_type("order", order, int)
    order = _puzzles.check_order(order)
    faults: list[Exception] = []

    def taken() -> Iterator[bytes]:
        try:
            for index, each in enumerate(puzzles):
                yield _puzzles.one(each, f"puzzle {index}", order)[0].tobytes()
        except Exception as fault:  # puzzles before it are still being solved
            faults.append(fault)

    rows = taken()
    with _operators.names_stay(settings):  # mistakes in settings are raised here
        solver = _evodoku.Solver(_settings.read(settings, order), lambda: next(rows, None), 0)
    return _run(solver, progress, None, faults)

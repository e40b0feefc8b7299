"""The evolution of one puzzle, step by step."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Callable

import numpy as np
import numpy.typing as npt

from . import _evodoku, _operators, _puzzles, _settings
from ._evodoku import Solution
from ._population import Population
from ._setting_types import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MAGIC = b"evodoku state 2\n"  # then a check sum, the length of the head, the head, and the engine's state
_ROW = np.dtype(_evodoku.row_types())
_MOST = 2**32 - 1  # generations, and puzzles of an input


class Evolution:
    """The evolution of one puzzle, which you advance and look into.

    Its generations are those of `solve`: it ends at the same one, with the same fingerprint.

    Args:
        puzzle (str or array): One puzzle: text, or digits of shape (81,) or (9, 9), 0 = blank. Larger boards as in
            `solve`.
        order: As in `solve`.
        history_every: Generations per row of `history`; 0 keeps none.
        puzzle_index: The number of the puzzle in an input. It decides the random numbers, with the seed.
        **settings: As in `solve`, but for ``timeout``: only your program knows when it calls `step` again.

    Raises:
        ValueError, MemoryError, DeviceError: As `solve` does; ValueError for ``timeout``, too.

    Examples:
        >>> evolution = Evolution(puzzle, preset="plain", population=10_000, seed=7, presolve="none")
        >>> evolution.step(50)
        >>> evolution.best.cost, evolution.history["mean"][-1], evolution.population.shape
    """

    def __init__(
        self,
        puzzle: _puzzles.Grid,
        *,
        order: int | None = None,
        history_every: int = 1,
        puzzle_index: int = 0,
        **settings: Unpack[Settings],
    ) -> None:
        grid, order = _puzzles.one(puzzle, order=order)
        with _operators.names_stay(settings):
            self._begin(grid, _settings.read(settings, order), history_every, puzzle_index, b"")

    def _begin(
        self, puzzle: _puzzles.Grids, settings: _evodoku.Settings, history_every: int, puzzle_index: int, state: bytes
    ) -> None:
        history_every = _settings.check_range("history_every", history_every, 0, _MOST)
        puzzle_index = _settings.check_range("puzzle_index", puzzle_index, 0, _MOST)
        if "timeout" in dict(settings.values()):
            raise ValueError("timeout: an Evolution has no time limit; stop it in a callback of run(), or use solve()")
        self._settings = settings
        self._origin = {"puzzle": _evodoku.grid_text(puzzle, settings.order), "order": settings.order,
                        "puzzle_index": puzzle_index, "history_every": history_every}  # fmt: skip
        self._evolution = _evodoku.Evolution(settings, puzzle, puzzle_index, state, history_every)

    def step(self, generations: int = 1) -> bool:
        """Make generations, fewer if the evolution ends.

        Args:
            generations: How many generations.

        Returns:
            bool: True if the evolution goes on, so that ``while evolution.step(): ...`` is a loop over all generations.

        Raises:
            ValueError: For less than 0 or 2**32 generations or more, and where a function of yours returned what it
                must not.
            RuntimeError: Between `ask` and `tell`.
            DeviceError: If the GPU fails.
        """
        self._evolution.step(_settings.check_range("generations", generations, 0, _MOST))
        return not self._evolution.ended

    def run(
        self,
        callback: Callable[[Evolution], object] | None = None,
        *,
        every: int | None = None,
        progress: bool = False,
    ) -> Solution:
        """Go on to the end.

        Args:
            callback: Called with this evolution after each synchronisation, and at the end. It may read the population.
                If it returns something true, the run stops there.
            every: Generations between two calls; by default the setting ``sync_every``.
            progress: Show a bar of tqdm.

        Returns:
            Solution: The best board.

        Raises:
            ValueError, RuntimeError, DeviceError: As `step`; ValueError if ``every`` is less than 1 or too many, too.
        """
        every = self._settings.sync_every if every is None else _settings.check_range("every", every, 1, _MOST)
        if callback is not None:
            _settings.check_type("callback", callback, Callable)
        with _settings.bar(progress, total=self._settings.generations, initial=self.generation, unit="generation") as advance:
            while not self.ended:
                before = self.generation
                self.step(every - (before + 1) % every)
                if progress:
                    advance(self.generation - before, cost=self.best.cost)
                if callback is not None and callback(self):
                    break
        return self.best

    def ask(self) -> npt.NDArray[np.uint8]:
        """Make the children of the next generation, for an algorithm of your own to change.

        `tell` ends the generation: ``evolution.tell(improve(evolution.ask()))`` is a step. With
        ``evolution.tell(evolution.ask())`` the evolution is that of `step`. Until then `step` is refused.

        Returns:
            ndarray: uint8[n, cells], digits from 1: the boards that are to be scored, island after island. Elites and
                migrants are not among them. Empty if the evolution has ended.

        Raises:
            ValueError: With more than one of the setting ``tries``.
            RuntimeError: If boards are asked already.
        """
        return self._evolution.ask()

    def tell(self, boards: npt.ArrayLike) -> bool:
        """End a generation with boards in the places of those that `ask` returned.

        They are scored and ranked, and those survive that the settings let survive.

        Args:
            boards (array of shape (n, cells) or (n, N, N)): As many as `ask` returned. Fixed cells must stay; on box
                boards each box holds each digit once.

        Returns:
            bool: True if the evolution goes on.

        Raises:
            ValueError: For a board that is no chromosome, with its row and cell. Then nothing has changed, and `tell`
                may be called again. After a cost function has failed it may not.
            RuntimeError: If no boards are asked.
        """
        self._evolution.tell(_operators.boards_of("boards", boards, self._settings.order))
        return not self._evolution.ended

    @property
    def ended(self) -> bool:
        """True after the solution or the last generation, at the next synchronisation; `step` then does nothing."""
        return self._evolution.ended

    @property
    def generation(self) -> int:
        """The last generation made; 0 is the first population."""
        return self._evolution.generation

    @property
    def best(self) -> Solution:
        """The best board of the whole evolution, and what was spent until now."""
        return self._evolution.outcome()

    @property
    def solved(self) -> bool:
        """True if `best` is a solution."""
        return self.best.solved

    @property
    def history(self) -> npt.NDArray[np.void]:
        """A structured array with a row per generation, or per ``history_every``.

        ``pandas.DataFrame(evolution.history)`` is a table.

        Returns:
            array: Of shape (rows,), with the fields ``generation``, ``best``, ``median`` and ``worst`` (uint32; costs),
                ``mean`` (float64), ``size`` and ``restarts`` (uint32), and since the start ``evaluations``, ``trials``
                and ``redraws`` (uint64).
        """
        return np.frombuffer(self._evolution.rows(), dtype=_ROW)

    @property
    def population(self) -> Population:
        """The present population, without a copy; valid until the next step."""
        return Population(self._evolution, self._settings.islands, self._settings.order)

    def diversity(self) -> list[tuple[int, float]]:
        """How much the boards differ.

        Returns:
            list of (int, float), one per island: Different boards, and the mean entropy of the digits in a cell, in
                bits.

        Raises:
            DeviceError: If the GPU fails.
        """
        return list(self._evolution.diversity())

    def fingerprint(self) -> int:
        """A number that depends on every board of the present population.

        Returns:
            int: 64 bits; the same on every device and for any number of threads.

        Raises:
            DeviceError: If the GPU fails.
        """
        return self.best.fingerprint

    @property
    def seed(self) -> int:
        """The seed, also if it was not given."""
        return self._settings.seed

    @property
    def device(self) -> str:
        """The device: ``"cpu (2 threads)"``, ``"cuda:0 (NVIDIA H200)"``."""
        return self._evolution.device

    @property
    def settings(self) -> dict[str, str]:
        """Every setting as text for the command line."""
        return dict(self._settings.values())

    def state(self) -> bytes:
        """Everything that decides the further evolution, for `from_state`. The history is not in it.

        Returns:
            bytes: The state.

        Raises:
            ValueError: If logic settled the puzzle.
            RuntimeError: Between `ask` and `tell`.
            DeviceError: If the GPU fails.
        """
        settings = {name: text for name, text in self.settings.items() if name not in ("device", "threads")}
        head = json.dumps({"version": _evodoku.version, "settings": settings, **self._origin}).encode()
        rest = len(head).to_bytes(4, "little") + head + self._evolution.state()
        return _MAGIC + zlib.crc32(rest).to_bytes(4, "little") + rest

    @classmethod
    def from_state(cls, state: bytes | bytearray | memoryview, *, device: str = "auto", threads: int = 0) -> Evolution:
        """Go on with an evolution, on any device.

        Args:
            state: Of `state`, from the same version.
            device: As the setting.
            threads: As the setting.

        Returns:
            Evolution: At the generation of the state.

        Raises:
            ValueError: If the state is damaged, or does not fit this version.
        """
        _settings.check_type("state", state, bytes)
        state = bytes(state)
        begin = len(_MAGIC) + 4
        rest = state[begin:]
        if state[:begin] != _MAGIC + zlib.crc32(rest).to_bytes(4, "little"):
            raise ValueError("from_state: the state is damaged, or not that of an evolution of this version")
        end = 4 + int.from_bytes(rest[:4], "little")
        head = json.loads(rest[4:end])
        settings = {**head["settings"], "device": device, "threads": threads}
        puzzle, order = _puzzles.one(head["puzzle"], order=head["order"])
        evolution = cls.__new__(cls)
        evolution._begin(puzzle, _settings.read(settings, order), head["history_every"], head["puzzle_index"], rest[end:])
        return evolution

    def __repr__(self) -> str:
        state = "ended" if self.ended else "running"
        return f"<Evolution: generation {self.generation}, best cost {self.best.cost}, {state}, {self.device}>"

"""Problems for other libraries of evolutionary computation, with boards scored by `evodoku.evaluate`.

>>> import evodoku.adapters
>>> sudoku = evodoku.adapters.Sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> sudoku.decode([0.5] * sudoku.genes).shape
(1, 81)

The library stays in charge of the search: it makes the individuals, and a whole population is scored in one call. Each
method imports its library when it is called; ``import evodoku`` imports none of them. One gene, a number, stands for each
blank cell. The genes of a box are ranked, and the ranks choose the order of the digits that the box lacks. So every
individual is a board that keeps the givens and has each digit once per box. Real keys, integers, permutations and the digits
themselves are all genes.
"""

from __future__ import annotations

import functools
import random
import types
from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from . import _operators, _puzzles
from ._evaluate import evaluate
from .study import _library

__all__ = ["Sudoku"]
_peer = functools.partial(_library, hint="")


class Sudoku:
    """A puzzle as a problem for other libraries.

    Args:
        puzzle (str or array): The givens, as in `evodoku.solve`: of shape (N, N) or (N * N,), all orders, 4 x 4 to 49 x
            49. Boards have N x N cells, N digits, and N boxes.
        cost: As in `evodoku.evaluate`.
        device: As in `evodoku.evaluate`.
        threads: As in `evodoku.evaluate`.

    Attributes:
        puzzle (ndarray): uint8[N * N], 0 = blank.
        order (int): The side of a box: 3 for 9 x 9.
        genes (int): The number of blank cells.
        cells (ndarray): int64[genes]: the cell that each gene fills, box by box.
        boxes (list of slice): The genes of each box, for operators of your own. The slice is empty for a box without
            blank cells.

    Raises:
        ValueError: For a puzzle with conflicting givens or without blank cells, and for a cost that the boards do not
            support.
        DeviceError: For a GPU that can't be used.

    Examples:
        >>> sudoku = Sudoku([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 0, 0]])
        >>> sudoku.decode([[0.1, 0.9], [0.9, 0.1]])[:, -2:].tolist(), sudoku.costs([[0.1, 0.9], [0.9, 0.1]]).tolist()
        ([[1, 2], [2, 1]], [2, 0])
    """

    def __init__(self, puzzle: _puzzles.Grid, cost: str = "row-column", device: str = "auto", *, threads: int = 0) -> None:
        grids, self.order = _puzzles.one(puzzle)
        self.puzzle = grids[0]
        self._settings: dict[str, Any] = {"cost": cost, "device": device, "threads": threads}
        size = self.order**2
        box_of = _operators.Context(self.puzzle, self.order, 0, 0, 0).box
        self.cells = np.flatnonzero(self.puzzle == 0)
        self.cells = self.cells[np.argsort(box_of[self.cells], kind="stable")]
        self.genes = len(self.cells)
        if self.genes == 0:
            raise ValueError("puzzle: no cell is blank; give a puzzle with blank cells, 0 or .")
        self._box_of = box_of[self.cells]
        ends = np.searchsorted(self._box_of, np.arange(size + 1)).tolist()
        self.boxes = [slice(first, last) for first, last in zip(ends, ends[1:])]
        digits = np.arange(1, size + 1, dtype=np.uint8)
        self._missing = np.concatenate([np.setdiff1d(digits, self.puzzle[box_of == box]) for box in range(size)])
        self.costs(np.zeros((1, self.genes)))  # a wrong cost or device is an error here, and not in the library's loop

    def decode(self, genes: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Make boards of genes: in each box the smallest gene gets the smallest digit. Equal genes stay in order.

        Args:
            genes (array): Numbers of shape (n, genes), or (genes,) for one board.

        Returns:
            ndarray: uint8[n, N * N]

        Raises:
            ValueError: For another shape, or for genes that are not numbers.
        """
        keys = np.atleast_2d(_operators.array_of("genes", genes))
        if keys.ndim != 2 or keys.shape[1] != self.genes or keys.dtype.kind not in "biuf":
            allowed = f"numbers of shape (n, {self.genes}) or ({self.genes},), one per blank cell"
            raise ValueError(f"genes: {keys.dtype} of shape {np.shape(genes)}; allowed: {allowed}")
        boards = np.repeat(self.puzzle[None], len(keys), axis=0)
        rows = np.arange(len(keys))[:, None]
        for box in self.boxes:
            ranked = np.argsort(keys[:, box], axis=1, kind="stable")
            boards[rows, self.cells[box][ranked]] = self._missing[box]
        return boards

    def encode(self, boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The digits in the cells of the genes: uint8[n, genes] of boards uint8[n, N * N].

        They are genes that `decode` makes the same boards of, if the boards keep the givens and have each digit once per box.

        Args:
            boards (ndarray): uint8[n, N * N] or uint8[n, N, N].

        Returns:
            ndarray: uint8[n, genes]

        Raises:
            ValueError: For boards of another order.
        """
        return _operators.boards_of("boards", boards, self.order)[:, self.cells]

    def costs(self, genes: npt.ArrayLike) -> npt.NDArray[np.uint32]:
        """The costs of genes; 0 is a solution.

        Args:
            genes (array of shape (n, genes)): As `decode` takes them.

        Returns:
            ndarray: uint32[n]

        Raises:
            ValueError, DeviceError: As `decode` and `evodoku.evaluate`.
        """
        costs: npt.NDArray[np.uint32] = evaluate(self.decode(genes), self.puzzle, **self._settings)
        return costs

    def pygmo_problem(self) -> Any:
        """A ``pygmo.problem`` with genes in 0..1 and `batch_fitness`.

        Algorithms of pygmo with ``set_bfe`` use `batch_fitness`, and so does ``pygmo.population(..., b=pygmo.bfe())``. ``sga``
        and the others call `fitness` once per board.

        Returns:
            pygmo.problem: With one objective, the cost.

        Raises:
            ImportError: Without pygmo.
        """
        return _peer("pygmo").problem(_PygmoProblem(self))

    def pymoo_problem(self) -> Any:
        """A ``pymoo.core.problem.Problem`` with real variables in 0..1, which scores a population in one call.

        Sampling and operators for integers and for permutations work, too.

        Returns:
            pymoo.core.problem.Problem: With one objective, the cost.

        Raises:
            ImportError: Without pymoo.
        """
        Problem: Any = _peer("pymoo.core.problem").Problem

        class SudokuProblem(Problem):  # type: ignore[misc]
            def __init__(self, sudoku: Sudoku) -> None:
                super().__init__(n_var=sudoku.genes, n_obj=1, xl=0.0, xu=1.0, vtype=float)
                self.sudoku = sudoku

            def _evaluate(self, x: Any, out: dict[str, Any], *_: Any, **__: Any) -> None:
                out["F"] = self.sudoku.costs(x)[:, None]

            def __reduce__(self) -> Any:
                return Sudoku.pymoo_problem, (self.sudoku,)

        return SudokuProblem(self)

    def deap_toolbox(self, toolbox: Any = None) -> Any:
        """A ``deap.base.Toolbox`` whose ``map`` scores all individuals in one call, as DEAP's algorithms use it.

        Args:
            toolbox (deap.base.Toolbox): A toolbox of your own, which gets ``evaluate`` and ``map``. Its individuals are
                lists of numbers, one per gene. A new toolbox has individuals with the digits of the blank cells, and
                ``individual``, ``population``, ``mate`` (uniform crossover of boxes), ``mutate`` (a swap in one box)
                and ``select`` (tournaments of three). Random numbers come from Python's `random`.

        Returns:
            deap.base.Toolbox: That toolbox, or a new one.

        Raises:
            ImportError: Without DEAP.
        """
        base, creator, tools = (_peer(f"deap.{name}") for name in ("base", "creator", "tools"))

        def score_all(own: Any, function: Any, *individuals: Any) -> Any:
            if function is not own:
                return map(function, *individuals)
            genes = list(individuals[0])
            return [(float(cost),) for cost in self.costs(genes)] if genes else []

        if not isinstance(toolbox, (base.Toolbox, type(None))):
            raise TypeError(f"toolbox: {toolbox!r:.60} is a {type(toolbox).__name__}; a toolbox of DEAP is needed")
        if toolbox is None:
            toolbox = base.Toolbox()
            if not hasattr(creator, "EvodokuGenes"):
                creator.create("EvodokuCost", base.Fitness, weights=(-1.0,))
                creator.create("EvodokuGenes", list, fitness=creator.EvodokuCost)
            toolbox.register("individual", self._random_digits, creator.EvodokuGenes)
            toolbox.register("population", tools.initRepeat, list, toolbox.individual)
            toolbox.register("mate", self._exchange_boxes)
            toolbox.register("mutate", self._swap_in_a_box)
            toolbox.register("select", tools.selTournament, tournsize=3)
        toolbox.register("evaluate", lambda individual: (float(self.costs(individual)[0]),))
        toolbox.register("map", score_all, toolbox.evaluate)
        return toolbox

    def _random_digits(self, kind: Any) -> Any:
        missing = self._missing.tolist()
        return kind(digit for box in self.boxes for digit in random.sample(missing[box], box.stop - box.start))

    def _exchange_boxes(self, one: Any, other: Any) -> tuple[Any, Any]:
        for box in self.boxes:
            if random.random() < 0.5:
                one[box], other[box] = other[box], one[box]
        return one, other

    def _swap_in_a_box(self, individual: Any) -> tuple[Any]:
        boxes = [box for box in self.boxes if box.stop - box.start > 1]
        if boxes:
            box = random.choice(boxes)
            i, j = random.sample(range(box.start, box.stop), 2)
            individual[i], individual[j] = individual[j], individual[i]
        return (individual,)

    def evox_problem(self) -> Any:
        """An ``evox.core.Problem``: tensors of torch float[n, genes] to costs float32[n], on the tensors' device.

        Boards in the memory of a GPU stay there. ``torch.compile`` leaves the problem out; ``torch.vmap`` is not supported.

        Returns:
            evox.core.Problem: With one objective, the cost.

        Raises:
            ImportError: Without torch or EvoX.
        """
        torch = _peer("torch")
        Problem: Any = _peer("evox.core").Problem
        box_of, cells, missing, puzzle = map(torch.from_numpy, (self._box_of, self.cells, self._missing, self.puzzle))

        def score(_: Any, pop: Any) -> Any:
            home = pop.device
            order = pop.argsort(dim=1, stable=True)
            order = order.gather(1, box_of.to(home)[order].argsort(dim=1, stable=True))
            boards = puzzle.to(home).repeat(len(pop), 1)
            boards.scatter_(1, cells.to(home)[order], missing.to(home).expand(len(pop), -1))
            costs = evaluate(boards, self.puzzle, **self._settings)
            return torch.from_dlpack(costs).to(torch.float32)

        class SudokuProblem(Problem):  # type: ignore[misc]
            evaluate = torch.compiler.disable(score)

        return SudokuProblem()

    def nevergrad_function(self) -> Any:
        """A function for the optimizers of nevergrad, with its ``parametrization``, an array of ``genes`` real numbers.

        It is an executor, too: ``optimizer.minimize(function, executor=function, batch_mode=True)`` scores the candidates of
        all ``num_workers`` in one call.

        Returns:
            callable: Of one array of genes; returns the cost.

        Raises:
            ImportError: Without nevergrad.
        """
        return _NevergradFunction(self, _peer("nevergrad").p.Array(shape=(self.genes,)))


class _PygmoProblem:
    def __init__(self, sudoku: Sudoku) -> None:
        self.sudoku = sudoku

    def fitness(self, genes: npt.NDArray[np.float64]) -> list[float]:
        return [float(self.sudoku.costs(genes)[0])]

    def batch_fitness(self, genes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return self.sudoku.costs(genes.reshape(-1, self.sudoku.genes)).astype(float)

    def get_bounds(self) -> tuple[list[float], list[float]]:
        return [0.0] * self.sudoku.genes, [1.0] * self.sudoku.genes

    def get_name(self) -> str:
        return "Sudoku"


class _NevergradFunction:
    """The function, and an executor whose jobs are scored together when the first result is taken."""

    def __init__(self, sudoku: Sudoku, parametrization: Any) -> None:
        self.sudoku = sudoku
        self.parametrization = parametrization
        self._waiting: list[Any] = []

    def __call__(self, genes: npt.ArrayLike) -> float:
        return float(self.sudoku.costs(genes)[0])

    def submit(self, function: Any, genes: Sequence[float]) -> Any:
        if function is not self:
            raise ValueError("executor: it scores its own function only; write minimize(function, executor=function)")
        self._waiting.append(genes)
        result = functools.partial(self._result, self._waiting, len(self._waiting) - 1)
        return types.SimpleNamespace(done=functools.partial(bool, True), result=result)  # no lambda: it can be pickled

    def _result(self, batch: list[Any], index: int) -> float:
        """The cost of a job of a batch: genes until the first result is taken, then their costs."""
        if batch is self._waiting:
            batch[:] = self.sudoku.costs(batch)
            self._waiting = []
        return float(batch[index])

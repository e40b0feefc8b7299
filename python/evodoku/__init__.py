"""A genetic algorithm for Sudoku: large populations, the same bytes on a CPU and on a CUDA GPU.

>>> import evodoku
>>> solution = evodoku.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[0]
>>> solution.solved
True

Settings have the names and values of the command line, with ``_`` for ``-``: ``population=1000``,
``mutation="heat-bath"``, ``sync_every=20``, ``preset="plain"``. `operators` and `presets` list what there is. One seed
and the same settings give the same fingerprint as the program, on every device.
"""

from . import _evodoku, study
from ._commands import Report, check, convert, generate, report
from ._evaluate import conflicts, distinct, evaluate
from ._evodoku import CheckedPuzzle, Count, DeviceError, GeneratedPuzzle, Solution
from ._evolution import Evolution
from ._experiment import experiment
from ._lists import devices, history_columns, load_operators, operators, presets
from ._operators import Context, Operator, operator
from ._population import Population
from ._score import Scores, canonical, count, score, solutions
from ._setting_types import Settings
from ._solve import Solutions, solve, solve_stream

__version__ = _evodoku.version
__all__ = [
    "CheckedPuzzle",
    "Context",
    "Count",
    "DeviceError",
    "Evolution",
    "GeneratedPuzzle",
    "Operator",
    "Population",
    "Report",
    "Scores",
    "Settings",
    "Solution",
    "Solutions",
    "canonical",
    "check",
    "conflicts",
    "convert",
    "count",
    "devices",
    "distinct",
    "evaluate",
    "experiment",
    "generate",
    "history_columns",
    "load_operators",
    "operator",
    "operators",
    "presets",
    "report",
    "score",
    "solutions",
    "solve",
    "solve_stream",
    "study",
]

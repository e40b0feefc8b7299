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
from ._evodoku import DeviceError, Solution
from ._evolution import Evolution, Population
from ._experiment import experiment
from ._lists import devices, history_columns, operators, presets
from ._solve import Solutions, solve, solve_stream

__version__ = _evodoku.version
__all__ = [
    "DeviceError",
    "Evolution",
    "Population",
    "Solution",
    "Solutions",
    "devices",
    "experiment",
    "history_columns",
    "operators",
    "presets",
    "solve",
    "solve_stream",
    "study",
]

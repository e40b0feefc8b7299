"""The number of solutions of a puzzle."""

from __future__ import annotations

import secrets

from . import _evodoku, _puzzles, _settings
from ._evodoku import Count


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

    Parameters
    ----------
    puzzle : str or array
        As in `solve`, of any order. Any number of givens, also none.
    error : float
        Batches of populations are made until the relative standard error is no larger.
    population, populations : int
        Boards of each population, and independent populations of a batch.
    batches : int
        Batches at most.
    sweeps : int
        Changes proposed per free cell and temperature; 0: a pilot run chooses.
    positions : int
        Positions that the exact solver examines before; 0: none.
    mutation : str
        ``"metropolis-swap"`` or ``"heat-bath-cells"``.
    seed : int, optional
        0 to 2**64 - 1; random if not given. One seed gives the same count on any device and threads.
    device, threads, order
        As in `solve`.

    Returns
    -------
    Count
        ``exact`` is the number if it is known. Else ``log10`` is the logarithm of the estimate, ``interval`` that of the
        interval, or None where ``doubt`` says why there is none. ``level`` is the share of intervals that hold the number,
        and ``values`` are the estimates of the populations.

    Raises
    ------
    ValueError
        For givens that conflict, and for values that are not allowed.

    Examples
    --------
    >>> evodoku.count("." * 16, order=2)
    <Count 288, exact>
    """
    _settings.check_range("threads", threads, 0, 1024)
    _settings.check_type("device", device, str)
    if seed is not None:
        _settings.check_range("seed", seed, 0, 2**64 - 1)
    grids, found = _puzzles.one(puzzle, "puzzle", order)
    if seed is None:
        seed = secrets.randbits(53)
    options = (
        ("positions", positions), ("populations", populations), ("population", population), ("sweeps", sweeps),
        ("error", error), ("batches", batches), ("mutation", mutation),
    )  # fmt: skip
    texts = [(name, _settings.text_of(name, value)) for name, value in options]
    return _evodoku.count(grids, found, seed, texts, device, threads)

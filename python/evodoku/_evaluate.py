"""Boards of other algorithms: costs, conflicts, and which of them are different."""

from __future__ import annotations

import functools
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _evodoku, _operators, _puzzles, _settings


def _order_of(boards: Any) -> int:
    """The order of many boards: (16, 16) is 16 boards of 4 x 4, not one of 16 x 16."""
    dtype, shape = str(boards.dtype).rsplit(".")[-1], tuple(boards.shape)
    if dtype != "uint8":
        raise ValueError(f'boards: an array of {dtype}; digits are uint8: use boards.astype("uint8")')
    for order in _puzzles.ORDERS:
        if shape[1:] in ((order**4,), (order**2, order**2)):
            return order
    one = "; for one board write boards[None]" if shape in ((81,), (9, 9)) else ""
    others = "for larger boards (n, N * N), (n, N, N) with N = 16, 25, 36 or 49, and N = 4 for 4 x 4"
    raise ValueError(f"boards: shape {shape}; allowed: (n, 81), (n, 9, 9){one}; {others}")


def _on_host(boards: Any) -> tuple[npt.NDArray[np.uint8], int]:
    """Boards of the host and their order. A copy only if they are not contiguous."""
    if hasattr(boards, "__array__"):
        array = np.asarray(boards)
    elif hasattr(boards, "__dlpack__"):
        array = np.from_dlpack(boards)
    else:
        raise ValueError(f'boards: a {type(boards).__name__} is not an array; use numpy.array(boards, dtype="uint8")')
    return np.ascontiguousarray(array), _order_of(array)


@functools.lru_cache(maxsize=4)  # an algorithm calls again and again with the same settings
def _evaluator(cost: str, order: int, puzzle: bytes | None, device: str, threads: int) -> _evodoku.Evaluator:
    grid = None if puzzle is None else np.frombuffer(puzzle, dtype=np.uint8)[None]
    return _evodoku.Evaluator(cost, order, grid, device, threads)


def _apply(work: str, boards: Any, puzzle: Any, cost: str, device: str, threads: int) -> tuple[Any, tuple[int, ...]]:
    """The results of a method of the evaluator, and the shape of the boards."""
    if callable(cost):
        raise TypeError(f"cost={_settings.shown(cost)}: a function scores boards itself, cost(boards, context); here a cost has a name")
    for name, value in (("cost", cost), ("device", device)):
        _settings.check_type(name, value, str)
    _settings.check_range("threads", threads, 0, 1024)
    gpu = _operators.gpu_of("boards", boards)
    if gpu is None:
        boards, order = _on_host(boards)
    else:
        order = _order_of(boards)
        if device not in ("auto", "cuda", "gpu", f"cuda:{gpu}", f"gpu:{gpu}"):
            raise ValueError(f"boards are in the memory of cuda:{gpu}, and device is {device:.60}; copy them, or leave out device")
        device = f"cuda:{gpu}"
    grid = None if puzzle is None else _puzzles.one(puzzle, "puzzle", order)[0].tobytes()
    evaluator = _evaluator(cost, order, grid, device, threads)
    try:
        return getattr(evaluator, work)(boards), tuple(boards.shape)
    except TypeError:
        raise ValueError("boards: on a GPU they must be contiguous; make them so with boards.contiguous() or a copy") from None


@overload
def evaluate(
    boards: npt.NDArray[np.uint8], puzzle: _puzzles.Grid | None = None, cost: str = "row-column", device: str = "auto",
    *, threads: int = 0,
) -> npt.NDArray[np.uint32]: ...  # fmt: skip
@overload
def evaluate(
    boards: Any, puzzle: _puzzles.Grid | None = None, cost: str = "row-column", device: str = "auto", *, threads: int = 0
) -> Any: ...
def evaluate(
    boards: Any, puzzle: _puzzles.Grid | None = None, cost: str = "row-column", device: str = "auto", *, threads: int = 0
) -> Any:
    """Score boards, for algorithms of your own. As ``evodoku evaluate``.

    Any digit may be in any cell: boxes need not hold each digit once. Results do not depend on the device and the threads.

    Args:
        boards (array): uint8[n, 81] or uint8[n, 9, 9]; for other orders uint8[n, N * N] or uint8[n, N, N] with N = 4,
            16, 25, 36 or 49. Digits 1..N, no blanks. An array of NumPy, or one that has ``__array__`` or
            ``__dlpack__``: of torch, JAX, CuPy, ... There is no copy if it is contiguous, on the host and on a CUDA
            device.
        puzzle (str or array): The givens that a solution keeps, as in `solve`. A changed given counts as the cost says:
            ``duplicates`` adds ``broken`` for each. The other costs do not count it, but the board then costs 1 or
            more.
        cost: A cost with its parameters, as ``"duplicates:boxes=0"``. 9 x 9: those for the ``cell-board`` (`operators`
            lists them), and ``"row-column"``, which is ``"duplicates:boxes=0,broken=0"``. Other orders:
            ``"row-column"``.
        device: ``"auto"``, ``"cpu"``, ``"cuda"`` or ``"cuda:N"``, as in `solve`. Boards in the memory of a GPU stay
            there.
        threads: CPU threads; 0 = all.

    Returns:
        ndarray: uint32[n]. Only a solution costs 0: where the cost finds no fault, any other board costs 1. For boards
            in the memory of a GPU it is an array in that memory: give it to ``torch.from_dlpack`` or
            ``cupy.from_dlpack``.

    Raises:
        ValueError: For a cell that is not 1..N, with board, row and column; for another type or shape; for a cost that
            the boards do not support; for a puzzle whose givens conflict.
        TypeError: For a cost that is no str: a function, or None.
        DeviceError: For a GPU that can't be used.

    Note:
        The last four combinations of settings stay ready for the next call. On a GPU each holds up to 100 MB of its
        memory.

    Examples:
        >>> int(evaluate(np.array([[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 2]]], dtype="uint8"))[0])
        2
    """
    return _apply("costs", boards, puzzle, cost, device, threads)[0]


@overload
def conflicts(boards: npt.NDArray[np.uint8], device: str = "auto", *, threads: int = 0) -> npt.NDArray[np.uint8]: ...
@overload
def conflicts(boards: Any, device: str = "auto", *, threads: int = 0) -> Any: ...
def conflicts(boards: Any, device: str = "auto", *, threads: int = 0) -> Any:
    """Count the conflicts of every cell: how many other cells of its row, column and box hold the same digit.

    A cell that shares both its box and its row (or column) counts once. A cell without conflicts has 0; the sum over a
    board is twice the number of its pairs of cells in conflict.

    Args:
        boards: As in `evaluate`.
        device: As in `evaluate`.
        threads: As in `evaluate`.

    Returns:
        ndarray: uint8 of the boards' shape. For boards in the memory of a GPU it is an array in that memory, of one
            dimension.

    Raises:
        ValueError, DeviceError: As `evaluate`.
    """
    counts, shape = _apply("conflicts", boards, None, "row-column", device, threads)
    return counts.reshape(shape) if isinstance(counts, np.ndarray) else counts


def distinct(boards: Any) -> npt.NDArray[np.bool_]:
    """Tell which boards are the first of their kind: ``boards[distinct(boards)]`` has each board once.

    Args:
        boards (array): As in `evaluate`, in the memory of the host. Digits are not checked.

    Returns:
        ndarray: bool[n]: True where no board before is equal in every cell. Its sum is the number of different boards.

    Raises:
        ValueError: For another type or shape; for boards in the memory of a GPU.
    """
    if _operators.gpu_of("boards", boards) is not None:
        raise ValueError("boards: in the memory of a GPU; copy them to the host first")
    array, order = _on_host(boards)
    return _evodoku.distinct(array.reshape(-1, order**4))

"""Operators that are functions of Python."""

from __future__ import annotations

import collections
import contextlib
import re
import threading
from dataclasses import dataclass
from typing import Any, Callable, Collection, Iterator, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _evodoku, study

_HOST = (1, 3)  # DLPack's numbers of devices: memory of the host, and pinned memory of the host
_CUDA = (2, 13)  # memory of a GPU, and managed memory

Array = npt.NDArray[Any]
Function = Callable[..., Any]

KINDS = ("initialisation", "cost", "crossover", "mutation")
_RATES = {"crossover": 0.8, "mutation": 0.3}
_BOARDS = ("box-board", "cell-board", "box-board-4", "box-board-16", "box-board-25", "box-board-36", "box-board-49")


@dataclass(frozen=True)
class Context:
    """The second half of what a function gets, after the boards.

    Attributes:
        puzzle (ndarray): uint8[cells], row by row: the digits of cells that must stay, which are givens and what logic
            has filled; 0 elsewhere.
        order (int): The side of a box: 3 for 9 x 9.
        generation (int): The number of the one that is being made.
        seed (int): Of the run: in an experiment that is ``run_seed`` of its results, not a seed of the plan.
        puzzle_index (int): The number of the puzzle in its input.
    """

    puzzle: npt.NDArray[np.uint8]
    order: int
    generation: int
    seed: int
    puzzle_index: int

    @property
    def box(self) -> npt.NDArray[np.uint8]:
        """uint8[cells]: the box of each cell, from 0."""
        row, column = np.divmod(np.arange(self.order**4), self.order**2)
        box: npt.NDArray[np.uint8] = (row // self.order * self.order + column // self.order).astype(np.uint8)
        return box


class Operator:
    """An operator that is a function: see `operator`. ``str`` is its name in settings."""

    def __init__(self, kind: str, name: str, function: Function) -> None:
        self.kind = kind
        self.name = name
        self.function = function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


# (kind, name) -> the operator that has it.
_known: dict[tuple[str, str], Operator] = {}
_in_use: collections.Counter[tuple[str, str]] = collections.Counter()  # by experiments that run
_lock = threading.RLock()  # of their names


def operator(
    kind: str,
    *,
    name: str | None = None,
    help: str | None = None,
    rate: float | None = None,
    highest: int | None = None,
    boards: Sequence[str] | None = None,
) -> Callable[[Function], Operator]:
    """Make an operator of a function of many boards.

    Settings take the operator, its name, and also the function itself: ``Evolution(puzzle, mutation=f)``.

    ======================  ===================================  ==================================
    kind                    the function                         returns
    ======================  ===================================  ==================================
    ``"mutation"``          ``f(boards, rng, context)``          uint8[n, cells]: the boards, changed
    ``"crossover"``         ``f(first, second, rng, context)``   uint8[n, cells]: a child per pair
    ``"initialisation"``    ``f(n, rng, context)``               uint8[n, cells]: fresh boards
    ``"cost"``              ``f(boards, context)``               n integers, 0..highest
    ======================  ===================================  ==================================

    Boards are uint8[n, cells], row by row, digits from 1. They are copies that the function may change and return. On a
    GPU they are in its memory: ``torch.from_dlpack(boards)``, ``cupy.from_dlpack(boards)``; results may be there or on
    the host. The next call writes to the same memory, so copy what you keep. `rng` is a `numpy.random.Generator`,
    seeded by seed, puzzle, generation and purpose: with it alone, equal seeds give equal runs. `context` is a `Context`.

    All islands of a puzzle are one call. The engine keeps what is fixed: a function must not change those cells, and on
    box boards each box holds each digit once. A solution costs 0, and nothing else does, whatever the function returns.

    Args:
        kind: ``"mutation"``, ``"crossover"``, ``"initialisation"`` or ``"cost"``.
        name: Small letters, digits and hyphens; by default that of the function. A later function of that name replaces
            this one in evolutions that begin after it, and is refused while an experiment uses this one.
        help: By default the first line of the function's docstring.
        rate: The share of children that it makes; 0.3 for a mutation, 0.8 for a crossover.
        highest: The highest cost, up to 1048575; by default 65535.
        boards: The representations that it supports, ``["cell-board"]``; by default all.

    Returns:
        callable: A decorator: it makes an `Operator` of the function.

    Raises:
        ValueError: For another kind, a name that an operator of the program has, or a value out of its range.

    Examples:
        >>> @evodoku.operator("mutation", rate=0.5)
        ... def shuffle_box(boards, rng, context):
        ...     "Moves the digits of the free cells of a box; in all boards alike."
        ...     free = np.flatnonzero((context.box == rng.integers(9)) & (context.puzzle == 0))
        ...     boards[:, free] = boards[:, rng.permutation(free)]
        ...     return boards
        >>> evodoku.solve(puzzle, mutation=shuffle_box)
    """
    if kind not in KINDS:
        raise ValueError(f"operator: kind {study._shown(kind)}; a function may be: {', '.join(KINDS)}")
    if rate is not None and kind not in _RATES:
        raise ValueError(f"operator: a {kind} has no rate")
    if highest is not None and kind != "cost":
        raise ValueError(f"operator: a {kind} has no highest; only a cost has")
    share: float = study._check_range("operator: rate", _RATES.get(kind, 0.0) if rate is None else rate, 0, 1, float)
    most: int = study._check_range("operator: highest", 65535 if highest is None else highest, 1, 2**20 - 1)
    for what, text in (("name", name), ("help", help)):
        study._check_type(f"operator: {what}", "" if text is None else text, str)
    supported = _BOARDS if boards is None else boards
    is_list = isinstance(supported, Collection) and not isinstance(supported, str)
    if not (is_list and len(supported) and all(each in _BOARDS for each in supported)):
        raise ValueError(f"operator: boards is {study._shown(boards)}; allowed: a list of {', '.join(_BOARDS)}")

    def of(function: Function) -> Operator:
        if not callable(function):
            raise TypeError(f"operator: {study._shown(function)} is not a function")
        called = getattr(function, "__name__", type(function).__name__)
        own = name or re.sub("[^a-z0-9]+", "-", called.lower()).strip("-")
        words = (help or getattr(function, "__doc__", None) or "").strip() or "a function of Python"
        made = Operator(kind, own, function)
        with _lock:
            if _in_use[kind, own] > 0:
                raise ValueError(f"operator: {kind} {own!r} is in use by an experiment that runs; give another name")
            _evodoku.add_function_operator(kind, own, words.splitlines()[0], share, list(supported), most, _caller(made))
            _known[kind, own] = made
        return made

    return of


def name_of(kind: str, value: Union[Operator, Function]) -> str:
    """The name of an operator for the setting of a kind; a function becomes one."""
    if isinstance(value, Operator):
        if value.kind != kind:
            raise ValueError(f"{kind}={value!r}: it is a {value.kind}")
        if (known := _known.get((kind, value.name))) is not value:
            fault = "a later function has this name; rename one of them" if known else "make it by evodoku.operator"
            raise ValueError(f"{kind}={value!r}: {fault}")
        return value.name
    if kind not in KINDS:
        raise TypeError(f"{kind}={study._shown(value)}: only these may be functions: {', '.join(KINDS)}")
    for known in list(_known.values()):
        if known.kind == kind and known.function == value:
            return known.name
    return operator(kind)(value).name


def names_stay(settings: Mapping[str, object]) -> contextlib.AbstractContextManager[object]:
    """Until the engine has the functions of these settings, no other thread gives their names to others."""
    return _lock if any(callable(value) for value in settings.values()) else contextlib.nullcontext()


@contextlib.contextmanager
def names_in_use(plan: str) -> Iterator[None]:
    """Until its end no function takes the name of one that a plan has. Enter it with the lock of names."""
    names = [(kind, name) for kind, name in _known if name in plan]
    _in_use.update(names)
    try:
        yield
    finally:
        with _lock:
            _in_use.subtract(names)


def _caller(operator: Operator) -> Callable[..., Any]:
    """The form in which the engine calls it."""
    kind, function = operator.kind, operator.function
    label = f"{kind} {operator.name!r}"

    def call(
        boards: Any, mates: Any, count: int, fixed: bytes, order: int, seed: int, index: int, generation: int, purpose: int
    ) -> Any:
        context = Context(np.frombuffer(fixed, dtype=np.uint8), order, generation, seed, index)
        rng = np.random.default_rng([seed, index, generation, purpose])
        arguments: dict[str, tuple[Any, ...]] = {
            "cost": (boards, context),
            "initialisation": (count, rng, context),
            "crossover": (boards, mates, rng, context),
            "mutation": (boards, rng, context),
        }
        try:
            made = function(*arguments[kind])
        except Exception as error:
            if hasattr(error, "add_note"):  # from Python 3.11 on
                error.add_note(f"raised by {label} in generation {generation} of puzzle {index}")
            raise
        if kind == "cost":
            return _array(label, made, (count,), "uint32", "int32", 0, 2**32 - 1, "0 or more")
        return _boards(label, made, count, order)

    return call


def boards_of(label: str, boards: npt.ArrayLike, order: int) -> npt.NDArray[np.uint8]:
    """Boards of a caller, in memory of the host."""
    array = array_of(label, boards)
    if array.ndim == 3 and array.shape[1:] == (order**2, order**2):
        array = array.reshape(len(array), order**4)
    return np.asarray(_boards(label, array, len(array) if array.ndim != 0 else 0, order))


def array_of(label: str, value: Any) -> Array:
    try:
        return np.asarray(value)
    except ValueError as error:  # lists of different lengths
        raise ValueError(f"{label}: {error}") from None


def gpu_of(label: str, boards: Any) -> int | None:
    """The GPU that has an array in its memory; None for an array of the host."""
    if isinstance(boards, np.ndarray) or not hasattr(boards, "__dlpack_device__"):
        return None
    kind, number = boards.__dlpack_device__()
    if int(kind) in _HOST:
        return None
    if int(kind) in _CUDA:
        return int(number)
    raise ValueError(f"{label}: on a device of DLPack's kind {int(kind)}; allowed: the host and CUDA")


def _array(
    label: str, result: Any, shape: tuple[int, ...], dtype: str, on_gpu: str, lowest: int, highest: int, allowed: str
) -> Any:
    """The result as an array of this type. One in a GPU's memory stays there; the name of its type must have `on_gpu`."""
    if result is None:
        raise TypeError(f"{label}: None is not an array; a function returns one, also if it changed its argument")
    is_on_gpu = gpu_of(label, result) is not None
    array = result if is_on_gpu else array_of(label, result)
    found, name = tuple(array.shape), str(array.dtype)
    if not ("int" in name if is_on_gpu else array.dtype.kind in "iu"):
        raise TypeError(f"{label}: an array of {name}; integers are needed")
    if found != shape:
        raise ValueError(f"{label}: an array of shape {found}; {shape} is needed")
    if is_on_gpu:
        if on_gpu not in name:
            raise TypeError(f"{label}: an array of {name} in a GPU's memory; {dtype} is needed")
        return array
    if name != dtype and (wrong := (array < lowest) | (array > highest)).any():
        first = np.argwhere(wrong)[0]
        cell = f", r{first[1] // highest + 1}c{first[1] % highest + 1}," if len(first) == 2 else ""
        raise ValueError(f"{label}: result[{first[0]}]{cell} is {array[tuple(first)]}; allowed: {allowed}")
    return np.ascontiguousarray(array, dtype=dtype)


def _boards(label: str, result: Any, count: int, order: int) -> Any:
    return _array(label, result, (count, order**4), "uint8", "uint8", 1, order**2, f"1..{order**2}")

"""The commands check, convert, generate and report as functions."""

from __future__ import annotations

import dataclasses
import html
import os
from typing import Any, Iterable, Literal, Union

from . import _evodoku, _puzzles, _settings
from ._evodoku import CheckedPuzzle, GeneratedPuzzle

Source = Union[_puzzles.Grid, "os.PathLike[str]"]
Sources = Union[Source, Iterable[Source]]


def _sources(puzzles: Sources, order: int | None) -> tuple[list[tuple[str, bool, str]], int]:
    """A text or a file's name, which of the two it is, and its name in messages; and the order, 0 if they show it."""
    order = _puzzles.check_order(order)
    items: dict[str, Any] = {"puzzles": puzzles}
    if isinstance(puzzles, Iterable) and not (isinstance(puzzles, (str, bytes, os.PathLike)) or hasattr(puzzles, "__array__")):
        items["puzzles"] = listed = list(puzzles)
        if not listed or any(isinstance(item, (str, bytes, os.PathLike)) or hasattr(item, "__array__") for item in listed):
            items = {f"puzzles[{index}]": item for index, item in enumerate(listed)}
    found: list[tuple[str, bool, str]] = []
    for name, item in items.items():
        if isinstance(item, os.PathLike):
            found.append((_settings.path_of(name, item), True, os.fspath(item)))
        elif isinstance(item, str):
            found.append((item, False, name))
        else:
            grids, is_list, order = _puzzles.from_array(item, name, order)
            texts = [_evodoku.grid_text(grid[None], order) for grid in grids]
            found.extend((text, False, f"{name}[{index}]" if is_list else name) for index, text in enumerate(texts))
    return found, order or 0


def check(puzzles: Sources, *, order: int | None = None) -> list[CheckedPuzzle]:
    """Check puzzles: conflicts, number of solutions, and what logic leaves. As ``evodoku check``.

    Args:
        puzzles (str, path, list or array): As in `solve`. A list may also hold paths, for several files.
        order: As in `solve`.

    Returns:
        list of CheckedPuzzle: One per puzzle, in their order. Puzzles that are malformed or whose givens conflict are
            in it, too: see ``status`` and ``reason``.

    Raises:
        OSError: For a file that can't be read.

    Examples:
        >>> [puzzle.line for puzzle in check(pathlib.Path("puzzles.txt")) if not puzzle.is_proper]
    """
    sources, found = _sources(puzzles, order)
    checked = _evodoku.check(sources, found)
    if isinstance(puzzles, str) and all(each.status == "malformed" for each in checked):
        _puzzles.refuse_file_name(puzzles, checked[0].reason)
    return checked


def convert(puzzles: Sources, to: str = "", *, blank: str = "", order: int | None = None) -> str:
    """Write puzzles in another form. As ``evodoku convert``.

    Args:
        puzzles (str, path, list or array): As in `check`.
        to: The form: ``"line"`` (the default), ``"grid"``, ``"csv"``, ... docs/reference/formats.md lists them.
        blank: The character for a blank, one of ``. 0 x X * _``; by default that of the form.
        order: As in `solve`.

    Returns:
        str: The text of a file with all puzzles.

    Raises:
        ValueError: For a bad puzzle, with its place; for a form or blank that is not allowed.
    """
    _settings.check_type("to", to, str)
    _settings.check_type("blank", blank, str)
    sources, found = _sources(puzzles, order)
    if not sources:  # there is nothing to write, but a wrong form or blank is an error
        _evodoku.convert([("0 " * (found or 3) ** 4, False, "puzzles")], found, to, blank)
        return ""
    try:
        return _evodoku.convert(sources, found, to, blank)
    except ValueError as error:
        if isinstance(puzzles, str):
            _puzzles.refuse_file_name(puzzles, str(error))
        raise


def generate(
    *,
    order: int = 3,
    clues: int | Literal["few", "min"] | None = None,
    symmetry: Literal["none", "rotational", "quarter-turn", "left-right", "top-bottom", "diagonal"] = "none",
    rating: Literal["any", "singles", "full", "search"] = "any",
    tries: int = 1000,
    filled: float | str | None = None,
    holes: Literal["random", "balanced"] | None = None,
    count: int = 1,
    seed: int | None = None,
    grid: Literal["auto", "sampled", "shuffled"] = "auto",
    population: int = 0,
    device: str = "cpu",
    threads: int = 0,
) -> list[GeneratedPuzzle]:
    """Make puzzles from a seed. As ``evodoku generate``.

    Args:
        order: The side of a box: 2 for 4 x 4, 3 for 9 x 9, up to 7 for 49 x 49.
        clues: Puzzles with one solution and this many clues; ``"few"``: clues are removed until no more can go;
            ``"min"``: no single clue can go. The default up to 9 x 9 is ``"few"``.
        symmetry: One solution, and a pattern of clues that a turn or a mirror keeps.
        rating: One solution, and the logic that the puzzle needs.
        tries: A puzzle is given up after this many tries.
        filled: Cells are blanked without a check for further solutions. The share of cells that are given: 0.45 or
            ``"45%"``. The default from 16 x 16 on is 50 %.
        holes: With ``filled``: ``"random"``: blanks anywhere; ``"balanced"``: as many in every row, column and box.
        count: Number of puzzles.
        seed: The same seed makes the same puzzles; random if not given.
        grid: The solved grids: ``"sampled"`` from all of the order, each with nearly the same probability;
            ``"shuffled"``: of one orbit, as Lewis did, at once; ``"auto"``: shuffled where `filled` or `holes` is
            given.
        population: Sampled: boards of each population; 0: as suits the order.
        device: Sampled: as in `solve`.
        threads: Sampled: as in `solve`.

    Returns:
        list of GeneratedPuzzle: Each with ``puzzle`` and ``solution``, uint8[N, N], ``clues``, ``rating``, ``minimal``
            and ``positions``.

    Raises:
        ValueError: For an option that is not allowed, and for a puzzle that was not found.
    """
    given = [(name, _settings.text_of(name, value)) for name, value in locals().items() if value is not None]
    return _evodoku.generate(given)


@dataclasses.dataclass(frozen=True)
class Report:
    """A page of `report`."""

    html: str
    #: What was left out, a sentence each.
    notes: list[str]

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: 40em"></iframe>'


def report(
    *files: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    title: str = "evodoku report",
    first: str = "",
    runs: int = 3,
) -> Report:
    """Make a page with charts and statistics of histories, results and benchmarks. As ``evodoku report``.

    Args:
        *files (path): Histories, results of experiments and benchmarks. A `str` is a file's name here.
        output (path): Writes the page to this file.
        title: The title of the page.
        first: The configuration that others are compared with; by default the first of the plan.
        runs: Runs per configuration that are shown one by one.

    Returns:
        Report: A notebook shows it as a page.

    Raises:
        ValueError: For a configuration that is not there.
        OSError: For a file that can't be read or written, or that a report is not made of.
    """
    if not files:
        raise ValueError("no file given: name histories, results or benchmarks")
    _settings.check_range("runs", runs, 0, 1000)
    _settings.check_type("title", title, str)
    _settings.check_type("first", first, str)
    names = [_settings.path_of(f"files[{index}]", file) for index, file in enumerate(files)]
    page = "" if output is None else _settings.path_of("output", output)
    if os.path.exists(page) and any(os.path.exists(name) and os.path.samefile(name, page) for name in names):
        raise ValueError(f"output and an input are one file, {page}, which would be overwritten; name another one")
    return Report(*_evodoku.report(names, title, first, runs, page))

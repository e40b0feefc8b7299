"""Settings as Python writes them, and as the command line does; warnings, and bars of progress."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from decimal import Decimal
from typing import Any, Callable, Iterator, Mapping

import numpy as np

from . import _evodoku, _operators, study

check_range, check_type, path_of, shown = study._check_range, study._check_type, study._path, study._shown
_SWITCHES = {name for name, value, *_ in _evodoku.setting_rows([]) if value == "on|off"}


def text_of(name: str, value: Any) -> str:
    """The value of a setting as the command line has it."""
    if isinstance(value, (bool, np.bool_)):
        return ("on" if value else "off") if name in _SWITCHES else ("true" if value else "false")
    if name == "timeout" and isinstance(value, (int, float, np.integer, np.floating)):
        return f"{round(check_range(name, value, 0, 10**9, float) * 1000)}ms"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        number = Decimal(repr(float(value)))
        return format(number, "f") if number.is_finite() else str(value)
    if isinstance(value, (str, os.PathLike)):  # a text as it is: str() of an enumeration of texts is its name
        return path_of(name, value)
    if callable(value):
        return _operators.name_of(name, value)
    raise TypeError(f"{name.replace('-', '_')}={shown(value)}: a setting is a str, a number or a bool")


def read(settings: Mapping[str, object], order: int) -> _evodoku.Settings:
    """Check settings for boards of an order and complete them. A setting that is None is left out."""
    given = ((name.replace("_", "-"), value) for name, value in settings.items() if value is not None)
    return _evodoku.Settings([(name, text_of(name, value)) for name, value in given], order)


def warn(note: str) -> None:
    """Warn of the line outside of this package that called it."""
    level = next(k for k in range(2, 99) if sys._getframe(k).f_globals.get("__package__") != __package__)
    warnings.warn(note, stacklevel=level)


@contextlib.contextmanager
def bar(wanted: bool, **options: Any) -> Iterator[Callable[..., Any]]:
    """What advances a bar by a number, and shows facts; without a bar it does nothing."""
    if not wanted:
        yield lambda *_, **__: None
        return
    with study._library("tqdm.auto", hint="").tqdm(**options) as shown:
        yield lambda count, **facts: (shown.set_postfix(facts, refresh=False), shown.update(count))

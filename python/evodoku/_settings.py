"""Settings as Python writes them, and as the command line does."""

from __future__ import annotations

import os
import warnings
from decimal import Decimal
from typing import Any, Mapping

import numpy as np

from . import _evodoku, _operators, study

check_type, path_of = study._check_type, study._path
_SWITCHES = {name for name, value, *_ in _evodoku.setting_rows([]) if value == "on|off"}


def text_of(name: str, value: Any) -> str:
    """The value of a setting as the command line has it."""
    if isinstance(value, (bool, np.bool_)):
        return ("on" if value else "off") if name in _SWITCHES else ("true" if value else "false")
    if isinstance(value, (int, np.integer)):
        return f"{int(value)}s" if name == "timeout" else str(int(value))
    if isinstance(value, (float, np.floating)):
        if name == "timeout":
            return f"{round(float(value) * 1000)}ms"
        number = Decimal(repr(float(value)))
        return format(number, "f") if number.is_finite() else str(value)
    if isinstance(value, (str, os.PathLike)):  # a text as it is: str() of an enumeration of texts is its name
        return os.fspath(value)
    if callable(value):
        return _operators.name_of(name, value)
    raise TypeError(f"{name.replace('-', '_')}={value!r}: a setting is a str, a number or a bool")


def read(settings: Mapping[str, object], order: int) -> _evodoku.Settings:
    """Check settings for boards of an order and complete them. A setting that is None is left out."""
    given = ((name.replace("_", "-"), value) for name, value in settings.items() if value is not None)
    complete = _evodoku.Settings([(name, text_of(name, value)) for name, value in given], order)
    for note in complete.notes:
        warnings.warn(note, stacklevel=3)
    return complete


def check_range(name: str, value: int, lowest: int, highest: int) -> None:
    check_type(name, value, int)
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is {value}; allowed: {lowest}..{highest}")

"""Progress bars by tqdm, where the caller wants one."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from .study import _library


@contextlib.contextmanager
def bar(wanted: bool, **options: Any) -> Iterator[Callable[..., None]]:
    """What advances a bar by a number, and shows facts; without a bar it does nothing."""
    if not wanted:
        yield lambda *_, **__: None
        return
    with _library("tqdm.auto", hint="").tqdm(**options) as shown:

        def advance(count: int, **facts: Any) -> None:
            shown.set_postfix(facts, refresh=False)
            shown.update(count)

        yield advance

"""Progress bars by tqdm, where the caller wants one."""

from __future__ import annotations

from typing import Any


class Bar:
    """A bar of tqdm, or nothing."""

    def __init__(self, wanted: bool, **options: Any) -> None:
        self._bar: Any = None
        if not wanted:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError("progress=True needs tqdm: pip install tqdm") from None
        self._bar = tqdm(**options)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def advance(self, count: int, **facts: Any) -> None:
        if self._bar is None:
            return
        if facts:
            self._bar.set_postfix(facts, refresh=False)
        self._bar.update(count)

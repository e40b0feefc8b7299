"""The boards of an evolution, where the device has them."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import numpy.typing as npt

from . import _evodoku, _operators, _settings


class Population:
    """A view of the present population. NumPy, torch, JAX and CuPy take it without a copy.

    Do not write to its memory: NumPy refuses that; torch and CuPy do not, and the evolution would go on with what you
    wrote. `write` replaces boards.

    ``numpy.asarray(population)`` and ``torch.from_dlpack(population)`` share the memory of the evolution. On a GPU that
    is device memory: torch and CuPy take it, NumPy needs `digits`. The memory is that of the evolution, so a step
    changes what the view shows: take it again, or copy it.

    The boards are packed words, of shape (individuals, words):

    - ``box-board``: 8 words of 64 bits. Box k has 7 bytes, from byte 7 k. Bit 9 r + d - 1 says that row r of the box
      holds digit d; bit 27 + 9 c + d - 1 says that column c does. The top 2 bits belong to operators.
    - ``cell-board``: 28 words of 32 bits, three cells of nine bits each; the last word is empty.
    - larger boards: words of 64 bits. The first bytes are the digits, row by row; the last words belong to operators.

    `digits` unpacks them.

    Note:
        Several islands are one array, island after island. That is a view too, unless their boards are apart: then it
        is a copy, and `shares_memory` is False; on a GPU it is a `BufferError`. `island` is always a view.
    """

    def __init__(self, evolution: _evodoku.Evolution, islands: int, order: int) -> None:
        self._evolution = evolution
        self._islands = islands
        self._order = order

    def island(self, island: int) -> Any:
        """The boards of one island.

        Args:
            island: The index of the island.

        Returns:
            array: Of shape (individuals, words), for DLPack and NumPy.

        Raises:
            IndexError: For an island that there is not.
        """
        self._size_of(island)
        return self._evolution.words(island)

    def island_costs(self, island: int) -> Any:
        """The costs of one island.

        Args:
            island: The index of the island.

        Returns:
            array: uint32[individuals], for DLPack and NumPy.

        Raises:
            IndexError: For an island that there is not.
        """
        self._size_of(island)
        return self._evolution.costs(island)

    def _size_of(self, island: int) -> int:
        """The individuals of an island. Raises IndexError where there is no such island."""
        _settings.check_type("island", island, int)
        if not 0 <= island < self._islands:
            raise IndexError(f"island: {island}; allowed: 0..{self._islands - 1}")
        return self._evolution.size(island)

    @property
    def shares_memory(self) -> bool:
        """True if the arrays are views of the evolution's memory."""
        return self._evolution.is_contiguous()

    def _of_all(self, view_of: Callable[[int | None], Any]) -> Any:
        """The boards or the costs of all islands; a copy if they are apart."""
        if self.shares_memory:
            return view_of(None)
        if not self.on_cpu:
            raise BufferError("the islands are apart in the GPU's memory: use island(number)")
        copy = np.concatenate([np.asarray(view_of(number)) for number in range(self._islands)])
        copy.flags.writeable = False
        return copy

    def __dlpack__(self, **options: Any) -> Any:
        return self._of_all(self._evolution.words).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, number = self._evolution.words(0).__dlpack_device__()
        return int(kind), int(number)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if not self.on_cpu:
            raise TypeError("the population is in a GPU's memory: use torch.from_dlpack, cupy.from_dlpack or digits()")
        array = np.asarray(self._of_all(self._evolution.words))
        if copy is False and (not self.shares_memory or dtype not in (None, array.dtype)):
            raise ValueError("this population can't be an array without a copy")
        return np.array(array, dtype=dtype) if copy or dtype not in (None, array.dtype) else array

    @property
    def on_cpu(self) -> bool:
        """True if the boards are in the memory of the host."""
        return self.__dlpack_device__()[0] == 1

    @property
    def costs(self) -> Any:
        """Costs, uint32[individuals]: a NumPy array on the CPU, on a GPU an array for DLPack.

        An entry above `highest_cost` holds no board.
        """
        costs = self._of_all(self._evolution.costs)
        return np.asarray(costs) if self.on_cpu else costs

    @property
    def highest_cost(self) -> int:
        """The highest cost that a board can have."""
        return self._evolution.highest_cost()

    @property
    def shape(self) -> tuple[int, int]:
        """(individuals, words)."""
        return (len(self), self._evolution.words_per_board())

    def __len__(self) -> int:
        return sum(self._evolution.size(number) for number in range(self._islands))

    def digits(self, first: int = 0, count: int | None = None) -> npt.NDArray[np.uint8]:
        """Unpack boards, in memory of the host.

        Args:
            first: The first individual.
            count: Individuals; by default all that follow.

        Returns:
            ndarray: uint8[count, cells], digits from 1; 81 cells for 9 x 9.

        Raises:
            IndexError: For individuals that there are not.
        """
        _settings.check_type("first", first, int)
        _settings.check_type("count", 0 if count is None else count, int)
        first = int(first)  # one of NumPy may be too small for the sum
        end = len(self) if count is None else first + int(count)
        if not 0 <= first <= end <= len(self):
            raise IndexError(f"individuals {first}..{end} of a population of {len(self)}")
        return self._evolution.digits(first, end - first)

    def write(self, boards: npt.ArrayLike, first: int = 0, island: int = 0) -> None:
        """Replace boards. They are scored, and the island is ranked again: the next generation breeds from them.

        Each counts as an evaluation. A solution among them is the result, and ends the island. With the replacements
        ``plus`` and ``elitist`` the island is sorted by cost afterwards.

        Args:
            boards (array of shape (n, cells) or (n, N, N)): Digits from 1. Fixed cells must stay; on box boards each
                box holds each digit once.
            first: The individual of the island that the first board replaces.
            island: The index of the island.

        Raises:
            IndexError: For an island or a first individual that there is not.
            ValueError: For a board that is no chromosome, with its row and cell; for more boards than there are. Then
                nothing has changed, and neither has it if a cost function fails.
        """
        size = self._size_of(island)
        _settings.check_type("first", first, int)
        if not 0 <= first <= size:
            raise IndexError(f"first: {first}; island {island} has the individuals 0..{size - 1}")
        self._evolution.write(island, first, _operators.boards_of("boards", boards, self._order))

    def __repr__(self) -> str:
        return f"<Population: {len(self)} boards of {self.shape[1]} words>"

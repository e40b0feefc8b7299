"""Boards of other algorithms: costs, conflicts and different boards, against NumPy alone."""

import signal
import threading
import timeit

import numpy as np
import pytest
from conftest import EASY, EASY_SOLUTION

import evodoku

ORDERS = [2, 3, 4, 5, 6, 7]


def random_boards(order, count, seed=1):
    size = order**2
    return np.random.default_rng(seed).integers(1, size + 1, (count, size, size), dtype=np.uint8)


def missing(lines):
    """Digits missing, summed over the lines of boards (n, lines, cells)."""
    size = lines.shape[-1]
    return sum((~(lines == digit).any(axis=2)).sum(axis=1) for digit in range(1, size + 1)).astype(np.uint32)


def boxes_of(boards):
    count, size = boards.shape[:2]
    order = round(size**0.5)
    return boards.reshape(count, order, order, order, order).transpose(0, 1, 3, 2, 4).reshape(count, size, size)


def row_column(boards):
    return missing(boards) + missing(boards.transpose(0, 2, 1))


def conflicts_of(boards):
    count, size = boards.shape[:2]
    order = round(size**0.5)
    rows, columns = np.divmod(np.arange(size**2), size)
    boxes = rows // order * order + columns // order
    peers = (rows[:, None] == rows) | (columns[:, None] == columns) | (boxes[:, None] == boxes)
    np.fill_diagonal(peers, False)
    cells = boards.reshape(count, -1)
    return np.stack([(peers & (each[:, None] == each)).sum(axis=1) for each in cells]).astype(np.uint8).reshape(boards.shape)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("order", ORDERS)
def test_costs_and_conflicts_are_those_of_numpy(order, threads):
    boards = random_boards(order, 300 if order < 6 else 40)
    flat = boards.reshape(len(boards), -1)
    costs = evodoku.evaluate(boards, threads=threads)
    assert costs.dtype == np.uint32
    np.testing.assert_array_equal(costs, row_column(boards))
    np.testing.assert_array_equal(evodoku.evaluate(flat, threads=threads, device="cpu"), costs)
    found = evodoku.conflicts(boards, threads=threads)
    assert found.dtype == np.uint8
    np.testing.assert_array_equal(found, conflicts_of(boards))
    np.testing.assert_array_equal(evodoku.conflicts(flat), found.reshape(flat.shape))


def test_every_cost_of_9x9_is_that_of_numpy():
    boards = random_boards(3, 500)
    rows, columns, boxes = missing(boards), missing(boards.transpose(0, 2, 1)), missing(boxes_of(boards))
    np.testing.assert_array_equal(evodoku.evaluate(boards, cost="duplicates"), rows + columns + boxes)
    np.testing.assert_array_equal(evodoku.evaluate(boards, cost="duplicates:rows=0,boxes=0"), columns)
    np.testing.assert_array_equal(evodoku.evaluate(boards, cost="product"), (rows + 1) * (columns + 1) * (boxes + 1) - 1)
    units = np.concatenate([boards, boards.transpose(0, 2, 1), boxes_of(boards)], axis=1)
    complete = (np.sort(units, axis=2) == np.arange(1, 10)).all(axis=2)
    np.testing.assert_array_equal(evodoku.evaluate(boards, cost="units"), 27 - complete.sum(axis=1))
    entry = sum((units == digit).sum(axis=2).astype(int) * ((units == digit).sum(axis=2) - 1) for digit in range(1, 10))
    np.testing.assert_array_equal(evodoku.evaluate(boards, cost="entry"), entry.sum(axis=1))
    supported = [op["name"] for op in evodoku.operators() if op["kind"] == "cost" and "cell-board" in op["representations"]]
    assert sorted(supported) == ["duplicates", "entry", "product", "units"], "each of them is tested here"


def solution():
    return np.array([int(digit) for digit in EASY_SOLUTION], dtype=np.uint8).reshape(1, 9, 9)


def test_only_a_solution_of_the_puzzle_costs_nothing():
    board = solution()
    assert evodoku.evaluate(board)[0] == evodoku.evaluate(board, EASY)[0] == 0
    other = board % 9 + 1
    assert evodoku.evaluate(other)[0] == 0
    assert evodoku.evaluate(other, EASY)[0] == 1, "changed givens are not counted"
    assert evodoku.evaluate(other, EASY, "duplicates")[0] == 2 * 30
    assert evodoku.evaluate(other, EASY, "duplicates:broken=9")[0] == 9 * 30
    latin = (np.add.outer(np.arange(9), np.arange(9)) % 9 + 1).astype(np.uint8)[None]
    assert evodoku.evaluate(latin)[0] == 1, "boxes are not complete"
    blank = np.zeros((16, 16), dtype=np.uint8)
    large = evodoku.solve(blank, seed=1, device="cpu")[0].grid[None]
    assert evodoku.evaluate(large, blank)[0] == 0
    blank[0, 0] = large[0, 0, 0] % 16 + 1
    assert evodoku.evaluate(large, blank)[0] == 1


def test_distinct_boards():
    boards = random_boards(3, 50)
    many = boards[np.random.default_rng(3).integers(0, 50, 1000)]
    found = evodoku.distinct(many)
    assert found.dtype == np.bool_
    _, first = np.unique(many.reshape(1000, 81), axis=0, return_index=True)
    np.testing.assert_array_equal(np.flatnonzero(found), np.sort(first))
    assert evodoku.distinct(many.reshape(1000, 81)).sum() == len(first)


@pytest.mark.parametrize("call", [evodoku.evaluate, evodoku.conflicts, evodoku.distinct])
def test_no_boards(call):
    assert len(call(np.zeros((0, 81), dtype=np.uint8))) == 0


def changed(boards, *where):
    boards = boards.copy()
    for index, row, column, value in where:
        boards[index, row, column] = value
    return boards


@pytest.mark.parametrize("call", [evodoku.evaluate, evodoku.conflicts])
def test_a_cell_without_a_digit_is_named(call):
    boards = random_boards(3, 70_000)
    for threads in (1, 3):
        for wrong, message in [
            ([(65_000, 3, 6, 0)], "boards[65000]: r4c7 is 0, a blank; allowed in every cell: 1..9"),
            ([(69_999, 8, 8, 10)], "boards[69999]: r9c9 is 10; allowed in every cell: 1..9"),
            ([(7, 1, 0, 255), (7, 0, 5, 200), (9, 0, 0, 0)], "boards[7]: r1c6 is 200; allowed in every cell: 1..9"),
        ]:
            with pytest.raises(ValueError) as refused:
                call(changed(boards, *wrong), threads=threads)
            assert str(refused.value) == message
    with pytest.raises(ValueError, match=r"boards\[1\]: r2c3 is 17; allowed in every cell: 1..16"):
        call(changed(random_boards(4, 2), (1, 1, 2, 17)))


@pytest.mark.parametrize("call", [evodoku.evaluate, evodoku.conflicts, evodoku.distinct])
def test_other_types_and_shapes_are_refused(call):
    boards = random_boards(3, 4)
    for kind in ("int64", "float64", "int8", "bool"):
        with pytest.raises(ValueError, match=rf'an array of {kind}; digits are uint8: use boards.astype\("uint8"\)'):
            call(boards.astype(kind))
    with pytest.raises(ValueError, match=r'a list is not an array; use numpy.array\(boards, dtype="uint8"\)'):
        call(boards.tolist())
    for shape in [(4, 80), (81,), (9, 9), (4, 9, 9, 1), (4, 9, 8), (324,)]:
        with pytest.raises(ValueError, match=r"boards: shape \(.*\); allowed: \(n, 81\), \(n, 9, 9\)"):
            call(np.ones(shape, dtype=np.uint8))
    with pytest.raises(ValueError, match=r"for one board write boards\[None\]"):
        call(boards[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cost": "nonsense"}, "cost: unknown operator 'nonsense'"),
        ({"cost": "duplicates:rows=3"}, "cost: parameter 'rows' of 'duplicates' is '3'"),
        ({"cost": "row-column-givens"}, "cost 'row-column-givens' does not support the representation cell-board"),
        ({"device": "tpu"}, "device is 'tpu'; allowed: auto, cpu"),
        ({"threads": 2000}, "threads is 2000; allowed: 0..1024"),
        ({"puzzle": "11" + 79 * "."}, "givens conflict"),
        ({"puzzle": np.zeros((16, 16), dtype=np.uint8)}, "puzzle: shape"),
    ],
)
def test_settings_that_do_not_suit_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        evodoku.evaluate(random_boards(3, 2), **options)
    with pytest.raises(ValueError, match="cost 'units' does not support the representation box-board-25"):
        evodoku.evaluate(random_boards(5, 2), cost="units")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cost": None}, "cost: None is a NoneType; a str is needed"),
        ({"cost": lambda boards, context: 1}, r"cost=<function .*>: a function scores boards itself"),
        ({"cost": evodoku.Operator("cost", "of-a-test", lambda boards, context: 1)}, "cost=<cost of-a-test>: a function"),
        ({"device": None}, "device: None is a NoneType; a str is needed"),
    ],
)
def test_costs_without_a_name_are_refused(options, message):
    with pytest.raises(TypeError, match=message):
        evodoku.evaluate(random_boards(3, 2), **options)


def test_arrays_that_are_not_contiguous_are_copied():
    boards = random_boards(3, 100)
    np.testing.assert_array_equal(evodoku.evaluate(boards[::2]), evodoku.evaluate(boards)[::2])
    np.testing.assert_array_equal(
        evodoku.evaluate(boards.transpose(0, 2, 1)), evodoku.evaluate(boards.transpose(0, 2, 1).copy())
    )
    boards.flags.writeable = False
    assert len(evodoku.evaluate(boards)) == 100


class OfDlpack:
    """An array of another library: DLPack is all that it has."""

    def __init__(self, array, device=None):
        self.array, self.device, self.shape, self.dtype = array, device, array.shape, array.dtype

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device or self.array.__dlpack_device__()


def test_dlpack():
    boards = random_boards(3, 100)
    np.testing.assert_array_equal(evodoku.evaluate(OfDlpack(boards)), evodoku.evaluate(boards))
    np.testing.assert_array_equal(evodoku.conflicts(OfDlpack(boards)), evodoku.conflicts(boards))
    with pytest.raises(ValueError, match="on a device of DLPack's kind 8"):
        evodoku.evaluate(OfDlpack(boards, (8, 0)))
    on_gpu = OfDlpack(boards, (2, 7))
    with pytest.raises(ValueError, match="boards are in the memory of cuda:7, and device is cpu"):
        evodoku.evaluate(on_gpu, device="cpu")
    with pytest.raises(ValueError, match="copy them to the host first"):
        evodoku.distinct(on_gpu)
    if not any(device["device"] == "cuda:7" for device in evodoku.devices()):
        with pytest.raises(evodoku.DeviceError):
            evodoku.evaluate(on_gpu)


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_arrays_of_another_library(library):
    module = pytest.importorskip(library)
    boards = random_boards(3, 100)
    other = module.from_numpy(boards) if library == "torch" else module.numpy.asarray(boards)
    np.testing.assert_array_equal(evodoku.evaluate(other), evodoku.evaluate(boards))


def test_several_threads_of_python_may_call():
    boards = random_boards(3, 20_000)
    expected, found = evodoku.evaluate(boards), {}
    threads = [
        threading.Thread(target=lambda k=k: found.update({k: evodoku.evaluate(boards)})) for k in range(4)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[k] == expected).all() for k in range(4))


def test_an_interruption_ends_a_call_that_waits_for_another():
    boards = random_boards(7, 20_000)
    takes = min(timeit.repeat(lambda: evodoku.evaluate(boards, threads=1), number=1, repeat=3))
    worker = threading.Thread(target=evodoku.evaluate, args=(boards,), kwargs={"threads": 1})
    before = signal.signal(signal.SIGALRM, lambda *_: 1 / 0)
    try:
        worker.start()
        signal.setitimer(signal.ITIMER_REAL, takes / 4)
        with pytest.raises(ZeroDivisionError):
            while worker.is_alive():
                evodoku.evaluate(boards[:1], threads=1)
        assert worker.is_alive()
    finally:
        signal.signal(signal.SIGALRM, before)
        worker.join()

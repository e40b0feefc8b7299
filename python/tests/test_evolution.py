"""Evolution: steps, population, history, state."""

import signal
import threading

import numpy as np
import pytest
from conftest import EASY, HARD

import evodoku

PLAIN = {"preset": "plain", "presolve": "none", "population": 900, "generations": 30, "seed": 7}
ISLANDS = {**PLAIN, "islands": 3, "migrate_every": 10, "sync_every": 5}
CELLS = {**PLAIN, "representation": "cell-board"}


def digits_of_boxes(words):
    """The digits of packed boards of boxes, by NumPy alone."""
    bytes_of = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 64)
    grids = np.zeros((len(words), 9, 9), dtype=np.uint8)
    for box in range(9):
        packed = np.zeros((len(words), 8), dtype=np.uint8)
        packed[:, :7] = bytes_of[:, 7 * box : 7 * box + 7]
        bits = packed.view(np.uint64).ravel()
        for cell in range(9):
            row, column = divmod(cell, 3)
            held = (bits >> np.uint64(9 * row)) & (bits >> np.uint64(27 + 9 * column)) & np.uint64(511)
            grids[:, box // 3 * 3 + row, box % 3 * 3 + column] = np.log2(held).astype(np.uint8) + 1
    return grids.reshape(-1, 81)


def row_column_costs(digits):
    """Digits missing over rows and columns."""
    grids = digits.reshape(-1, 9, 9)
    missing = np.zeros(len(grids), dtype=np.uint32)
    for lines in (grids, grids.transpose(0, 2, 1)):
        for digit in range(1, 10):
            missing += (~(lines == digit).any(axis=2)).sum(axis=1).astype(np.uint32)
    return missing


@pytest.mark.parametrize(
    "settings",
    [PLAIN, ISLANDS, CELLS, {"seed": 3, "generations": 25}],
    ids=["plain", "islands", "cells", "default"],
)
def test_the_size_of_steps_has_no_effect(settings):
    expected = evodoku.solve(HARD[0], **settings)[0]
    for size in (1, 7, 1000):
        evolution = evodoku.Evolution(HARD[0], **settings)
        while evolution.step(size):
            pass
        assert evolution.ended
        assert evolution.fingerprint() == expected.fingerprint
        assert evolution.best.evaluations == expected.evaluations
        assert evolution.best.cost == expected.cost
        np.testing.assert_array_equal(evolution.best.grid, expected.grid)


def test_begins_with_the_first_population():
    evolution = evodoku.Evolution(HARD[0], **PLAIN)
    assert evolution.generation == 0 and not evolution.ended and evolution.best.evaluations == 900
    assert evolution.step() is True
    assert evolution.generation == 1
    assert evolution.seed == 7 and evolution.settings["population"] == "900" and "cpu" in evolution.device
    assert "generation 1" in repr(evolution)


def test_a_seed_is_drawn_and_known():
    evolution = evodoku.Evolution(HARD[0], **{**PLAIN, "seed": None})
    again = evodoku.Evolution(HARD[0], **{**PLAIN, "seed": evolution.seed})
    assert again.fingerprint() == evolution.fingerprint()


@pytest.mark.parametrize("settings", [PLAIN, ISLANDS], ids=["one island", "islands"])
def test_the_population_is_a_view(settings):
    evolution = evodoku.Evolution(HARD[0], **settings)
    evolution.step(3)
    population = evolution.population
    boards = np.asarray(population)
    assert boards.dtype == np.uint64 and boards.shape == population.shape == (900, 8)
    assert population.shares_memory and population.on_cpu
    assert not boards.flags.writeable
    address = boards.__array_interface__["data"][0]
    assert np.from_dlpack(population).__array_interface__["data"][0] == address
    assert np.asarray(population.island(0)).__array_interface__["data"][0] == address
    digits = population.digits()
    np.testing.assert_array_equal(digits, digits_of_boxes(boards))
    np.testing.assert_array_equal(population.costs, row_column_costs(digits))
    np.testing.assert_array_equal(population.digits(10, 5), digits[10:15])
    before = boards.copy()
    evolution.step(2)
    assert (boards != before).any(), "the memory is that of the evolution"
    np.testing.assert_array_equal(np.array(population, copy=True), np.asarray(evolution.population))


def test_a_view_keeps_its_memory_alive():
    boards = np.asarray(evodoku.Evolution(HARD[0], **PLAIN).population)
    assert row_column_costs(digits_of_boxes(boards)).min() > 0


def test_a_population_of_cells():
    evolution = evodoku.Evolution(HARD[0], **CELLS)
    evolution.step(2)
    boards = np.asarray(evolution.population)
    assert boards.dtype == np.uint32 and boards.shape == (900, 28)
    cells = np.stack([(boards[:, cell // 3] >> np.uint32(9 * (cell % 3))) & 511 for cell in range(81)], axis=1)
    np.testing.assert_array_equal(evolution.population.digits(), np.log2(cells).astype(np.uint8) + 1)
    assert evolution.population.costs.max() <= evolution.population.highest_cost


def test_islands_that_end_at_different_generations_are_copied_together():
    for seed in range(60):
        evolution = evodoku.Evolution(
            EASY, preset="plain", presolve="none", population=9000, islands=3, sync_every=20, seed=seed, generations=200
        )
        evolution.run()
        if not evolution.population.shares_memory:
            break
    else:
        pytest.fail("no seed found with islands in different buffers")
    population = evolution.population
    boards = np.asarray(population)
    assert boards.shape == (9000, 8)
    np.testing.assert_array_equal(population.digits(), digits_of_boxes(boards))
    np.testing.assert_array_equal(population.costs, row_column_costs(population.digits()))
    np.testing.assert_array_equal(np.asarray(population.island(1)), boards[3000:6000])
    with pytest.raises(ValueError):
        np.array(population, copy=False)


def test_bounds_of_the_population():
    population = evodoku.Evolution(HARD[0], **ISLANDS).population
    with pytest.raises(IndexError):
        population.digits(899, 2)
    with pytest.raises(IndexError):
        population.island(3)
    assert population.digits(900).shape == (0, 81)
    assert len(population) == 900


def test_a_growing_population():
    evolution = evodoku.Evolution(
        HARD[0], preset="plain", presolve="none", population=200, largest=450, restart_after=1, generations=40, seed=2,
        stagnation="grow:max-growth=60",
    )  # fmt: skip
    while evolution.step():
        assert len(evolution.population) == evolution.history["size"][-1]
    assert len(evolution.population) > 200


def test_history():
    evolution = evodoku.Evolution(HARD[0], **PLAIN)
    evolution.step(30)
    history = evolution.history
    np.testing.assert_array_equal(history["generation"], np.arange(31))
    assert (np.diff(history["evaluations"].astype(np.int64)) > 0).all()
    assert history["best"][-1] == evolution.population.costs.min()
    assert history["mean"][-1] == pytest.approx(evolution.population.costs.mean())
    assert history["worst"][-1] == evolution.population.costs.max()
    long = evodoku.Evolution(HARD[0], **{**PLAIN, "generations": 100})
    assert long.step(1_000_000) is False
    np.testing.assert_array_equal(long.history["generation"], np.arange(101))
    seldom = evodoku.Evolution(HARD[0], history_every=10, **PLAIN)
    seldom.step(25)
    np.testing.assert_array_equal(seldom.history, history[[0, 10, 20]])
    never = evodoku.Evolution(HARD[0], history_every=0, **PLAIN)
    never.step(25)
    assert len(never.history) == 0
    assert never.fingerprint() == seldom.fingerprint()


def test_a_callback_reads_the_population_and_stops():
    seen = []

    def callback(evolution):
        seen.append((evolution.generation, int(evolution.population.costs.min())))
        return len(seen) == 2

    settings = {**PLAIN, "sync_every": 10}
    evolution = evodoku.Evolution(HARD[0], **settings)
    best = evolution.run(callback)
    assert [generation for generation, _ in seen] == [9, 19] and best.stopped and not evolution.ended
    assert evolution.history["best"][19] == seen[1][1]
    evolution.run()
    assert evolution.ended and evolution.fingerprint() == evodoku.solve(HARD[0], **settings)[0].fingerprint
    counted = []
    evodoku.Evolution(HARD[0], **PLAIN).run(lambda each: counted.append(each.generation), every=4)
    assert counted == [3, 7, 11, 15, 19, 23, 27, 30]


def test_an_error_in_a_callback_comes_back():
    def callback(_):
        raise KeyError("mine")

    evolution = evodoku.Evolution(HARD[0], **PLAIN)
    with pytest.raises(KeyError, match="mine"):
        evolution.run(callback)
    assert evolution.step()


def test_an_evolution_goes_on_after_an_interruption():
    def ring(*_):
        raise InterruptedError

    evolution = evodoku.Evolution(HARD[0], **{**PLAIN, "generations": 1_000_000})
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(InterruptedError):
            evolution.step(1_000_000)
    finally:
        signal.signal(signal.SIGALRM, before)
    generation = evolution.generation
    assert evolution.step(3) and evolution.generation == generation + 3
    assert len(evolution.history) == generation + 4


@pytest.mark.parametrize("settings", [PLAIN, ISLANDS, CELLS], ids=["plain", "islands", "cells"])
def test_an_evolution_goes_on_from_its_state(settings):
    whole = evodoku.Evolution(HARD[1], puzzle_index=1, **settings)
    whole.run()
    part = evodoku.Evolution(HARD[1], puzzle_index=1, **settings)
    part.step(13)
    again = evodoku.Evolution.from_state(part.state(), threads=1)
    assert again.generation == 13 and again.fingerprint() == part.fingerprint()
    assert again.settings["seed"] == "7"
    again.run()
    assert again.fingerprint() == whole.fingerprint() and again.best.evaluations == whole.best.evaluations
    ended = evodoku.Evolution.from_state(again.state())
    assert ended.ended and ended.fingerprint() == again.fingerprint()


def test_a_state_that_is_not_one():
    state = evodoku.Evolution(HARD[0], **PLAIN).state()
    for wrong in (b"", b"nonsense", state[:30], state[:300], state[:-100], state[:1000] + b"\0" + state[1001:]):
        with pytest.raises(ValueError):
            evodoku.Evolution.from_state(wrong)


def test_a_puzzle_that_logic_fills():
    evolution = evodoku.Evolution(EASY)
    assert evolution.ended and evolution.solved and evolution.generation == 0 and len(evolution.history) == 0
    assert evolution.step(5) is False
    assert len(evolution.population) == 0 and np.asarray(evolution.population).size == 0
    assert evolution.run().solved
    with pytest.raises(ValueError, match="logic"):
        evolution.state()


def test_diversity():
    evolution = evodoku.Evolution(HARD[0], **ISLANDS)
    evolution.step(5)
    boards = np.asarray(evolution.population).reshape(3, 300, 8)
    assert [distinct for distinct, _ in evolution.diversity()] == [len(np.unique(each, axis=0)) for each in boards]
    assert all(0 <= bits <= 3.17 for _, bits in evolution.diversity())


def test_two_threads_do_not_share_an_evolution():
    evolution = evodoku.Evolution(HARD[0], **{**PLAIN, "population": 200_000})
    worker = threading.Thread(target=lambda: evolution.step(10))
    worker.start()
    refused = 0
    while worker.is_alive() and not refused:
        try:
            evolution.fingerprint()
        except RuntimeError as error:
            assert "another thread" in str(error)
            refused += 1
    worker.join()
    assert refused


def test_one_puzzle_only():
    with pytest.raises(ValueError, match="2 puzzles; give one"):
        evodoku.Evolution(f"{EASY}\n{HARD[0]}")


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_another_library_takes_the_population_without_a_copy(library):
    pytest.importorskip(library)
    evolution = evodoku.Evolution(HARD[0], **PLAIN)
    evolution.step(3)
    boards = np.asarray(evolution.population)
    if library == "torch":
        import torch

        taken = torch.from_dlpack(evolution.population)
        assert taken.data_ptr() == boards.__array_interface__["data"][0]
        assert torch.from_dlpack(evolution.population.costs).sum().item() == evolution.population.costs.sum()
    else:
        import jax

        jax.config.update("jax_enable_x64", True)
        taken = jax.numpy.from_dlpack(evolution.population)
    np.testing.assert_array_equal(np.asarray(taken).astype(np.uint64), boards)

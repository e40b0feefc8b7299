"""Evolution: steps, history, state."""

import signal
import threading

import numpy as np
import pytest
from conftest import CELLS, EASY, HARD, ISLANDS, PLAIN

import evodoku


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
    restarted = evodoku.Evolution(HARD[0], **{**PLAIN, "restart_after": 5, "elite": 0})
    while restarted.step():
        assert restarted.history["best"][-1] == restarted.population.costs.min()
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
        with pytest.raises(InterruptedError):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
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
    spent = evodoku.Evolution(HARD[1], max_work=5000, **settings)
    assert spent.run().generations < 30 and evodoku.Evolution.from_state(spent.state()).ended


def test_a_state_that_is_not_one():
    state = evodoku.Evolution(HARD[0], **PLAIN).state()
    half = len(state) // 2
    damaged = state[:half] + bytes([state[half] ^ 1]) + state[half + 1 :]
    other_seed = state.replace(b'"seed": "7"', b'"seed": "6"')
    for wrong in (b"", b"nonsense", state[:18], state[:30], state[:300], state[:-100], damaged, other_seed, state + b"x"):
        with pytest.raises(ValueError, match="^from_state: the state is damaged, or not that"):
            evodoku.Evolution.from_state(wrong)
    for kind in (bytearray, memoryview):
        assert evodoku.Evolution.from_state(kind(state)).state() == state


def test_a_puzzle_that_logic_fills():
    evolution = evodoku.Evolution(EASY)
    assert evolution.ended and evolution.solved and evolution.generation == 0 and len(evolution.history) == 0
    assert evolution.step(5) is False
    assert len(evolution.population) == 0 and np.asarray(evolution.population).size == 0
    assert evolution.run().solved
    with pytest.raises(ValueError, match="logic"):
        evolution.state()


def test_two_threads_do_not_share_an_evolution():
    evolution = evodoku.Evolution(HARD[0], **{**PLAIN, "population": 200_000})
    worker = threading.Thread(target=lambda: evolution.step(10))
    worker.start()
    refused = 0
    while worker.is_alive() and not refused:
        try:
            evolution.history
        except RuntimeError as error:
            assert "another thread" in str(error)
            refused += 1
    worker.join()
    assert refused


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: evodoku.Evolution(HARD[0], timeout=1), "timeout: an Evolution has no time limit"),
        (lambda: evodoku.Evolution(f"{EASY}\n{HARD[0]}"), "puzzle: 2 puzzles; give one"),
        (lambda: evodoku.Evolution(HARD[0], history_every=-1), "history_every is -1; allowed: 0..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], history_every=2**32), "history_every is 4294967296; allowed: 0..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], puzzle_index=2**32), "puzzle_index is 4294967296; allowed: 0..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], **PLAIN).step(-1), "generations is -1; allowed: 0..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], **PLAIN).step(2**32), "generations is 4294967296; allowed: 0..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], **PLAIN).run(every=0), "every is 0; allowed: 1..4294967295"),
        (lambda: evodoku.Evolution(HARD[0], **PLAIN).run(every=2**40), "every is 1099511627776; allowed: 1..4294967295"),
    ],
)
def test_wrong_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()


def test_small_integers_of_numpy_do_not_overflow():
    small = np.uint8(200)
    evolution = evodoku.Evolution(HARD[0], history_every=small, puzzle_index=small, **{**PLAIN, "generations": 300})
    assert evodoku.Evolution.from_state(evolution.state()).fingerprint() == evolution.fingerprint()
    assert evolution.run(every=small).generations == 300
    assert len(evolution.population.digits(small, small)) == 200 and len(evolution.population.digits(small)) == 700
    boards = np.zeros((1, 256), dtype=np.uint8)
    assert evodoku.solve(boards, order=np.uint8(4), generations=1, population=20).grids.shape == (1, 256)

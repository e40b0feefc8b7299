"""Operators that are functions, boards that are asked for and told, and boards that are written."""

import gc
import os
import sys
import threading
import weakref
import zlib

import numpy as np
import pytest
from conftest import CELLS, EASY, EASY_SOLUTION, HARD, ISLANDS, PLAIN, ROOT
from test_evaluate import OfDlpack

import evodoku

BOX = np.arange(81) // 27 * 3 + np.arange(81) % 9 // 3
SIXTEEN = evodoku.generate(order=4, filled=0.6, count=1, seed=3)[0].puzzle


def swap_in_a_box(boards, rng, context):
    """Exchanges two free cells of a random box.

    A second paragraph, which no list shows.
    """
    size, n = context.order**2, len(boards)
    box, one, two = (rng.integers(size, size=n) for _ in range(3))
    first = box // context.order * context.order * size + box % context.order * context.order
    a, b = (first + k // context.order * size + k % context.order for k in (one, two))
    free = np.flatnonzero((context.puzzle[a] == 0) & (context.puzzle[b] == 0))
    a, b = a[free], b[free]
    boards[free, a], boards[free, b] = boards[free, b], boards[free, a]
    return boards


def boxes_of_either(first, second, rng, context):
    return np.where(rng.integers(2, size=(len(first), 9))[:, BOX], second, first)


def shuffled_boxes(n, rng, context):
    boards = np.tile(context.puzzle, (n, 1))
    for box in range(9):
        cells = np.flatnonzero((BOX == box) & (context.puzzle == 0))
        missing = np.setdiff1d(np.arange(1, 10), context.puzzle[BOX == box])
        boards[:, cells] = rng.permuted(np.tile(missing, (n, 1)), axis=1)
    return boards


def missing_digits(boards, context):
    lines = boards.reshape(-1, 9, 9)
    present = sum((lines == digit).any(axis).sum(axis=1) for digit in range(1, 10) for axis in (1, 2))
    return 162 - present


ALL = {
    "mutation": swap_in_a_box,
    "crossover": boxes_of_either,
    "initialisation": shuffled_boxes,
    "cost": missing_digits,
}


@pytest.mark.parametrize("settings", [PLAIN, ISLANDS, {**PLAIN, "tries": 2, "duplicates": "reject"}])
def test_one_seed_gives_one_run(settings):
    def run(**more):
        evolution = evodoku.Evolution(HARD[0], **{**settings, **ALL, **more})
        evolution.run()
        return evolution.fingerprint()

    expected = run(threads=1)
    assert run(threads=2) == expected
    assert run(seed=8) != expected


def test_a_cost_that_counts_as_the_program_does():
    own, program = (evodoku.Evolution(HARD[0], **PLAIN, **more) for more in ({"cost": missing_digits}, {}))
    assert own.run().fingerprint == program.run().fingerprint
    assert (own.history == program.history).all()


def test_a_mutation_finds_the_solution_and_history_is_the_engines():
    evolution = evodoku.Evolution(EASY, **{**PLAIN, "generations": 400, "seed": 5}, mutation=swap_in_a_box)
    best = evolution.run()
    assert best.solved and best.cost == 0
    assert evolution.settings["mutation"] == "swap-in-a-box:rate=0.3"
    assert evolution.history["best"][-1] == 0


def test_islands_of_several_puzzles_and_batches():
    together = evodoku.solve(HARD, **{**ISLANDS, **ALL})
    assert [each.fingerprint for each in together] == [
        evodoku.Evolution(puzzle, puzzle_index=index, **{**ISLANDS, **ALL}).run().fingerprint
        for index, puzzle in enumerate(HARD)
    ]


def test_larger_and_cell_boards():
    calls = []

    @evodoku.operator("mutation", boards=["box-board-16"], rate=1)
    def noted_swap(boards, rng, context):
        calls.append(len(boards))
        return swap_in_a_box(boards, rng, context)

    evolution = evodoku.Evolution(SIXTEEN, population=300, generations=10, seed=1, presolve="none", mutation=noted_swap)
    evolution.step(5)
    assert calls and (evolution.generation == 5 or evolution.ended)

    @evodoku.operator("mutation", boards=["cell-board"], rate=1)
    def any_digit(boards, rng, context):
        rows, cells = np.arange(len(boards)), rng.choice(np.flatnonzero(context.puzzle == 0), len(boards))
        boards[rows, cells] = rng.integers(1, 10, len(boards))
        return boards

    evolution = evodoku.Evolution(HARD[0], **CELLS, mutation=any_digit)
    evolution.step(5)
    with pytest.raises(ValueError, match="does not support the representation box-board"):
        evodoku.Evolution(HARD[0], **PLAIN, representation="box-board", mutation=any_digit)


def test_what_a_function_is_told():
    told = []

    def look(boards, rng, context):
        told.append((context, rng.integers(1000), boards.shape, boards.dtype))
        return boards

    evodoku.Evolution(EASY, **{**PLAIN, "generations": 3}, mutation=look, puzzle_index=4).run()
    assert [context.generation for context, *_ in told] == [1, 2, 3]
    context, drawn, shape, dtype = told[0]
    assert (context.seed, context.puzzle_index, context.order) == (7, 4, 3)
    assert (context.box == BOX).all()
    assert "".join(str(digit or ".") for digit in context.puzzle) == EASY
    assert shape[1] == 81 and dtype == np.uint8 and len({drawn for _, drawn, *_ in told}) > 1


def test_a_function_that_is_replaced_is_released():
    released = []

    def make(number):
        data = np.zeros(1000)

        @evodoku.operator("mutation", name="kept-for-a-while")
        def keep(boards, rng, context):
            return boards if data is not None else None

        weakref.finalize(data, released.append, number)

    make(0)
    evolution = evodoku.Evolution(EASY, **PLAIN, mutation="kept-for-a-while")
    make(1)
    make(2)
    gc.collect()
    assert released == [1]  # the evolution still needs the first
    evolution.step(2)
    del evolution
    gc.collect()
    assert released == [1, 0]


def test_a_state_needs_its_functions():
    whole = evodoku.Evolution(HARD[0], **PLAIN, **ALL)
    whole.step(10)
    state = whole.state()
    whole.run()
    assert evodoku.Evolution.from_state(state).run().fingerprint == whole.fingerprint()
    with pytest.raises(ValueError, match="swap-in-a-bag"):
        rest = state[20:].replace(b"swap-in-a-box", b"swap-in-a-bag")
        evodoku.Evolution.from_state(state[:16] + zlib.crc32(rest).to_bytes(4, "little") + rest)


@pytest.mark.parametrize(
    "function, error, message",
    [
        (lambda b, rng, c: b[:5], ValueError, r"an array of shape \(5, 81\); \(\d+, 81\) is needed"),
        (lambda b, rng, c: b / 1, TypeError, "an array of float64; integers are needed"),
        (lambda b, rng, c: None, TypeError, "None is not an array"),
        (lambda b, rng, c: OfDlpack(b, (8, 0)), ValueError, "on a device of DLPack's kind 8; allowed: the host and CUDA"),
        (lambda b, rng, c: b.astype(int) - 9, ValueError, r"result\[0\], r1c1, is -4; allowed: 1..9"),
        (lambda b, rng, c: b * 0, ValueError, "board 0 of the result: left r1c1 without a digit: it is 0"),
        (lambda b, rng, c: np.roll(b, 1, axis=1), ValueError, "board 0 of the result: changed the given r1c1 from 5"),
        (lambda b, rng, c: np.where(c.puzzle == 0, 1, c.puzzle), ValueError, "is needed"),
        (lambda b, rng, c: np.where(c.puzzle == 0, 1, b), ValueError, r"put 1 into box 1 twice, also into r\dc\d"),
        (lambda b, rng, c: b[0] / "x", TypeError, "unsupported operand|ufunc"),
        (lambda b: b, TypeError, "positional argument"),
    ],
)
def test_results_that_are_no_boards(function, error, message):
    evolution = evodoku.Evolution(EASY, **PLAIN, mutation=function)
    with pytest.raises(error, match=message) as raised:
        evolution.step(20)
    if "mutation '" not in str(raised.value) and sys.version_info >= (3, 11):
        assert raised.value.__notes__[0].startswith("raised by mutation '")
    with pytest.raises(ValueError, match="failed before"):
        evolution.step(1)


@pytest.mark.parametrize(
    "costs, error, message",
    [
        (lambda n: np.full(n, 70_000), ValueError, r"cost 0 of the result is 70000; allowed: 0..65535"),
        (lambda n: np.full(n, -1), ValueError, r"result\[0\] is -1; allowed: 0 or more"),
        (lambda n: np.zeros((n, 2), int), ValueError, "is needed"),
        (lambda n: np.zeros(n), TypeError, "float64"),
    ],
)
def test_costs_that_are_none(costs, error, message):
    with pytest.raises(error, match=message):
        evodoku.Evolution(EASY, **PLAIN, cost=lambda boards, context: costs(len(boards)))


def test_only_a_solution_costs_nothing():
    evolution = evodoku.Evolution(EASY, **PLAIN, cost=lambda boards, context: np.zeros(len(boards), int))
    assert not evolution.solved and evolution.best.cost == 1
    evolution.population.write([[int(digit) for digit in EASY_SOLUTION]])
    assert evolution.solved


def test_names():
    made = evodoku.operator("mutation", name="my-own", rate=0.5, help="Says so.")(swap_in_a_box)
    assert str(made) == "my-own" and made is not swap_in_a_box
    listed = next(each for each in evodoku.operators("mutation") if each["name"] == "my-own")
    assert listed["help"] == "Says so." and listed["parameters"][0]["default"] == 0.5
    evolution = evodoku.Evolution(EASY, **PLAIN, mutation=f"{made}@1,swap@2")
    assert evolution.settings["mutation"] == "my-own@1:rate=0.5,swap@2:rate=0.3,max-swaps=5"
    with pytest.raises(ValueError, match="it is a mutation"):
        evodoku.Evolution(EASY, crossover=made)
    with pytest.raises(ValueError, match="make it by evodoku.operator"):
        evodoku.Evolution(EASY, mutation=evodoku.Operator("mutation", "by-hand", swap_in_a_box))
    later = evodoku.operator("mutation", name="my-own")(lambda boards, rng, context: boards)
    with pytest.raises(ValueError, match="a later function has this name"):
        evodoku.Evolution(EASY, mutation=made)
    evodoku.Evolution(EASY, **PLAIN, mutation=later)
    with pytest.raises(ValueError, match="is taken by an operator of this program"):
        evodoku.operator("mutation", name="swap")(swap_in_a_box)
    with pytest.raises(TypeError, match="only these may be functions"):
        evodoku.Evolution(EASY, selection=swap_in_a_box)
    with pytest.raises(ValueError, match="is a function: call it"):
        evodoku.evaluate(np.ones((1, 81), np.uint8), cost=str(evodoku.operator("cost")(missing_digits)))


@pytest.mark.parametrize(
    "options, message",
    [
        ({"kind": "selection"}, "a function may be: initialisation, cost, crossover, mutation"),
        ({"kind": "cost", "rate": 0.5}, "a cost has no rate"),
        ({"kind": "mutation", "rate": 2}, r"rate is 2; allowed: 0\.\.1"),
        ({"kind": "mutation", "highest": 5}, "only a cost has"),
        ({"kind": "cost", "highest": 0}, "highest is 0"),
        ({"kind": "cost", "highest": 2**20}, "highest is 1048576; allowed: 1..1048575"),
        ({"kind": "mutation", "rate": "x"}, "rate: 'x' is a str; a number is needed"),
        ({"kind": "cost", "highest": 1.5}, "highest: 1.5 is a float; a whole number is needed"),
        ({"kind": "cost", "highest": True}, "highest: True is a bool; a whole number is needed"),
        ({"kind": "cost", "name": 0}, "name: 0 is a int; a str is needed"),
        ({"kind": "mutation", "boards": ["board"]}, r"boards is \['board'\]; allowed: a list of box-board"),
        ({"kind": "mutation", "boards": "cell-board"}, "allowed: a list of box-board"),
        ({"kind": "mutation", "boards": []}, "allowed: a list of box-board"),
        ({"kind": "mutation", "name": "My Swap"}, "small letters"),
    ],
)
def test_options_of_an_operator(options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        evodoku.operator(**options)(swap_in_a_box)


def test_options_may_be_numbers_of_numpy():
    assert evodoku.operator("mutation", name="of-numpy", rate=np.float32(0.5))(swap_in_a_box).name == "of-numpy"
    assert evodoku.operator("cost", name="of-numpy", highest=np.uint16(9))(missing_digits).name == "of-numpy"


def test_experiments_take_functions(tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "few.txt").write_text("\n".join((ROOT / "puzzles/easy50.txt").read_text().split()[:8]) + "\n")
    plan = {
        "seeds": [1, 2],
        "puzzles": [str(tmp_path / "few.txt")],
        "defaults": {"preset": "plain", "population": 300, "generations": 20, "cost": missing_digits},
        "configurations": [{"name": "own", "mutation": swap_in_a_box}, {"name": "swap", "mutation": "swap"}],
    }

    def made(**options):
        rows = evodoku.experiment(plan, device="cpu", **options)
        return rows.sort_values(["configuration", "line", "seed"], ignore_index=True)

    rows = made()
    assert sorted(rows.configuration.unique()) == ["own", "swap"] and len(rows) == 4 * rows.puzzle.nunique()
    assert rows.fingerprint.tolist() == made(threads=1).fingerprint.tolist()
    assert '["get", "get"]' in evodoku._experiment._text_of({"defaults": {"mutation": [PLAIN.get, PLAIN.get]}})[0]
    plan["configurations"] = [{"name": name, "mutation": lambda boards, rng, context: boards} for name in "ab"]
    with pytest.raises(ValueError, match="two functions for mutation have the name 'lambda'"):
        evodoku.experiment(plan)


def test_no_function_takes_the_name_of_one_that_an_experiment_uses():
    tried = []

    def takes_its_own_name(boards, rng, context):
        try:
            evodoku.operator("mutation", name="takes-its-own-name")(lambda boards, rng, context: boards)
        except ValueError as error:
            tried.append(str(error))
        return boards

    configurations = [{"name": "own", "preset": "plain", "population": 100, "generations": 3, "mutation": takes_its_own_name}]
    evodoku.experiment({"seeds": [1], "puzzles": HARD[:1], "configurations": configurations}, device="cpu")
    assert tried and "'takes-its-own-name' is in use by an experiment that runs" in tried[0]
    evodoku.operator("mutation", name="takes-its-own-name")(lambda boards, rng, context: boards)


@pytest.mark.parametrize("history_every", [1, 0])
def test_a_function_that_fails_leaves_the_generation_before(history_every):
    fails_at = []

    def mutate(boards, rng, context):
        if context.generation in fails_at:
            raise KeyboardInterrupt
        return swap_in_a_box(boards, rng, context)

    own = evodoku.operator("mutation", name="fails-once")(mutate)
    whole = evodoku.Evolution(HARD[0], **PLAIN, mutation=own, history_every=history_every)
    whole.step(9)
    fails_at.append(6)
    evolution = evodoku.Evolution(HARD[0], **PLAIN, mutation=own, history_every=history_every)
    evolution.step(2)
    state = evolution.state()
    with pytest.raises(KeyboardInterrupt):
        evolution.step(7)
    assert evolution.generation == 5
    with pytest.raises(ValueError, match="or from a state saved before"):
        evolution.step(1)
    fails_at.clear()
    later = evodoku.Evolution.from_state(state)
    later.step(3)
    assert later.fingerprint() == evolution.fingerprint() != whole.fingerprint()
    later.step(4)
    assert later.fingerprint() == whole.fingerprint()


def test_another_thread_does_not_replace_a_function_too_early():
    own = evodoku.operator("mutation", name="of-both")(swap_in_a_box)
    other = threading.Thread(target=lambda: evodoku.operator("mutation", name="of-both")(lambda *_: None))

    class Uniform(os.PathLike):
        def __fspath__(self):  # of a setting that is read behind the function
            other.start()
            other.join(0.5)
            return "uniform"

    evodoku.solve(HARD[0], **PLAIN, mutation=own, crossover=Uniform())
    other.join()


def test_ask_and_tell_is_step():
    told, stepped = (evodoku.Evolution(HARD[0], **ISLANDS) for _ in range(2))
    going = True
    while going:
        boards = told.ask()
        assert boards.shape[1] == 81
        with pytest.raises(RuntimeError, match="tell"):
            told.step()
        going = told.tell(boards)
    stepped.run()
    assert told.fingerprint() == stepped.fingerprint()
    assert (told.history == stepped.history).all()
    assert told.ask().shape == (0, 81)
    with pytest.raises(RuntimeError, match=r"ask\(\) first"):
        told.tell(np.zeros((0, 81), np.uint8))


def test_tell_improves_boards():
    evolution = evodoku.Evolution(EASY, **PLAIN)
    boards = evolution.ask()
    for wrong, message in (
        (boards[1:], "are needed"),
        (np.where(np.arange(81) == 0, 9, boards), "board 0 of the result: changed the given r1c1 from 5 to 9"),
    ):
        with pytest.raises(ValueError, match=message):
            evolution.tell(wrong)
    boards[3] = [int(digit) for digit in EASY_SOLUTION]
    evolution.tell(boards)
    assert evolution.solved and evolution.generation == 1


def test_written_boards():
    evolution = evodoku.Evolution(HARD[0], **ISLANDS)
    evolution.step(4)
    best = np.array(evolution.best.grid).reshape(-1)
    evolution.population.write(np.tile(best, (10, 1)), first=5, island=1)
    assert (evolution.population.digits(300 + 5, 10) == best).all()
    assert (np.asarray(evolution.population.island_costs(1))[5:15] == evolution.best.cost).all()
    evolution.step(3)
    before = evolution.fingerprint()
    for arguments, error, message in (
        ((np.tile(best, (10, 1)), 295), ValueError, r"write: boards 295\.\.304 of an island with 300"),
        ((np.ones((1, 81), int),), ValueError, "changed the given|twice"),
        ((best, 0), ValueError, "is needed"),
        ((best[None], 0, 7), IndexError, r"island: 7; allowed: 0\.\.2"),
        ((best[None], 0, -1), IndexError, r"island: -1; allowed: 0\.\.2"),
        ((best[None], -1), IndexError, r"first: -1; island 0 has the individuals 0\.\.299"),
        ((best[None], 2**40), IndexError, r"first: \d+; island 0 has"),
        ((best[None], "1"), TypeError, "first: .1. is a str"),
    ):
        with pytest.raises(error, match=message):
            evolution.population.write(*arguments)
    assert evolution.fingerprint() == before
    evolution.population.write(best.reshape(1, 9, 9))

"""Boards of other orders than 3: forms of input, results, fingerprints of the program, step by step, errors."""

import json

import numpy as np
import pytest
from conftest import EASY

import evodoku

SETTINGS = {"seed": 3, "device": "cpu"}
SHORT = {**SETTINGS, "generations": 20}


@pytest.fixture(scope="session")
def puzzles(program):
    """Text and arrays of puzzles of an order."""

    def of(order, count=3):
        run = program("generate", "--order", order, "--filled", "45%", "--count", count, "--to", "numbers")
        cells = np.array([list(map(int, line.split())) for line in run.stdout.splitlines()], dtype=np.uint8)
        return run.stdout, cells.reshape(count, order**2, order**2)

    return of


def is_solution(grid, puzzle):
    side = len(grid)
    order = round(side**0.5)
    digits = set(range(1, side + 1))
    boxes = grid.reshape(order, order, order, order).swapaxes(1, 2).reshape(side, side)
    units = all(set(map(int, unit)) == digits for part in (grid, grid.T, boxes) for unit in part)
    return units and bool((grid == puzzle)[puzzle != 0].all())


@pytest.mark.parametrize("order", [2, 4, 5])
def test_every_form_has_the_fingerprint_of_the_program(order, puzzles, program):
    text, grids = puzzles(order)
    run = program("solve", "--order", order, "--seed", 3, "--device", "cpu", "--format", "jsonl", "-", input=text)
    expected = [int(json.loads(line)["fingerprint"], 16) for line in run.stdout.splitlines()]
    flat = grids.reshape(len(grids), -1)
    forms = [grids, flat, grids.tolist(), flat.tolist(), list(grids), text.splitlines(), text, grids.astype(np.int64)]
    for form in forms:
        solutions = evodoku.solve(form, order=order, **SETTINGS)
        assert solutions.fingerprints.tolist() == expected
        assert f"fingerprint {solutions.fingerprint:016x}" in run.stderr
        assert solutions.grids.shape == (len(grids), order**4) and solutions.grids.dtype == np.uint8
    for solution, puzzle in zip(solutions, grids):
        assert isinstance(solution, evodoku.Solution) and solution.solved
        np.testing.assert_array_equal(solution.puzzle, puzzle)
        assert is_solution(solution.grid, puzzle)
        assert "solved" in repr(solution) and "|" in str(solution)
    assert [each.fingerprint for each in evodoku.solve_stream(iter(grids), order=order, **SETTINGS)] == expected


def test_one_puzzle_in_every_shape(puzzles):
    _, grids = puzzles(4)
    expected = evodoku.solve(grids[:1], **SETTINGS).fingerprints
    for form in (grids[0], grids[0].tolist(), grids[0].ravel(), grids[0].ravel().tolist(), [grids[0].tolist()]):
        assert evodoku.solve(form, **SETTINGS).fingerprints == expected


def test_the_order_of_a_shape(puzzles):
    _, small = puzzles(2, 16)
    assert evodoku.solve(small, **SETTINGS).solved.all()
    flat = small.reshape(16, 16)  # 16 puzzles of 16 cells, or one of 16 x 16
    assert len(evodoku.solve(flat, order=2, **SETTINGS)) == 16
    with pytest.raises(ValueError, match="puzzles: givens conflict: digit"):
        evodoku.solve(flat, **SETTINGS)


def test_a_file_shows_its_order(puzzles, tmp_path):
    text, grids = puzzles(5)
    path = tmp_path / "large.txt"
    path.write_text(text)
    assert evodoku.solve(path, **SHORT).grids.shape == (3, 625)
    assert len(evodoku.solve([], order=6)) == 0 and evodoku.solve([], order=6).grids.shape == (0, 1296)


def test_step_by_step(puzzles):
    _, grids = puzzles(5)
    settings = {**SHORT, "islands": 2, "population": 12, "migrate_every": 10, "presolve": "givens"}
    whole = evodoku.solve(grids[0], **settings)[0]
    evolution = evodoku.Evolution(grids[0], **settings)
    evolution.step(3)
    digits = evolution.population.digits()
    assert digits.shape == (12, 625) and digits.dtype == np.uint8
    given = grids[0].ravel()
    assert (digits[:, given != 0] == given[given != 0]).all() and digits.min() >= 1 and digits.max() <= 25
    words = np.asarray(evolution.population)
    assert words.shape == (12, evolution.population.shape[1]) and evolution.population.shares_memory
    np.testing.assert_array_equal(words.view(np.uint8)[:, :625], digits)
    cost = [
        sum(side - len(set(map(int, line))) for line in [*board, *board.T])
        for side, board in ((25, each.reshape(25, 25)) for each in digits)
    ]
    assert evolution.population.costs.tolist() == cost
    different, entropy = zip(*evolution.diversity())
    assert all(1 <= each <= 6 for each in different) and all(0 < each < np.log2(25) for each in entropy)
    later = evodoku.Evolution.from_state(evolution.state(), device="cpu")
    for each in (evolution, later):
        assert each.run().fingerprint == whole.fingerprint
        assert each.fingerprint() == whole.fingerprint and each.generation == whole.generations
    assert evolution.history["generation"].tolist() == list(range(evolution.generation + 1))
    assert evolution.settings["representation"] == "box-board-25"


MISTAKES = [
    ({"preset": "plain"}, "--preset is for 9 x 9, and these boards are 16 x 16"),
    ({"representation": "box-board-25"}, "representation is box-board-25, but these boards are 16 x 16; leave it out"),
    ({"presolve": "single-pass"}, "presolve is single-pass, which is for 9 x 9"),
    ({"mutation": "heat-bath"}, "does not support the representation box-board-16: it is written for 9 x 9 cells"),
    ({"order": 5}, r"shape \(16, 16\); allowed: \(625,\), \(25, 25\), \(n, 625\), \(n, 25, 25\)"),
    ({"order": 8}, "order: 8; allowed: 2 for 4 x 4"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "message"), MISTAKES, ids=[next(iter(each)) for each, _ in MISTAKES])
def test_mistakes_in_settings(settings, message):
    blank = np.zeros((16, 16), dtype=np.uint8)
    with pytest.raises(ValueError, match=message):
        evodoku.solve(blank, **settings)
    with pytest.raises(ValueError, match=message):
        evodoku.Evolution(blank, **settings)


def test_the_configuration_may_be_named(puzzles):
    _, grids = puzzles(4, 1)
    named = evodoku.solve(grids, representation="box-board-16", mutation="assignment:redraws=50", **SETTINGS)
    assert named.fingerprint == evodoku.solve(grids, **SETTINGS).fingerprint
    with pytest.raises(ValueError, match="representation is box-board-16, but these boards are 9 x 9"):
        evodoku.solve(EASY, representation="box-board-16")


def test_mistakes_in_the_input(puzzles):
    _, grids = puzzles(4)
    twice = grids.copy()
    twice[1, 0, :2] = 7
    with pytest.raises(ValueError, match=r"puzzles\[1\]: givens conflict: digit 7 appears twice in row 1"):
        evodoku.solve(twice)
    with pytest.raises(ValueError, match=r"a cell is 17; allowed: 0\.\.16"):
        evodoku.solve(np.full((16, 16), 17))
    with pytest.raises(ValueError, match=r"shape \(3, 24, 24\); allowed: .*for larger boards 16, 25, 36 or 49"):
        evodoku.solve(np.zeros((3, 24, 24), dtype=np.uint8))
    with pytest.raises(ValueError, match=r"puzzles\[1\]: a board of 9 x 9, and the first is 16 x 16"):
        evodoku.solve([grids[0], EASY])
    with pytest.raises(ValueError, match="puzzle 0: .*; a board of order 4 needs order=4"):
        list(evodoku.solve_stream(grids))
    with pytest.raises(ValueError, match="625 cells, not 16 in a row or 256 in all"):
        evodoku.solve("." * 625, order=4)
    with pytest.raises(ValueError, match="2 puzzles; give one"):
        evodoku.Evolution(grids[:2])


def test_an_unsatisfiable_puzzle():
    puzzle = np.zeros((16, 16), dtype=np.uint8)
    puzzle[0, :15] = range(1, 16)
    puzzle[5, 15] = 16  # no digit is left for the last cell of the first row
    outcome = evodoku.solve(puzzle, **SETTINGS)[0]
    assert outcome.status == "unsatisfiable" and outcome.reason


def test_an_experiment(puzzles, tmp_path, program):
    text, _ = puzzles(4, 2)
    (tmp_path / "boards.txt").write_text(text)
    plan = {
        "seeds": [1, 2],
        "puzzles": [tmp_path / "boards.txt"],
        "defaults": {"generations": 40},
        "configurations": [{"name": "default"}, {"name": "short", "mutation": "assignment:redraws=5"}],
    }
    results = tmp_path / "runs.jsonl"
    runs = evodoku.experiment(plan, device="cpu", output=results)
    assert len(runs) == 8 and set(runs["configuration"]) == {"default", "short"}
    lines = (
        f'seeds = [1, 2]\npuzzles = ["{tmp_path}/boards.txt"]\n[defaults]\ngenerations = 40\n'
        '[[configurations]]\nname = "default"\n[[configurations]]\nname = "short"\nmutation = "assignment:redraws=5"\n'
    )
    (tmp_path / "plan.toml").write_text(lines)
    other = tmp_path / "program.jsonl"
    run = program("experiment", tmp_path / "plan.toml", "-o", other, "-d", "cpu")
    assert run.returncode == 0, run.stderr

    def fingerprints(path):
        records = map(json.loads, path.read_text().splitlines())
        return sorted((each["configuration"], each["line"], each["seed"], each["fingerprint"]) for each in records)

    assert fingerprints(results) == fingerprints(other)


def test_the_boards_of_a_plan_have_one_size(puzzles, tmp_path):
    (tmp_path / "p25.txt").write_text(puzzles(5, 1)[0])
    (tmp_path / "p16.txt").write_text("# sixteen\n" + puzzles(4, 1)[0])
    plan = tmp_path / "plan.toml"
    rest = '[defaults]\ngenerations = 4\n[[configurations]]\nname = "default"\n'
    plan.write_text('seeds = [1]\npuzzles = ["p25.txt", "p16.txt"]\n' + rest)
    message = rf"plan\.toml:2:\d+: {tmp_path}/p16\.txt:2: a board of 16 x 16, but the plan is of 25 x 25"
    with pytest.raises(ValueError, match=message):
        evodoku.experiment(plan, device="cpu")
    plan.write_text('order = 4\nseeds = [1]\npuzzles = ["p16.txt", "p25.txt"]\n' + rest)
    with pytest.raises(ValueError, match=r"p25\.txt:1: a board of 25 x 25, but the plan is of 16 x 16"):
        evodoku.experiment(plan, device="cpu")

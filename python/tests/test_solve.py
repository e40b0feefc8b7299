"""solve() and solve_stream(): forms of input, order, results, errors, interruption."""

import enum
import itertools
import pathlib
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import EASY, EASY_SOLUTION, HARD

import evodoku

DIGITS = np.array([0 if cell == "." else int(cell) for cell in EASY], dtype=np.uint8)
SOLUTION = np.array(list(map(int, EASY_SOLUTION)), dtype=np.uint8)
LONG = {"population": 200_000, "preset": "plain", "presolve": "none", "generations": 1_000_000, "seed": 1}


@pytest.mark.parametrize(
    "puzzles",
    [
        EASY, [EASY], DIGITS, DIGITS.reshape(9, 9), DIGITS.reshape(1, 81), DIGITS.reshape(1, 9, 9).astype(np.int64),
        [DIGITS], DIGITS.tolist(), [DIGITS.reshape(9, 9).tolist()], "\n".join(EASY[k : k + 9] for k in range(0, 81, 9)),
    ],
)  # fmt: skip
def test_forms_of_a_puzzle(puzzles):
    solutions = evodoku.solve(puzzles, seed=1)
    assert len(solutions) == 1
    assert solutions[0].solved and solutions[0].status == "solved"
    np.testing.assert_array_equal(solutions.grids, SOLUTION.reshape(1, 81))
    np.testing.assert_array_equal(solutions[0].grid, SOLUTION.reshape(9, 9))
    np.testing.assert_array_equal(solutions[0].puzzle, DIGITS.reshape(9, 9))


def test_a_file(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{HARD[0]}\n")
    assert [each.index for each in evodoku.solve(path, seed=1)] == [0, 1]
    with pytest.raises(OSError):
        evodoku.solve(tmp_path / "none.txt")


def test_results_are_in_input_order_and_arrays():
    puzzles = [HARD[0], EASY, HARD[1], EASY, EASY]
    solutions = evodoku.solve(puzzles, seed=3)
    assert solutions.solved.all() and solutions.solved.dtype == np.bool_
    assert solutions.grids.shape == (5, 81) and solutions.grids.dtype == np.uint8
    for puzzle, solution in zip(puzzles, solutions):
        given = np.array([0 if cell == "." else int(cell) for cell in puzzle])
        np.testing.assert_array_equal(np.where(given, given, solution.grid.ravel()), solution.grid.ravel())
    assert (solutions.cost == 0).all()
    assert (solutions.evaluations > 0).sum() == 2, "logic fills the others"
    assert repr(solutions) == "<Solutions: 5 of 5 solved>"
    assert solutions[-1].index == 4 and len(solutions[1:3]) == 2
    assert solutions.settings["seed"] == "3"


def test_no_puzzles():
    assert len(evodoku.solve([])) == 0
    assert evodoku.solve(np.zeros((0, 81), dtype=np.uint8)).grids.shape == (0, 81)


def test_an_unsolved_and_an_unsatisfiable_puzzle():
    unsolved = evodoku.solve(HARD[0], seed=1, population=10, generations=3)[0]
    assert not unsolved.solved and unsolved.status == "unsolved" and unsolved.cost > 0 and unsolved.generations == 3
    assert "unsolved, cost" in repr(unsolved)
    impossible = "12345678." + "." * 8 + "9" + "." * 63  # no digit is left for the last cell of the first row
    outcomes = evodoku.solve(impossible, seed=1)
    outcome = outcomes[0]
    assert outcome.cost is None and outcomes.cost.tolist() == [2**32 - 1], "nothing was tried"
    assert not outcome.solved and outcome.status == "unsatisfiable" and "r1c9" in outcome.reason


def test_a_stream_gives_the_results_of_a_list():
    puzzles = [HARD[0], EASY, HARD[1]] * 3
    whole = evodoku.solve(puzzles, seed=5)
    assert [each.fingerprint for each in evodoku.solve_stream(iter(puzzles), seed=5)] == whole.fingerprints.tolist()


def test_an_endless_stream_is_taken_as_needed():
    taken = itertools.count()
    puzzles = (EASY for _ in taken)
    solutions = evodoku.solve_stream(puzzles, seed=5)
    assert [next(solutions).index for _ in range(5)] == [0, 1, 2, 3, 4]
    solutions.close()
    assert next(taken) < 100_000


def test_a_bad_puzzle_in_a_stream():
    solutions = evodoku.solve_stream(iter([EASY, EASY, "nonsense"]), seed=1)
    assert [next(solutions).solved, next(solutions).solved] == [True, True]
    with pytest.raises(ValueError, match="puzzle 2"):
        list(solutions)


def test_mistakes_in_the_input():
    with pytest.raises(ValueError, match=r"puzzles\[1\]: givens conflict: digit 5 appears twice in row 1"):
        evodoku.solve([EASY, "55" + EASY[2:]])
    with pytest.raises(ValueError, match="r1c1"):
        evodoku.solve("A" + EASY[1:])
    with pytest.raises(ValueError, match="shape"):
        evodoku.solve(np.zeros((3, 80), dtype=np.uint8))
    with pytest.raises(ValueError, match="10"):
        evodoku.solve(np.full(81, 10))
    with pytest.raises(ValueError, match="float64"):
        evodoku.solve(np.zeros(81))


MISTAKES = [
    {"population": 0}, {"population": "many"}, {"elite": 100_000}, {"mutation": "heat-bat"},
    {"selection": "tournament:size=0"}, {"preset": "plane"}, {"sync_every": 7, "islands": 2},
    {"islands": 3, "population": 64}, {"device": "tpu"}, {"seed": -1}, {"timeout": "soon"}, {"threads": 5000},
    {"pairs": "maybe"}, {"presolve": "ful"}, {"representation": "cell-board", "cost": "row-column"},
]  # fmt: skip


@pytest.mark.parametrize("settings", MISTAKES, ids=str)
def test_mistakes_in_settings_have_the_text_of_the_program(settings, program):
    with pytest.raises(ValueError) as raised:
        evodoku.solve(HARD[0], **settings)
    options = [f"--{name.replace('_', '-')}={text}" for name, text in settings.items()]
    run = program("solve", "-q", "--puzzle", HARD[0], *options)
    assert run.returncode == 2
    assert run.stderr.strip().removeprefix("evodoku: ") == str(raised.value)


def test_an_unknown_setting(program):
    with pytest.raises(ValueError) as raised:
        evodoku.solve(HARD[0], popuation=5)
    run = program("solve", "--puzzle", HARD[0], "--popuation=5")
    assert run.stderr.strip().startswith(f"evodoku: {raised.value}")
    with pytest.raises(TypeError, match="elite"):
        evodoku.solve(HARD[0], elite=[1])
    with pytest.raises(ValueError, match="--population"):  # at the call, not at the first result
        evodoku.solve_stream([], population=0)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), np.float32("-inf"), -1, -0.5, 1e300, 2**64])
def test_a_time_that_is_none(seconds):
    for solve in (evodoku.solve, evodoku.solve_stream):
        with pytest.raises(ValueError, match=r"^timeout is .*; allowed: 0\.\.1000000000"):
            solve([HARD[0]], timeout=seconds)


def test_values_of_settings():
    settings = evodoku.solve(
        EASY, seed=np.int64(4), pairs=True, elite=0.05, immigrants=1e-05, timeout=2.5, population="2k", preset=None
    ).settings
    assert settings["pairs"] == "on" and settings["seed"] == "4" and settings["population"] == "2000"
    assert float(settings["elite"]) == pytest.approx(0.05, abs=1e-4) and settings["timeout"] == "2500ms"
    assert evodoku.solve(EASY, settings=None).settings["pairs"] == "off"
    presets = enum.Enum("Presets", {"PLAIN": "plain"}, type=str)  # a text, whose str() is another one
    assert evodoku.solve(EASY, preset=presets.PLAIN, population=2_000).settings["generations"] == "3000"


def test_options_override_the_file_and_the_preset(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("elite = 3\npopulation = 500\n")
    settings = evodoku.solve(EASY, preset="plain", config=file, population=2_000, seed=5).settings
    assert (settings["population"], settings["elite"], settings["generations"]) == ("2000", "3", "3000")
    assert int(evodoku.solve(EASY, population="auto", islands=7).settings["population"]) % 7 == 0
    file.write_text("popluation = 3\n")
    with pytest.raises(ValueError, match=r"a\.toml:1:1: unknown key 'popluation' \(did you mean 'population'\?\)"):
        evodoku.solve(EASY, config=file)
    file.write_text('timeout = "1s"\n')
    with pytest.raises(ValueError, match="timeout: an Evolution has no time limit"):
        evodoku.Evolution(EASY, config=file)
    with pytest.raises(ValueError, match="--config: cannot read"):
        evodoku.solve(EASY, config=tmp_path)


def test_a_warning_is_of_the_line_that_called_the_package():
    settings = {**evodoku.Evolution(EASY, preset="pyevolve", seed=1, device="cpu").settings, "generations": "2"}
    for call in (evodoku.solve, evodoku.Evolution):
        with pytest.warns(UserWarning, match="^--preset plain has no effect: ") as warned:
            call(EASY, preset="plain", **settings)
        assert [each.filename for each in warned] == [__file__]


def test_the_environment_has_no_effect(monkeypatch):
    monkeypatch.setenv("EVODOKU_POPULATION", "nonsense")
    assert evodoku.solve(EASY)[0].solved


def test_a_time_limit_ends_a_list_and_a_stream():
    solutions = evodoku.solve([HARD[0], HARD[1]], timeout=0.2, **{**LONG, "population": 2_000_000})
    assert len(solutions) == 2 and solutions.stopped and solutions[0].stopped
    endless = itertools.repeat(HARD[0])
    assert all(each.stopped for each in evodoku.solve_stream(endless, timeout=0.2, **{**LONG, "population": 2_000_000}))


def test_too_large_a_population_is_a_memory_error():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, before[1]))
    try:
        with pytest.raises(MemoryError):
            evodoku.solve(HARD[0], population="16M")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_other_threads_of_python_go_on():
    worker = threading.Thread(target=lambda: evodoku.solve(HARD[0], **{**LONG, "generations": 10}))
    worker.start()
    turns = 0
    while worker.is_alive():
        turns += 1
    assert turns > 1000


@pytest.mark.parametrize(
    "call",
    [
        "evodoku.solve(HARD, **LONG)",
        "list(evodoku.solve_stream([HARD], **LONG))",
        "evodoku.Evolution(HARD, **LONG).step(1_000_000)",
        "evodoku.Evolution(HARD, **LONG).run()",
        "evodoku.experiment(PLAN, threads=2)",
        "evodoku.canonical(evodoku.solutions('.' * 81, 1).repeat(300_000, axis=0))",
    ],
    ids=["solve", "stream", "step", "run", "experiment", "canonical"],
)
def test_ctrl_c(call, tmp_path):
    (tmp_path / "hard.txt").write_text(HARD[0])
    unseeded = {name: LONG[name] for name in LONG if name != "seed"}
    short, long = {"name": "short", **unseeded, "population": 100, "generations": 1}, {"name": "long", **unseeded}
    plan = {"seeds": [1], "puzzles": ["hard.txt"], "configurations": [short, long]}
    code = (
        "import evodoku, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background ignores it
        f"HARD, LONG, PLAN = {HARD[0]!r}, {LONG!r}, {plan!r}\nprint('ready', flush=True)\n{call}"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": tmp_path, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as run:
        assert run.stdout.readline() == "ready\n"
        try:
            run.wait(1)
        except subprocess.TimeoutExpired:
            pass
        run.send_signal(signal.SIGINT)
        try:
            _, messages = run.communicate(timeout=60)
        finally:
            run.kill()
    assert "KeyboardInterrupt" in messages, f"exit code {run.returncode}: {messages}"
    assert run.returncode != 0


def test_progress(capsys):
    pytest.importorskip("tqdm")
    evodoku.solve([EASY, HARD[0]], progress=True, seed=1)
    assert "2/2" in capsys.readouterr().err


def test_the_readme_of_the_package_names_what_there_is():
    readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text()
    for name in ("solve", "solve_stream", "Evolution", "experiment", "operators", "presets", "devices"):
        assert name in readme

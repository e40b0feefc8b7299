"""A value of the wrong type: the message names the argument."""

import numpy as np
import pytest
from conftest import HARD, ROOT

import evodoku
from evodoku.adapters import Sudoku

P = HARD[0]
STEPS = {"preset": "plain", "population": 20, "device": "cpu", "seed": 1, "presolve": "none"}


def calls():
    evolution = evodoku.Evolution(P, **STEPS)
    yield "puzzles", lambda: evodoku.solve(5)
    yield "puzzles", lambda: evodoku.solve(None)
    yield r"puzzles\[1\]", lambda: evodoku.solve([P, None])
    yield "puzzles: b'.*decode it", lambda: evodoku.check(P.encode())
    yield r"puzzles: .*write list\(puzzles\)", lambda: evodoku.solve(np.array([P, P]))
    yield "puzzles: .*null character", lambda: evodoku.solve(ROOT / "a\0b")
    yield "population", lambda: evodoku.solve(P, population=[5])
    yield "order", lambda: evodoku.solve(P, order="x")
    yield r"puzzle: \['.* is a list; one text or", lambda: evodoku.Evolution([P])
    yield "puzzle", lambda: evodoku.Evolution(None)
    yield "history_every", lambda: evodoku.Evolution(P, history_every="x", **STEPS)
    yield "generations", lambda: evolution.step("x")
    yield "generations", lambda: evolution.step(1.5)
    yield "every", lambda: evolution.run(every="x")
    yield "boards", lambda: evolution.tell("x")
    yield "state", lambda: evodoku.Evolution.from_state(5)
    yield "puzzles", lambda: evodoku.check(5)
    yield "puzzles", lambda: evodoku.convert(None)
    yield "to", lambda: evodoku.convert(P, to=5)
    yield "blank", lambda: evodoku.convert(P, blank=5)
    yield "clues", lambda: evodoku.generate(clues=[3])
    yield r"files\[0\]", lambda: evodoku.report([])
    yield "runs", lambda: evodoku.report("x", runs="y")
    yield "title", lambda: evodoku.report("x", title=5)
    yield "first", lambda: evodoku.report("x", first=5)
    yield "output", lambda: evodoku.report("x", output=5)
    yield "puzzle", lambda: evodoku.count(None)
    yield "seed", lambda: evodoku.count(P, seed="x")
    yield "threads", lambda: evodoku.count(P, threads="x")
    yield "error", lambda: evodoku.count(P, error=[1])
    yield "by", lambda: evodoku.score(P, P, by=5)
    yield "plan", lambda: evodoku.experiment(5)
    yield "configurations", lambda: evodoku.experiment({"configurations": 5})
    yield r"configurations\[0\]", lambda: evodoku.experiment({"configurations": [5]})
    yield r"configurations\[0\].population", lambda: evodoku.experiment({"configurations": [{"population": b"x"}]})
    yield "order", lambda: evodoku.experiment({"puzzles": [P], "order": "x"})
    yield "seeds", lambda: evodoku.experiment({"seeds": None})
    yield "output", lambda: evodoku.experiment({"puzzles": [P]}, output=5)
    yield "threads", lambda: evodoku.experiment({"puzzles": [P]}, threads="x")
    yield "device", lambda: evodoku.experiment({"puzzles": [P]}, device=5)
    yield "puzzles: one text is no stream", lambda: evodoku.solve_stream(P)
    yield "puzzles", lambda: next(evodoku.solve_stream(5))
    yield "order", lambda: evodoku.solve_stream([P], order=None)
    yield "callback", lambda: evolution.run(5)
    yield "island", lambda: evolution.population.island("x")
    yield "island", lambda: evolution.population.write([], island="x")
    yield "boards", lambda: evolution.population.write("x")
    yield "first", lambda: evolution.population.digits("x")
    yield "count", lambda: evolution.population.digits(0, "x")
    yield "first", lambda: evolution.population.write([], first="x")
    yield "boards", lambda: evolution.tell([[1], [1, 2]])
    yield "puzzle: setting", lambda: evodoku.Evolution([[1], [1, 2]])
    yield "genes", lambda: Sudoku(P).decode([[1], [1, 2]])
    yield "boards", lambda: Sudoku(P).encode(5)
    yield "operator: boards", lambda: evodoku.operator("mutation", boards=5)
    yield "boards", lambda: evodoku.evaluate("x")
    yield "threads", lambda: evodoku.evaluate(np.ones((1, 81), dtype=np.uint8), threads="x")
    yield "cost", lambda: evodoku.evaluate(np.ones((1, 81), dtype=np.uint8), cost=5)
    yield "kind", lambda: evodoku.operators(5)
    yield "kind", lambda: evodoku.study.figure(5)
    yield "axes", lambda: evodoku.study.draw_board(5, P)
    yield "file", lambda: evodoku.load_operators(5)


@pytest.mark.parametrize("name, call", calls())
def test_the_message_names_the_argument(name, call):
    with pytest.raises((TypeError, ValueError), match=f"^{name}"):
        call()


def test_a_message_shows_the_beginning_of_a_large_value():
    with pytest.raises(TypeError, match=r"^state: \[0, 0, .*\.\.\. is a list; bytes is needed$") as error:
        evodoku.Evolution.from_state([0] * 10_000)
    assert len(str(error.value)) < 100


def test_of_the_tables(tmp_path):
    pytest.importorskip("pandas")
    study = evodoku.study
    results = tmp_path / "results.jsonl"
    evodoku.experiment({"seeds": [1], "puzzles": [P], "configurations": [{"name": "a", "population": 20, "generations": 5}]}, output=results)
    for name, call in {
        "files": lambda: study.read_results(5),
        "first": lambda: study.summary(results, first=5),
        "by": lambda: study.summary(results, by=5),
        "output": lambda: study.replaced(5).__enter__(),
        "folder": lambda: study.iohprofiler(results, folder=5),
    }.items():
        with pytest.raises(TypeError, match=f"^{name}: 5 is a int"):
            call()
    with pytest.raises(OSError, match=str(tmp_path / "no/such/table.csv")):
        with study.replaced(tmp_path / "no/such/table.csv"):
            pass

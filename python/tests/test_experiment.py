"""experiment(): the records of the program, as a table."""

import enum
import json
import subprocess
import sys
import warnings

import numpy as np
import pytest
from conftest import HARD

import evodoku

PLAN = {
    "seeds": [1, 2],
    "puzzles": ["hard.txt"],
    "defaults": {"presolve": "none", "population": 500, "generations": 20},
    "configurations": [
        {"name": "uniform", "preset": "plain"},
        {"preset": "plain", "crossover": "one-point", "name": 'a "b"'},
    ],
}
TEXT = """
seeds = [1, 2]
puzzles = ["hard.txt"]
defaults = { presolve = "none", population = 500, generations = 20 }
[[configurations]]
name = "uniform"
preset = "plain"
[[configurations]]
name = 'a "b"'
preset = "plain"
crossover = "one-point"
"""
MEASURED = ("seconds", "processor_seconds", "machine", "commit", "history")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "hard.txt").write_text("\n".join(HARD) + "\n")
    (tmp_path / "plan.toml").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_measurements(records):
    keep = [{name: each[name] for name in each if name not in MEASURED} for each in records]
    return sorted(keep, key=lambda each: (each["configuration"], each["line"], each["seed"]))


def test_the_records_of_the_program(folder, program):
    pandas = pytest.importorskip("pandas")
    run = program("experiment", "plan.toml", "-q", cwd=folder)
    assert run.returncode == 0, run.stderr
    expected = [json.loads(line) for line in (folder / "plan.jsonl").read_text().splitlines()]
    for plan in (folder / "plan.toml", "plan.toml", PLAN):
        table = evodoku.experiment(plan)
        assert isinstance(table, pandas.DataFrame) and len(table) == 8
        assert without_measurements(table.to_dict("records")) == without_measurements(expected)
    assert table.groupby("configuration")["solved"].mean().between(0, 1).all()


def test_a_file_of_results_is_continued(folder):
    first = evodoku.experiment({**PLAN, "seeds": [1]}, output="results.jsonl", threads=1)
    assert len(first) == 4
    lines = (folder / "results.jsonl").read_text()
    complete = evodoku.experiment(PLAN, output=folder / "results.jsonl")
    assert len(complete) == 8 and complete.settings[:4].equals(first.settings) and complete.machine.nunique() == 1
    assert (folder / "results.jsonl").read_text().startswith(lines)
    (folder / "results.jsonl").write_text("something else\n")
    with pytest.raises(ValueError, match="results.jsonl"):
        evodoku.experiment(PLAN, output="results.jsonl")


def test_results_and_histories_are_where_the_plan_says(folder):
    (folder / "sub").mkdir()
    (folder / "sub/plan.toml").write_text('output = "own.jsonl"\nhistory = true\n' + TEXT.replace("hard.txt", "../hard.txt"))
    assert len(evodoku.experiment("sub/plan.toml")) == 8 == len([*folder.glob("sub/own-history/*/*.jsonl")])
    with pytest.raises(ValueError, match="history = true writes files beside the results: give output"):
        evodoku.experiment({**PLAN, "history": True})


def test_what_the_program_notes_is_a_warning(folder):
    (folder / "again.txt").write_text(HARD[0] + "\n")
    plan = {**PLAN, "seeds": [1], "puzzles": ["hard.txt", "again.txt"]}
    with pytest.warns(UserWarning, match="^the plan lists 1 puzzle again; ") as warned:
        evodoku.experiment(plan, output="results.jsonl")
    assert [each.filename for each in warned] == [__file__]
    results = folder / "results.jsonl"
    results.write_text(results.read_text()[:-9])
    with pytest.warns(UserWarning, match="^results.jsonl: the last line was cut off ") as warned:
        evodoku.experiment(plan, output="results.jsonl")
    assert len(warned) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the number of runs is none
        assert len(evodoku.experiment(PLAN)) == 8
        with pytest.raises(UserWarning, match="again"):
            evodoku.experiment(plan, output="new.jsonl")
    assert not (folder / "new.jsonl").exists()


def test_without_pandas(folder):
    code = (
        "import sys; sys.modules['pandas'] = None; import evodoku; "
        f"print(type(evodoku.experiment({PLAN!r})[0]).__name__)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=True)
    assert run.stdout == "dict\n"


def test_puzzles_are_files_texts_and_arrays(folder):
    array = np.array([int(cell) for cell in HARD[1].replace(".", "0")])
    pytest.importorskip("pandas")
    mixed = evodoku.experiment({**PLAN, "puzzles": ["hard.txt", HARD[0], array.reshape(9, 9), "\n".join(HARD)]})
    places = {("hard.txt", 1, 0), ("hard.txt", 2, 1), ("puzzles[1]", 1, 0), ("puzzles[2]", 1, 1), ("puzzles[3]", 1, 0), ("puzzles[3]", 2, 1)}
    assert set(zip(mixed.file, mixed.line, mixed.puzzle)) == {(file, line, HARD[k]) for file, line, k in places}
    for puzzles in (HARD[1], [HARD[1]], array, array.tolist(), array.reshape(9, 9).tolist(), [array.tolist()], [{"file": "hard.txt", "lines": [2]}]):
        assert set(evodoku.experiment({**PLAN, "puzzles": puzzles}).puzzle) == {HARD[1]}
    configurations = [{"name": "a", "population": np.int64(20)}]
    plan = {"seeds": np.arange(1, 2), "configurations": configurations, "puzzles": [np.zeros((4, 4), dtype=np.uint8)]}
    assert set(evodoku.experiment(plan).puzzle) == {"." * 16}
    with pytest.raises(ValueError, match=r"puzzles\[1\]:1: "):
        evodoku.experiment({**PLAN, "puzzles": ["hard.txt", HARD[0][:-1]]})
    with pytest.raises(ValueError, match=r"puzzles\[0\]:1: .*appears twice"):
        evodoku.experiment({**PLAN, "puzzles": ["55" + HARD[0][2:]]})
    with pytest.raises(TypeError, match="puzzles: 5 is a int"):
        evodoku.experiment({**PLAN, "puzzles": 5})
    with pytest.raises(TypeError, match=r"puzzles\[0\]: None is a NoneType"):
        evodoku.experiment({**PLAN, "puzzles": [None]})


def test_numbers_of_a_plan():
    numbers = {"seeds": iter([enum.IntEnum("Seeds", "one").one, 2**64 - 1, np.uint8(3)]), "share": np.float32(0.5)}
    assert evodoku._experiment._text_of(numbers)[0] == '"seeds" = [1, "18446744073709551615", 3]\n"share" = 0.5\n'
    named = {"defaults": {"sync_every": 5, "pairs": [True, np.False_], "seen": None}}
    assert evodoku._experiment._text_of(named)[0] == '"defaults" = { "sync-every" = 5, "pairs" = ["on", "off"] }\n'


def test_mistakes_have_their_place(folder):
    with pytest.raises(ValueError, match="plan:1"):
        evodoku.experiment({"seeds": [0, "x"], "puzzles": ["hard.txt"], "configurations": [{}]})
    with pytest.raises(OSError, match="nothing.txt"):
        evodoku.experiment({**PLAN, "puzzles": ["nothing.txt"]})
    with pytest.raises(ValueError, match="no puzzle in hard.txt begins on line 7"):
        evodoku.experiment({**PLAN, "puzzles": [{"file": "hard.txt", "lines": [7]}]})
    with pytest.raises(TypeError, match="seeds: {1, 2} is a set, which can't be in a plan"):
        evodoku.experiment({**PLAN, "seeds": {1, 2}})
    (folder / "plan.toml").write_bytes("# one\n# caf\xe9\n".encode("latin-1"))
    with pytest.raises(ValueError, match="plan.toml:2: not a plan"):
        evodoku.experiment("plan.toml")
    (folder / "hard.txt").write_text("55" + HARD[0][2:])
    with pytest.raises(ValueError, match="hard.txt:1"):
        evodoku.experiment(PLAN)


def test_progress(folder, capsys):
    pytest.importorskip("tqdm")
    evodoku.experiment(PLAN, progress=True)
    assert "8/8" in capsys.readouterr().err

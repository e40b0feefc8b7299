"""The package and the program are one engine: the same fingerprints, records and lists."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import HARD, ROOT

import evodoku

PRESETS = [each["name"] for each in evodoku.presets()]
SMALL = {"population": 1_000, "generations": 12, "seed": 11}


@pytest.mark.parametrize("preset", PRESETS)
def test_fingerprints_of_every_preset(preset, program):
    own = int(dict(evodoku._evodoku.Settings([("preset", preset)], 3).values())["population"])
    settings = {**SMALL, "preset": preset, "population": min(own, SMALL["population"])}
    options = [f"--{name}={text}" for name, text in settings.items()]
    run = program("solve", "-q", "--format", "jsonl", *[word for each in HARD for word in ("--puzzle", each)], *options)
    assert run.returncode in (0, 1), run.stderr
    expected = [int(json.loads(line)["fingerprint"], 16) for line in run.stdout.splitlines()]
    assert len(expected) == 2
    solutions = evodoku.solve(HARD, **settings)
    assert solutions.fingerprints.tolist() == expected
    for index, puzzle in enumerate(HARD):
        evolution = evodoku.Evolution(puzzle, puzzle_index=index, **settings)
        while evolution.step():
            pass
        assert evolution.fingerprint() == expected[index]


@pytest.mark.parametrize("preset", ["plain", None], ids=["plain", "default"])
def test_a_whole_run(preset, program):
    """With the preset's own population and budget, to its end."""
    options = ["--seed", "2", *(["--preset", preset, "--generations", "10"] if preset else [])]
    run = program("solve", "--format", "jsonl", "--puzzle", HARD[0], *options)
    record = json.loads(run.stdout)
    solutions = evodoku.solve(HARD[0], seed=2, preset=preset, generations=10 if preset else None)
    solution = solutions[0]
    assert solution.fingerprint == int(record["fingerprint"], 16)
    assert solution.solved == record["solved"]
    for name in ("cost", "generations", "evaluations", "trials", "redraws", "restarts", "filled", "struck"):
        assert getattr(solution, name) == record[name], name
    assert f"fingerprint {solutions.fingerprint:016x}" in run.stderr


def test_operators_and_devices(program):
    assert evodoku.operators() == json.loads(program("operators", "--json").stdout)
    assert {each["kind"] for each in evodoku.operators("mutation")} == {"mutation"}
    with pytest.raises(ValueError, match="kind: 'mutations'; allowed: cost,"):
        evodoku.operators("mutations")
    devices = json.loads(program("info", "--json").stdout)["devices"]
    assert [each["device"] for each in evodoku.devices()] == [each["device"] for each in devices]
    steady = ("name", "threads", "cache_bytes")  # the others change with the load
    assert [evodoku.devices()[0][key] for key in steady] == [devices[0][key] for key in steady]
    assert [type(value) for value in evodoku.devices()[0].values()] == [type(value) for value in devices[0].values()]
    assert list(evodoku.devices()[0]) == list(devices[0])


def test_presets(program):
    for preset in evodoku.presets():
        assert program("presets", "show", preset["name"]).stdout == preset["text"]
        assert preset["summary"]


def test_versions(program):
    assert evodoku.__version__ == json.loads(program("info", "--json").stdout)["version"]


OWN_OPERATORS = """
import sys
import evodoku
from test_program import HARD, SMALL, raises

file = sys.argv[1]
raises("unknown operator 'my-swap'", evodoku.solve, HARD[0], mutation="my-swap", **SMALL)
raises("load_operators: nothing.so: No such file", evodoku.load_operators, "nothing.so")
raises("settings load no code", evodoku.solve, HARD[0], operators=file, **SMALL)
loaded = evodoku.load_operators(file)
assert [(each["kind"], each["name"]) for each in loaded] == [("mutation", "my-swap")]
assert evodoku.load_operators(file) == [], "a second time nothing happens"
assert loaded[0] in evodoku.operators("mutation")
raises("parameter 'times' of 'my-swap' is '11'", evodoku.solve, HARD[0], mutation="my-swap:times=11", **SMALL)
for settings in ({}, {"operators": file}):  # it is named where it is used, in results and states
    evolution = evodoku.Evolution(HARD[0], mutation="my-swap", population=60, seed=1, **settings)
    evolution.step(3)
    assert evolution.settings["operators"].startswith(f"{file}#"), evolution.settings["operators"]
    assert evolution.settings["operators"].encode() in evolution.state()
assert "operators" not in evodoku.Evolution(HARD[0], seed=1).settings
own = {"name": "own", "population": 60, "generations": 3, "mutation": "my-swap"}
plan = {"seeds": [1], "puzzles": [sys.argv[2]], "configurations": [own, {**own, "name": "named", "operators": file}]}
raises("are the same", evodoku.experiment, plan)  # both have the hash of the object
print(f"{evodoku.solve(HARD[0], mutation='my-swap:rate=0.5,times=2', **SMALL)[0].fingerprint:016x}")
"""


def raises(text, function, *arguments, **settings):
    with pytest.raises(ValueError) as raised:
        function(*arguments, **settings)
    assert text in str(raised.value)


def test_operators_of_a_shared_object(program):
    file = pathlib.Path(os.environ["EVODOKU_PROGRAM"]).parent / "tests/own_operators/libown_my_ops.so"
    here = subprocess.run(  # the names of a process last as long as it does
        [sys.executable, "-c", OWN_OPERATORS, str(file.resolve()), str(ROOT / "puzzles/easy50.txt")],
        capture_output=True, text=True, check=False,
        cwd=pathlib.Path(__file__).parent, env={**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parent)},
    )
    assert here.returncode == 0, here.stderr
    run = program("solve", "-q", "--format", "jsonl", "--puzzle", HARD[0], "--operators", file, "--mutation",
                  "my-swap:rate=0.5,times=2", *[f"--{name}={text}" for name, text in SMALL.items()])
    assert json.loads(run.stdout)["fingerprint"] == here.stdout.strip()

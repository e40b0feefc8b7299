"""The package is typed: mypy accepts it, and the types that it gives."""

import json
import pathlib
import subprocess
import sys
import tempfile
import typing

import pytest

import evodoku

USE = """
import numpy as np
import evodoku

solutions = evodoku.solve("...", seed=1)
reveal_type(solutions[0].solved)
reveal_type(solutions.grids)
evolution = evodoku.Evolution(np.zeros(81, dtype=np.uint8), population=100)
reveal_type(evolution.step())
reveal_type(evolution.population)
reveal_type(evolution.best.grid)
reveal_type(evodoku.solve(np.zeros((16, 16), dtype=np.uint8), order=4)[0].cost)
"""

SETTINGS = """
import pathlib
import evodoku

shared: evodoku.Settings = {"preset": "plain", "population": 1000}
evodoku.solve("...", population="256k", mutation="swap:rate=0.2", pairs=True, timeout=1.5, elite=0.05)
evodoku.solve("...", **shared)
evodoku.solve("...", config=pathlib.Path("a.toml"), presolve="none", seed=None)
list(evodoku.solve_stream(["..."], migrate_every=5))
evodoku.Evolution("...", duplicates="reject", device="cuda:0")
evodoku.generate(filled="45%", holes="balanced")[0].puzzle.shape
"""
WRONG = {
    'evodoku.solve("...", popluation=100)': "popluation",
    'evodoku.solve("...", population=[100])': "population",
    'evodoku.solve("...", generations=2.5)': "generations",
    'evodoku.solve("...", presolve="ful")': "presolve",
    'evodoku.solve("...", pairs="maybe")': "pairs",
    'list(evodoku.solve_stream(["..."], mutation=3))': "mutation",
    'evodoku.Evolution("...", seed={})': "seed",
    'settings: evodoku.Settings = {"selektion": "uniform"}': "selektion",
    'evodoku.check("...")[0].statis': "statis",
    'evodoku.generate(holes="round")': "holes",
}
CACHE = tempfile.TemporaryDirectory()  # of what NumPy and the package are, for all calls


def mypy(*arguments, **options):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", f"--cache-dir={CACHE.name}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_the_package(tmp_path):
    run = mypy("--strict", "--ignore-missing-imports", "-p", "evodoku", cwd=tmp_path)
    assert run.returncode == 0, run.stdout


def test_its_users(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    run = mypy("use.py", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    revealed = [line.split("is ")[1] for line in run.stdout.splitlines() if "Revealed" in line]
    for text, type_of in zip(("bool", "_8Bit", "bool", "Population", "_8Bit", "int"), revealed, strict=True):
        assert text in type_of, run.stdout


def test_a_wrong_setting_is_found(tmp_path):
    (tmp_path / "right.py").write_text(SETTINGS)
    (tmp_path / "wrong.py").write_text("import evodoku\n" + "\n".join(WRONG) + "\n")
    run = mypy("right.py", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    errors = [line for line in mypy("wrong.py", cwd=tmp_path).stdout.splitlines() if "error: " in line]
    found = {int(line.split(":")[1]): line for line in errors}
    for number, (line, name) in enumerate(WRONG.items(), 2):
        assert name in found.get(number, ""), (line, errors)


def test_the_types_are_those_of_the_table(program):
    """Names as the program completes them; each literal is a value that the setting reads."""
    types = typing.get_type_hints(evodoku.Settings)
    solve = json.loads(program("help", "--json").stdout)[0]
    options = {option["name"].replace("-", "_") for option in solve["options"]}
    rows = {row[0].replace("-", "_"): row for row in evodoku._evodoku.setting_rows(["2", "0.5"])}
    assert set(types) == {*rows, "preset", "config"}
    assert options >= set(types)
    for name, kind in types.items():
        kinds = typing.get_args(kind)
        assert type(None) in kinds
        words = [word for each in kinds if typing.get_origin(each) is typing.Literal for word in typing.get_args(each)]
        if name == "preset":
            assert words == [each["name"] for each in evodoku.presets()]
        elif name != "config":
            assert words == rows[name][2], name
            assert (float in kinds) == (not words and "0.5" in rows[name][3]), name
            read = {row[0]: row[3] for row in evodoku._evodoku.setting_rows(words)}
            assert read[name.replace("_", "-")] == words


def test_it_says_so():
    assert (pathlib.Path(evodoku.__file__).parent / "py.typed").exists()
    assert (pathlib.Path(evodoku.__file__).parent / "_evodoku.pyi").exists()

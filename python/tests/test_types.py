"""The package is typed: mypy accepts it, and the types that it gives."""

import pathlib
import subprocess
import sys

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


def mypy(*arguments, **options):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--cache-dir=/dev/null", *arguments]
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


def test_it_says_so():
    assert (pathlib.Path(evodoku.__file__).parent / "py.typed").exists()
    assert (pathlib.Path(evodoku.__file__).parent / "_evodoku.pyi").exists()

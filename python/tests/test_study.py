"""Columns of a history, and the commands of `python -m evodoku`. tests/python/check-study checks their contents."""

import gzip
import subprocess
import sys

import pytest
from conftest import HARD

import evodoku


def call(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "evodoku", *map(str, words)], capture_output=True, text=True, check=False, **options
    )


@pytest.fixture
def history(tmp_path, program):
    file = tmp_path / "run.jsonl"
    settings = ["--preset", "plain", "--population", "100", "--generations", "9", "--seed", "7", "--presolve", "none"]
    ranks = ["--islands", "2", "--migrate-every", "3", "-d", "cpu,cpu"]
    assert program("solve", "--puzzle", HARD[0], *settings, *ranks, "--history", file).returncode in (0, 1)
    return file


def test_every_column_is_read(history):
    pytest.importorskip("pandas")
    table = evodoku.study.read_history(history)
    columns = evodoku.history_columns()
    del columns["log_weight"]  # only with a schedule
    assert set(table.columns) == {*columns, "kind", "configuration", "run_seed"}
    for name, kinds in columns.items():
        assert set(table[table[name].notna()].kind) == set(kinds), name


def test_the_commands(history, tmp_path):
    pytest.importorskip("pandas")
    table = call("targets", history)
    assert table.returncode == 0, table.stderr
    assert table.stdout.splitlines()[0] == "configuration,target,runs,reached,ert_work"
    assert len(table.stdout.splitlines()) == 7
    summary = call("summary", history, "--by", "puzzle")
    assert summary.stdout.splitlines()[0].startswith("puzzles,configuration,runs,planned,solved,success,")
    assert len(summary.stdout.splitlines()) == 2, summary.stderr
    few = call("friedman", history)
    if few.returncode != 5:  # without scipy
        assert (few.returncode, few.stderr.startswith("evodoku: friedman: 1 configurations on 1 puzzles")) == (2, True)
    export = call("iohprofiler", history, "-o", tmp_path / "ioh")
    assert (export.returncode, export.stderr) == (0, f"{tmp_path / 'ioh'}: 2 files\n")
    pytest.importorskip("matplotlib")
    size = ["--width", 3, "--height", 2, "--font-size", 7, "--format", "pdf"]
    assert call("figure", "population", history, "-o", tmp_path / "figure", *size).returncode == 0
    assert b"/MediaBox [ 0 0 216 144 ]" in (tmp_path / "figure").read_bytes()
    assert call("figure", "boards", history, "--run", 2, "-o", tmp_path / "boards.png").returncode == 0
    assert (tmp_path / "boards.png").read_bytes()[1:4] == b"PNG"
    pytest.importorskip("jinja2")
    assert call("targets", history, "-o", tmp_path / "targets.tex").returncode == 0
    assert r"\toprule" in (tmp_path / "targets.tex").read_text()
    assert r"\begin{tabular}" in call("summary", history, "--form", "latex").stdout


def test_every_table_has_the_names_of_the_summary(tmp_path, program):
    pytest.importorskip("pandas")
    (tmp_path / "p.txt").write_text(HARD[0] + "\n")
    files = []
    for population in (100, 120):
        (tmp_path / "plan.toml").write_text(
            'seeds = [1]\npuzzles = ["p.txt"]\nhistory = "improvements"\n[[configurations]]\nname = "mine"\n'
            f'presolve = "none"\ngenerations = 9\npopulation = {population}\n')
        files.append(tmp_path / f"{population}.jsonl")
        program("experiment", tmp_path / "plan.toml", "-o", files[-1])
    files.append(tmp_path / "mine.1.jsonl")
    program("solve", tmp_path / "p.txt", "--presolve", "none", "-g", "9", "--seed", "1", "--history", files[-1])
    study = evodoku.study
    for table in (study.summary, study.targets, study.ecdf, study.convergence, study.read_results):
        assert set(table(*files).configuration) == {"mine", "mine (2)", "mine.1"}, table


def test_their_errors(tmp_path):
    pytest.importorskip("pandas")
    for table in (evodoku.study.read_results, evodoku.study.summary):
        with pytest.raises(ValueError, match="^no runs in the files; expected: results of an experiment, or histories$"):
            table()
    (tmp_path / "p.txt").write_text(HARD[0] + "\n")
    wrong = call("ecdf", tmp_path / "p.txt")
    assert wrong.returncode == 2
    assert wrong.stderr == f"evodoku: {tmp_path}/p.txt:1: neither results of an experiment nor a history\n"
    assert call("summary", tmp_path / "p.txt").returncode == 2
    missing = call("ecdf", tmp_path / "nothing.jsonl")
    assert (missing.returncode, "No such file" in missing.stderr) == (5, True)
    without = call("tensorboard", tmp_path / "p.txt", "-o", tmp_path / "logs")
    if without.returncode == 5:
        assert without.stderr == "evodoku: this needs tensorboard: pip install tensorboard, or evodoku[study]\n"


def test_histories_that_have_hardly_begun(history):
    pytest.importorskip("pandas")
    study, lines = evodoku.study, history.read_text().splitlines(keepends=True)
    for text in ("", lines[0], "".join(lines[:2]), '{"status": "solved"}\n'):
        history.write_text(text)
        for table in (study.improvements, lambda file: study._run_number(1, file)):
            with pytest.raises(ValueError, match="no runs in the files|allowed: 1..0|not a history"):
                table(history)
    history.write_bytes(gzip.compress("".join(lines).encode())[:-50])
    assert 9 < len(study.read_history(history)) < len(lines)


def test_which_histories_count(history, tmp_path):
    pytest.importorskip("pandas")
    read, text, other = evodoku.study.read_results, history.read_text(), tmp_path / "other.jsonl"
    other.write_text("".join(text.splitlines(keepends=True)[:-1]))  # without its result
    assert list(read(other).status) == ["running"]
    assert list(read(other, history).status) == list(read(history, other).status) == ["unsolved"]
    other.write_text(text.replace('"stopped":false', '"stopped":true'))
    assert list(read(other).status) == ["running"]
    other.write_text(text + text)  # as of a resumed run
    assert len(read(other)) == 1
    other.write_text(text + text.replace('"seed":7', '"seed":8'))
    with pytest.raises(ValueError, match="the history of another run begins in it"):
        read(other)


def test_boards_of_36_have_a_digit_0():
    assert evodoku.study._cells("10" * 648)[:2] == ["1", "0"]
    assert evodoku.study._cells("10" * 128)[:2] == ["1", ""]


def test_help_names_every_command():
    shown = call("--help").stdout
    for command in ("figure", "summary", "friedman", "tensorboard", "iohprofiler", "ecdf", "targets", "convergence", "improvements"):
        assert f"    {command}" in shown

"""check, convert, generate and report do what the commands of the program do."""

import json
import os
import pathlib

import numpy as np
import pytest
from conftest import EASY, EASY_SOLUTION, HARD, ROOT

import evodoku

TWO = 27 * "." + EASY[27:]  # several solutions
PLAN = {
    "seeds": [1, 2],
    "puzzles": [str(ROOT / "puzzles/published/charles-easy.txt"), str(ROOT / "puzzles/published/charles-hard.txt")],
    "defaults": {"presolve": "none", "population": 300, "generations": 40},
    "configurations": [
        {"preset": "plain", "name": name, "selection": name} for name in ("uniform", "tournament", "roulette")
    ],
}


def line_of(grid):
    return None if grid is None else "".join(".123456789"[digit] for digit in np.ravel(grid))


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    file = tmp_path_factory.mktemp("results") / "results.jsonl"
    evodoku.experiment(PLAN, output=file)
    return file


def test_check_finds_what_the_program_finds(tmp_path, program):
    file = tmp_path / "all.txt"
    lines = [EASY, TWO, "11" + 79 * ".", "12345678" + "." * 9 + "9" + 63 * ".", EASY_SOLUTION, EASY[:80] + "q", *HARD]
    file.write_text("\n".join(lines) + "\n")
    expected = [json.loads(line) for line in program("check", "--format", "jsonl", file).stdout.splitlines()]
    found = evodoku.check(file)
    assert len(found) == len(lines)
    assert {each.status for each in found} == {"unique", "several", "conflict", "none", "malformed"}
    for one, record in zip(found, expected, strict=True):
        grids = {name: line_of(getattr(one, name)) for name in ("puzzle", "solution", "other_solution")}
        assert grids == {name: record.get(name) for name in grids}
        for name in ("status", "solutions", "clues", "logic", "filled", "struck", "left", "file", "line"):
            assert getattr(one, name) == record.get(name), (name, one)
        assert one.reason == record.get("reason", "")
        assert one.is_proper == (record["status"] == "unique")


def test_check_takes_all_kinds_of_puzzles(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("\n".join(HARD))
    grid = np.array([*EASY.replace(".", "0")], dtype=np.uint8)
    mixed = evodoku.check([EASY, file, grid.reshape(9, 9), str(file.read_text())])
    places = [("puzzles[0]", 1), (str(file), 1), (str(file), 2), ("puzzles[2]", 1), ("puzzles[3]", 1), ("puzzles[3]", 2)]
    assert [(one.file, one.line) for one in mixed] == places
    assert all(one.is_proper for one in mixed)
    assert [one.file for one in evodoku.check(np.stack([grid, grid]))] == ["puzzles[0]", "puzzles[1]"]
    assert [one.status for one in evodoku.check(grid.tolist())] == ["unique"]
    assert evodoku.check([]) == []
    larger = evodoku.check(np.zeros((16, 16), dtype=np.uint8))[0]
    assert larger.solutions in (2, None) and larger.puzzle.shape == (16, 16)
    with pytest.raises(FileNotFoundError, match=r"nothing\.txt"):
        evodoku.check(tmp_path / "nothing.txt")


def test_a_name_may_have_bytes_that_are_not_utf_8(tmp_path):
    file = tmp_path / os.fsdecode(b"p\xff.txt")
    file.write_text(f"{EASY}\n{EASY[:80]}q\n")
    assert [each.file for each in evodoku.check(file)] == [str(file)] * 2
    with pytest.raises(ValueError, match="p\udcff.txt:2: r9c9: 'q' is not a digit"):
        evodoku.solve(file)
    with pytest.raises(ValueError, match="puzzles:1: r1c1: byte"):
        evodoku.solve("\ud800" + EASY)


def test_convert_writes_what_the_program_writes(tmp_path, program):
    file = tmp_path / "p.txt"
    file.write_text("\n".join(HARD) + "\n")
    command = next(each for each in json.loads(program("help", "--json").stdout) if each["name"] == "convert")
    for form in next(option["choices"] for option in command["options"] if option["name"] == "to"):
        run = program("convert", "--to", form, file)
        if run.returncode == 0:
            assert evodoku.convert(file, form) == run.stdout, form
            continue
        with pytest.raises(ValueError) as error:
            evodoku.convert(file, to=form)
        assert run.stderr == f"evodoku: {error.value}\n"
    assert evodoku.convert(HARD, blank="0") == program("convert", "--blank", "0", file).stdout
    for options in ({"to": "gird"}, {"blank": "##"}, {"blank": "q"}, {"to": "grid", "order": 4}):
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        with pytest.raises(ValueError) as error:
            evodoku.convert(file, **options)
        assert program("convert", *words, file).stderr.splitlines()[0] == f"evodoku: {error.value}", options
    assert evodoku.convert([], to="csv") == ""
    file.write_text(f"name,puzzle,rating\none,{EASY},1.5\n,{HARD[0]}\n")
    for form in ("csv", "tsv"):
        assert evodoku.convert(file, to=form) == program("convert", "--to", form, file).stdout
    with pytest.raises(ValueError, match=r"puzzles\[1\]: the columns \(level, puzzle\) are not those of the input before"):
        evodoku.convert([file.read_text(), f"level,puzzle\n1,{EASY}\n"], to="csv")
    for options in ({"to": "gird"}, {"blank": "q"}, {"to": "grid", "blank": "0", "order": 7}):
        with pytest.raises(ValueError, match="^--(to|blank) is "):
            evodoku.convert([], **options)
    with pytest.raises(ValueError, match=r"puzzles\[1\]:1: r9c9: "):
        evodoku.convert([EASY, EASY[:80] + "q"])


def test_check_verifies_the_answers_of_its_input(program):
    answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    lines = f"{EASY},{answer}\n{EASY},{answer[:80]}1\n{EASY}\n"
    checked = evodoku.check(lines)
    assert [each.answer for each in checked] == ["right", "wrong", None]
    assert [each.reason for each in checked] == ["", "r9c9 holds 1, but the puzzle gives 9", ""]
    written = [json.loads(line) for line in program("check", "--format", "jsonl", "-", input=lines).stdout.splitlines()]
    assert [each.answer for each in checked] == [each["answer"] for each in written]


def test_generate_makes_what_the_program_makes(program):
    for options in ({"order": 4, "seed": 1}, {"order": 3, "filled": 0.4, "count": 3, "seed": 9},
                    {"order": 2, "seed": 1, "holes": "balanced", "filled": "60%"}):
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        made = evodoku.generate(**options)
        order = options["order"]
        assert evodoku.convert([each.puzzle for each in made], order=order) == program("generate", *words).stdout
        answers = program("generate", "--solutions", *words).stdout
        assert evodoku.convert([each.solution for each in made], order=order) == answers
        assert made[0].puzzle.shape == (order**2, order**2)
        assert made[0].rating is None and made[0].minimal is None and made[0].positions is None
    for options in ({"order": 8}, {"filled": 2}, {"filled": "some"}, {"holes": "many"}, {"count": 0}, {"seed": -1}, {"clues": "ten"}, {"rating": "hard"}):
        (name, value), = options.items()
        with pytest.raises(ValueError) as error:
            evodoku.generate(**options)
        assert program("generate", f"--{name}={value}").stderr == f"evodoku: {error.value}\n"


def test_generate_makes_puzzles_with_one_solution(program):
    for options in ({"seed": 1, "count": 3}, {"seed": 1, "clues": 26, "rating": "full", "symmetry": "rotational", "count": 2}):
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        made = evodoku.generate(**options)
        rows = [json.loads(line) for line in program("generate", "--to", "jsonl", *words).stdout.splitlines()]
        assert [(each.clues, each.rating, each.minimal, each.positions) for each in made] == [
            tuple(row[name] for name in ("clues", "rating", "minimal", "positions")) for row in rows]
        assert [evodoku.convert(each.puzzle).strip() for each in made] == [row["puzzle"] for row in rows]
        assert all(each.is_proper for each in evodoku.check([each.puzzle for each in made]))
    options = {"seed": 1, "clues": 18, "tries": 3}
    with pytest.raises(ValueError) as error:
        evodoku.generate(**options)
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    assert program("generate", *words).stderr.splitlines()[0] == f"evodoku: {error.value}"


def test_report_makes_the_page_of_the_program(results, tmp_path, program):
    page = tmp_path / "page.html"
    made = evodoku.report(results, output=page, title="Three <rules>", first="uniform", runs=1)
    assert page.read_text() == made.html
    assert "A12" in made.html and made.notes == []
    run = program("report", results, "-o", "-", "--title", "Three <rules>", "--first", "uniform", "--runs", 1)
    assert made.html == run.stdout
    assert "Three &lt;rules&gt;" in made._repr_html_().replace("&amp;", "&")


def test_errors_of_report(results, tmp_path, program):
    with pytest.raises(ValueError) as error:
        evodoku.report(results, first="tea")
    assert program("report", results, "--first", "tea").stderr == f"evodoku: {error.value}\n"
    puzzles = tmp_path / "p.txt"
    puzzles.write_text(EASY)
    with pytest.raises(OSError) as refused:
        evodoku.report(puzzles)
    assert program("report", puzzles).stderr == f"evodoku: {refused.value}\n"
    with pytest.raises(ValueError, match="are one file"):
        evodoku.report(results, output=results)
    assert results.read_text().startswith("{")
    with pytest.raises(ValueError, match="no file given"):
        evodoku.report()
    with pytest.raises(ValueError, match=r"runs is -1; allowed: 0\.\.1000"):
        evodoku.report(results, runs=-1)
    with pytest.raises(FileNotFoundError):
        evodoku.report(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize("name", ["nofile.txt", "folder/nofile.sdk", "puzzles.csv.gz"])
def test_a_name_of_a_file_as_a_text_gets_a_hint(name):
    for function in (evodoku.solve, evodoku.check, evodoku.convert, evodoku.Evolution):
        with pytest.raises(ValueError) as error:
            function(name)
        assert str(error.value).endswith(f"for a file write pathlib.Path({name!r})"), function


def test_a_damaged_puzzle_gets_none(tmp_path, monkeypatch):
    for text in (EASY[:-1], "53..7...x", "53.8.xx", EASY[:80] + "q"):
        with pytest.raises(ValueError) as error:
            evodoku.solve(text)
        assert "pathlib" not in str(error.value)
    assert not evodoku._puzzles.is_file("." * 253 + "ABC")
    monkeypatch.chdir(tmp_path)
    pathlib.Path("puzzles").write_text(EASY)
    with pytest.raises(ValueError, match="pathlib"):
        evodoku.solve("puzzles")


def test_summary_is_the_table_of_the_program(results, tmp_path, program):
    pandas = pytest.importorskip("pandas")
    (tmp_path / "plan.toml").write_text(evodoku._experiment._text_of(PLAN)[0])
    options = ["--any-version", "-o", results]
    for by in ("configuration", "puzzle"):
        shown = program("experiment", tmp_path / "plan.toml", *options, "--format", "csv", "--by", by)
        (tmp_path / "shown.csv").write_text(shown.stdout)
        expected = pandas.read_csv(tmp_path / "shown.csv").sort_values(["puzzles", "configuration"], ignore_index=True)
        table = evodoku.study.summary(results, by=by, first="uniform")
        table = table.sort_values(["puzzles", "configuration"], ignore_index=True)
        pandas.testing.assert_frame_equal(table[expected.columns], expected, check_dtype=False, check_exact=False)
    with pytest.raises(ValueError, match="--by is 'row'; allowed: configuration, file, puzzle"):
        evodoku.study.summary(results, by="row")

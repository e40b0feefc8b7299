"""The code in the pages about Python runs as it is printed."""

import contextlib
import io
import re

import pytest
from conftest import HARD, ROOT

PAGES = ["README.md", "python/README.md", "docs/how-to/python.md", "docs/how-to/evaluate.md", "docs/how-to/score.md", "docs/how-to/python-operators.md",
         "docs/start/five-minutes.md", "docs/start/first-operator.md"]
OPTIONAL = ("torch", "pymoo", "matplotlib", "scipy", "jinja2")  # all but torch are there with the highest Python and --every-library


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    for library in ("pandas", "tqdm"):
        pytest.importorskip(library)
    (tmp_path / "puzzles").symlink_to(ROOT / "puzzles")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for block in blocks:
            try:
                exec(compile(block, page, "exec"), names)
            except ImportError as error:
                name = getattr(error.__cause__ or error, "name", None) or ""
                assert name.split(".")[0] in OPTIONAL, error
    assert printed.getvalue()


def test_both_forms_of_a_history_are_read_as_the_page_says(program, tmp_path, monkeypatch):
    pandas = pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    puzzles = "set #3.txt"
    (tmp_path / puzzles).write_text(HARD[0] + "\n")
    page = (ROOT / "docs/reference/history.md").read_text()
    tables = []
    for ending, recipe in {"jsonl": r"^lines = pd.read_json.*$", "csv": r"^import io\n[^`]*"}.items():
        options = ["--preset", "plain", "--population", "100", "--generations", "9", "--seed", "7"]
        program("solve", puzzles, *options, "--history", f"run.{ending}")
        names = {"pd": pandas}
        exec(re.search(recipe, page, re.MULTILINE).group(), names)
        table = names["lines"]
        tables.append(table[table.kind != "header"].reset_index(drop=True))
    numbers = ["generation", "best_so_far", "median", "mean", "line"]
    texts = ["kind", "file", "board", "cell_entropy", "fingerprint"]
    by_json, by_csv = tables
    assert by_csv.file.dropna().tolist() == [puzzles]
    assert by_csv[numbers].astype(float).round(3).equals(by_json[numbers].astype(float).round(3))
    for column in texts:  # what is missing is NaN or "nan", by form and version of pandas
        assert [*by_csv[column].astype(str)] == [*by_json[column].astype(str)], column

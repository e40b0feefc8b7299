"""The code in the pages about Python runs as it is printed."""

import contextlib
import io
import re

import pytest
from conftest import ROOT

PAGES = ["README.md", "python/README.md", "docs/python.md", "docs/start.md"]


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
            except ModuleNotFoundError as error:
                assert error.name == "torch"
    assert printed.getvalue()

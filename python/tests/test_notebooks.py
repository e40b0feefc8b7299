"""The notebooks run from start to end, where Jupyter's kernel is installed."""

import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.ipynb")))
def test_a_notebook_runs(name, tmp_path):
    library = name.removesuffix(".ipynb").removeprefix("with-")
    for module in ("nbmake", "ipykernel", "matplotlib", "scipy", "seaborn"):
        pytest.importorskip(module, reason="pip install -r python/examples/requirements.txt")
    if name.startswith("with-"):  # --every-library of tests/python/check-package: all of them but EvoX
        pytest.importorskip(library, reason=f"pip install {library}")
    (tmp_path / name).write_text((EXAMPLES / name).read_text())
    # Jupyter must take this Python, not one that the user has registered.
    environment = {**os.environ, "JUPYTER_PATH": str(pathlib.Path(sys.prefix) / "share/jupyter"), "MPLBACKEND": "agg"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbmake", "--nbmake-timeout=300", name],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


def test_there_are_nine():
    assert len(list(EXAMPLES.glob("*.ipynb"))) == 9

"""What the tests share: puzzles, and the program to compare with."""

import os
import pathlib
import subprocess

import pytest

import evodoku

ROOT = pathlib.Path(__file__).resolve().parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = (ROOT / "puzzles/hardest_100.txt").read_text().split()[:2]

# Settings of short evolutions.
PLAIN = {"preset": "plain", "presolve": "none", "population": 900, "generations": 30, "seed": 7, "device": "cpu"}
ISLANDS = {**PLAIN, "islands": 3, "migrate_every": 10, "sync_every": 5}
CELLS = {**PLAIN, "representation": "cell-board"}


def pytest_collection_modifyitems(items):
    """Functions of Python stay among the operators of this process: tests of the program's lists come before."""
    items.sort(key=lambda item: item.path.name in ("test_operators.py", "test_docs.py"))


def pytest_report_header():
    folder = pathlib.Path(evodoku.__file__).parent
    return f"evodoku {evodoku.__version__} from {folder}"


@pytest.fixture(scope="session", autouse=True)
def installed():
    """The tests are of the installed wheel, not of the source folder."""
    assert ROOT / "python" not in pathlib.Path(evodoku.__file__).resolve().parents


@pytest.fixture(scope="session")
def program():
    """Runs the program: its exit code, output and messages."""
    path = os.environ.get("EVODOKU_PROGRAM")
    if not path:
        pytest.skip("EVODOKU_PROGRAM does not name the program")

    def run(*arguments, **options):
        environment = {name: text for name, text in os.environ.items() if not name.startswith("EVODOKU_")}
        return subprocess.run(
            [path, *map(str, arguments)], capture_output=True, text=True, env=environment, check=False, **options
        )

    return run

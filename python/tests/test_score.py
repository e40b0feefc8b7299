"""Scores, canonical forms and solutions, recomputed here with numpy."""

import numpy as np
import pytest

import evodoku

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def cells_of(text):
    return np.array([0 if sign == "." else int(sign) for sign in text], dtype=np.uint8)


def moved(grids, random):
    """Each grid in a random symmetry."""
    made = []
    for grid in grids.reshape(-1, 9, 9):
        lines = [np.concatenate([3 * group + random.permutation(3) for group in random.permutation(3)]) for _ in range(2)]
        digits = np.concatenate([[0], 1 + random.permutation(9)])
        grid = grid.T if random.integers(2) else grid
        made.append(digits[grid[np.ix_(*lines)]])
    return np.array(made, dtype=np.uint8)


def test_scores_are_those_of_numpy():
    random = np.random.default_rng(1)
    puzzle, solution = cells_of(PUZZLE), cells_of(SOLUTION)
    boards = np.repeat(solution[None], 400, axis=0)
    for k, board in enumerate(boards):
        wrong = random.choice(81, k // 40, replace=False)
        board[wrong] = random.integers(0, 10, len(wrong))
    found = evodoku.score(boards.reshape(100, 4, 81), np.repeat(puzzle[None], 100, axis=0), np.repeat(solution[None], 100, axis=0), samples=4)
    assert found.exact.shape == (100, 4)
    square = boards.reshape(-1, 9, 9)
    boxes = square.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    units = np.concatenate([square, square.transpose(0, 2, 1), boxes], axis=1)
    missing = sum((~(units == digit).any(axis=2)).sum(axis=1) for digit in range(1, 10))
    changed = ((boards != puzzle) & (puzzle != 0)).sum(axis=1)
    assert (found.cost.ravel() == missing + 2 * changed).all()
    assert (found.givens_changed.ravel() == changed).all()
    assert (found.cells_right.ravel() == (boards == solution).sum(axis=1)).all()
    exact = (boards == solution).all(axis=1)
    assert (found.exact.ravel() == exact).all() and (found.valid == found.exact).all()
    row = found.shares[0]
    assert row["exact"] == pytest.approx(exact.mean()) and row["pass"] == exact.reshape(100, 4).any(axis=1).mean()
    p, n, z = exact.mean(), 100, 1.959963984540054
    middle, half = (p + z * z / (2 * n)), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert row["exact_low"] == pytest.approx((middle - half) / (1 + z * z / n))
    assert row["exact_high"] == pytest.approx((middle + half) / (1 + z * z / n))


def test_boards_and_solutions_may_be_lists_of_texts_and_arrays():
    for boards in ([SOLUTION] * 300, [cells_of(SOLUTION)] * 300, (text for text in [SOLUTION] * 300)):
        found = evodoku.score(boards, [PUZZLE] * 150, [SOLUTION] * 150, samples=np.uint8(2))
        assert found.exact.shape == (150, 2) and found.exact.all()
    assert not evodoku.score(["1" * 81], [PUZZLE], [SOLUTION]).exact.any()
    found = evodoku.score(["-", SOLUTION], [PUZZLE] * 2)  # as solve writes what it did not solve: the givens alone
    assert (found.givens_changed.tolist(), found.cells_right.tolist()) == ([0, 0], [30, 81])
    with pytest.raises(ValueError, match=r"boards\[1\]: 2 boards; give one"):
        evodoku.score([SOLUTION, f"{SOLUTION}\n{SOLUTION}"], [PUZZLE])


def test_a_solution_of_another_puzzle_is_refused():
    boards = np.array([cells_of(SOLUTION)] * 2)
    with pytest.raises(ValueError, match="solutions:2: the answer does not solve its puzzle, puzzles:2"):
        evodoku.score(boards, [PUZZLE] * 2, np.array([boards[0], boards[0][::-1]]))


def test_a_puzzle_beside_a_board_is_refused(tmp_path):
    path = tmp_path / "boards.csv"
    path.write_text(f"puzzle,prediction\n{PUZZLE},{SOLUTION}\n")
    for boards in (path.read_text(), path):
        with pytest.raises(ValueError, match=":2: several columns may have the boards: puzzle, prediction"):
            evodoku.score(boards, PUZZLE)


def test_a_group_without_a_number_comes_last():
    boards, by = np.repeat(cells_of(SOLUTION)[None], 5, axis=0), np.array([3, np.nan, 1, 2, 4])
    rows = evodoku.score(boards, [PUZZLE] * 5, by=by, groups=2).shares
    assert [(row["group"], row["puzzles"]) for row in rows] == [("all", 5), ("1.0 to 2.0", 2), ("3.0 to 4.0", 2), ("none", 1)]


def test_a_valid_board_may_be_another_solution():
    puzzle = SOLUTION.replace("5", ".").replace("3", ".")
    swapped = SOLUTION.translate(str.maketrans("35", "53"))
    found = evodoku.score(swapped, puzzle, SOLUTION)
    assert (found.exact[0], found.valid[0], found.shares[0]["other"]) == (False, True, 1)
    assert evodoku.score(swapped, puzzle).shares[0]["answers"] == 0


def test_groups_without_effect_are_refused():
    with pytest.raises(ValueError, match="groups: without by there are none"):
        evodoku.score([PUZZLE], [PUZZLE], groups=4)
    with pytest.raises(ValueError, match="by: 0 groups of 1 puzzles"):
        evodoku.score([PUZZLE], [PUZZLE], by=[])


def test_groups_are_numbers_or_names(tmp_path):
    puzzles, boards = [PUZZLE] * 100, np.repeat(cells_of(SOLUTION)[None], 100, axis=0)
    rows = evodoku.score(boards, puzzles, by=range(100), groups=4).shares
    assert [row["group"] for row in rows] == ["all", "0 to 24", "25 to 49", "50 to 74", "75 to 99"]
    rows = evodoku.score(boards, puzzles, by=["b", "a"] * 50).shares
    assert [(row["group"], row["puzzles"]) for row in rows[1:]] == [("a", 50), ("b", 50)]
    table = "puzzle,rating\n" + "".join(f"{PUZZLE},{k % 2}\n" for k in range(100))
    path = tmp_path / "p.csv"
    path.write_text(table)
    for source in (table, path):
        rows = evodoku.score(boards, source, by="rating").shares
        assert [(row["group"], row["puzzles"]) for row in rows[1:]] == [("0", 50), ("1", 50)]
        with pytest.raises(ValueError, match="by level: .* has no such column; allowed: clues, logic, puzzle, rating"):
            evodoku.score(boards, source, by="level")
    with pytest.raises(ValueError, match="by: 'rating' is no column of an array"):
        evodoku.score(boards, puzzles, by="rating")
    with pytest.raises(ValueError, match="100 puzzles need 200 boards, not 100"):
        evodoku.score(boards, puzzles, samples=2)


def test_symmetric_puzzles_have_one_form_and_others_do_not():
    random = np.random.default_rng(2)
    puzzles = np.array([made.puzzle for made in evodoku.generate(count=200, seed=1)] + [
        made.puzzle for made in evodoku.generate(count=200, seed=1, filled=0.3)])
    forms = evodoku.canonical(puzzles)
    assert len(np.unique(forms, axis=0)) == len(puzzles)
    assert (evodoku.canonical(moved(puzzles, random)) == forms).all()
    assert (evodoku.canonical(forms) == forms).all()


def test_all_solutions_are_listed_in_one_order():
    boards = evodoku.solutions("." * 16, order=2)
    assert boards.shape == (288, 4, 4) and len(np.unique(boards, axis=0)) == 288
    assert (evodoku.solutions("." * 16, 5, order=2) == boards[:5]).all()
    assert evodoku.score(boards, np.zeros((288, 4, 4), dtype=np.uint8)).valid.all()
    with pytest.raises(RuntimeError, match="solutions in 9 positions"):
        evodoku.solutions("." * 16, order=2, positions=9)

"""Counts of solutions."""

import math

import pytest

import evodoku

EMPTY = "." * 16


def test_a_count_is_exact_where_that_is_quick():
    made = evodoku.count(EMPTY, order=2)
    assert (made.exact, made.method, made.error) == (288, "exact solver", 0)
    assert all(getattr(made, name) is None for name in ("doubt", "level", "log10_low", "population", "seed", "values"))
    assert made.interval == (math.log10(288), math.log10(288))
    assert repr(made) == "<Count 288, exact>"


def test_an_estimate_has_an_interval():
    made = evodoku.count(EMPTY, order=2, positions=0, population=400, error=0.03, seed=4)
    assert made.exact is None and not made.stopped
    assert 0 < made.error == made.relative_error <= 0.03
    low, high = made.interval
    assert low < made.log10 < high
    assert made.level == 0.94 and made.doubt is None and len(made.values) == made.populations
    assert math.log10(sum(2**value for value in made.values) / made.populations) == pytest.approx(made.log10)
    assert made.log10 == pytest.approx(math.log10(288), abs=0.06)
    again = evodoku.count(EMPTY, order=2, positions=0, population=400, error=0.03, seed=4, threads=3)
    assert (again.log10, again.fingerprint) == (made.log10, made.fingerprint)


def test_an_interval_in_doubt_is_none():
    made = evodoku.count(EMPTY, order=2, positions=0, population=100, populations=2, batches=1, seed=1)
    assert made.interval is None
    assert "use 8 or more" in made.doubt


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"puzzle": "11" + "." * 79}, "conflict"),
        ({"puzzle": EMPTY, "order": 2, "positions": 0, "mutation": "swap"}, "mutation"),
        ({"puzzle": EMPTY, "order": 2, "positions": 0, "populations": 2**24}, "more boards than"),
    ],
)
def test_errors_name_what_is_wrong(settings, message):
    with pytest.raises(ValueError, match=message):
        evodoku.count(**settings)

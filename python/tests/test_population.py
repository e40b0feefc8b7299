"""The population: a view of the boards, their digits, costs and diversity."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import CELLS, EASY, HARD, ISLANDS, PLAIN

import evodoku


def digits_of_boxes(words):
    """The digits of packed boards of boxes, by NumPy alone."""
    bytes_of = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 64)
    grids = np.zeros((len(words), 9, 9), dtype=np.uint8)
    for box in range(9):
        packed = np.zeros((len(words), 8), dtype=np.uint8)
        packed[:, :7] = bytes_of[:, 7 * box : 7 * box + 7]
        bits = packed.view(np.uint64).ravel()
        for cell in range(9):
            row, column = divmod(cell, 3)
            held = (bits >> np.uint64(9 * row)) & (bits >> np.uint64(27 + 9 * column)) & np.uint64(511)
            grids[:, box // 3 * 3 + row, box % 3 * 3 + column] = np.log2(held).astype(np.uint8) + 1
    return grids.reshape(-1, 81)


def row_column_costs(digits):
    """Digits missing over rows and columns."""
    grids = digits.reshape(-1, 9, 9)
    missing = np.zeros(len(grids), dtype=np.uint32)
    for lines in (grids, grids.transpose(0, 2, 1)):
        for digit in range(1, 10):
            missing += (~(lines == digit).any(axis=2)).sum(axis=1).astype(np.uint32)
    return missing


@pytest.mark.parametrize("settings", [PLAIN, ISLANDS], ids=["one island", "islands"])
def test_the_population_is_a_view(settings):
    evolution = evodoku.Evolution(HARD[0], **settings)
    evolution.step(3)
    population = evolution.population
    boards = np.asarray(population)
    assert boards.dtype == np.uint64 and boards.shape == population.shape == (900, 8)
    assert population.shares_memory and population.on_cpu
    assert not boards.flags.writeable
    address = boards.__array_interface__["data"][0]
    assert np.from_dlpack(population).__array_interface__["data"][0] == address
    assert np.asarray(population.island(0)).__array_interface__["data"][0] == address
    digits = population.digits()
    np.testing.assert_array_equal(digits, digits_of_boxes(boards))
    np.testing.assert_array_equal(population.costs, row_column_costs(digits))
    np.testing.assert_array_equal(population.digits(10, 5), digits[10:15])
    before = boards.copy()
    evolution.step(2)
    assert (boards != before).any(), "the memory is that of the evolution"
    np.testing.assert_array_equal(np.array(population, copy=True), np.asarray(evolution.population))


def test_a_view_keeps_its_memory_alive():
    boards = np.asarray(evodoku.Evolution(HARD[0], **PLAIN).population)
    assert row_column_costs(digits_of_boxes(boards)).min() > 0


def test_a_script_that_keeps_a_view_ends_in_silence():
    code = f"""
import evodoku, numpy
boards = numpy.from_dlpack(evodoku.Evolution({HARD[0]!r}, **{PLAIN!r}).population)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout + run.stderr == ""


def test_a_population_of_cells():
    evolution = evodoku.Evolution(HARD[0], **CELLS)
    evolution.step(2)
    boards = np.asarray(evolution.population)
    assert boards.dtype == np.uint32 and boards.shape == (900, 28)
    cells = np.stack([(boards[:, cell // 3] >> np.uint32(9 * (cell % 3))) & 511 for cell in range(81)], axis=1)
    np.testing.assert_array_equal(evolution.population.digits(), np.log2(cells).astype(np.uint8) + 1)
    assert evolution.population.costs.max() <= evolution.population.highest_cost


def test_islands_that_end_at_different_generations_are_copied_together():
    for seed in range(60):
        evolution = evodoku.Evolution(
            EASY, preset="plain", presolve="none", population=9000, islands=3, sync_every=20, seed=seed, generations=200,
            device="cpu",
        )
        evolution.run()
        if not evolution.population.shares_memory:
            break
    else:
        pytest.fail("no seed found with islands in different buffers")
    population = evolution.population
    boards = np.asarray(population)
    assert boards.shape == (9000, 8) and not boards.flags.writeable and not population.costs.flags.writeable
    np.testing.assert_array_equal(population.digits(), digits_of_boxes(boards))
    np.testing.assert_array_equal(population.costs, row_column_costs(population.digits()))
    np.testing.assert_array_equal(np.asarray(population.island(1)), boards[3000:6000])
    with pytest.raises(ValueError):
        np.array(population, copy=False)


def test_bounds_of_the_population():
    population = evodoku.Evolution(HARD[0], **ISLANDS).population
    with pytest.raises(IndexError):
        population.digits(899, 2)
    with pytest.raises(IndexError):
        population.island(3)
    assert population.digits(900).shape == (0, 81)
    assert len(population) == 900


def test_diversity():
    evolution = evodoku.Evolution(HARD[0], **ISLANDS)
    evolution.step(5)
    boards = np.asarray(evolution.population).reshape(3, 300, 8)
    assert [distinct for distinct, _ in evolution.diversity()] == [len(np.unique(each, axis=0)) for each in boards]
    assert all(0 <= bits <= 3.17 for _, bits in evolution.diversity())


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_another_library_takes_the_population_without_a_copy(library):
    pytest.importorskip(library)
    evolution = evodoku.Evolution(HARD[0], **PLAIN)
    evolution.step(3)
    boards = np.asarray(evolution.population)
    if library == "torch":
        import torch

        taken = torch.from_dlpack(evolution.population)
        assert taken.data_ptr() == boards.__array_interface__["data"][0]
        assert torch.from_dlpack(evolution.population.costs).sum().item() == evolution.population.costs.sum()
    else:
        import jax

        jax.config.update("jax_enable_x64", True)
        taken = jax.numpy.from_dlpack(evolution.population)
    np.testing.assert_array_equal(np.asarray(taken).astype(np.uint64), boards)

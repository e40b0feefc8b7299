"""Problems for other libraries: their costs are those of evaluate, and every board keeps the givens and its boxes."""

import builtins
import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
from conftest import EASY, EASY_SOLUTION

import evodoku
from evodoku.adapters import Sudoku

SOLUTION = np.array([int(digit) for digit in EASY_SOLUTION], dtype=np.uint8)[None]


@pytest.fixture
def sudoku():
    return Sudoku(EASY, device="cpu", threads=1)


def keys_of(sudoku, count=50, seed=1):
    return np.random.default_rng(seed).random((count, sudoku.genes))


def expected(sudoku, genes):
    return evodoku.evaluate(sudoku.decode(genes), sudoku.puzzle, device="cpu")


def boxes_of(boards, order):
    squares = boards.reshape(-1, order, order, order, order).transpose(0, 1, 3, 2, 4)
    return squares.reshape(len(boards), order**2, order**2)


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6, 7])
def test_boards_keep_the_givens_and_their_boxes(order):
    puzzle = evodoku.generate(order=order, filled=0.4, count=1, seed=3)[0].puzzle
    sudoku = Sudoku(puzzle)
    givens = puzzle.ravel()
    assert (sudoku.order, sudoku.genes) == (order, (givens == 0).sum())
    boards = sudoku.decode(keys_of(sudoku))
    assert boards.dtype == np.uint8
    assert (boards == givens)[:, givens > 0].all()
    assert (np.sort(boxes_of(boards, order), axis=2) == np.arange(1, order**2 + 1)).all()
    assert order == 2 or len(np.unique(boards, axis=0)) == len(boards)
    np.testing.assert_array_equal(sudoku.costs(keys_of(sudoku)), evodoku.evaluate(boards, puzzle))
    np.testing.assert_array_equal(sudoku.decode(sudoku.encode(boards)), boards)


def test_the_order_of_genes_decides(sudoku):
    keys = keys_of(sudoku)
    boards = sudoku.decode(keys)
    np.testing.assert_array_equal(sudoku.decode(keys * 1000 - 5), boards)
    np.testing.assert_array_equal(sudoku.decode(np.argsort(np.argsort(keys, axis=1), axis=1)), boards)
    np.testing.assert_array_equal(sudoku.decode(keys[3].tolist()), boards[3:4])
    for box in sudoku.boxes:
        np.testing.assert_array_equal(np.argsort(boards[:, sudoku.cells[box]]), np.argsort(keys[:, box]))
        same = sudoku.decode(np.zeros(sudoku.genes))[0, sudoku.cells[box]]
        np.testing.assert_array_equal(same, np.sort(same), "equal genes stay in order")


def test_a_solution_costs_nothing(sudoku):
    genes = sudoku.encode(SOLUTION)
    np.testing.assert_array_equal(sudoku.decode(genes), SOLUTION)
    assert sudoku.costs(genes).tolist() == [0]
    keys = keys_of(sudoku)
    other = Sudoku(EASY, "product", "cpu")
    np.testing.assert_array_equal(other.costs(keys), evodoku.evaluate(sudoku.decode(keys), EASY, "product"))


def test_errors(sudoku):
    with pytest.raises(ValueError, match=r"genes: float64 of shape \(3, 4\); allowed: numbers of shape \(n, 51\) or \(51,\)"):
        sudoku.decode(np.zeros((3, 4)))
    with pytest.raises(ValueError, match=r"genes: <U1 of shape \(51,\)"):
        sudoku.decode(["a"] * 51)
    with pytest.raises(ValueError, match=r"boards: an array of shape \(81, 16\); \(81, 81\) is needed"):
        sudoku.encode(np.zeros((81, 16), np.uint8))
    with pytest.raises(ValueError, match="no cell is blank"):
        Sudoku(EASY_SOLUTION)
    with pytest.raises(ValueError, match="givens conflict"):
        Sudoku("11" + 79 * ".")
    with pytest.raises(ValueError, match="cost"):
        Sudoku(EASY, "nonsense")


def test_no_library_is_imported_before_it_is_needed():
    names = "{'pygmo', 'pymoo', 'deap', 'torch', 'evox', 'nevergrad'}"
    code = f"import sys, evodoku; assert 'evodoku.adapters' not in sys.modules; import evodoku.adapters; print({names} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


@pytest.mark.parametrize("method", ["pygmo_problem", "pymoo_problem", "deap_toolbox", "evox_problem", "nevergrad_function"])
def test_a_missing_library_is_named(sudoku, monkeypatch, method):
    package = "torch" if method == "evox_problem" else method.split("_")[0]
    real = builtins.__import__

    def import_module(name, *arguments, **options):
        if name.split(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *arguments, **options)

    monkeypatch.setattr("importlib.import_module", import_module)
    with pytest.raises(ImportError, match=rf"^this needs {package}: .* {package}$"):
        getattr(sudoku, method)()


def test_pygmo(sudoku):
    pygmo = pytest.importorskip("pygmo")
    problem = sudoku.pygmo_problem()
    keys = keys_of(sudoku)
    assert (problem.get_nx(), problem.get_nobj(), problem.has_batch_fitness()) == (51, 1, True)
    np.testing.assert_array_equal(problem.batch_fitness(keys.ravel()), expected(sudoku, keys))
    assert problem.fitness(keys[0])[0] == expected(sudoku, keys[0])[0]
    assert problem.fitness(SOLUTION[0, sudoku.cells] / 9)[0] == 0
    assert pickle.loads(pickle.dumps(problem)).fitness(keys[0]) == problem.fitness(keys[0])
    algorithm = pygmo.pso_gen(gen=5, seed=7)
    algorithm.set_bfe(pygmo.bfe())
    population = pygmo.population(problem, size=30, b=pygmo.bfe(), seed=7)
    first = population.champion_f[0]
    population = pygmo.algorithm(algorithm).evolve(population)
    assert population.champion_f[0] < first
    np.testing.assert_array_equal(population.get_f()[:, 0], expected(sudoku, population.get_x()))


def test_pymoo(sudoku):
    pytest.importorskip("pymoo")
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.operators.crossover.ox import OrderCrossover
    from pymoo.operators.mutation.inversion import InversionMutation
    from pymoo.operators.sampling.rnd import PermutationRandomSampling
    from pymoo.optimize import minimize

    problem = sudoku.pymoo_problem()
    keys = keys_of(sudoku)
    np.testing.assert_array_equal(problem.evaluate(keys)[:, 0], expected(sudoku, keys))
    assert problem.evaluate(sudoku.encode(SOLUTION)[0]).tolist() == [0]
    for same in (copy.deepcopy(problem), pickle.loads(pickle.dumps(problem))):
        np.testing.assert_array_equal(same.evaluate(keys), problem.evaluate(keys))
    permutations = {"sampling": PermutationRandomSampling(), "crossover": OrderCrossover(), "mutation": InversionMutation()}
    for operators in ({}, permutations):
        result = minimize(problem, GA(pop_size=40, **operators), ("n_gen", 15), seed=7)
        assert result.F[0] == expected(sudoku, result.X)[0] == result.pop.get("F").min() < problem.evaluate(keys).min()


def test_deap(sudoku):
    pytest.importorskip("deap")
    from deap import algorithms, base, tools

    random.seed(7)
    toolbox = sudoku.deap_toolbox()
    made = toolbox.population(n=40)
    digits = np.array(made, dtype=np.uint8)
    np.testing.assert_array_equal(sudoku.encode(sudoku.decode(digits)), digits)
    costs = [fitness[0] for fitness in toolbox.map(toolbox.evaluate, made)]
    assert costs == expected(sudoku, made).tolist() == [toolbox.evaluate(each)[0] for each in made]
    assert toolbox.map(toolbox.evaluate, []) == []
    assert list(toolbox.map(len, made[:2])) == [51, 51]
    best = tools.HallOfFame(1)
    made, _ = algorithms.eaSimple(made, toolbox, cxpb=0.8, mutpb=0.3, ngen=15, halloffame=best, verbose=False)
    digits = np.array(made, dtype=np.uint8)
    np.testing.assert_array_equal(sudoku.encode(sudoku.decode(digits)), digits, "operators keep the digits of the boxes")
    assert best[0].fitness.values[0] == expected(sudoku, best[0])[0] < min(costs)
    own = base.Toolbox()
    assert sudoku.deap_toolbox(own) is own
    assert own.map(own.evaluate, keys_of(sudoku).tolist()) == [(cost,) for cost in expected(sudoku, keys_of(sudoku))]
    assert not hasattr(own, "mate")
    own.register("evaluate", lambda each: (7.0,))
    assert list(own.map(own.evaluate, keys_of(sudoku).tolist()[:2])) == [(7.0,), (7.0,)]
    full = Sudoku([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]]).deap_toolbox()
    assert full.mutate(full.individual()) == ([1],)


def test_nevergrad(sudoku):
    nevergrad = pytest.importorskip("nevergrad")
    function = sudoku.nevergrad_function()
    keys = keys_of(sudoku)
    assert [function(each) for each in keys] == expected(sudoku, keys).tolist()
    jobs = [function.submit(function, each) for each in keys]
    assert [job.result() for job in jobs] == expected(sudoku, keys).tolist()
    assert function(sudoku.encode(SOLUTION)[0]) == 0
    with pytest.raises(ValueError, match="its own function only"):
        function.submit(len, keys[0])
    calls = []
    sudoku.costs = lambda genes: calls.append(len(genes)) or Sudoku.costs(sudoku, genes)
    function.parametrization.random_state.seed(7)
    optimizer = nevergrad.optimizers.DE(function.parametrization, budget=200, num_workers=50)
    best = optimizer.minimize(function, executor=function, batch_mode=True)
    assert calls == [50] * 4
    assert best.loss == expected(sudoku, best.value)[0] < expected(sudoku, keys).max()


def test_evox(sudoku):
    torch = pytest.importorskip("torch", reason="too large for CI; tested by hand")
    pytest.importorskip("evox")
    from evox.algorithms import PSO
    from evox.workflows import EvalMonitor, StdWorkflow

    problem = sudoku.evox_problem()
    keys = keys_of(sudoku)
    for tensor in (torch.from_numpy(keys), torch.from_numpy(np.round(3 * keys).astype(np.float32))):
        costs = problem.evaluate(tensor)
        assert costs.dtype == torch.float32
        np.testing.assert_array_equal(costs.numpy(), expected(sudoku, tensor.numpy()))
    assert problem.evaluate(torch.from_numpy(sudoku.encode(SOLUTION))).tolist() == [0]
    torch.manual_seed(7)
    bounds = torch.zeros(sudoku.genes), torch.ones(sudoku.genes)
    for step in (lambda workflow: workflow.step, lambda workflow: torch.compile(workflow.step)):
        monitor = EvalMonitor()
        workflow = StdWorkflow(PSO(100, *bounds), problem, monitor)
        workflow.init_step()
        first = monitor.get_best_fitness().item()
        one_step = step(workflow)
        for _ in range(10):
            one_step()
        assert monitor.get_best_fitness().item() < first
        assert monitor.get_best_fitness().item() == expected(sudoku, monitor.get_best_solution().numpy())[0]

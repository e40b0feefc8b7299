#!/usr/bin/env python3
"""Tunes the plain genetic algorithm with Optuna: an example of a loop around evodoku solve --format jsonl.

    pip install optuna
    examples/tuning/optuna_tune.py [--program build/evodoku] [--trials 40] [--puzzles FILE] [--seed N] [--storage FILE]

With --storage the trials are kept in a file, a journal of Optuna: the same command continues the study, several processes
may work on it, and optuna-dashboard FILE shows it in a browser (pip install optuna-dashboard).

Four parameters are varied: the tournament, the rate of mutation, its swaps, and the elites. A trial solves the puzzles with three
seeds, within one budget of evaluations. Its value is the mean over all runs of evaluations until the solution; a run that
fails counts ten times its evaluations (PAR10). The seeds of the trials are not those of the final check, so that the best
trial is not rewarded for its luck. The folder irace has the same for irace.
"""
import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVALUATIONS = 400_000  # per run
POPULATION = 4_000


def options_of(parameters):
    return [
        "--preset", "plain", "--population", str(POPULATION), "--generations", str(EVALUATIONS // POPULATION),
        "--selection", f"tournament:size={parameters['tournament']}",
        "--mutation", f"swap:rate={parameters['rate']:.4f},max-swaps={parameters['max_swaps']}",
        "--elite", f"{parameters['elite']:.4f}",
    ]  # fmt: skip


def value_of(program, puzzles, parameters, seeds):
    """Mean of evaluations until the solution, ten times those of a run that failed."""
    spent = []
    for seed in seeds:
        command = [program, "solve", puzzles, "--format", "jsonl", "-q", "--seed", str(seed), *options_of(parameters)]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if run.returncode not in (0, 1):  # 1: some puzzles were not solved
            raise RuntimeError(f"exit code {run.returncode} of {' '.join(command)}")
        for line in run.stdout.splitlines():
            result = json.loads(line)
            spent.append(result["evaluations"] * (1 if result["solved"] else 10))
    return sum(spent) / len(spent)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/evodoku"))
    parser.add_argument("--puzzles", default=os.path.join(ROOT, "puzzles/published/charles-easy.txt"))
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--storage", help="a file that keeps the trials")
    arguments = parser.parse_args()
    try:
        import optuna
    except ImportError:
        print("optuna_tune.py: Optuna is not installed; pip install optuna", file=sys.stderr)
        sys.exit(77)

    def objective(trial):
        parameters = {
            "tournament": trial.suggest_int("tournament", 1, 16),
            "rate": trial.suggest_float("rate", 0.05, 1),
            "max_swaps": trial.suggest_int("max_swaps", 1, 9),
            "elite": trial.suggest_float("elite", 0.001, 0.4, log=True),
        }
        return value_of(arguments.program, arguments.puzzles, parameters, [101, 102, 103])

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    storage = None
    if arguments.storage:
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(arguments.storage))
    sampler = optuna.samplers.TPESampler(seed=arguments.seed)
    study = optuna.create_study(study_name="plain", storage=storage, sampler=sampler, load_if_exists=True)
    preset = {"tournament": 3, "rate": 0.3, "max_swaps": 5, "elite": 0.05}
    study.enqueue_trial(preset, skip_if_exists=True)
    study.optimize(objective, n_trials=arguments.trials)
    fresh = range(201, 211)
    for name, parameters in (("preset", preset), ("best", study.best_params)):
        value = value_of(arguments.program, arguments.puzzles, parameters, fresh)
        print(json.dumps({"configuration": name, "evaluations": round(value), "options": options_of(parameters)}))


if __name__ == "__main__":
    main()

"""Figures, tables and files for other programs from results and histories.

  python -m evodoku figure KIND FILE ... -o FIGURE.pdf
  python -m evodoku summary|friedman|ecdf|targets|convergence|improvements FILE ... [-o TABLE.csv or TABLE.tex]
  python -m evodoku tensorboard|iohprofiler FILE ... -o FOLDER

FILE is the file of results of an experiment, or a history; docs/how-to/report.md explains them.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any, Sequence

from . import study

TABLES = {
    "summary": "the table of an experiment",
    "friedman": "mean ranks over puzzles, the test of Friedman, and the critical distance of Nemenyi",
    "convergence": "best cost by work: median and quantiles over the runs",
    "ecdf": "share of pairs of run and target cost reached by work",
    "targets": "runs that reached each target cost, and the expected work until then",
    "improvements": "every improvement of every run",
}
FOLDERS = {
    "tensorboard": "scalars of every row of histories for TensorBoard",
    "iohprofiler": "files that IOHanalyzer and iohinspector read",
}


def _parser() -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m evodoku", description=__doc__, formatter_class=formatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    figure = commands.add_parser("figure", help="a figure with matplotlib: PNG, SVG or PDF")
    figure.add_argument("kind", choices=study.FIGURES)
    figure.add_argument("--measure", choices=study.MEASURES, default="work", help="what the x axis counts")
    figure.add_argument("--run", type=int, default=1, help="which run of the histories, for figures of one run")
    figure.add_argument("--title", default="")
    figure.add_argument("--width", type=float, help="in inches")
    figure.add_argument("--height", type=float, help="in inches")
    figure.add_argument("--font-size", type=float, default=9, help="in points (default: 9)")
    figure.add_argument("--format", choices=["png", "svg", "pdf"], help="default: the ending of the file")
    for name, text in {**TABLES, **FOLDERS}.items():
        commands.add_parser(name, help=text)
    commands.choices["iohprofiler"].add_argument("--form", choices=["info", "json"], default="info", help="json: the form that iohinspector reads")
    commands.choices["summary"].add_argument("--by", choices=["configuration", "file", "puzzle"], default="configuration")
    commands.choices["summary"].add_argument("--first", default="", metavar="NAME", help="the configuration to compare with")
    commands.choices["summary"].add_argument("--pairs", action="store_true", help="compare every two configurations")
    commands.choices["friedman"].add_argument("--measure", choices=study.MEASURES, default="work")
    commands.choices["friedman"].add_argument("--level", type=float, default=0.05, help="of significance (default: 0.05)")
    for name in TABLES:
        commands.choices[name].add_argument("--form", choices=["csv", "latex"], help="default: csv, or latex for *.tex")
    for name, command in commands.choices.items():
        command.add_argument("files", nargs="+", metavar="FILE")
        place = "FOLDER" if name in FOLDERS else "FILE"
        command.add_argument("-o", "--output", required=name not in TABLES, metavar=place, help="default: standard output"
                             if name in TABLES else None)  # fmt: skip
    return parser


def _write_table(command: str, files: Sequence[str], output: str | None, form: str | None, **options: Any) -> None:
    is_latex = form == "latex" if form else (output or "").endswith(".tex")
    if command == "summary":
        options["rounded"] = is_latex
    table = getattr(study, command)(*files, **options)
    if command == "friedman":
        table = table.table
    text = study.latex(table) if is_latex else table.to_csv(index=False)
    if output:
        with study.replaced(output) as name:
            pathlib.Path(name).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def main(arguments: Sequence[str] | None = None) -> int:
    given = vars(_parser().parse_args(arguments))  # what is left of it after these are the options of a function
    command, files, output = (given.pop(name) for name in ("command", "files", "output"))
    try:
        if command == "figure":
            study.figure(given.pop("kind"), *files, output=output, **given)
        elif command in FOLDERS:
            written = getattr(study, command)(*files, folder=output, **given)
            print(f"{output}: {len(written)} {'folders' if command == 'tensorboard' else 'files'}", file=sys.stderr)
        else:
            _write_table(command, files, output, **given)
    except (ValueError, OSError, ImportError) as error:
        print(f"evodoku: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 5
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Figures, tables and files for other programs from results and histories.

  python -m evodoku figure KIND FILE ... -o FIGURE.svg
  python -m evodoku ecdf|targets|convergence|improvements FILE ... [-o TABLE.csv]
  python -m evodoku tensorboard|iohprofiler FILE ... -o FOLDER

FILE is the file of results of an experiment, or a history; docs/report.md explains them.
"""

from __future__ import annotations

import argparse
import sys
from typing import Sequence

from . import study

TABLES = {
    "convergence": "best cost by work: median and quantiles over the runs, as CSV",
    "ecdf": "share of pairs of run and target cost reached by work, as CSV",
    "targets": "runs that reached each target cost, and the expected work until then, as CSV",
    "improvements": "every improvement of every run, as CSV",
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
    for name, text in {**TABLES, **FOLDERS}.items():
        commands.add_parser(name, help=text)
    commands.choices["iohprofiler"].add_argument("--form", choices=["info", "json"], default="info", help="json: the form that iohinspector reads")
    for name, command in commands.choices.items():
        command.add_argument("files", nargs="+", metavar="FILE")
        place = "FOLDER" if name in FOLDERS else "FILE"
        command.add_argument("-o", "--output", required=name not in TABLES, metavar=place, help="default: standard output"
                             if name in TABLES else None)  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        if given.command == "figure":
            options = {"measure": given.measure, "run": given.run, "title": given.title}
            study.figure(given.kind, *given.files, output=given.output, **options)
        elif given.command in FOLDERS:
            form = {"form": given.form} if given.command == "iohprofiler" else {}
            written = getattr(study, given.command)(*given.files, folder=given.output, **form)
            print(f"{given.output}: {len(written)} {'runs' if given.command == 'tensorboard' else 'files'}", file=sys.stderr)
        else:
            table = getattr(study, given.command)(*given.files)
            if given.output:
                with study.replaced(given.output) as name:
                    table.to_csv(name, index=False)
            else:
                table.to_csv(sys.stdout, index=False)
    except (ValueError, OSError, ImportError) as error:
        print(f"evodoku: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 5
    return 0


if __name__ == "__main__":
    sys.exit(main())

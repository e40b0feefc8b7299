"""How the errors of puzzles and of their files are provoked."""
import gzip
import json
import struct

from calls import EASY, FULL, HARD, ROW, ROW_OF_BLANKS, Provocation, puzzle


def npy(shape, content, kind="|u1", fortran=False, order="auto"):
    """Boards in a file of NumPy, to be scored."""
    text = f"{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    head = b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text
    return Provocation(["evaluate", "--order", order, "-"], head + content)


PUZZLES = {
    "board-with-blank": Provocation(["evaluate", "-"], EASY.encode()),
    "npy-damaged": Provocation(["evaluate", "-"], b"\x93NUMPY\4\0"),
    "npy-type": npy((1, 81), bytes(648), kind="<i8"),
    "npy-fortran": npy((1, 81), bytes(81), fortran=True),
    "npy-shape": npy((81,), bytes(81)),
    "npy-order": npy((1, 81), bytes(81), order="4"),
    "npy-cut-off": npy((1, 81), bytes(80)),
    "bad-cell": puzzle("A" + EASY[1:]),
    "bad-byte": puzzle(b"\x01" + EASY[1:].encode()),
    "bad-character": puzzle("\u0663" + EASY[1:]),
    "givens-conflict": puzzle("55" + EASY[2:]),
    "cell-count": puzzle(EASY[:80]),
    "row-length": puzzle("\n".join([ROW] * 2 + [ROW + "1"] + [ROW] * 6)),
    "board-cell-count": Provocation(["convert", "--order", "4", "-"], ("." * 17 + "\n").encode()),
    "board-number": Provocation(["convert", "--order", "4", "-"], ("17 " + "0 " * 255).encode()),
    "board-symbol": Provocation(["convert", "--order", "4", "-"], ("H" + "." * 255).encode()),
    "list-count": puzzle("[" + "\n".join(["0 " * 9] * 8) + "]"),
    "list-rows": puzzle(json.dumps({"puzzle": [[0] * 9] * 8}, indent=1)),
    "list-lines-differ": puzzle("[" + ",".join(["0"] * 10) + ",\n" + ",".join(["0"] * 71) + "]"),
    "rows-missing": puzzle("\n".join([ROW_OF_BLANKS] * 8)),
    "rows-of-grids": puzzle("\n".join([ROW_OF_BLANKS] * 20)),
    "blank-lines-uneven": puzzle("\n".join([*[ROW_OF_BLANKS] * 4, "", *[ROW_OF_BLANKS] * 5, "", *[ROW_OF_BLANKS] * 9])),
    "too-many-grids": puzzle("\n".join([ROW_OF_BLANKS] * 900_009)),
    "rows-of-broken-list": puzzle("\n".join([ROW_OF_BLANKS] * 4 + ["[" + ROW_OF_BLANKS] + [ROW_OF_BLANKS] * 13)),
    "more-bad-lines": Provocation(["convert", "-"], (EASY + "\n" + ("A" * 81 + "\n") * 2000).encode()),
    "pencil-marks": puzzle("12 34 56 78 9 1 2 3 4\n" * 9),
    "empty-field": puzzle("[[1,,3,4,5,6,7,8,9]]"),
    "number-too-long": puzzle("1234567890123,0,0,0,0,0,0,0,0\n" * 9),
    "two-digits": puzzle("05,0,0,0,0,0,0,0,0\n" * 9),
    "digit-range": puzzle("12,0,0,0,0,0,0,0,0\n" * 9),
    "cells-in-field": puzzle("1.,0,0,0,0,0,0,0,0\n" * 9),
    "line-without-cells": puzzle("|\n"),
    "second-puzzle-in-line": puzzle(f"{EASY} {HARD}\n"),
    "only-solution-in-line": puzzle(f"id,puzzle,solution\n1,,{FULL}\n"),
    "list-open": puzzle("[" + ",".join(["0"] * 81) + "\n"),
    "list-empty": puzzle("[]"),
    "second-puzzle": Provocation(["solve", "--puzzle", f"{EASY}\n{HARD}"]),
}

FILES_OF_PUZZLES = {
    "no-puzzle": puzzle(""),
    "hopeless": puzzle('{"name": 1}\n' * 10_001),
    "nothing-solved": Provocation(["solve", "-"], f"{EASY}\n{EASY[1:]}\n".encode()),
    "line-too-long": puzzle("." * 20_000_000),
    "utf-16-cut-off": puzzle(EASY.encode("utf-16")[:-1]),
    "utf-16-damaged": puzzle(b"\xfe\xff" + EASY.encode("utf-16-be") + b"\xdc\x00"),
    "utf-16-unmarked": puzzle(EASY.encode("utf-16-le")),
    "utf-32": puzzle(EASY.encode("utf-32")),
    "zip-archive": puzzle(b"PK\3\4" + bytes(100)),
    "binary-file": puzzle(bytes(range(1, 32)) * 9),
    "picture-file": puzzle(b"\x89PNG\r\n" + bytes(100)),
    "other-compression": puzzle(b"BZh91AY" + bytes(100)),
    "other-archive": puzzle(b"Rar!\x1a\x07" + bytes(100)),
    "pdf-file": puzzle(b"%PDF-1.7\n"),
    "database-file": puzzle(b"SQLite format 3\0" + bytes(100)),
    "web-page": puzzle("<!DOCTYPE html><html></html>"),
    "compressed-large": puzzle(bytes.fromhex("28b52ffd00b0") + bytes(20)),
    "compressed-damaged": puzzle(gzip.compress((EASY + "\n").encode() * 50)[:30] + b"\xff" * 50),
    "compressed-followed": puzzle(gzip.compress((EASY + "\n").encode()) + b"more"),
    "compressed-cut-off": puzzle(gzip.compress((EASY + "\n").encode() * 50)[:-9]),
    "section": puzzle("[Nothing]\n"),
    "json-object-open": puzzle('{"puzzle": "1"\n{"puzzle": "2"}\n'),
    "json-no-key": puzzle('{: "1"}\n'),
    "json-depth": puzzle('{"a": ' + "[" * 70 + "]" * 70 + "}"),
    "json-cut-off": puzzle('{"puzzle": [1, 2'),
    "json-syntax": puzzle(f'{{"puzzle": "{EASY}"}}\n{{"puzzle": "53..\n{{"puzzle": "{EASY}"}}\n'),
    "json-brackets": puzzle('{"puzzle": [1, 2}'),
    "json-no-puzzle": puzzle("{}"),
    "json-object-no-puzzle": puzzle('[\n {"name": "x"}\n]\n'),
    "xml-fields": puzzle('<opensudoku><game data="version: 3\n1|2|3|"/></opensudoku>'),
    "xml-tag-open": puzzle('<opensudoku>\n<game data="'),
    "xml-syntax": puzzle('<opensudoku><game data=1 2 3/></opensudoku>'),
    "xml-cut-off": puzzle(f'<opensudoku><game data="{EASY.replace(".", "0")}"/>'),
    "xml-no-puzzle": puzzle("<opensudoku></opensudoku>"),
}

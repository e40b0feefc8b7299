"""A wheel with code for several instruction sets: the loader takes the best, and all give the same bytes."""

import pathlib
import platform
import subprocess
import sys

import pytest
from conftest import HARD

import evodoku

LOADER = pathlib.Path("/lib64/ld-linux-x86-64.so.2")
CODE = f"""
import evodoku
maps = open("/proc/self/maps").read().split()
print(next(word for word in maps if "libevodoku_cpu" in word).partition("/evodoku/lib/")[2])
print(evodoku.solve({HARD[0]!r}, seed=3, preset="plain", presolve="none", population=3000, generations=20).fingerprint)
"""


@pytest.mark.skipif(evodoku._evodoku.instruction_set != "dispatch", reason="built for one instruction set")
@pytest.mark.skipif(platform.machine() != "x86_64" or not LOADER.exists(), reason="needs glibc's loader")
def test_every_level_that_the_processor_has():
    known = subprocess.run([LOADER, "--help"], capture_output=True, text=True, check=True).stdout
    results = {}
    for level in ("x86-64-v2", "x86-64-v3", "x86-64-v4"):
        if f"{level} (supported, searched)" not in known:
            continue
        command = [LOADER, "--glibc-hwcaps-mask", level, sys.executable, "-c", CODE]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        results[level] = run.stdout.split()
    for level, (library, _) in results.items():
        folder = "" if level == "x86-64-v2" else f"glibc-hwcaps/{level}/"
        assert library == f"{folder}libevodoku_cpu.so"
    assert results and len({fingerprint for _, fingerprint in results.values()}) == 1

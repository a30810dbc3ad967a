#!/usr/bin/env python3
"""Rounds of FedSplit, FedDR and R-ADMM as NumPy loops beside those of the program `rounds`.

usage: numpy_rounds.py ROUNDS [ARGUMENT...]
  ROUNDS    the compiled program; it is run with the arguments, and says what it measures. The NumPy loops run the same
            problems and must end where its loops end.
"""
import os
import re
import subprocess
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
try:
    import numpy as np
except ImportError:
    np = None

COUNT, STEP, ETA, L1 = 25, 0.01, 200.0, 0.01


def uniform():
    """The numbers that rounds.cpp draws."""
    state = 1
    while True:
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        yield (state >> 11) * 2.0**-52 - 1


def problems(rows, d):
    numbers = uniform()

    def draw(*shape):
        return np.fromiter(numbers, float, int(np.prod(shape))).reshape(shape)

    return [(draw(rows, d), draw(rows)) for _ in range(COUNT)]


def affine_prox(a, b, step):
    """map and shift of v -> argmin_y step / 2 ||A y - b||^2 + ||y - v||^2 / 2"""
    inverse = np.linalg.inv(np.eye(a.shape[1]) + step * a.T @ a)
    return inverse, step * inverse @ (a.T @ b)


def fedsplit(clients, d):
    factors = [affine_prox(a, b, STEP) for a, b in clients]
    z, x = np.zeros((COUNT, d)), np.zeros(d)

    def one_round():
        nonlocal x
        for k in range(COUNT):
            m, c = factors[k]
            z[k] += 2 * (m @ (2 * x - z[k]) + c - x)
        x = z.mean(axis=0)

    return one_round, lambda: x


def feddr(clients, d):
    factors = [affine_prox(a, b, STEP) for a, b in clients]
    x, y, xbar, total = np.zeros((COUNT, d)), np.zeros((COUNT, d)), np.zeros(d), np.zeros(d)

    def one_round():
        nonlocal xbar
        total[:] = 0
        for k in range(COUNT):
            m, c = factors[k]
            y[k] += xbar - x[k]
            x[k] = m @ y[k] + c
            total[:] += 2 * x[k] - y[k]
        mean = total / COUNT
        xbar = np.sign(mean) * np.maximum(np.abs(mean) - STEP * L1, 0)

    return one_round, lambda: xbar


def r_admm(clients, d):
    near = [[] for _ in range(COUNT)]  # a grid of five columns
    for i in range(COUNT):
        for j in ([i + 1] if i % 5 < 4 else []) + ([i + 5] if i + 5 < COUNT else []):
            near[i].append(j)
            near[j].append(i)
    factors = [affine_prox(a, b, 1 / (2 * ETA * len(near[i]))) for i, (a, b) in enumerate(clients)]
    now, dual = np.zeros((COUNT, d)), np.zeros((COUNT, d))

    def two_rounds():
        nonlocal now
        before, odd, even = now, np.empty_like(now), np.empty_like(now)
        for i in range(COUNT):
            m, c = factors[i]
            degree = len(near[i])
            v = (degree * now[i] + now[near[i]].sum(axis=0)) / (2 * degree) - dual[i] / (ETA * degree)
            odd[i] = m @ v + c
        for i in range(COUNT):
            degree = len(near[i])
            dual[i] += ETA / 2 * (degree * odd[i] - odd[near[i]].sum(axis=0))
            move = degree * before[i] + (before[near[i]] - 2 * odd[near[i]]).sum(axis=0)
            even[i] = odd[i] - move / (2 * degree)
        now = even

    return two_rounds, lambda: now.mean(axis=0)


def microseconds(step):
    """The median of 15 repetitions of at least 50 ms of processor time, as in the program."""
    times = []
    for _ in range(15):
        start, calls = time.process_time(), 0
        while time.process_time() - start < 0.05:
            step()
            calls += 1
        times.append((time.process_time() - start) / calls)
    return 1e6 * sorted(times)[7]


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    said = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=True).stdout
    norms = re.findall(r"^(\S+) (least squares \d+ x (\d+) x (\d+)) +ends at norm (\S+)$", said, re.MULTILINE)
    if np is None:
        print(said, "\nNumPy is not there (Debian: python3-numpy), so its loops are left out.", sep="")
        return
    print(f"{'microseconds':<48} {'hand':>10} {'cleave':>10} {'ratio':>7} {'NumPy ' + np.__version__:>13}")
    for method, size, rows, d, norm in norms:
        name = f"{method} {size}"
        times = re.search(rf"^{name}/cleave +(\S+) +(\S+) +(\S+)$", said, re.MULTILINE)
        if not times:
            continue
        step, model = globals()[method](problems(int(rows), int(d)), int(d))
        for _ in range(10):
            step()
        if not abs(np.linalg.norm(model()) / float(norm) - 1) <= 1e-9:
            sys.exit(f"{name}: NumPy ends at norm {np.linalg.norm(model()):.12e}, the program at {norm}")
        print(f"{name:<48} {times[1]:>10} {times[2]:>10} {times[3]:>7} {microseconds(step):13.1f}")


main()

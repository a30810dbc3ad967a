#!/usr/bin/env python3
"""Rounds of FedSplit, FedDR and R-ADMM as NumPy loops, at the sizes of rounds.cpp: prints microseconds."""
import os
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
try:
    import numpy as np
except ImportError:
    print("NumPy is not there (Debian: python3-numpy), so its loops are left out.")
    sys.exit(0)

COUNT, STEP, ETA, L1 = 25, 0.01, 200.0, 0.01


def problems(rows, d):
    random = np.random.default_rng(1)
    return [(random.uniform(-1, 1, (rows, d)), random.uniform(-1, 1, rows)) for _ in range(COUNT)]


def affine_prox(a, b, step):
    """map and shift of v -> argmin_y step / 2 ||A y - b||^2 + ||y - v||^2 / 2"""
    inverse = np.linalg.inv(np.eye(a.shape[1]) + step * a.T @ a)
    return inverse, step * inverse @ (a.T @ b)


def optimum(clients, l1):
    """argmin of the mean of ||A_k x - b_k||^2 / 2, plus l1 ||x||_1, by many proximal gradient steps."""
    h = sum(a.T @ a for a, _ in clients) / COUNT
    g = sum(a.T @ b for a, b in clients) / COUNT
    x, rate = np.linalg.solve(h, g), 1 / np.linalg.eigvalsh(h)[-1]
    for _ in range(2000 if l1 else 0):
        x = x - rate * (h @ x - g)
        x = np.sign(x) * np.maximum(np.abs(x) - rate * l1, 0)
    return x


def fedsplit(clients, d):
    factors = [affine_prox(a, b, STEP) for a, b in clients]
    z, x = np.zeros((COUNT, d)), np.zeros(d)

    def one_round():
        nonlocal x
        for k in range(COUNT):
            m, c = factors[k]
            z[k] += 2 * (m @ (2 * x - z[k]) + c - x)
        x = z.mean(axis=0)

    return one_round, lambda: x, optimum(clients, 0)


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

    return one_round, lambda: xbar, optimum(clients, L1)


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

    return two_rounds, lambda: now.mean(axis=0), optimum(clients, 0)


def main():
    print(f"{'median of 15 repetitions, us':<56} {'NumPy ' + np.__version__:>12}")
    for d in (10, 100):
        clients = problems(2 * d, d)
        for method in (fedsplit, feddr, r_admm):
            step, model, want = method(clients, d)
            times = []
            for _ in range(15):
                start, calls = time.process_time(), 0
                while time.process_time() - start < 0.05:
                    for _ in range(10):
                        step()
                    calls += 10
                times.append((time.process_time() - start) / calls)
            name = f"{method.__name__} least squares {COUNT} x {2 * d} x {d}"
            print(f"{name:<56} {1e6 * sorted(times)[7]:12.3f}")
            for _ in range(3000):
                step()
            error = np.linalg.norm(model() - want)
            if not error <= 1e-6 * np.linalg.norm(want):
                sys.exit(f"{name}: the loop is wrong, it ends {error} from the optimum")


main()

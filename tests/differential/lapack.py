#!/usr/bin/env python3
"""Custom calls of LAPACK against NumPy: lapack.py --sdyc SDYC [--seed N]

Matrices are random, ill-conditioned, batched, rectangular and empty, of all four types. What a routine
gives is judged by what it is for (A = Q R, say): the residual may be ten times NumPy's for the same
matrix. Skips, with a word, where the machine has no LAPACK of OpenBLAS."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

TYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
NAMES = {np.float32: "f32", np.float64: "f64", np.complex64: "complex<f32>", np.complex128: "complex<f64>",
         np.int32: "i32"}


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{d}x" for d in shape) + NAMES[dtype] + ">"


def layout(shape, batch):
    rank = len(shape)
    order = list(range(rank))[::-1]
    if rank - batch == 2:
        order[:2] = [rank - 2, rank - 1]
    inner = f"[{', '.join(map(str, order))}]" if rank > 1 else "0" if rank else ""
    return f"dense<{inner}> : tensor<{rank}xindex>"


class Sdyc:
    def __init__(self, binary):
        self.binary, self.folder = binary, Path(tempfile.mkdtemp())

    def call(self, target, options, operands, results, batch, flags=()):
        """Results of one custom call; `results`: (shape, dtype) each."""
        kinds = [(a.shape, a.dtype.type) for a in operands]
        types = [tensor(*kind) for kind in kinds]
        outs = [tensor(*kind) for kind in results]
        text = (f"func.func @main({', '.join(f'%a{i}: {t}' for i, t in enumerate(types))})"
                f" -> ({', '.join(outs)}) {{\n  %r:{len(outs)} = stablehlo.custom_call @{target}_ffi("
                f"{', '.join(f'%a{i}' for i in range(len(types)))}) {{api_version = 4 : i32, "
                f"backend_config = {{{options}}}, "
                f"operand_layouts = [{', '.join(layout(s, batch) for s, _ in kinds)}], "
                f"result_layouts = [{', '.join(layout(s, batch) for s, _ in results)}]}} : "
                f"({', '.join(types)}) -> ({', '.join(outs)})\n"
                f"  return {', '.join(f'%r#{i}' for i in range(len(outs)))} : {', '.join(outs)}\n}}\n")
        path = self.folder / "call.mlir"
        path.write_text(text)
        command = [self.binary, "run", str(path), *flags]
        for i, operand in enumerate(operands):
            np.save(self.folder / f"in{i}.npy", operand)
            command.append(f"--input=@{self.folder}/in{i}.npy")
        command += [f"--output=@{self.folder}/out{i}.npy" for i in range(len(outs))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(f"{target}: {done.stderr}")
        return [np.load(self.folder / f"out{i}.npy") for i in range(len(outs))]


def size_of(a):
    return np.sqrt((abs(a) ** 2).sum(tuple(range(max(a.ndim - 2, 0), a.ndim))))


def distance(a, b, *factors):
    """Relative to the size of b, or of the factors of a product, the worst of a batch."""
    if a.size == 0:
        return 0.0
    size = np.prod([size_of(factor) for factor in factors], axis=0) if factors else size_of(b)
    return float((size_of(a - b) / np.maximum(size, np.finfo(a.dtype).tiny)).max())


def upper(a):
    return np.triu(a)


def unit_lower(a):
    return np.tril(a, -1) + np.eye(*a.shape[-2:], dtype=a.dtype)


def permuted(a, pivots):
    """The rows of a as LU exchanges them: pivots count from 1."""
    a = a.copy()
    for index in np.ndindex(a.shape[:-2]):
        for i, p in enumerate(pivots[index]):
            a[index][[i, p - 1]] = a[index][[p - 1, i]]
    return a


def reflected(a, tau):
    """Q of the reflectors below the diagonal, as a product of matrices."""
    m, batch = a.shape[-2], a.shape[:-2]
    q = np.broadcast_to(np.eye(m, dtype=a.dtype), (*batch, m, m)).copy()
    for k in range(tau.shape[-1]):
        v = a[..., :, k].copy()
        v[..., :k] = 0
        v[..., k] = 1
        q = q - tau[..., k, None, None] * (q @ v[..., :, None]) * np.conj(v[..., None, :])
    return q


class Check:
    def __init__(self, sdyc, letter, flags):
        self.sdyc, self.letter, self.dtype, self.flags = sdyc, letter, TYPES[letter], flags
        self.real = np.finfo(self.dtype).dtype.type
        self.complex = np.result_type(self.dtype, np.complex64).type
        self.is_complex = letter in "cz"
        self.done = 0

    def run(self, name, options, operands, results):
        is_tridiagonal = name in ("gtsv", "tridiagonal_solve_perturbed")
        batch = operands[0].ndim - (1 if is_tridiagonal else 2)
        target = name if name == "tridiagonal_solve_perturbed" else f"lapack_{self.letter}{name}"
        return self.sdyc.call(target, options, operands, results, batch, self.flags)

    def judge(self, what, got, wanted):
        self.done += 1
        least = 10 * np.finfo(self.dtype).eps  # NumPy works in double precision where it has no other
        if not got <= max(10 * wanted, least):
            raise RuntimeError(f"{self.letter}{what}: residual {got:.3g}, NumPy's {wanted:.3g}")

    def lu(self, a):
        *batch, m, n = a.shape
        out, pivots, info = self.run("getrf", "", [a], [(a.shape, self.dtype), ((*batch, min(m, n)), np.int32),
                                                        (tuple(batch), np.int32)])
        k = min(m, n)
        got = distance(unit_lower(out[..., :, :k]) @ upper(out[..., :k, :]), permuted(a, pivots))
        self.judge(f"getrf {a.shape}", got, np.finfo(self.dtype).eps * max(k, 1))
        assert (info >= 0).all()
        if m == n and m > 0 and (info == 0).all():
            b = permuted(a @ np.ones((n, 2), self.dtype), pivots)
            y, = self.run("trsm", self.triangle("L", "L", "N", "U"), [out, b], [(b.shape, self.dtype)])
            x, = self.run("trsm", self.triangle("L", "U", "N", "N"), [out, y], [(b.shape, self.dtype)])
            wanted = np.linalg.solve(a, a @ np.ones((n, 2), self.dtype))
            b = a @ np.ones((n, 2), self.dtype)
            self.judge(f"trsm {a.shape}", distance(a @ x, b, a, x), distance(a @ wanted, b, a, wanted))

    @staticmethod
    def triangle(side, uplo, transpose, diagonal):
        return (f"diag = {ord(diagonal)} : ui8, side = {ord(side)} : ui8, trans_x = {ord(transpose)} : ui8, "
                f"uplo = {ord(uplo)} : ui8")

    def qr(self, a):
        *batch, m, n = a.shape
        k = min(m, n)
        out, tau = self.run("geqrf", "", [a], [(a.shape, self.dtype), ((*batch, k), self.dtype)])
        q, = self.run("ungqr" if self.is_complex else "orgqr", "", [out[..., :k].copy(), tau],
                      [((*batch, m, k), self.dtype)])
        wanted = np.linalg.qr(a)
        self.judge(f"geqrf {a.shape}", distance(q @ upper(out)[..., :k, :], a), distance(wanted[0] @ wanted[1], a))
        eye = np.broadcast_to(np.eye(k, dtype=self.dtype), (*batch, k, k))
        self.judge(f"orgqr {a.shape}", distance(adjoint(q) @ q, eye), distance(adjoint(wanted[0]) @ wanted[0], eye))
        name = "unmqr" if self.is_complex else "ormqr"
        product, = self.run(name, "left = true, transpose = true", [out[..., :k].copy(), tau, a],
                            [(a.shape, self.dtype)])
        self.judge(f"ormqr {a.shape}", distance(product[..., :k, :], upper(out)[..., :k, :]), 0.0 if not a.size else
                   distance(adjoint(wanted[0]) @ a, wanted[1]))
        out, order, tau = self.run("geqp3", "", [a, np.zeros((*batch, n), np.int32)],
                                   [(a.shape, self.dtype), ((*batch, n), np.int32), ((*batch, k), self.dtype)])
        if k:
            columns = np.take_along_axis(a, (order - 1)[..., None, :], -1)
            self.judge(f"geqp3 {a.shape}", distance(reflected(out, tau) @ upper(out), columns),
                       distance(wanted[0] @ wanted[1], a))

    def cholesky(self, a):
        out, info = self.run("potrf", "uplo = 76 : ui8", [a], [(a.shape, self.dtype), (a.shape[:-2], np.int32)])
        assert (info == 0).all()
        wanted, lower = np.linalg.cholesky(a), np.tril(out)
        self.judge(f"potrf {a.shape}", distance(lower @ adjoint(lower), a), distance(wanted @ adjoint(wanted), a))

    def symmetric(self, a):
        *batch, n, _ = a.shape
        name = "heevd" if self.is_complex else "syevd"
        vectors, values, info = self.run(name, "mode = 86 : ui8, uplo = 76 : ui8", [a], [
            (a.shape, self.dtype), ((*batch, n), self.real), (tuple(batch), np.int32)])
        assert (info == 0).all()
        w, v = np.linalg.eigh(a)
        self.judge(f"{name} {a.shape}", distance(vectors * values[..., None, :], a @ vectors),
                   distance(v * w[..., None, :], a @ v))
        off = max(n - 1, 0)
        out, d, e, tau, info = self.run("hetrd" if self.is_complex else "sytrd", "uplo = 76 : ui8", [a], [
            (a.shape, self.dtype), ((*batch, n), self.real), ((*batch, off), self.real),
            ((*batch, off), self.dtype), (tuple(batch), np.int32)])
        full = np.zeros(a.shape, self.dtype)
        for i in range(n):
            full[..., i, i] = d[..., i]
            if i < off:
                full[..., i + 1, i] = full[..., i, i + 1] = e[..., i]
        self.judge(f"sytrd {a.shape}", distance(np.linalg.eigvalsh(full), w), n * np.finfo(self.dtype).eps)

    def singular(self, a, name):
        *batch, m, n = a.shape
        k = min(m, n)
        for mode in "ASN":
            u_size, v_size = (m, n) if mode == "A" else (k, k)
            _, s, u, v, info = self.run(name, f"mode = {ord(mode)} : ui8", [a], [
                (a.shape, self.dtype), ((*batch, k), self.real), ((*batch, m, u_size), self.dtype),
                ((*batch, v_size, n), self.dtype), (tuple(batch), np.int32)])
            assert (info == 0).all()
            wanted = np.linalg.svd(a, full_matrices=False)
            self.judge(f"{name} {mode} {a.shape}", distance(s, wanted[1]), k * np.finfo(self.dtype).eps)
            if mode != "N" and k:
                self.judge(f"{name} {mode} {a.shape}", distance((u[..., :, :k] * s[..., None, :]) @ v[..., :k, :], a),
                           distance((wanted[0] * wanted[1][..., None, :]) @ wanted[2], a))

    def general(self, a):
        *batch, n, _ = a.shape
        values = [((*batch, n), self.dtype)] * (1 if self.is_complex else 2)
        *w, left, right, info = self.run(
            "geev", "compute_left = 86 : ui8, compute_right = 86 : ui8", [a],
            [*values, (a.shape, self.complex), (a.shape, self.complex), (tuple(batch), np.int32)])
        assert (info == 0).all()
        w = w[0] if self.is_complex else w[0] + 1j * w[1].astype(self.complex)
        wanted = np.linalg.eig(a)
        own = distance(wanted[1] * wanted[0][..., None, :], a @ wanted[1], a, wanted[1])
        backward = max(own, n * np.finfo(self.dtype).eps)  # NumPy has no Schur form
        own = backward if self.real == np.float32 else own  # ... and takes these in double precision
        self.judge(f"geev {a.shape}", distance(right * w[..., None, :], a @ right, a, right), own)
        self.judge(f"geev left {a.shape}", distance(adjoint(left * np.conj(w)[..., None, :]), adjoint(left) @ a,
                                                        a, left), own)
        form, vectors, *_, info = self.run("gees", "mode = 86 : ui8, sort = 78 : ui8", [a], [
            (a.shape, self.dtype), (a.shape, self.dtype), *values, (tuple(batch), np.int32),
            (tuple(batch), np.int32)])
        assert (info == 0).all()
        self.judge(f"gees {a.shape}", distance(vectors @ form @ adjoint(vectors), a), backward)
        out, tau, info = self.run("gehrd", f"high = {n} : i32, low = 1 : i32", [a], [
            (a.shape, self.dtype), ((*batch, max(n - 1, 0)), self.dtype), (tuple(batch), np.int32)])
        if n > 1:
            q = np.broadcast_to(np.eye(n, dtype=self.dtype), a.shape).copy()
            q[..., 1:, 1:] = reflected(out[..., 1:, :-1], tau)
            self.judge(f"gehrd {a.shape}", distance(q @ np.triu(out, -1) @ adjoint(q), a), backward)

    def tridiagonal(self, lower, diagonal, above, b):
        n = diagonal.shape[-1]
        *_, x, info = self.run("gtsv", "", [lower, diagonal, above, b], [
            *[(diagonal.shape, self.dtype)] * 3, (b.shape, self.dtype), (diagonal.shape[:-1], np.int32)])
        full = np.zeros((*diagonal.shape, n), self.dtype)
        for i in range(n):
            full[..., i, i] = diagonal[..., i]
            if i + 1 < n:
                full[..., i + 1, i], full[..., i, i + 1] = lower[..., i + 1], above[..., i]
        wanted = np.linalg.solve(full, b)
        self.judge(f"gtsv {b.shape}", distance(full @ x, b, full, x), distance(full @ wanted, b, full, wanted))
        x, = self.run("tridiagonal_solve_perturbed", "", [lower, diagonal, above, b], [(b.shape, self.dtype)])
        self.judge(f"perturbed {b.shape}", distance(full @ x, b, full, x), distance(full @ wanted, b, full, wanted))

    def singular_tridiagonal(self, n):
        """Of a matrix minus an eigenvalue: the solution is long, and along the eigenvector."""
        off = np.ones(n, self.dtype)
        diagonal = np.full(n, 2 * np.cos(np.pi / (n + 1)), self.dtype)
        x, = self.run("tridiagonal_solve_perturbed", "", [off, -diagonal, off, np.ones((n, 1), self.dtype)], [((n, 1), self.dtype)])
        wanted = np.sin(np.pi * np.arange(1, n + 1) / (n + 1))
        x = x[:, 0] / np.linalg.norm(x)
        along = abs(np.vdot(x, wanted)) / np.linalg.norm(wanted)
        self.judge(f"eigenvector of {n} rows", abs(1 - along), 1000 * np.finfo(self.dtype).eps)
        for zeros in np.zeros(1, self.dtype), np.zeros(3, self.dtype):
            count = len(zeros)
            x, = self.run("tridiagonal_solve_perturbed", "", [zeros, zeros, zeros, np.ones((count, 2), self.dtype)],
                          [((count, 2), self.dtype)])
            assert np.isfinite(x).all() and abs(x).min() > 1e6, x


def random(rng, dtype, *shape):
    a = rng.standard_normal(shape)
    if np.issubdtype(dtype, np.complexfloating):
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(dtype)


def graded(rng, dtype, n):
    """Rows of very different sizes, and nearly singular."""
    a = random(rng, dtype, n, n)
    a *= np.logspace(0, -5, n)[:, None].astype(np.finfo(dtype).dtype)
    a[-1] = a[0] * (1 + 4 * np.finfo(dtype).eps)
    return a


def check_type(check, rng):
    dtype = check.dtype
    wide = [random(rng, dtype, *s) for s in [(5, 3), (3, 5), (2, 3, 4, 3), (70, 40), (1, 1), (0, 3, 3), (4, 0)]]
    square = [random(rng, dtype, *s) for s in [(4, 4), (3, 6, 6), (66, 66), (1, 1), (0, 2, 2), (0, 0)]]
    square.append(graded(rng, dtype, 12))
    for a in wide + square:
        check.lu(a)
        check.qr(a)
        if a.shape[-1] and a.shape[-2]:
            check.singular(a, "gesdd")
            check.singular(a, "gesvd")
    for a in square:
        n = a.shape[-1]
        check.symmetric((a + adjoint(a)) / 2)
        check.cholesky(a @ adjoint(a) + n * np.eye(n, dtype=dtype))
        if n:
            check.general(a)
    for shape in [(5,), (2, 7), (1,), (0, 3)]:
        diagonal = random(rng, dtype, *shape) + 5
        check.tridiagonal(random(rng, dtype, *shape), diagonal.astype(dtype), random(rng, dtype, *shape),
                          random(rng, dtype, *shape, 2))
    check.singular_tridiagonal(20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sdyc", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--types", default="sdcz")
    parser.add_argument("--flags", nargs="*", default=[])
    arguments = parser.parse_args()
    sdyc, total = Sdyc(arguments.sdyc), 0
    for letter in arguments.types:
        check = Check(sdyc, letter, arguments.flags)
        try:
            check_type(check, np.random.default_rng(arguments.seed))
        except RuntimeError as error:
            if re.search(r"needs LAPACK", str(error)):
                print(f"skipped: {error}")
                return
            sys.exit(str(error))
        total += check.done
    print(f"{total} residuals")


if __name__ == "__main__":
    main()

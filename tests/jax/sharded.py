#!/usr/bin/env python3
"""Sharded programs as users of JAX write them, lowered for eight devices and run by sdyc, in both storage models.

    sharded.py SDYC [--gspmd] [NAME...]

Each must give what JAX gives: on one device where the program itself names none. --gspmd: they are lowered for GSPMD, and arrive with
mhlo.sharding in place of Shardy's shardings. Skipped (exit status 77) where there is no JAX.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
try:
    import jax
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import jax.numpy as jnp
import numpy as np
from jax import lax, shard_map
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

GSPMD = "--gspmd" in sys.argv
if GSPMD:
    sys.argv.remove("--gspmd")
    jax.config.update("jax_use_shardy_partitioner", False)
DEVICES = np.array(jax.devices())
LINE = Mesh(DEVICES, ("x",))
GRID = Mesh(DEVICES.reshape(4, 2), ("data", "model"))
CUBE = Mesh(DEVICES.reshape(2, 2, 2), ("a", "b", "c"))
RING = [(i, (i + 1) % 8) for i in range(8)]
random = np.random.default_rng(0)
PROGRAMS = []


def on(mesh, *spec):
    return NamedSharding(mesh, P(*spec))


def kept(value, mesh, *spec):
    return lax.with_sharding_constraint(value, on(mesh, *spec))


def numbers(*shape, dtype=np.float32):
    return random.standard_normal(shape).astype(dtype)


def program(*arguments, **shardings):
    """A function that is lowered with these arguments; `shardings`: those of jax.jit."""
    def add(function):
        out = {name: at for name, at in shardings.items() if name == "out_shardings"}
        PROGRAMS.append((jax.jit(function, **out), jax.jit(function, **shardings), arguments))
        return function
    return add


def kept_within(value, *spec):
    """A constraint in a manual computation, on the axes that are left to the partitioner."""
    return lax.with_sharding_constraint(value, P(*spec))


def mapped(mesh, ins, outs, **more):
    return lambda function: shard_map(function, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False, **more)


# --- written out by hand -------------------------------------------------------------------------------------


@program(numbers(8, 16, 16) * 0.3, numbers(6, 4, 16))
@mapped(LINE, (P("x"), P()), P())
def pipeline(weights, batches):
    """A stage on each device; what it has made goes on to the next."""
    stage, count = lax.axis_index("x"), batches.shape[0]

    def step(carried, turn):
        state, out = carried
        made = jnp.tanh(jnp.where(stage == 0, batches[jnp.minimum(turn, count - 1)], state) @ weights[0])
        done = lax.dynamic_update_index_in_dim(out, made, jnp.maximum(turn - 7, 0), 0)
        return (lax.ppermute(made, "x", RING), jnp.where((stage == 7) & (turn >= 7), done, out)), None
    (_, out), _ = lax.scan(step, (jnp.zeros_like(batches[0]), jnp.zeros_like(batches)), jnp.arange(count + 7))
    return lax.psum(jnp.where(stage == 7, out, 0), "x")


@program(numbers(64, 16), numbers(16, 8), numbers(8, 16, 32) * 0.2, numbers(8, 32, 16) * 0.2)
@mapped(LINE, (P("x"), P(), P("x"), P("x")), P("x"))
def experts(rows, gate, into, out_of):
    """Rows go to the device of their expert, four of each device at most, and back."""
    chosen = jax.nn.one_hot(jnp.argmax(rows @ gate, -1), 8, dtype=jnp.int32)
    place = jnp.cumsum(chosen, 0) * chosen - 1
    sent = ((chosen > 0)[..., None] & (place[..., None] == jnp.arange(4))).astype(rows.dtype)
    hidden = lax.all_to_all(jnp.einsum("td,tec->ecd", rows, sent), "x", 0, 1, tiled=True)
    result = lax.all_to_all(jax.nn.relu(hidden @ into) @ out_of, "x", 1, 0, tiled=True)
    return jnp.einsum("ecd,tec->td", result, sent)


@program(*(numbers(16, 8) for _ in range(3)))
@mapped(LINE, P("x"), P("x"))
def ring_attention(query, key, value):
    def step(carried, _):
        most, total, out, key, value = carried
        scores = query @ key.T * 8 ** -0.5
        now = jnp.maximum(most, scores.max(-1))
        weights, before = jnp.exp(scores - now[:, None]), jnp.exp(most - now)
        return (now, total * before + weights.sum(-1), out * before[:, None] + weights @ value,
                lax.ppermute(key, "x", RING), lax.ppermute(value, "x", RING)), None
    start = (jnp.full(2, -jnp.inf), jnp.zeros(2), jnp.zeros_like(query), key, value)
    (_, total, out, _, _), _ = lax.scan(step, start, None, length=8)
    return out / total[:, None]


@program(numbers(16, 4))
@mapped(LINE, P("x"), P("x"))
def asked_of_all(part):
    """What all devices hold decides when a loop ends."""
    return lax.while_loop(lambda x: lax.pmax(jnp.abs(x).max(), "x") > 0.1, lambda x: x * 0.5, part)


@program(numbers(16, 4), np.ones(1, np.float32))
@mapped(LINE, (P("x"), P()), P("x"))
def in_a_branch(part, flag):
    return lax.cond(flag[0] > 0, lambda x: lax.psum(x, "x"), lambda x: x + lax.all_gather(x, "x").sum(0), part)


@program(numbers(8, 4))
@mapped(CUBE, P(("a", "b"), "c"), (P("b"), P("a"), P("a", "c"), P(("a", "c"))))
def several_axes(part):
    place = lax.axis_index(("c", "a"))[None] + jnp.zeros(part.shape[:1], jnp.int32)
    return lax.psum(part, ("a", "c")), lax.all_gather(part, ("b", "c"), axis=1, tiled=True), lax.pmin(part, "b"), place


@program(numbers(8, 16), numbers(16, 8), in_shardings=(on(GRID, "data", "model"), on(GRID, "model")))
def partly_manual(rows, weights):
    move = mapped(GRID, P("data"), P("data"), axis_names={"data"})
    moved = move(lambda x: lax.ppermute(x, "data", [(i, (i + 1) % 4) for i in range(4)]))(rows)
    return kept(moved @ weights, GRID, "data", "model")


# --- left to propagation ---------------------------------------------------------------------------------------


@program(*(numbers(2, 16, 4, 8) for _ in range(3)), in_shardings=(on(LINE, None, "x"),) * 3)
def sequence_attention(query, key, value):
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / 4
    weights = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((16, 16), bool)), scores, -1e30), -1)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, value)


@program(numbers(4, 16, 16) * 0.3, numbers(8, 16), in_shardings=(on(LINE, None, "x"), on(LINE, "x")),
         out_shardings=on(LINE, None, "x"))
def gathered_weights(weights, rows):
    """Gradients of weights that are gathered layer by layer."""
    def loss(weights):
        layer = (lambda x, w: (kept(jnp.tanh(x @ kept(w, LINE)), LINE, "x"), None))
        return (lax.scan(layer, rows, weights)[0] ** 2).mean()
    return jax.grad(loss)(weights)


@program(numbers(2, 32, 16, 3), numbers(3, 3, 3, 8) * 0.3, numbers(5, 5, 8, 8) * 0.2,
         in_shardings=(on(GRID, None, "data", "model"), on(GRID), on(GRID)))
def image_in_parts(image, first, second):
    def layer(x, w):
        return jax.nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))

    def loss(image, first, second):
        pooled = lax.reduce_window(layer(image, first), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return (layer(pooled, second).mean((1, 2)) ** 2).sum()
    return jax.grad(loss, (0, 1, 2))(image, first, second)


@program(numbers(8, 16), numbers(64, 16), random.integers(0, 64, 8).astype(np.int32),
         in_shardings=(on(GRID, "data"), on(GRID, "model"), on(GRID, "data")))
def loss_over_vocabulary(hidden, table, labels):
    def loss(hidden, table):
        logits = (hidden + table[labels]) @ table.T
        return (jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, labels[:, None], -1)[:, 0]).mean()
    return jax.value_and_grad(loss, (0, 1))(hidden, table)


@program(numbers(8, 64), in_shardings=on(GRID, "data", "model"))
def chosen_of_vocabulary(logits):
    return jnp.argmax(logits, -1), lax.top_k(logits, 3), jnp.sort(logits, 0), jnp.argsort(logits, 1)


@program(numbers(7, 13), numbers(13, 11) * 0.3)
def uneven(rows, weights):
    hidden = kept(jax.nn.gelu(kept(rows @ weights, GRID, "data", "model")), GRID, "model", "data")
    whole = kept(hidden, LINE, None, "x")
    return jax.nn.softmax(whole, -1), jnp.cumsum(whole, 1), jnp.argmax(whole, 1), jnp.sort(whole, 1)


@program(numbers(8, 16, dtype=jnp.bfloat16), numbers(8, 16).astype(jnp.float8_e4m3fn), random.integers(-8, 8, (16, 8)).astype(np.int8),
         in_shardings=(on(GRID, "data", "model"), on(GRID, "data"), on(GRID, "model")))
def narrow_types(half, quarter, whole):
    wide = lax.dot_general(quarter.astype(jnp.float32), whole.astype(jnp.int4).astype(jnp.float32), (((1,), (0,)), ((), ())))
    return jax.nn.softmax((half @ half.T).astype(jnp.float32), -1), wide


@program(numbers(32, 16), in_shardings=on(GRID, "data", "model"))
def neighbours(field):
    inner = field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2] - 4 * field[1:-1, 1:-1]
    return inner, jnp.roll(field, 3, 0), field[::-1], lax.associative_scan(jnp.add, field)


@program(numbers(8, 8, 12), in_shardings=on(GRID, "data", "model"))
def transforms(field):
    """Fourier transforms of several dimensions, of which some are in parts."""
    half = jnp.fft.rfftn(field)
    return jnp.fft.fftn(field), half, jnp.fft.irfftn(half * 2, field.shape), jnp.fft.fft2(field, axes=(0, 1))


@program(numbers(32, 32), in_shardings=on(GRID, "data", "model"))
def multigrid(right):
    """Smoothing on a grid and on one half as fine, down to four points a side."""
    def residual(x):
        wide = jnp.pad(x, 1)
        return 4 * x - wide[2:, 1:-1] - wide[:-2, 1:-1] - wide[1:-1, 2:] - wide[1:-1, :-2]

    def smooth(x, right):
        return x + 0.2 * (right - residual(x))

    def cycle(right, levels):
        x = smooth(smooth(jnp.zeros_like(right), right), right)
        if levels == 0:
            return x
        rest = right - residual(x)
        coarse = cycle(rest[::2, ::2] + rest[1::2, ::2] + rest[::2, 1::2] + rest[1::2, 1::2], levels - 1)
        return smooth(x + jnp.repeat(jnp.repeat(coarse, 2, 0), 2, 1), right)
    return cycle(right, 3)


@program(np.abs(numbers(9, 12, 10)) + 1, in_shardings=on(GRID, None, "data", "model"))
def streams(field):
    """A lattice gas: collisions, and nine directions that each move on; by nothing along some of the dimensions."""
    ways = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])
    weights = jnp.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)[:, None, None]

    def step(field, _):
        mass = field.sum(0)
        pace = 3 * jnp.einsum("qd,dxy->qxy", ways.astype(np.float32), jnp.einsum("qd,qxy->dxy", ways.astype(np.float32), field) / mass)
        field = field - 0.6 * (field - mass * weights * (1 + pace + pace ** 2 / 2))
        return jnp.stack([jnp.roll(field[i], tuple(ways[i]), (0, 1)) for i in range(9)]), mass.sum()
    return lax.scan(step, field, None, length=3)


@program(numbers(2, 32, 8), numbers(2, 32, 8), in_shardings=(on(LINE, None, "x"),) * 2)
def recurrence(gates, inputs):
    """A linear recurrence along a sequence in parts, as state space models have, and its gradient."""
    def states(gates, inputs):
        return lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (jax.nn.sigmoid(gates), inputs), axis=1)[1]
    return states(gates, inputs), jax.grad(lambda *both: (states(*both) ** 2).sum(), (0, 1))(gates, inputs)


@program(numbers(2, 32, 16, 4), numbers(3, 3, 4, 4) * 0.3, in_shardings=(on(GRID, None, "data", "model"), on(GRID)))
def overlapping_pools(image, weights):
    """Gradients of maxima over windows that overlap, along rows and columns in parts."""
    def loss(image, weights, stride):
        made = jax.nn.relu(lax.conv_general_dilated(image, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))
        pooled = lax.reduce_window(made, -jnp.inf, lax.max, (1, 3, 3, 1), (1, stride, stride, 1), "SAME")
        return (pooled ** 2).mean()
    return [jax.grad(loss, (0, 1))(image, weights, stride) for stride in (1, 2, 3)]


@program(numbers(4, 61), numbers(4, 61).astype(np.float16), out_shardings=on(LINE))
def first_of_uneven(wide, half):
    wide, half = kept(wide, LINE, None, "x"), kept(half, GRID, "model", "data")
    return lax.top_k(wide, 3), jnp.argsort(wide, 1)[:, :4], jnp.sort(wide, 1)[:, :2], lax.top_k(half, 2)


@program(numbers(8, 12), numbers(12, 6), out_shardings=on(GRID))
@mapped(GRID, (P("data"), P()), (P("data"), P()), axis_names={"data"})
def manual_in_part(x, w):
    """Manual along one axis of the mesh; along the other the partitioner decides, but where it is told."""
    made = kept_within(jnp.tanh(x @ w), None, "model")
    return made, lax.pmean(made.sum(0), "data")


@program(numbers(8, 16), out_shardings=on(CUBE))
@mapped(CUBE, P("a", ("b", "c")), P(("a", "b"), "c"))
def manual_of_several_axes(x):
    """Groups of devices along parts of what shards a dimension."""
    summed = lax.psum(x, "c") * lax.axis_index("b") + lax.all_gather(x, "a").sum(0)
    return lax.psum_scatter(summed, "b", scatter_dimension=0, tiled=True)


@program(numbers(16, 8), numbers(16, 8))
def maps_in_a_loop(x, y):
    """One computation after the other, and one that is called in each turn."""
    twice = mapped(GRID, P(("data", "model")), P(("data", "model")))(lambda v: v * 2 + lax.axis_index("model"))
    turned = mapped(GRID, P("data", "model"), P("data", "model"))(lambda v: lax.ppermute(v, "data", [(i, (i + 1) % 4) for i in range(4)]))
    out = lax.fori_loop(0, 3, lambda i, v: turned(v) + 1, twice(x))
    return twice(out) + kept(y, GRID, "model", None), out


# --- running ----------------------------------------------------------------------------------------------------


def bits(array):
    """As it is written to a file: types that NumPy lacks by their bits."""
    array = np.asarray(array)
    return array if array.dtype.kind in "biufc" and array.dtype.name[:2] != "bf" else array.view(f"u{array.dtype.itemsize}")


def wrong(got, want):
    if want.dtype.kind in "biu":
        return got.shape != want.shape or (got != want).any()
    return got.shape != want.shape or not np.allclose(got, want, rtol=1e-3, atol=1e-4)


def faults(sdyc, folder, plain, sharded, arguments):
    text, want = folder / "program.mlir", [np.asarray(x) for x in jax.tree.leaves(plain(*arguments))]
    program = sharded.lower(*arguments).as_text()
    if GSPMD and ("sdy." in program or "mhlo.sharding" not in program):
        yield "it was not lowered for GSPMD"
    text.write_text(program)
    flags = []
    for i, argument in enumerate(arguments):
        np.save(folder / f"in{i}.npy", bits(argument))
        flags.append(f"--input=@{folder}/in{i}.npy")
    outputs = [folder / f"out{i}.npy" for i in range(len(want))]
    for storage in ("shared", "private"):
        done = subprocess.run([sdyc, "run", text, f"--storage={storage}", *flags, *(f"--output=@{o}" for o in outputs)],
                              capture_output=True, text=True, timeout=120)
        if done.returncode:
            yield f"{storage}: exit {done.returncode}: {done.stderr[:1000]}"
            continue
        yield from (f"{storage}: result {i} differs" for i, path in enumerate(outputs) if wrong(np.load(path), want[i]))


def main():
    failed = 0
    for plain, sharded, arguments in PROGRAMS:
        name = plain.__name__
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = list(faults(sys.argv[1], Path(folder), plain, sharded, arguments))
        failed += bool(found)
        for text in found:
            print(f"{name}: {text}")
    print(f"{len(PROGRAMS)} programs, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()

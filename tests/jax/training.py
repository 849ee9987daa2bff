#!/usr/bin/env python3
"""Training with Optax, Equinox and Flax on sdyc and on XLA's processor: training.py [--steps N] [--devices N] [NAME...]

mlp     Optax's Adam on a classifier, batch and hidden units sharded (data x model)
gpt     a small GPT of Equinox modules, AdamW with a schedule, batch and heads sharded
resnet  a small ResNet of Flax's linen with batch normalisation, momentum, batch sharded

Each runs on both platforms in processes of their own, on synthetic data of fixed seeds. The losses of all steps must
agree within 1e-3, and those of the last tenth be less than those of the first. Printed: the seconds to the first loss,
imports included, and steps per second of the rest. The plugin is the one that the package `sdyc` finds (PYTHONPATH).
Libraries that are not installed are skipped with a message.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time

NEEDS = {"mlp": ["optax"], "gpt": ["equinox", "optax"], "resnet": ["flax", "optax"]}


def mesh_of(jax, *axes):
    """The devices as data x model, of which model has two where there are that many."""
    count = jax.device_count()
    model = 2 if len(axes) == 2 and count % 2 == 0 else 1
    return jax.make_mesh((count // model, model)[: len(axes)], axes, axis_types=(jax.sharding.AxisType.Auto,) * len(axes))


def mlp():
    import jax
    import jax.numpy as jnp
    import optax
    from jax.sharding import NamedSharding, PartitionSpec as P

    mesh = mesh_of(jax, "data", "model")
    place = lambda value, *spec: jax.device_put(value, NamedSharding(mesh, P(*spec)))
    keys = jax.random.split(jax.random.key(0), 4)
    params = {"w1": place(jax.random.normal(keys[0], (64, 256)) / 8, None, "model"), "b1": place(jnp.zeros(256), "model"),
              "w2": place(jax.random.normal(keys[1], (256, 10)) / 16, "model", None), "b2": place(jnp.zeros(10))}
    x = jax.random.normal(keys[2], (512, 64))
    labels = place(jnp.argmax(x @ jax.random.normal(keys[3], (64, 10)), 1), "data")
    x = place(x, "data", None)
    optimiser = optax.adam(1e-3)

    def loss_of(params):
        hidden = jax.nn.gelu(x @ params["w1"] + params["b1"])
        return optax.softmax_cross_entropy_with_integer_labels(hidden @ params["w2"] + params["b2"], labels).mean()

    @jax.jit
    def step(state):
        params, moments = state
        loss, slopes = jax.value_and_grad(loss_of)(params)
        updates, moments = optimiser.update(slopes, moments)
        return (optax.apply_updates(params, updates), moments), loss

    return (params, optimiser.init(params)), step


def gpt():
    import equinox as eqx
    import jax
    import jax.numpy as jnp
    import optax
    from jax.sharding import NamedSharding, PartitionSpec as P

    words, width, heads, length, layers = 64, 64, 4, 32, 2
    mesh = mesh_of(jax, "data", "model")

    class Block(eqx.Module):
        attention: eqx.nn.MultiheadAttention
        up: eqx.nn.Linear
        down: eqx.nn.Linear
        first: eqx.nn.LayerNorm
        second: eqx.nn.LayerNorm

        def __init__(self, key):
            keys = jax.random.split(key, 3)
            self.attention = eqx.nn.MultiheadAttention(heads, width, key=keys[0])
            self.up = eqx.nn.Linear(width, 4 * width, key=keys[1])
            self.down = eqx.nn.Linear(4 * width, width, key=keys[2])
            self.first, self.second = eqx.nn.LayerNorm(width), eqx.nn.LayerNorm(width)

        def __call__(self, x):
            mask = jnp.tril(jnp.ones((length, length), bool))
            y = jax.vmap(self.first)(x)
            x = x + self.attention(y, y, y, mask)
            return x + jax.vmap(lambda row: self.down(jax.nn.gelu(self.up(self.second(row)))))(x)

    class Gpt(eqx.Module):
        table: eqx.nn.Embedding
        places: jax.Array
        blocks: list
        last: eqx.nn.LayerNorm

        def __init__(self, key):
            keys = jax.random.split(key, layers + 2)
            self.table = eqx.nn.Embedding(words, width, key=keys[0])
            self.places = 0.02 * jax.random.normal(keys[1], (length, width))
            self.blocks = [Block(k) for k in keys[2:]]
            self.last = eqx.nn.LayerNorm(width)

        def __call__(self, tokens):
            x = jax.vmap(self.table)(tokens) + self.places
            for block in self.blocks:
                x = block(x)
            return jax.vmap(self.last)(x) @ self.table.weight.T

    model = Gpt(jax.random.key(1))
    placed = lambda spec: NamedSharding(mesh, P(*spec))
    for read in (lambda m: [b.up.weight for b in m.blocks], lambda m: [b.attention.query_proj.weight for b in m.blocks]):
        model = eqx.tree_at(read, model, [jax.device_put(w, placed(("model", None))) for w in read(model)])
    params, static = eqx.partition(model, eqx.is_inexact_array)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.warmup_cosine_decay_schedule(0, 3e-3, 10, 100)))
    start = jax.random.randint(jax.random.key(2), (32, 1), 0, words)
    tokens = (start + 5 * jnp.arange(length + 1)) % words
    tokens = jax.device_put(tokens, placed(("data", None)))

    def loss_of(params):
        logits = jax.vmap(eqx.combine(params, static))(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    @jax.jit
    def step(state):
        params, moments = state
        loss, slopes = jax.value_and_grad(loss_of)(params)
        updates, moments = optimiser.update(slopes, moments, params)
        return (eqx.apply_updates(params, updates), moments), loss

    return (params, optimiser.init(params)), step


def resnet():
    import jax
    import jax.numpy as jnp
    import optax
    from flax import linen as nn
    from jax.sharding import NamedSharding, PartitionSpec as P

    mesh = mesh_of(jax, "data")

    class Block(nn.Module):
        features: int
        stride: int

        @nn.compact
        def __call__(self, x):
            norm = lambda y: nn.BatchNorm(use_running_average=False, momentum=0.9)(y)
            y = nn.relu(norm(nn.Conv(self.features, (3, 3), (self.stride, self.stride), use_bias=False)(x)))
            y = norm(nn.Conv(self.features, (3, 3), use_bias=False)(y))
            if y.shape != x.shape:
                x = norm(nn.Conv(self.features, (1, 1), (self.stride, self.stride), use_bias=False)(x))
            return nn.relu(x + y)

    class ResNet(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.relu(nn.Conv(16, (3, 3))(x))
            for features, stride in ((16, 1), (32, 2), (64, 2)):
                x = Block(features, stride)(x)
            return nn.Dense(10)(x.mean((1, 2)))

    net = ResNet()
    keys = jax.random.split(jax.random.key(3), 3)
    labels = jax.random.randint(keys[0], (32,), 0, 10)
    x = jax.random.normal(keys[1], (32, 32, 32, 3)) + 0.3 * labels[:, None, None, None]
    variables = net.init(keys[2], x)
    x, labels = (jax.device_put(v, NamedSharding(mesh, P("data"))) for v in (x, labels))
    optimiser = optax.sgd(0.02, momentum=0.9)

    def loss_of(params, statistics):
        logits, new = net.apply({"params": params, "batch_stats": statistics}, x, mutable=["batch_stats"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(), new["batch_stats"]

    @jax.jit
    def step(state):
        params, statistics, moments = state
        (loss, statistics), slopes = jax.value_and_grad(loss_of, has_aux=True)(params, statistics)
        updates, moments = optimiser.update(slopes, moments)
        return (optax.apply_updates(params, updates), statistics, moments), loss

    return (variables["params"], variables["batch_stats"], optimiser.init(variables["params"])), step


def train(name, steps, began):
    """In a process of its own: prints the losses and times."""
    state, step = globals()[name]()
    losses = []
    for i in range(steps):
        state, loss = step(state)
        losses.append(float(loss))
        if i == 0:
            first = time.time()
    json.dump({"losses": losses, "first": first - began, "rate": (steps - 1) / max(time.time() - first, 1e-9)}, sys.stdout)


def measure(name, platform, arguments):
    environment = os.environ | {"JAX_PLATFORMS": platform, "SDYC_DEVICES": str(arguments.devices),
                                "XLA_FLAGS": f"--xla_force_host_platform_device_count={arguments.devices}"}
    command = [sys.executable, __file__, "--train", name, "--steps", str(arguments.steps), "--began", str(time.time())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} on {platform}:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *NEEDS])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--train", help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.train:
        return train(arguments.train, arguments.steps, arguments.began)
    failed = False
    for name in arguments.names or NEEDS:
        missing = [library for library in ["jax", *NEEDS[name]] if importlib.util.find_spec(library) is None]
        if missing:
            print(f"skipped: {name} needs {' and '.join(missing)}")
            continue
        xla, ours = measure(name, "cpu", arguments), measure(name, "sdyc", arguments)
        apart = max(abs(a - b) for a, b in zip(xla["losses"], ours["losses"]))
        tenth = max(1, arguments.steps // 10)
        learnt = sum(ours["losses"][-tenth:]) < sum(ours["losses"][:tenth])
        good = apart <= 1e-3 and learnt
        failed |= not good
        print(f"{name:8}{'as XLA' if good else 'DIFFERS':8} losses {ours['losses'][0]:.4f} to {ours['losses'][-1]:.4f}, at most {apart:.1e} apart; "
              f"first loss after {ours['first']:.1f} s (XLA {xla['first']:.1f}), then {ours['rate']:.1f} steps/s (XLA {xla['rate']:.1f})",
              flush=True)
    return failed


sys.exit(main())

"""Trains a small model of Llama's shape on text.txt, and writes one step of decoding with 8-bit weights to step.mlir."""
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

VOCABULARY, WIDTH, HIDDEN, LAYERS = 128, 64, 192, 2
HEADS, KEY_HEADS, HEAD, CONTEXT = 4, 2, 16, 128
SHAPES = {"query": (WIDTH, HEADS * HEAD), "key": (WIDTH, KEY_HEADS * HEAD), "value": (WIDTH, KEY_HEADS * HEAD),
          "out": (HEADS * HEAD, WIDTH), "gate": (WIDTH, HIDDEN), "up": (WIDTH, HIDDEN), "down": (HIDDEN, WIDTH)}


def normal(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5) * scale


def silu(x):
    return x / (1 + jnp.exp(-x))


def rotate(x, positions):
    """Rotary embedding: x is [position, head, number]."""
    angles = positions[:, None, None] / 10000.0 ** (jnp.arange(HEAD // 2) / (HEAD // 2))
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)], -1)


def layer(w, x, positions, remember):
    """`remember` takes the keys and values of these positions, and gives those of all up to now with their positions."""
    h = normal(x, w["norm1"])
    query, key, value = ((h @ w[name]).reshape(len(x), -1, HEAD) for name in ("query", "key", "value"))
    keys, values, at = remember(rotate(key, positions), value)
    query = rotate(query, positions).reshape(len(x), KEY_HEADS, -1, HEAD)
    scores = jnp.einsum("pkgh,tkh->pkgt", query, keys) / HEAD**0.5
    scores = scores - 1e9 * (at > positions[:, None, None, None])
    x = x + jnp.einsum("pkgt,tkh->pkgh", jax.nn.softmax(scores), values).reshape(len(x), -1) @ w["out"]
    h = normal(x, w["norm2"])
    return x + (silu(h @ w["gate"]) * (h @ w["up"])) @ w["down"]


def logits(model, tokens):
    positions = jnp.arange(len(tokens))
    x = model["embedding"][tokens]
    for w in model["layers"]:
        x = layer(w, x, positions, lambda key, value: (key, value, positions))
    return normal(x, model["norm"]) @ model["embedding"].T


def loss(model, lines):
    chances = jax.nn.log_softmax(jax.vmap(lambda line: logits(model, line[:-1]))(lines))
    return -jnp.mean(jnp.take_along_axis(chances, lines[:, 1:, None], -1))


def new_model(random):
    def weights(*shape):
        return (random.standard_normal(shape) / shape[0] ** 0.5).astype(np.float32)

    ones = np.ones(WIDTH, np.float32)
    layers = [{**{name: weights(*shape) for name, shape in SHAPES.items()}, "norm1": ones, "norm2": ones} for _ in range(LAYERS)]
    return {"embedding": weights(VOCABULARY, WIDTH) / 2, "norm": ones, "layers": layers}


@jax.jit
def improve(model, moments, lines, turn):
    """A step of Adam."""
    value, slopes = jax.value_and_grad(loss)(model, lines)
    first = jax.tree.map(lambda m, s: 0.9 * m + 0.1 * s, moments[0], slopes)
    second = jax.tree.map(lambda m, s: 0.99 * m + 0.01 * s * s, moments[1], slopes)
    model = jax.tree.map(lambda w, a, b: w - 3e-3 * a / (1 - 0.9**turn) / (jnp.sqrt(b / (1 - 0.99**turn)) + 1e-8), model, first, second)
    return model, (first, second), value


def narrow(w):
    """8 bits a weight: whole numbers from -127 to 127, and a scale for each column."""
    scales = jnp.abs(w).max(0) / 127
    return jnp.round(w / scales).astype(jnp.int8), scales


def widened(w):
    return {name: w[name][0].astype(jnp.float32) * w[name][1] if name in SHAPES else w[name] for name in w}


def decode(model, token, position, cache):
    """The token that follows, and the cache with the keys and values of this one."""
    kept, x = [], model["embedding"][token][None]
    for number, w in enumerate(model["layers"]):
        def remember(key, value, number=number):
            kept.append(jax.lax.dynamic_update_slice(cache[number], jnp.stack([key, value]), (0, position, 0, 0)))
            return kept[-1][0], kept[-1][1], jnp.arange(CONTEXT)

        x = layer(widened(w), x, position[None], remember)
    chances = normal(x, model["norm"]) @ model["embedding"].T
    return jnp.argmax(chances[0]).astype(jnp.int32), jnp.stack(kept)


def main():
    text = np.frombuffer(Path("text.txt").read_bytes(), np.uint8).astype(np.int32)
    random = np.random.default_rng(0)
    model = new_model(random)
    moments = (jax.tree.map(jnp.zeros_like, model),) * 2
    for turn in range(1, 301):
        starts = random.integers(0, len(text) - CONTEXT, 8)
        model, moments, value = improve(model, moments, np.stack([text[start:start + CONTEXT + 1] for start in starts]), turn)
        if turn % 100 == 0:
            print(f"step {turn}: loss {value:.3f}")
    model["layers"] = [{name: narrow(w[name]) if name in SHAPES else w[name] for name in w} for w in model["layers"]]
    cache = jnp.zeros((LAYERS, 2, CONTEXT, KEY_HEADS, HEAD))
    step = jax.jit(lambda token, position, cache: decode(model, token, position, cache), donate_argnums=2)
    Path("step.mlir").write_text(step.lower(jnp.int32(0), jnp.int32(0), cache).as_text())


main()

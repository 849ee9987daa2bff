#!/usr/bin/env python3
"""Writes programs whose products are those of networks, as JAX prints them: product_programs.py FOLDER

A block of a transformer, a perceptron, a cell of a recurrent network and a graph's convolution, each forward and with its gradient, of
several widths, lengths and batches, in f32 and bf16. product_descriptors.py lists the products of what is written. Needs jax.
"""
import itertools
import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp

HEAD = 32  # numbers of a head
ELEMENTS = {"f32": jnp.float32, "bf16": jnp.bfloat16}


def attention(x, weights, out):
    batch, length, width = x.shape
    q, k, v = (t.reshape(batch, length, width // HEAD, HEAD) for t in jnp.split(x @ weights, 3, -1))
    scores = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / HEAD**0.5, -1)
    return jnp.einsum("bhqk,bkhd->bqhd", scores, v).reshape(batch, length, width) @ out


def perceptron(x, first, second):
    return jax.nn.gelu(x @ first) @ second


def recurrent(x, state, into, over):
    def cell(state, value):
        state = jnp.tanh(value @ into + state @ over)
        return state, state
    return jax.lax.scan(cell, state, x)[1]


def graph(adjacent, x, weights):
    return jax.nn.relu(adjacent @ (x @ weights))


def programs():
    """Pairs of a name and (a function, the shapes of its arguments)."""
    for width, length, batch in itertools.product((64, 192, 320), (1, 77, 128), (1, 3)):
        sizes = f"{batch}x{length}x{width}"
        yield f"attention_{sizes}", attention, ((batch, length, width), (width, 3 * width), (width, width))
        yield f"perceptron_{sizes}", perceptron, ((batch * length, width), (width, 4 * width), (4 * width, width))
    for width, batch in itertools.product((50, 128), (1, 8)):
        yield f"recurrent_{batch}x{width}", recurrent, ((16, batch, width), (batch, width), (width, width), (width, width))
    for nodes, width in ((34, 16), (300, 7)):
        yield f"graph_{nodes}x{width}", graph, ((nodes, nodes), (nodes, 2 * width), (2 * width, width))


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for (name, function, shapes), element in itertools.product(programs(), ELEMENTS):
        arguments = [jax.ShapeDtypeStruct(shape, ELEMENTS[element]) for shape in shapes]
        gradient = jax.grad(lambda *values: (function(*values).astype(jnp.float32) ** 2).mean(), argnums=tuple(range(len(shapes))))
        for suffix, run in (("", function), ("_train", gradient)):
            text = jax.jit(run).lower(*arguments).as_text()
            (folder / f"{name}{suffix}_{element}.mlir").write_text(text)


main()

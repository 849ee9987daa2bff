"""Writes mlp.mlir and mlp_step.mlir beside this file as JAX prints them; needs jax."""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

MESH = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
SHAPES = ((512, 1024), ("data", None)), ((1024, 4096), (None, "model")), ((4096, 1024), ("model", None))


def sharding(*spec):
    return NamedSharding(MESH, PartitionSpec(*spec))


def mlp(x, w1, w2):
    return jax.nn.gelu(x @ w1) @ w2


def step(x, w1, w2):
    loss, (g1, g2) = jax.value_and_grad(lambda a, b: (mlp(x, a, b) ** 2).mean(), argnums=(0, 1))(w1, w2)
    return loss, w1 - 0.001 * g1, w2 - 0.001 * g2


def main():
    args = [jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding(*spec)) for shape, spec in SHAPES]
    results = {"mlp": (mlp, sharding("data", None)),
               "mlp_step": (step, (sharding(), sharding(None, "model"), sharding("model", None)))}
    for name, (function, out) in results.items():
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".mlir")
        with open(path, "w") as file:
            file.write(jax.jit(function, out_shardings=out).lower(*args).as_text())


if __name__ == "__main__":
    main()

"""Eight devices of sdyc train a perceptron; then sdyc explains the step."""
import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("batch", "model"), axis_types=(AxisType.Auto,) * 2)


def place(value, *axes):
    return jax.device_put(value, NamedSharding(mesh, P(*axes)))


def loss(weights, x, y):
    w1, w2 = weights
    return jnp.mean((jnp.tanh(x @ w1) @ w2 - y) ** 2)


@jax.jit
def step(weights, x, y):
    value, slopes = jax.value_and_grad(loss)(weights, x, y)
    return [w - 0.1 * s for w, s in zip(weights, slopes)], value


keys = jax.random.split(jax.random.key(0), 3)
x = place(jax.random.normal(keys[0], (64, 16)), "batch", None)
y = place(jnp.sin(x.sum(1, keepdims=True)), "batch", None)
weights = [place(0.3 * jax.random.normal(keys[1], (16, 32)), None, "model"),
           place(0.3 * jax.random.normal(keys[2], (32, 1)), "model", None)]
for turn in range(201):
    weights, value = step(weights, x, y)
    if turn % 50 == 0:
        print(f"step {turn}: loss {value:.3f}")
print(weights[0].sharding.spec, "on", len(weights[0].sharding.device_set), "devices")
with open("step.mlir", "w") as file:
    file.write(step.lower(weights, x, y).as_text())

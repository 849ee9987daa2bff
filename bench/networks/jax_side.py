"""The networks in JAX: their text for sdyc, and a worker (../turns.py) that times XLA.

    jax_side.py write FOLDER CASE...    writes FOLDER/CASE.mlir as JAX prints it
    jax_side.py close FOLDER CASE...    writes FOLDER/CASE.mlirbc, bytecode with weights that are constants
    jax_side.py run CASE THREADS        runs it by XLA's CPU backend

CASE is the name of a networks.Case. On several devices the batch is sharded over the axis "data", and the weights
are replicated; on one there are no shardings.
"""
import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_TRACEBACK_FILTERING"] = "off"  # so that the last line of an error is the error
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import turns
from networks import LARGEST, NETWORKS, RATE, UNET_CLASSES, Case, Layers

ELEMENTS = {"f32": jnp.float32, "bf16": jnp.bfloat16}


class JaxLayers(Layers):
    def __init__(self, case, weights=None):
        super().__init__(weights)
        self.last, self.training, self.element = case.order == "nhwc", case.training, ELEMENTS[case.element]

    def blank(self, shape):
        return jnp.zeros(shape, self.element)

    def channels(self, value):
        return value.shape[3 if self.last else 1]

    def pixels(self, first, kernel):
        """A tuple for the dimensions of an image: `kernel` for those of pixels, `first` for the others."""
        return (first, kernel, kernel, first) if self.last else (first, first, kernel, kernel)

    def convolution(self, value, out, kernel, stride=1, groups=1):
        fan = self.channels(value) // groups
        weights = self.weight(*((kernel, kernel, fan, out) if self.last else (out, fan, kernel, kernel)))
        numbers = ("NHWC", "HWIO", "NHWC") if self.last else ("NCHW", "OIHW", "NCHW")
        return lax.conv_general_dilated(value, weights, (stride, stride), [(kernel // 2, kernel // 2)] * 2,
                                        dimension_numbers=numbers, feature_group_count=groups)

    def normalise(self, value):
        channels = self.channels(value)
        scale, shift = (self.weight(channels).reshape((channels,) if self.last else (channels, 1, 1)) for _ in range(2))
        if self.training:
            over = (0, 1, 2) if self.last else (0, 2, 3)
            value = (value - value.mean(over, keepdims=True)) * lax.rsqrt(value.var(over, keepdims=True) + 1e-5)
        return value * scale + shift

    def relu(self, value):
        return jax.nn.relu(value)

    def relu6(self, value):
        return jax.nn.relu6(value)

    def pool(self, value, window, stride, pad):
        return lax.reduce_window(value, -jnp.inf, lax.max, self.pixels(1, window), self.pixels(1, stride),
                                 self.pixels((0, 0), (pad, pad)))

    def classify(self, value, classes):
        return value.mean((1, 2) if self.last else (2, 3)) @ self.weight(self.channels(value), classes)

    def concatenate(self, a, b):
        return jnp.concatenate([a, b], 3 if self.last else 1)

    def larger(self, value):
        rows = 1 if self.last else 2
        return value.repeat(2, rows).repeat(2, rows + 1)


def function(case):
    """What is measured, and its arguments: the image, for training what is wanted of it, then the weights."""
    network, element = NETWORKS[case.network], ELEMENTS[case.element]
    noted, image = JaxLayers(case), jax.ShapeDtypeStruct(case.image(), element)
    jax.eval_shape(lambda value: network(noted, value), image)
    weights = [jax.ShapeDtypeStruct(shape, element) for shape in noted.shapes]

    def forward(image, weights):
        return network(JaxLayers(case, weights), image)

    if not case.training:
        return forward, (image, weights)
    if case.network == "unet":
        wanted = jax.ShapeDtypeStruct(case.image(UNET_CLASSES), element)
    else:
        wanted = jax.ShapeDtypeStruct((case.batch,), jnp.int32)

    def loss(weights, image, wanted):
        got = forward(image, weights).astype(jnp.float32)
        if case.network == "unet":
            return ((got - wanted) ** 2).mean()
        return -jnp.take_along_axis(jax.nn.log_softmax(got), wanted[:, None], 1).mean()

    def step(image, wanted, weights):
        value, gradients = jax.value_and_grad(loss)(weights, image, wanted)
        return value, [weight - RATE * gradient.astype(weight.dtype) for weight, gradient in zip(weights, gradients)]
    return step, (image, wanted, weights)


def sharded(sharding, shapes):
    return [jax.ShapeDtypeStruct(one.shape, one.dtype, sharding=sharding) for one in shapes]


def lowered(case):
    """The function lowered by JAX, and the shapes of its arguments with their shardings."""
    run, (*data, weights) = function(case)
    if case.devices == 1:
        return jax.jit(run).lower(*data, weights), (*data, weights)
    mesh = Mesh(np.array(jax.devices()[:case.devices]), ("data",))
    parts, whole = NamedSharding(mesh, PartitionSpec("data")), NamedSharding(mesh, PartitionSpec())
    arguments = (*sharded(parts, data), sharded(whole, weights))
    return jax.jit(run, out_shardings=whole if case.training else parts).lower(*arguments), arguments


def closed(case):
    """The same of an image alone: the weights are constants of the function."""
    run, (image, weights) = function(case)
    random = np.random.default_rng(0)
    known = [jnp.asarray(random.uniform(-LARGEST, LARGEST, one.shape), one.dtype) for one in weights]
    if case.devices > 1:
        mesh = Mesh(np.array(jax.devices()[:case.devices]), ("data",))
        image = sharded(NamedSharding(mesh, PartitionSpec("data")), [image])[0]
    return jax.jit(lambda value: run(value, known)).lower(image)


def drawn(random, one):
    values = random.uniform(-LARGEST, LARGEST, one.shape) if one.dtype != jnp.int32 else np.zeros(one.shape)
    return jax.device_put(values.astype(one.dtype), one.sharding)


def runner(case):
    function, arguments = lowered(case)
    compiled, random = function.compile(), np.random.default_rng(0)
    values = jax.tree.map(lambda one: drawn(random, one), arguments)
    return lambda: jax.block_until_ready(compiled(*values))


def main():
    cases = [Case.of(name) for name in (sys.argv[2:3] if sys.argv[1] == "run" else sys.argv[3:])]
    devices = max(case.devices for case in cases)
    if devices > 1:
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count={devices}"
    if sys.argv[1] == "run":
        return turns.serve(lambda: runner(cases[0]), int(sys.argv[3]))
    for case in cases:
        if sys.argv[1] == "close":
            with open(Path(sys.argv[2]) / f"{case.name}.mlirbc", "wb") as file:
                closed(case).compiler_ir().operation.write_bytecode(file)
        else:
            (Path(sys.argv[2]) / f"{case.name}.mlir").write_text(lowered(case)[0].as_text())


if __name__ == "__main__":
    main()

"""ResNet-50, MobileNetV2 and a U-Net as functions of `net`, which computes their layers, and an image.

`net` is of a class for JAX (jax_side.py) or for PyTorch (torch_side.py) that stands on Layers: so both compute
the same networks.
"""
from typing import NamedTuple


class Layers:
    """Hands out weights in the order in which a network asks for them. Where none are given it notes their shapes
    instead, and `blank` makes what stands for them meanwhile."""

    def __init__(self, weights=None):
        self.weights, self.shapes, self.used = weights, [], 0

    def weight(self, *shape):
        self.used += 1
        if self.weights is None:
            self.shapes.append(shape)
            return self.blank(shape)
        return self.weights[self.used - 1]


class Case(NamedTuple):
    """One network in one form; its name is the name of a file."""
    network: str
    kind: str  # forward, or step: one of training
    batch: int
    devices: int
    order: str  # of JAX's text: nchw or nhwc
    element: str  # f32 or bf16
    size: int  # pixels in a row of an image

    @property
    def name(self):
        return "-".join(map(str, self))

    @classmethod
    def of(cls, name):
        network, kind, batch, devices, order, element, size = name.split("-")
        return cls(network, kind, int(batch), int(devices), order, element, int(size))

    @property
    def training(self):
        return self.kind == "step"

    def image(self, channels=3):
        size = (self.size, self.size)
        return (self.batch, *size, channels) if self.order == "nhwc" else (self.batch, channels, *size)


def resnet50(net, image):
    value = net.pool(net.relu(net.normalise(net.convolution(image, 64, 7, 2))), 3, 2, 1)
    for stage, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            side = value if block else net.normalise(net.convolution(value, 4 * width, 1, stride))
            value = net.relu(net.normalise(net.convolution(value, width, 1)))
            value = net.relu(net.normalise(net.convolution(value, width, 3, stride)))
            value = net.normalise(net.convolution(value, 4 * width, 1))
            value = net.relu(value + side)
    return net.classify(value, 1000)


def mobilenet_v2(net, image):
    value = net.relu6(net.normalise(net.convolution(image, 32, 3, 2)))
    for grown, out, count, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                      (6, 160, 3, 2), (6, 320, 1, 1)):
        for block in range(count):
            side, channels = value, net.channels(value)
            wide = channels * grown
            if grown > 1:
                value = net.relu6(net.normalise(net.convolution(value, wide, 1)))
            value = net.relu6(net.normalise(net.convolution(value, wide, 3, 1 if block else stride, wide)))
            value = net.normalise(net.convolution(value, out, 1))
            if block:
                value = value + side
    return net.classify(net.relu6(net.normalise(net.convolution(value, 1280, 1))), 1000)


def unet(net, image):
    value, sides = image, []
    for width in (32, 64, 128):
        for _ in range(2):
            value = net.relu(net.convolution(value, width, 3))
        sides.append(value)
        value = net.pool(value, 2, 2, 0)
    for _ in range(2):
        value = net.relu(net.convolution(value, 256, 3))
    for width, side in zip((128, 64, 32), reversed(sides)):
        value = net.concatenate(net.convolution(net.larger(value), width, 1), side)
        for _ in range(2):
            value = net.relu(net.convolution(value, width, 3))
    return net.convolution(value, UNET_CLASSES, 1)


UNET_CLASSES = 4
NETWORKS = {"resnet50": resnet50, "mobilenet_v2": mobilenet_v2, "unet": unet}
RATE = 0.001  # of a training step
LARGEST = 0.05  # of the weights and images that are drawn, as worker.c has it

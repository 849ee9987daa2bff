"""The networks in PyTorch, as a worker (../turns.py):

    torch_side.py CASE WAY THREADS

CASE is the name of a networks.Case, WAY one of

    first       eager, contiguous images and weights
    last        eager, channels_last
    frozen      channels_last, traced and frozen by torch.jit, which folds the normalisation into the weights
    onednn      as frozen, with groups of operations given to oneDNN, in orders of its own between them
    compiled    channels_last, by torch.compile

Training steps have no frozen ways. On several devices there is nothing to measure: the case's devices do not count.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import torch
import torch.nn.functional as F

import turns
from networks import LARGEST, NETWORKS, RATE, UNET_CLASSES, Case, Layers


class TorchLayers(Layers):
    def __init__(self, training, weights=None, neutral=None):
        super().__init__(weights)
        self.training, self.neutral = training, neutral

    def blank(self, shape):
        return torch.empty(shape, device="meta")

    def channels(self, value):
        return int(value.shape[1])  # while torch.jit traces, sizes are tensors

    def convolution(self, value, out, kernel, stride=1, groups=1):
        weights = self.weight(out, self.channels(value) // groups, kernel, kernel)
        return F.conv2d(value, weights, None, stride, kernel // 2, 1, groups)

    def normalise(self, value):
        channels = self.channels(value)
        scale, shift = self.weight(channels), self.weight(channels)
        mean, variance = (None, None) if self.training else self.neutral[channels]
        return F.batch_norm(value, mean, variance, scale, shift, self.training)

    def relu(self, value):
        return F.relu(value)

    def relu6(self, value):
        return F.relu6(value)

    def pool(self, value, window, stride, pad):
        return F.max_pool2d(value, window, stride, pad)

    def classify(self, value, classes):
        return value.mean((2, 3)) @ self.weight(self.channels(value), classes)

    def concatenate(self, a, b):
        return torch.cat([a, b], 1)

    def larger(self, value):
        return F.interpolate(value, scale_factor=2, mode="nearest")


class Network(torch.nn.Module):
    def __init__(self, case, element):
        super().__init__()
        self.network, self.case = NETWORKS[case.network], case
        noted = TorchLayers(True)
        self.network(noted, noted.blank(case.image()))
        drawn = [torch.empty(shape, dtype=element).uniform_(-LARGEST, LARGEST) for shape in noted.shapes]
        self.weights = torch.nn.ParameterList(map(torch.nn.Parameter, drawn))
        # Mean and variance for each number of channels, in inference: training takes those of the batch.
        counts = {shape[0] for shape in noted.shapes if len(shape) == 1}
        self.neutral = {n: (torch.zeros(n, dtype=element), torch.ones(n, dtype=element)) for n in counts}

    def forward(self, image):
        return self.network(TorchLayers(self.case.training, self.weights, self.neutral), image)


def ordered(value, order):
    return value.contiguous(memory_format=order) if value.dim() == 4 else value


def inference(model, image, way):
    model.eval()
    with torch.no_grad():
        if way in ("frozen", "onednn"):
            torch.jit.enable_onednn_fusion(way == "onednn")
            model = torch.jit.freeze(torch.jit.trace(model, image))
        for _ in range(3):  # torch.jit watches the first runs before it makes its own program
            model(image)

    def run():
        with torch.no_grad():
            model(image)
    return run


def training(model, image, wanted):
    optimizer = torch.optim.SGD(model.parameters(), RATE)
    loss = F.cross_entropy if wanted.dim() == 1 else F.mse_loss

    def run():
        optimizer.zero_grad()
        loss(model(image).float(), wanted).backward()
        optimizer.step()
    run()
    return run


def runner(case, way, threads):
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    element = {"f32": torch.float32, "bf16": torch.bfloat16}[case.element]
    order = torch.contiguous_format if way == "first" else torch.channels_last
    model = Network(case, element)
    for weights in model.weights:
        weights.data = ordered(weights.data, order)
    image = ordered(torch.empty(case.image(), dtype=element).uniform_(-LARGEST, LARGEST), order)
    if way == "compiled":
        model = torch.compile(model)
    if not case.training:
        return inference(model, image, way)
    wanted = torch.zeros(case.batch, dtype=torch.int64)
    if case.network == "unet":
        wanted = ordered(torch.empty(case.image(UNET_CLASSES)).uniform_(-LARGEST, LARGEST), order)
    return training(model, image, wanted)


def main():
    case, way, threads = Case.of(sys.argv[1])._replace(order="nchw"), sys.argv[2], int(sys.argv[3])
    turns.serve(lambda: runner(case, way, threads), threads)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What `sdyc partition` prints, compiled and run by XLA's CPU on as many devices as it is for.

    partitioned_xla.py --sdyc BUILD/sdyc [--models FOLDER] [--only NAME]

jaxlib's MLIR reads and verifies the text as it is. XLA runs partitions only of programs that it partitions itself, so devices
are replicas there: channels go, and the number of a partition is that of a replica. Each gets its parts of the
arguments of an exported program (../shared/models), and the results, put together, must be JAX's. Skipped (exit status
77) without jaxlib or ../shared.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy

from partitioned import MODELS, UP_TO_SHARDINGS, Failure, Mesh, call, compare, dims_of, own_part, part, signature

SKIPPED = 77
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")


def of_replicas(text, devices):
    text = re.sub(r"channel_handle = #stablehlo\.channel_handle<[^>]*>(, )?", "", text)
    text = re.sub(r"(, )?use_global_device_ids(?=[,}])", "", text).replace("stablehlo.partition_id", "stablehlo.replica_id")
    text = re.sub(r", \}>", "}>", text)
    text = re.sub(r"mhlo\.num_partitions = \d+", "mhlo.num_partitions = 1", text)
    return re.sub(r"mhlo\.num_replicas = \d+", f"mhlo.num_replicas = {devices}", text)


def compiled(jax, text, devices):
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    with mlir.make_ir_context():
        ir.Module.parse(text).operation.verify()
        module = ir.Module.parse(of_replicas(text, devices))
        options = compiler.get_compile_options(num_replicas=devices, num_partitions=1,
                                               device_assignment=numpy.arange(devices).reshape(devices, 1))
        some = jax.devices()[:devices]
        return some[0].client.compile_and_load(mlir.module_to_bytecode(module), xla_client.DeviceList(tuple(some)), options)


def given(jax, parts):
    """An array whose shards are the parts, one a device."""
    from jax.sharding import Mesh as Devices, NamedSharding, PartitionSpec
    some = jax.devices()[:len(parts)]
    spec = PartitionSpec("d") if parts[0].ndim else PartitionSpec()
    shape = (len(parts) * parts[0].shape[0], *parts[0].shape[1:]) if parts[0].ndim else ()
    shards = [jax.device_put(own, device) for own, device in zip(parts, some)]
    return jax.make_array_from_single_device_arrays(shape, NamedSharding(Devices(numpy.array(some), ("d",)), spec), shards)


def element_of(kind):
    import ml_dtypes
    name = re.search(r"(\w+)>?$", kind.rstrip(">").rsplit("x", 1)[-1]).group(1)
    names = {"bf16": "bfloat16", "i4": "int4", "ui4": "uint4"}
    return getattr(ml_dtypes, names.get(name, name.lower().replace("f8", "float8_").replace("f4", "float4_")), None)


def as_typed(array, kind):
    """Files hold what NumPy has no type for as bits, and numbers of 4 bits as bytes."""
    element = element_of(kind) if "complex" not in kind else None
    if element is None:
        return array
    return array.astype(element) if "int" in numpy.dtype(element).name else array.view(element)


def as_stored(array, like):
    if array.dtype == like:
        return array
    return array.astype(like) if "int" in array.dtype.name else array.view(like)


def check(sdyc, model):
    import jax
    path = model / "model.mlir"
    text, sharded = call(sdyc, "partition", path), call(sdyc, "opt", path, *UP_TO_SHARDINGS)
    mesh, (wholes, gives), meta = Mesh(sharded), signature(sharded), json.loads((model / "meta.json").read_text())
    program = compiled(jax, text, mesh.devices)
    inputs = []
    for file, (kind, attributes) in zip(sorted((model / "in").glob("*.npy")), wholes):
        whole = as_typed(numpy.load(file), kind)
        inputs.append(given(jax, [numpy.array(own_part(mesh, device, dims_of(attributes), whole), order="C")
                                  for device in range(mesh.devices)]))
    outputs = program.execute_sharded(inputs).disassemble_into_single_device_arrays()
    for i, (file, (_, attributes)) in enumerate(zip(sorted((model / "out").glob("*.npy")), gives)):
        want = numpy.load(file)
        got = numpy.zeros(want.shape, want.dtype)
        for device in range(mesh.devices):
            at = part(mesh, device, dims_of(attributes), got.shape)
            own = as_stored(numpy.asarray(outputs[i][device]), want.dtype)
            got[at] = own[tuple(slice(0, size) for size in got[at].shape)]
        compare(got, want, meta.get("atol", 1e-5), meta.get("rtol", 1e-4), meta["outputs"][i]["dtype"] == "bf16")


def check_apart(options, model):
    """In a process of its own: what XLA does not take may end it. What went wrong, or ''."""
    words = [sys.executable, __file__, "--sdyc", options.sdyc, "--models", options.models, "--alone", model.name]
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "not done after 300 s"
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip()[-400:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sdyc", required=True, type=Path)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--only", default="")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.sdyc = options.sdyc.resolve()
    if options.alone:
        try:
            check(options.sdyc, options.models / options.alone)
        except Failure as failure:
            sys.exit(str(failure))
        return
    models = sorted(folder for folder in options.models.glob("*") if (folder / "model.mlir").exists()
                    and re.search(options.only, folder.name))
    try:
        import jaxlib  # noqa: F401
    except ImportError:
        models = []
    if not models:
        print("skipped: it takes jaxlib, and the exported programs")
        sys.exit(SKIPPED)
    failed = 0
    for model in models:
        fault = check_apart(options, model)
        failed += bool(fault)
        if fault:
            print(f"{model.name}: {fault}", flush=True)
    print(f"{len(models) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

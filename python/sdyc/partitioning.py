"""Functions of Python that take part in partitioning: jax.experimental.custom_partitioning, jax.debug.callback with partitioned=True
and jax.debug.inspect_array_sharding.

Such a function is a call in the program, whose sharding rule takes part in propagation. Once it is known how the call's operands and
results are sharded, the function is asked for the program of one device, which takes the call's place as a manual computation; or
it is called with what each device has; or it is told of the sharding.
"""
import functools
import io
import sys
import threading
import weakref

import numpy as np

from sdyc import calls, programs, versions

PARTITION, INSPECT, CALL_BACK = "CustomSPMDPartitioning", "InspectSharding", calls.TARGETS[1]


def propagated(module):
    """The module with the sharding of each value, as the command `sdyc` finds them."""
    from jaxlib.mlir import ir

    code = io.BytesIO()
    module.operation.write_bytecode(code)
    text = programs.run(code.getvalue(), "propagate", "-")
    with module.context:
        return ir.Module.parse(text)


def calls_in(module, *targets):
    from jaxlib.mlir import ir

    found = []

    def visit(op):
        if op.name == "stablehlo.custom_call" and ir.StringAttr(op.attributes["call_target_name"]).value in targets:
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def spec_of(sharding):
    """The PartitionSpec of a sharding of a tensor; None: all devices have all of it."""
    from jax.sharding import PartitionSpec
    from jaxlib.mlir.dialects import sdy

    if sharding is None:
        return PartitionSpec()
    axes = [[sdy.AxisRefAttr(axis) for axis in sdy.DimensionShardingAttr(dim).axes] for dim in sharding.dimension_shardings]
    if any(axis.sub_axis_info for dim in axes for axis in dim):
        raise NotImplementedError(f"sdyc: custom partitioning of a value that is sharded over a part of an axis: {sharding}")
    return PartitionSpec(*(tuple(axis.name for axis in dim) or None for dim in axes))


def result_sharding(op, number):
    from jaxlib.mlir.dialects import sdy

    if "sdy.sharding" not in op.attributes:
        return None
    return sdy.TensorShardingAttr(sdy.TensorShardingPerValueAttr(op.attributes["sdy.sharding"]).shardings[number])


def sharding_of(value):
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    if isinstance(value.owner, ir.Block):
        number, owner = ir.BlockArgument(value).arg_number, value.owner.owner.operation
        if owner.name == "func.func":
            attributes = ir.ArrayAttr(owner.attributes["arg_attrs"]) if "arg_attrs" in owner.attributes else []
            known = ir.DictAttr(attributes[number]) if len(attributes) else {}
            return sdy.TensorShardingAttr(known["sdy.sharding"]) if "sdy.sharding" in known else None
        if owner.name == "sdy.manual_computation":
            raise NotImplementedError("sdyc: custom partitioning within a shard_map that leaves axes to the compiler")
        return result_sharding(owner, number) if owner.name == "stablehlo.while" else None
    return result_sharding(value.owner, ir.OpResult(value).result_number)


def described(values, shardings, mesh):
    """Shapes with their shardings, as users of custom_partitioning get them."""
    import jax
    from jax._src.interpreters import mlir
    from jax.sharding import NamedSharding
    from jaxlib.mlir import ir

    types = {str(make()): dtype for dtype, make in mlir._dtype_to_ir_type.items()}
    shapes = []
    for value, sharding in zip(values, shardings):
        tensor = ir.RankedTensorType(value.type)
        dtype = types[str(tensor.element_type)]
        shapes.append(jax.ShapeDtypeStruct(tensor.shape, dtype, sharding=NamedSharding(mesh, spec_of(sharding))))
    return shapes


def mesh_of(module, devices):
    from jax.sharding import Mesh
    from jaxlib.mlir.dialects import sdy

    for op in module.body.operations:
        if op.operation.name == "sdy.mesh":
            axes = [sdy.MeshAxisAttr(axis) for axis in sdy.MeshAttr(op.operation.attributes["mesh"]).axes]
            return Mesh(np.array(devices).reshape([axis.size for axis in axes]), [axis.name for axis in axes])
    return Mesh(np.array(devices), ["device"])


def check_shapes(outputs, shapes, shardings):
    expected = [(sharding.shard_shape(shape.shape), shape.dtype) for shape, sharding in zip(shapes, shardings)]
    actual = [(output.shape, output.dtype) for output in outputs]
    if actual != expected:
        raise ValueError(f"Mismatch in result shapes. {actual} vs {expected}")


def lowered(info, mesh, arguments, results):
    """The function of one device, lowered as a manual computation on whole tensors."""
    import jax
    from jax.sharding import AxisType, Mesh

    if not hasattr(jax, "shard_map"):
        raise NotImplementedError("sdyc: jax.experimental.custom_partitioning needs jax.shard_map, which JAX has from 0.7 on")
    mesh, function, result_shardings, argument_shardings = info.partition(
        *info.static_args, mesh, info.in_tree.unflatten(arguments), info.out_tree.unflatten(results))
    given = info.in_tree.flatten_up_to(argument_shardings)
    wanted = info.out_tree.flatten_up_to(result_shardings)

    def local(*values):
        outputs = jax.tree.leaves(function(*info.in_tree.unflatten(values)))
        check_shapes(outputs, results, wanted)
        return outputs

    mesh = Mesh(mesh.devices, mesh.axis_names, axis_types=(AxisType.Auto,) * len(mesh.axis_names))
    with jax.set_mesh(mesh):
        whole = jax.shard_map(local, mesh=mesh, in_specs=tuple(sharding.spec for sharding in given),
                              out_specs=[sharding.spec for sharding in wanted], check_vma=False)
        shapes = [jax.ShapeDtypeStruct(shape.shape, shape.dtype) for shape in arguments]
        return jax.jit(whole).lower(*shapes).compiler_ir("stablehlo")


def replace(module, call, devices):
    """Puts what the function says in the call's place."""
    from jax._src import custom_partitioning
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import func

    info = custom_partitioning._sharding_callbacks[ir.StringAttr(call.attributes["backend_config"]).value_bytes]
    mesh = mesh_of(module, devices) if info.mesh.empty else info.mesh
    arguments = described(call.operands, [sharding_of(value) for value in call.operands], mesh)
    results = described(call.results, [result_sharding(call, i) for i in range(len(call.results))], mesh)
    program = str(lowered(info, mesh, arguments, results))
    name = mlir.merge_mlir_modules(module, "custom_partitioning", ir.Module.parse(program))
    with ir.InsertionPoint(call):
        made = func.CallOp([result.type for result in call.results], ir.FlatSymbolRefAttr.get(name), list(call.operands))
    for old, new in zip(call.results, made.results):
        old.replace_all_uses_with(new)
    call.erase()


def tell(module, call, devices, listeners):
    """Tells who asked how the operand is sharded."""
    from jax.sharding import NamedSharding
    from jaxlib import xla_client
    from jaxlib.mlir import ir

    listener = listeners.get(ir.StringAttr(call.attributes["backend_config"]).value_bytes)
    if listener is None:
        return
    value = call.operands[0]
    if isinstance(value.owner, ir.Block) and value.owner.owner.operation.name == "sdy.manual_computation":
        sharding = xla_client.HloSharding.manual()
    else:
        named = NamedSharding(mesh_of(module, devices), spec_of(sharding_of(value)))
        sharding = named._to_xla_hlo_sharding(ir.RankedTensorType(value.type).rank)
    listener(sharding)


def is_manual(op):
    while op is not None and op.name != "builtin.module":
        if op.name == "sdy.manual_computation":
            return True
        op = op.parent
    return False


def part_of(value, mesh, sizes):
    """The sharding of a value over the mesh, and the type of its parts; whole where it cannot be cut evenly."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    whole = ir.RankedTensorType(value.type)
    axes = [dim or () for dim in spec_of(sharding_of(value))]
    axes += [()] * (whole.rank - len(axes))
    counts = [int(np.prod([sizes[axis] for axis in dim])) for dim in axes]
    if any(size % count for size, count in zip(whole.shape, counts)):
        axes, counts = [()] * whole.rank, [1] * whole.rank
    dims = [sdy.DimensionShardingAttr.get([sdy.AxisRefAttr.get(axis) for axis in dim], is_closed=True) for dim in axes]
    shape = [size // count for size, count in zip(whole.shape, counts)]
    return sdy.TensorShardingAttr.get(mesh, dims), ir.RankedTensorType.get(shape, whole.element_type)


def call_back(module, call):
    """Makes a call without results one of the parts of each device."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    meshes = [op.operation for op in module.body.operations if op.operation.name == "sdy.mesh"]
    if is_manual(call) or len(call.results) > 0 or not meshes:
        return
    mesh = ir.StringAttr(meshes[0].attributes["sym_name"]).value
    sizes = {axis.name: axis.size for axis in map(sdy.MeshAxisAttr, sdy.MeshAttr(meshes[0].attributes["mesh"]).axes)}
    parts = [part_of(value, mesh, sizes) for value in call.operands]
    with ir.InsertionPoint(call):
        made = sdy.ManualComputationOp(
            [], list(call.operands), sdy.TensorShardingPerValueAttr.get([sharding for sharding, _ in parts]),
            sdy.TensorShardingPerValueAttr.get([]), sdy.ManualAxesAttr.get([ir.StringAttr.get(axis) for axis in sizes]))
    block = ir.Block.create_at_start(made.body, [type for _, type in parts])
    with ir.InsertionPoint(block):
        inner = call.clone()
        for i, argument in enumerate(block.arguments):
            inner.operands[i] = argument
        sdy.ReturnOp([])
    call.erase()


def partitioned(module, devices, listeners):
    """The module without calls of functions that partition themselves, or are of the parts of devices; whoever wants to know of
    shardings is told."""
    from jaxlib.mlir import ir

    if not calls_in(module, PARTITION, CALL_BACK, *([INSPECT] if listeners else [])):
        return module
    known = propagated(module)
    with known.context, ir.Location.unknown():
        for call in calls_in(known, INSPECT):
            tell(known, call, devices, listeners)
        is_changed = bool(calls_in(known, PARTITION, CALL_BACK))
        for call in calls_in(known, PARTITION):
            replace(known, call, devices)
        for call in calls_in(known, CALL_BACK):
            call_back(known, call)
    return known if is_changed else module


def install(platform):
    """Partitions such functions before programs are compiled for our devices."""
    from jax._src import compiler
    from jaxlib import xla_client

    cache_write = compiler._cache_write
    if hasattr(cache_write, "of_sdyc"):
        return

    last = threading.local()  # what JAX's cache is asked to keep is what the thread compiled last: not what calls back
    listeners = weakref.WeakValueDictionary()
    encode = xla_client.encode_inspect_sharding_callback

    @functools.wraps(encode)
    def encode_inspect_sharding_callback(function):
        key = encode(function)
        listeners[key] = function
        return key

    def compile_partitioned(compile_whole, backend, module, executable_devices, *args, **keywords):
        used = sys.modules.get("jax._src.custom_partitioning")
        if backend.platform == platform and len(executable_devices) > 1 and (
                listeners or calls.Callbacks.are_partitioned or used and len(used._sharding_callbacks)):
            module = partitioned(module, list(executable_devices), listeners)
        last.calls_back = backend.platform == platform and calls.Callbacks.are_used and bool(calls_in(module, *calls.TARGETS))
        return compile_whole(backend, module, executable_devices, *args, **keywords)

    @functools.wraps(cache_write)
    def cache_write_without_callbacks(key, seconds, name, backend, executable, host_callbacks):
        return cache_write(key, seconds, name, backend, executable, [executable] if getattr(last, "calls_back", False) else host_callbacks)

    cache_write_without_callbacks.of_sdyc = True
    compiler._cache_write = cache_write_without_callbacks
    versions.wrap_compile(compile_partitioned)
    xla_client.encode_inspect_sharding_callback = encode_inspect_sharding_callback

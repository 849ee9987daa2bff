"""Programs in the form of GSPMD, which came before Shardy: shardings of tiles over numbered devices become shardings over axes.

JAX lowers so with jax_use_shardy_partitioner=False, and jax.export kept such programs in files. Their shard_map has no place here.
"""
import numpy as np

NAME = "mhlo.sharding"


class Exported:
    are_called = False  # whether any exported program is called, which may be an old one


def attributes_of(function):
    """The dictionaries of its arguments and results, by the name of the list."""
    from jaxlib.mlir import ir

    for name in ("arg_attrs", "res_attrs"):
        if name in function.attributes:
            yield name, [ir.DictAttr(item) for item in ir.ArrayAttr(function.attributes[name])]


def functions_in(module):
    return [op.operation for op in module.body.operations if op.operation.name == "func.func"]


def is_of_gspmd(module):
    """Whether there are such shardings. Only what JAX lowers so, or has exported some day, is searched for calls."""
    from jax._src import config

    if any(NAME in item for function in functions_in(module) for _, items in attributes_of(function) for item in items):
        return True
    may_be = Exported.are_called or not config.use_shardy_partitioner.value
    return may_be and constraints_in(module) != []


def constraints_in(module):
    """The calls that are constraints; None: there is something that is not known here."""
    from jaxlib.mlir import ir

    found, is_known = [], True

    def visit(op):
        nonlocal is_known
        if op.name == "stablehlo.custom_call":
            target = ir.StringAttr(op.attributes["call_target_name"]).value
            is_known = is_known and not target.startswith("SPMD")
            if target == "Sharding" and NAME in op.attributes:
                found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found if is_known else None


def primes(number):
    factor, factors = 2, []
    while number > 1:
        while number % factor == 0:
            factors.append(factor)
            number //= factor
        factor += 1
    return factors


def mesh_of(module, count):
    """The mesh of the module, or one whose axes no sharding has to cut: its name and itself."""
    import jax
    from jax.sharding import AbstractMesh
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    for op in module.body.operations:
        if op.operation.name == "sdy.mesh":
            axes = [sdy.MeshAxisAttr(axis) for axis in sdy.MeshAttr(op.operation.attributes["mesh"]).axes]
            if np.prod([axis.size for axis in axes]) == count:
                name = ir.StringAttr(op.operation.attributes["sym_name"]).value
                return name, AbstractMesh(tuple(axis.size for axis in axes), tuple(axis.name for axis in axes))
    sizes = primes(count)
    mesh = AbstractMesh(tuple(sizes), tuple(f"axis{i}" for i in range(len(sizes))),
                        axis_types=(jax.sharding.AxisType.Auto,) * len(sizes))
    with ir.InsertionPoint.at_block_begin(module.body):
        sdy.MeshOp("gspmd_mesh", sdy.MeshAttr.get([sdy.MeshAxisAttr.get(name, size) for name, size in mesh.shape.items()]))
    return "gspmd_mesh", mesh


def over_axes(text, rank, name, mesh):
    """A sharding as Shardy writes it; None: of one device, or manual."""
    from jax._src.sharding_impls import parse_flatten_op_sharding
    from jaxlib import xla_client
    from jaxlib.mlir.dialects import sdy

    sharding = xla_client.HloSharding.from_string(text)
    if not sharding.is_replicated() and not sharding.is_tiled():
        return None
    spec = tuple(parse_flatten_op_sharding(sharding, mesh)[0])
    dims = []
    for i in range(rank):
        axes = spec[i] if i < len(spec) else None
        axes = () if axes is None else axes if isinstance(axes, tuple) else (axes,)
        dims.append(sdy.DimensionShardingAttr.get([sdy.AxisRefAttr.get(axis) for axis in axes], is_closed=True))
    return sdy.TensorShardingAttr.get(name, dims)


def take_function(function, name, mesh):
    """The shardings of a function's arguments and results."""
    from jaxlib.mlir import ir

    types = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    for list_name, items in list(attributes_of(function)):
        made = []
        for type, item in zip(types.inputs if list_name == "arg_attrs" else types.results, items):
            own = {entry.name: entry.attr for entry in item}
            text = own.pop(NAME, None)
            sharding = over_axes(ir.StringAttr(text).value, ir.RankedTensorType(type).rank, name, mesh) if text else None
            made.append(ir.DictAttr.get({**own, **({"sdy.sharding": sharding} if sharding else {})}))
        function.attributes[list_name] = ir.ArrayAttr.get(made)


def take_constraint(call, name, mesh):
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    value = call.operands[0]
    sharding = over_axes(ir.StringAttr(call.attributes[NAME]).value, ir.RankedTensorType(value.type).rank, name, mesh)
    if sharding is not None:
        with ir.InsertionPoint(call):
            value = sdy.ShardingConstraintOp(value, sharding).result
    call.results[0].replace_all_uses_with(value)
    call.erase()


def imported(module):
    """The module with shardings over axes; as it is where it has them, or something that is not known here."""
    from jaxlib.mlir import ir

    count = ir.IntegerAttr(module.operation.attributes["mhlo.num_partitions"]).value
    if count < 2 or not is_of_gspmd(module):
        return module
    with module.context, ir.Location.unknown():
        module = ir.Module.parse(module.operation.get_asm(binary=False, enable_debug_info=True))
        calls = constraints_in(module)
        if calls is None:
            raise NotImplementedError("sdyc: shard_map in a program that was lowered with jax_use_shardy_partitioner=False")
        name, mesh = mesh_of(module, count)
        for function in functions_in(module):
            take_function(function, name, mesh)
        for call in calls:
            take_constraint(call, name, mesh)
    return module

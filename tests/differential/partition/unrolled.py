"""Sharded programs without their shardings: what they compute, told without a mesh."""
import copy

from joins import joined_values
from module import Block, Function, Module, Op, Value
from operations import array

# What they are given is what they give.
ALIKE = ("sdy.sharding_constraint", "sdy.reshard", "sdy.propagation_barrier", "sdy.all_gather", "sdy.all_slice", "sdy.all_to_all")


def unsharded(module, mesh):
    """The same program without mesh, shardings and what asks for them; manual computations are written out, one
    body for each of their instances."""
    functions = []
    for function in module.functions:
        plain = Unroller(mesh).block(function.body, {}, "")
        nothing = [None] * len(plain.arguments)
        functions.append(Function(function.name, plain, nothing, [None] * len(plain.returned), function.is_private))
    return Module([], functions)


class Unroller:
    def __init__(self, mesh):
        self.mesh, self.count = mesh, 0

    def name(self):
        self.count += 1
        return f"%u{self.count}"

    def block(self, block, names, suffix):
        """A copy of a block; `names`: what takes the place of values, `suffix`: what is added to names of its own."""
        names = dict(names)
        result = Block([self.rename(value, names, suffix) for value in block.arguments], block.end)
        for op in block.ops:
            self.add(op, names, suffix, result.ops)
        result.returned = [names[value.name] for value in block.returned]
        return result

    @staticmethod
    def rename(value, names, suffix):
        stem, _, number = value.name.partition("#")
        new = Value(stem + suffix + ("#" + number if number else ""), value.shape, value.element)
        names[value.name] = new
        return new

    def add(self, op, names, suffix, ops):
        if op.name == "sdy.sharding_group":
            return
        if op.name in ALIKE:
            names[op.results[0].name] = names[op.operands[0].name]
        elif op.name == "sdy.manual_computation":
            self.manual(op, names, suffix, ops)
        else:
            new = copy.copy(op)
            new.operands = [names[value.name] for value in op.operands]
            new.regions = [self.block(region, names, suffix) for region in op.regions]
            new.results = [self.rename(value, names, suffix) for value in op.results]
            new.sharding = None
            ops.append(new)

    def manual(self, op, names, suffix, ops):
        """The body once for each instance, operation by operation; results are put together."""
        body, instances = op.regions[0], []
        for point in points(op.manual_axes, self.mesh):
            inner = {}
            for argument, operand, sharding in zip(body.arguments, op.operands, op.in_shardings):
                inner[argument.name] = self.part(names[operand.name], argument.shape, sharding, point, op.manual_axes, ops)
            instances.append((point, inner))
        self.go_on_together(body.ops, instances, suffix, ops)
        shares = {tuple(point.values()): [inner[value.name] for value in body.returned] for point, inner in instances}
        for i, (result, sharding) in enumerate(zip(op.results, op.out_shardings)):
            dims = manual_dims(sharding, op.manual_axes)
            names[result.name] = self.joined(shares, i, dims, 0, {}, list(op.manual_axes), ops)

    def go_on_together(self, inside, instances, suffix, ops):
        """Operations of a body, each for all instances before the next."""
        for op in inside:
            if op.joins:
                self.join(op, instances, ops)
            elif op.name != "sdy.manual_computation" and any(o.joins for r in op.regions for o in own_ops(r)):
                self.flow_together(op, instances, suffix, ops)
            else:
                for i, (_, inner) in enumerate(instances):
                    self.add(op, inner, f"{suffix}_{i}", ops)

    def flow_together(self, op, instances, suffix, ops):
        """A loop or a branch with collectives in it becomes one of the values of all instances, which take the same way."""
        is_loop = op.name == "stablehlo.while"
        operands = [inner[v.name] for _, inner in instances for v in op.operands] if is_loop else \
            [instances[0][1][op.operands[0].name]]
        regions = [self.region_together(region, instances, suffix, place == 0 and is_loop)
                   for place, region in enumerate(op.regions)]
        stem = self.name()
        many = len(op.results) * len(instances) > 1
        results = []
        for _, inner in instances:
            for value in op.results:
                new = Value(f"{stem}#{len(results)}" if many else stem, value.shape, value.element)
                inner[value.name] = new
                results.append(new)
        new = copy.copy(op)
        new.operands, new.regions, new.results, new.sharding = operands, regions, results, None
        ops.append(new)

    def region_together(self, region, instances, suffix, is_condition):
        """A region of all instances; what goes on while a condition holds asks the first of them."""
        inside, result = [(point, dict(inner)) for point, inner in instances], Block([], region.end)
        for i, (_, inner) in enumerate(inside):
            result.arguments += [self.rename(value, inner, f"{suffix}_{i}") for value in region.arguments]
        self.go_on_together(region.ops, inside, suffix, result.ops)
        asked = inside[:1] if is_condition else inside
        result.returned = [inner[value.name] for _, inner in asked for value in region.returned]
        return result

    def join(self, op, instances, ops):
        """A collective of all instances, group by group; members are in the order of the mesh."""
        groups = {}
        for point, inner in instances:
            rest = tuple(i for axis, i in point.items() if axis not in op.joins.axes)
            groups.setdefault(rest, []).append((self.place(op.joins.axes, point), inner))
        for group in groups.values():
            group = [inner for _, inner in sorted(group, key=lambda member: member[0])]
            members = [inner[op.operands[0].name] if op.operands else None for inner in group]
            results = joined_values(op.joins, members, op.results[0].shape, self.name, ops)
            for inner, result in zip(group, results):
                inner[op.results[0].name] = result

    def place(self, axes, point):
        number = 0
        for axis in axes:
            number = number * self.mesh[axis] + point[axis]
        return number

    def part(self, value, shape, sharding, point, manual, ops):
        start = [self.place(axes, point) * size for axes, size in zip(manual_dims(sharding, manual), shape)]
        if value.shape == tuple(shape):
            return value
        result = Value(self.name(), tuple(shape), value.element)
        limit = [low + size for low, size in zip(start, shape)]
        ops.append(Op("stablehlo.slice", [value], [result], [array("start_indices", start), array("limit_indices", limit),
                                                              array("strides", [1] * len(shape))]))
        return result

    def joined(self, shares, i, dims, d, point, manual, ops):
        """The instances' results put together along dimension `d` and those after it."""
        while d < len(dims) and not dims[d]:
            d += 1
        if d == len(dims):
            return shares[tuple(point.get(axis, 0) for axis in manual)][i]
        parts = [self.joined(shares, i, dims, d + 1, {**point, **more}, manual, ops)
                 for more in points(dims[d], self.mesh)]
        if len(parts) == 1:
            return parts[0]
        shape = list(parts[0].shape)
        shape[d] *= len(parts)
        result = Value(self.name(), tuple(shape), parts[0].element)
        ops.append(Op("stablehlo.concatenate", parts, [result], [f"dimension = {d} : i64"]))
        return result


def own_ops(block):
    """The operations inside, but for those of manual computations in it."""
    for op in block.ops:
        yield op
        for region in op.regions if op.name != "sdy.manual_computation" else ():
            yield from own_ops(region)


def points(axes, mesh):
    """All coordinates along axes, the last counting fastest."""
    found = [{}]
    for axis in axes:
        found = [{**point, axis: i} for point in found for i in range(mesh[axis])]
    return found


def manual_dims(sharding, manual):
    return [[axis.strip('"') for axis in dim.axes if axis.strip('"') in manual] for dim in sharding.dims]

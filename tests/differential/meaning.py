"""What a module computes, by NumPy: evaluate(module, mesh, inputs).

An operation of a module that is to be evaluated has a `meaning`: a function of its operands' arrays that
returns its results' (of one instance), or, of a collective, of the lists of all instances'. Loops, branches and
manual computations are followed here. A value is a list of arrays, one per instance: outside of manual
computations there is one, inside there is one for each combination of coordinates along the manual axes,
and all of them go in step.
"""
import itertools

import numpy

MOST_TURNS = 64


class Meaningless(Exception):
    """The program turns a loop more often than is of use, or instances disagree about what they have in common."""


class Space:
    """The instances inside of manual computations: coordinates along the axes that are bound."""

    def __init__(self, axes, mesh):
        self.axes, self.mesh = list(axes), mesh
        self.points = list(itertools.product(*(range(mesh[axis]) for axis in axes)))

    def digits(self, point):
        return dict(zip(self.axes, point))

    def group(self, point, axes):
        """The numbers of the points that differ from this one along `axes` only, those of the first axis slowest."""
        def member(coordinates):
            digits = {**self.digits(point), **dict(zip(axes, coordinates))}
            return self.points.index(tuple(digits[axis] for axis in self.axes))
        return [member(c) for c in itertools.product(*(range(self.mesh[axis]) for axis in axes))]

    def place(self, point, axes):
        """Which member of its group a point is."""
        return self.group(point, axes).index(self.points.index(point))


def slices(array, axes_of_dims, digits, mesh):
    """The part of an array that the instance with these digits has."""
    for dim, axes in enumerate(axes_of_dims):
        for axis in axes:
            array = numpy.split(array, mesh[axis], dim)[digits[axis]]
    return array


def joined(space, arrays, axes_of_dims):
    """The whole array whose parts the instances have; those that have the same part must agree."""
    shape = list(arrays[0].shape)
    for dim, axes in enumerate(axes_of_dims):
        for axis in axes:
            shape[dim] *= space.mesh[axis]
    whole = numpy.zeros(shape, arrays[0].dtype)
    for point, array in reversed(list(zip(space.points, arrays))):
        slices(whole, axes_of_dims, space.digits(point), space.mesh)[...] = array
    for point, array in zip(space.points, arrays):
        if not numpy.allclose(slices(whole, axes_of_dims, space.digits(point), space.mesh), array, 1e-4, 1e-5, True):
            raise Meaningless
    return whole


def manual_dims(sharding, manual):
    return [[axis.strip('"') for axis in dim.axes if axis.strip('"') in manual] for dim in sharding.dims]


def named(block, lists):
    return {value.name: arrays for value, arrays in zip(block.arguments, lists)}


def each(function, lists, count):
    """The function of every instance's arrays, as one list per result."""
    results = [function(*(arrays[i] for arrays in lists)) for i in range(count)]
    return [list(arrays) for arrays in zip(*results)]


class Evaluator:
    def __init__(self, mesh):
        self.mesh = mesh

    def block(self, block, values, space):
        """The lists that a block returns; `values`: those visible, by name."""
        values = dict(values)
        for op in block.ops:
            operands = [values[value.name] for value in op.operands]
            for value, arrays in zip(op.results, self.op(op, operands, values, space)):
                values[value.name] = arrays
        return [values[value.name] for value in block.returned]

    def op(self, op, operands, values, space):
        if op.name == "stablehlo.while":
            return self.loop(op, operands, values, space)
        if op.name in ("stablehlo.case", "stablehlo.if"):
            return self.branch(op, operands, values, space)
        if op.name == "sdy.manual_computation":
            return self.manual(op, operands, space)
        if op.folding != "".join(region.text("") for region in op.regions):
            raise Meaningless  # it has been changed, its meaning has not
        if op.is_collective:
            return op.meaning(space, *operands)
        if op.name in ("sdy.sharding_constraint", "sdy.reshard"):
            return operands
        return each(op.meaning, operands, len(space.points))

    def loop(self, op, carried, values, space):
        condition, body = op.regions
        for _ in range(MOST_TURNS):
            goes_on = self.block(condition, {**values, **named(condition, carried)}, space)[0]
            if not any(goes_on):
                return carried
            following = self.block(body, {**values, **named(body, carried)}, space)
            carried = [[new if go else old for go, old, new in zip(goes_on, *pair)]
                       for pair in zip(carried, following)]
        raise Meaningless

    def branch(self, op, operands, values, space):
        last = len(op.regions) - 1
        wanted = [(0 if number else 1) if op.name == "stablehlo.if" else
                  int(number) if 0 <= number <= last else last for number in operands[0]]
        results = {case: self.block(op.regions[case], values, space) for case in set(wanted)}
        return [[results[case][r][i] for i, case in enumerate(wanted)] for r in range(len(op.results))]

    def manual(self, op, operands, space):
        inner = Space([*space.axes, *op.manual_axes], self.mesh)
        outer = [space.points.index(point[:len(space.axes)]) for point in inner.points]
        arguments = []
        for arrays, sharding in zip(operands, op.in_shardings):
            dims = manual_dims(sharding, op.manual_axes)
            arguments.append([slices(arrays[o], dims, inner.digits(point), self.mesh)
                              for o, point in zip(outer, inner.points)])
        body = op.regions[0]
        results = self.block(body, named(body, arguments), inner)
        bound = Space(op.manual_axes, self.mesh)
        size = len(bound.points)
        return [[joined(bound, arrays[o * size:(o + 1) * size], manual_dims(sharding, op.manual_axes))
                 for o in range(len(space.points))]
                for arrays, sharding in zip(results, op.out_shardings)]


def evaluate(module, mesh, inputs):
    """The results of the module's first function."""
    body = module.functions[0].body
    with numpy.errstate(all="ignore"):
        lists = Evaluator(mesh).block(body, named(body, [[array] for array in inputs]), Space([], mesh))
    return [arrays[0] for arrays in lists]

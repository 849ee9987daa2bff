"""Makes a module small while something stays true of it: reduce_module(module, holds)."""
import copy

from module import Op, Value

ROUNDS = 8


def uses(module):
    """How often each value is used."""
    counts = {}
    for block in module.blocks():
        for value in block.returned:
            counts[value.name] = counts.get(value.name, 0) + 1
        for op in block.ops:
            for value in op.operands:
                counts[value.name] = counts.get(value.name, 0) + 1
    return counts


# Each of these yields functions that change a copy of the module in one way; they find their place by numbers,
# for a copy has other objects.


def without_ops(module):
    """Drops an operation whose results are not used; the last first."""
    counts = uses(module)
    for b, block in enumerate(module.blocks()):
        for o in reversed(range(len(block.ops))):
            if not any(value.name in counts for value in block.ops[o].results):
                yield lambda other, b=b, o=o: list(other.blocks())[b].ops.pop(o)


def stubbed_ops(module):
    """Puts a call without operands in the place of an operation."""
    def stub(other, b, o):
        op = list(other.blocks())[b].ops[o]
        list(other.blocks())[b].ops[o] = Op("stablehlo.custom_call", [], op.results,
                                            properties=['call_target_name = "sdy_testonly"'])
    for b, block in enumerate(module.blocks()):
        for o, op in enumerate(block.ops):
            if op.results and op.operands:
                yield lambda other, b=b, o=o: stub(other, b, o)


def replaced(module, old, new):
    """Uses of one value become uses of another."""
    def swap(values):
        return [new if value.name == old else value for value in values]
    for block in module.blocks():
        block.returned = swap(block.returned)
        for op in block.ops:
            op.operands = swap(op.operands)


def bypassed_ops(module):
    """Uses of a result become uses of an operand of the same type."""
    for block in module.blocks():
        for op in block.ops:
            for result in op.results:
                for operand in op.operands:
                    if operand.type == result.type:
                        yield lambda other, old=result.name, new=operand: replaced(other, old, new)


def without_results(module):
    """Drops a result of a function that is not called."""
    def drop(other, f, r):
        del other.functions[f].body.returned[r], other.functions[f].result_shardings[r]
    for f, function in enumerate(module.functions):
        for r in range(len(function.body.returned)) if not function.is_private else ():
            yield lambda other, f=f, r=r: drop(other, f, r)


def without_arguments(module):
    """Drops an argument that is not used."""
    def drop(other, f, a):
        del other.functions[f].body.arguments[a], other.functions[f].argument_shardings[a]
    counts = uses(module)
    for f, function in enumerate(module.functions):
        for a, value in enumerate(function.body.arguments) if not function.is_private else ():
            if value.name not in counts:
                yield lambda other, f=f, a=a: drop(other, f, a)


def as_arguments(module):
    """Makes an operation of a function's own body without operands an argument."""
    def lift(other, f, o):
        function = other.functions[f]
        op = function.body.ops.pop(o)
        value = Value(f"%lifted_{op.results[0].name[1:]}", op.results[0].shape, op.results[0].element)
        function.body.arguments.append(value)
        function.argument_shardings.append(op.sharding[0] if op.sharding else None)
        replaced(other, op.results[0].name, value)
    for f, function in enumerate(module.functions):
        for o, op in enumerate(function.body.ops) if not function.is_private else ():
            if len(op.results) == 1 and not op.operands:
                yield lambda other, f=f, o=o: lift(other, f, o)


def without_functions(module):
    for f in range(len(module.functions)):
        if module.functions[f].name != "main":
            yield lambda other, f=f: other.functions.pop(f)


def without_attributes(module):
    """Drops the sharding of an operation, an argument or a result."""
    def drop(other, place):
        op = list(other.all_ops())[place]
        op.sharding = None
    for place, op in enumerate(module.all_ops()):
        if op.sharding and not op.form:
            yield lambda other, place=place: drop(other, place)
    for f, function in enumerate(module.functions):
        for name in ("argument_shardings", "result_shardings"):
            for i, sharding in enumerate(getattr(function, name)):
                if sharding:
                    yield lambda other, f=f, name=name, i=i: getattr(other.functions[f], name).__setitem__(i, None)


def smaller_shardings(module):
    """Takes away an axis, a priority, or openness."""
    def change(other, place, edit):
        edit(list(other.shardings())[place])
    for place, sharding in enumerate(module.shardings()):
        for name in ("replicated", "unreduced"):
            if getattr(sharding, name):
                yield lambda other, p=place, n=name: change(other, p, lambda s: setattr(s, n, []))
        for d, dim in enumerate(sharding.dims):
            for a in range(len(dim.axes)):
                yield lambda other, p=place, d=d, a=a: change(other, p, lambda s: s.dims[d].axes.pop(a))
            if dim.is_open:
                yield lambda other, p=place, d=d: change(other, p, lambda s: setattr(s.dims[d], "is_open", False))
            if dim.priority is not None:
                yield lambda other, p=place, d=d: change(other, p, lambda s: setattr(s.dims[d], "priority", None))


CHANGES = [without_results, without_ops, stubbed_ops, bypassed_ops, without_ops, as_arguments, without_arguments,
           without_functions, without_attributes, smaller_shardings]


def reduce_module(module, holds):
    """The smallest module found of which `holds` is true; it is of `module`."""
    for _ in range(ROUNDS):
        before = str(module)
        for changes in CHANGES:
            changed = True
            while changed:
                changed = False
                for change in changes(module):
                    candidate = copy.deepcopy(module)
                    change(candidate)
                    if str(candidate) != str(module) and holds(candidate):
                        module, changed = candidate, True
                        break
        if str(module) == before:
            break
    return module

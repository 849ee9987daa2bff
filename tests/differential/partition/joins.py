"""Collectives of manual computations: operations of StableHLO that devices do together, and what they give each device."""
import itertools
import math
from dataclasses import dataclass

from arrays import ELEMENTS
from module import Block, Op, Value
from operations import array, product

FOLDS = ["stablehlo.add", "stablehlo.add", "stablehlo.maximum", "stablehlo.minimum"]
KINDS = ["all_reduce", "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute",
         "collective_broadcast"]


@dataclass(frozen=True)
class Join:
    """`axes`: along which devices are one group; `pairs`: (source, target) places within it."""
    kind: str
    axes: tuple
    dim: int = 0
    split: int = 0
    fold: str = ""
    pairs: tuple = ()


class Joins:
    """For Graph: adds a collective to the body of the innermost manual computation."""

    def is_together(self, block):
        """Whether all devices of the innermost manual computation run a block, as often as each other."""
        return bool(self.together) and any(block is known for known in self.together[-1][0])

    def device(self):
        """The number of the device, where all axes are manual."""
        if not self.is_together(self.block) or set(self.together[-1][1]) != {n for n, _ in self.axes}:
            return
        ids = self.other_ids if self.mesh_name == "@other" else self.device_ids
        result = self.one("stablehlo.partition_id", [], (), "ui32")
        self.block.ops[-1].joins = Join("partition_id", tuple(name for name, _ in self.axes), pairs=tuple(ids))
        self.together[-1][2].update(self.together[-1][1])
        self.pool.append(self.calm(result))

    def collective(self):
        if self.chance(0.15):
            self.device()
            return
        values = [v for v in self.pool if ELEMENTS[v.element].kind in "iuf" and ELEMENTS[v.element].bits >= 8
                  and not ELEMENTS[v.element].is_narrow]
        if not self.is_together(self.block) or not values:
            return
        value, own = self.random.choice(values), self.together[-1][1]
        chosen = self.random.sample(own, self.random.randint(1, len(own)))
        axes = tuple(name for name, _ in self.axes if name in chosen)
        members = math.prod(dict(self.axes)[name] for name in axes)
        join = self.join_of(self.random.choice(KINDS), value.shape, axes, members)
        if join and product(value.shape) * members <= 4 * self.largest:
            self.together[-1][2].update(axes if join.kind not in ("all_reduce", "all_gather", "collective_broadcast") else ())
            self.pool.append(self.calm(self.joined(value, join, members)))

    def join_of(self, kind, shape, axes, members):
        """None where a value of the shape cannot be joined so."""
        dims = range(len(shape))
        cut = [d for d in dims if shape[d] and shape[d] % members == 0]
        fold = self.random.choice(FOLDS)
        if kind == "collective_permute":
            places = self.random.sample(range(members), self.random.randint(0, members))
            return Join(kind, axes, pairs=tuple(zip(places, self.random.sample(range(members), len(places)))))
        if kind == "collective_broadcast":
            return Join(kind, axes, pairs=(self.random.randrange(members),))
        if kind == "all_reduce":
            return Join(kind, axes, fold=fold)
        if 0 in shape or not dims or (kind != "all_gather" and not cut):
            return None
        if kind == "all_gather":
            return Join(kind, axes, self.random.choice(dims))
        return Join(kind, axes, self.random.choice(dims if kind == "all_to_all" else cut), self.random.choice(cut), fold)

    def joined(self, value, join, members):
        shape = list(value.shape)
        channel = f"channel_handle = #stablehlo.channel_handle<handle = {len(self.block.ops) + 1}, type = 1>"
        groups = self.groups(join.axes)
        shared = [channel, "use_global_device_ids"]
        if join.kind == "collective_broadcast":  # what the first of a group has
            groups = [group[join.pairs[0]:] + group[:join.pairs[0]] for group in groups]
        table = "[" + ", ".join(str(group) for group in groups) + "]"
        replicas = f"replica_groups = dense<{table}> : tensor<{len(groups)}x{members}xi64>"
        if join.kind == "collective_permute":
            pairs = [[group[i], group[k]] for group in groups for i, k in join.pairs]
            what = [channel, f"source_target_pairs = dense<{pairs if pairs else ''}> : tensor<{len(pairs)}x2xi64>"]
        elif join.kind == "collective_broadcast":
            what = [channel, replicas]
        elif join.kind == "all_reduce":
            what = [*shared, replicas]
        elif join.kind == "all_gather":
            what, shape[join.dim] = [*shared, replicas, f"all_gather_dim = {join.dim} : i64"], shape[join.dim] * members
        elif join.kind == "reduce_scatter":
            what, shape[join.dim] = [*shared, replicas, f"scatter_dimension = {join.dim} : i64"], shape[join.dim] // members
        else:
            what = [channel, replicas, f"split_dimension = {join.split} : i64", f"concat_dimension = {join.dim} : i64",
                    f"split_count = {members} : i64"]
            shape[join.split] //= members
            shape[join.dim] *= members
        regions = [self.fold_of(value.element, join.fold)] if join.kind in ("all_reduce", "reduce_scatter") else []
        result = self.one(f"stablehlo.{join.kind}", [value], shape, value.element, what, regions)
        self.block.ops[-1].joins = join
        return result

    def fold_of(self, element, name):
        a, b, result = (Value(self.name(), (), element) for _ in range(3))
        return Block([a, b], "stablehlo.return", [Op(name, [a, b], [result])], [result])

    def groups(self, axes):
        """The device ids of each group, all devices of the mesh in one."""
        found, ids = {}, self.other_ids if self.mesh_name == "@other" else self.device_ids
        for place, at in enumerate(itertools.product(*(range(size) for _, size in self.axes))):
            rest = tuple(i for (name, _), i in zip(self.axes, at) if name not in axes)
            found.setdefault(rest, []).append(ids[place])
        return list(found.values())


def joined_values(join, members, shape, name, ops):
    """What each member of a group gets of the values of all, written out; `shape` is that of a result."""
    def made(operation, operands, dims, properties=()):
        result = Value(name(), tuple(dims), members[0].element)
        ops.append(Op(operation, operands, [result], list(properties)))
        return result

    def folded():
        total = members[0]
        for value in members[1:]:
            total = made(join.fold, [total, value], value.shape)
        return total

    def part(value, dim, place, size):
        start, limit = [0] * len(value.shape), list(value.shape)
        start[dim], limit[dim] = place * size, (place + 1) * size
        return made("stablehlo.slice", [value], [b - a for a, b in zip(start, limit)],
                    [array("start_indices", start), array("limit_indices", limit), array("strides", [1] * len(start))])

    def side_by_side(values):
        return made("stablehlo.concatenate", values, shape, [f"dimension = {join.dim} : i64"])

    places = range(len(members))
    if join.kind == "partition_id":
        ids = [Value(name(), (), "ui32") for _ in places]
        for value, number in zip(ids, join.pairs):
            ops.append(Op("stablehlo.constant", [], [value], [f"value = dense<{number}> : tensor<ui32>"]))
        return ids
    if join.kind == "collective_broadcast":
        return [members[join.pairs[0]]] * len(members)
    if join.kind == "all_reduce":
        return [folded()] * len(members)
    if join.kind == "all_gather":
        return [side_by_side(members)] * len(members)
    if join.kind == "reduce_scatter":
        total = folded()
        return [part(total, join.dim, place, shape[join.dim]) for place in places]
    if join.kind == "all_to_all":
        size = members[0].shape[join.split] // len(members)
        return [side_by_side([part(value, join.split, place, size) for value in members]) for place in places]
    sources = {target: source for source, target in join.pairs}
    zero = [f"value = dense<{'0' if ELEMENTS[members[0].element].kind in 'iu' else '0.0'}> : {members[0].type}"]
    return [members[sources[place]] if place in sources else made("stablehlo.constant", [], shape, zero) for place in places]

"""What else stands in programs: tuples, asynchronous operations, composites, marks, quantized numbers, single devices,
sizes that are operands, memory of arguments that results may have."""
import numpy

from module import Op, Sharding, Value

MARKS = ["Sharding", "annotate_device_placement", "MoveToHost", "MoveToDevice"]
WIDER = ["tuple_item", "asynchronous", "mark", "quantized", "on_one_device", "sized", "grouped_case"]


class Wider:
    """For Graph: each adds operations to the block and values to the pool."""

    def added(self, name, operands, result, before, form, sharding=None):
        value = Value(self.name(), result.shape, result.element)
        self.block.ops.append(Op(name, operands, [value], form=form, before=before, sharding=sharding))
        self.pool.append(value)
        return value

    def tuple_item(self):
        """An item of a tuple, or of a tuple in one."""
        a, b = (self.random.choice(self.pool) for _ in range(2))
        pair = "tuple<{t[0]}, {t[1]}>"
        before = f"%t_{{n}} = stablehlo.tuple {{o[0]}}, {{o[1]}} : {pair}"
        tuple_, place = "%t_{n}", self.random.randrange(2)
        if self.chance(0.3):
            before += f"\n%n_{{n}} = stablehlo.tuple %t_{{n}}, {{o[0]}} : tuple<{pair}, {{t[0]}}>"
            before += f"\n%m_{{n}} = stablehlo.get_tuple_element %n_{{n}}[0] : (tuple<{pair}, {{t[0]}}>) -> {pair}"
            tuple_ = "%m_{n}"
        self.added("stablehlo.get_tuple_element", [a, b], (a, b)[place], before,
                   f"stablehlo.get_tuple_element {tuple_}[{place}] : ({pair}) -> {{r[0]}}")

    def asynchronous(self):
        """A slice of all that there is, which begins early."""
        value = self.random.choice(self.pool)
        limits = ", ".join(f"0:{size}" for size in value.shape)
        future = "!stablehlo.future<{t[0]}>"
        before = (f'%f_{{n}} = "stablehlo.async_start"({{o[0]}}) ({{{{\n^bb0(%b_{{n}}: {{t[0]}}):\n'
                  f"  %c_{{n}} = stablehlo.slice %b_{{n}} [{limits}] : ({{t[0]}}) -> {{t[0]}}\n"
                  f"  stablehlo.return %c_{{n}} : {{t[0]}}\n}}}}) : ({{t[0]}}) -> {future}")
        self.added("stablehlo.async_done", [value], value, before, f'"stablehlo.async_done"(%f_{{n}}) : ({future}) -> {{r[0]}}')

    def mark(self):
        value = self.random.choice(self.pool)
        target = self.random.choice(MARKS)
        self.pool += self.op("stablehlo.custom_call", [value], [(value.shape, value.element)],
                             [f'call_target_name = "{target}"'])

    def quantized(self):
        """Twice a value, as integers of a scale for all, or for each place along a dimension."""
        values = [v for v in self.pool if v.element == "f32"]
        if not values:
            return
        value = self.random.choice(values)
        dims = "".join(f"{size}x" for size in value.shape)
        if value.shape and self.chance(0.4):
            dim = self.random.randrange(len(value.shape))
            scales = ", ".join(self.random.choice(["0.5", "0.25:3"]) for _ in range(value.shape[dim]))
            kind = f"!quant.uniform<i8:f32:{dim}, {{{{{scales}}}}}>"
            kind = kind if value.shape[dim] else "!quant.uniform<i8:f32, 0.5:1>"
        else:
            kind = self.random.choice(["!quant.uniform<i8:f32, 0.5>", "!quant.uniform<u8:f32, 0.25:128>"])
        type_ = f"tensor<{dims}{kind}>"
        before = f"%q_{{n}} = stablehlo.uniform_quantize {{o[0]}} : ({{t[0]}}) -> {type_}"
        held = "%q_{n}"
        if ":0," not in kind and "f32:" not in kind:
            before += f"\n%d_{{n}} = stablehlo.add %q_{{n}}, %q_{{n}} : {type_}"
            held = "%d_{n}"
        self.added("stablehlo.uniform_dequantize", [value], value, before,
                   f"stablehlo.uniform_dequantize {held} : ({type_}) -> {{r[0]}}")
        self.pool.append(self.calm(self.pool.pop()))

    def on_one_device(self):
        """An operation that one device alone does."""
        if self.level or self.manual_axes:
            return
        self.has_single = True
        value = self.random.choice(self.pool)
        name = "stablehlo.negate" if value.element in ("f32", "i32") and self.chance(0.7) else "stablehlo.optimization_barrier"
        self.added(name, [value], value, "", None, [Sharding("@single", [])])
        self.pool.append(self.calm(self.pool.pop()))

    def sized(self):
        """A reshape or a broadcast to a shape that is computed."""
        value = self.random.choice(self.pool)
        if not value.shape or any(size > 100 for size in value.shape):
            return
        shape = list(value.shape)
        self.random.shuffle(shape)
        part = numpy.array([self.random.randint(0, size) for size in shape], numpy.int32)
        rest = numpy.array(shape, numpy.int32) - part
        less, more = (self.constant(numbers, part.shape, "i32") for numbers in (part, rest))
        total = self.one("stablehlo.add", [less, more], part.shape, "i32")
        self.pool += self.op("stablehlo.dynamic_reshape", [value, total], [(shape, value.element)])

    def grouped_case(self):
        """A branch whose results are asked to be sharded, each case in its own way."""
        before = len(self.pool)
        self.branch()
        for value in self.pool[before:]:
            if self.chance(0.5):
                self.pool.append(self.asked(value, self.sharding(value.shape, self.manual_axes)))

    def donate(self, function):
        """Arguments whose memory results of their types may have."""
        free = dict(enumerate(function.body.returned))
        for value in function.body.arguments:
            place = next((i for i, r in free.items() if r.type == value.type), None)
            if place is not None and self.chance(0.5):
                function.donated[value.name] = place
                del free[place]

    @staticmethod
    def can_be_composite(callee):
        return not any(s and s.unreduced for s in (*callee.argument_shardings, *callee.result_shardings))


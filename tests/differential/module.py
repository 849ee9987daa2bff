"""Modules as trees: what generate.py makes, reduce.py takes apart, and both print as MLIR."""
from dataclasses import dataclass, field


def list_of(texts):
    return "[" + ", ".join(map(str, texts)) + "]"


def axes_of(texts):
    return "{" + ", ".join(texts) + "}"


@dataclass
class Dim:
    """How one dimension is sharded; an axis is text: `"a"` or `"a":(1)2`."""
    axes: list
    is_open: bool = False
    priority: int | None = None

    def __str__(self):
        text = axes_of([*self.axes, *["?"] * self.is_open])
        return text if self.priority is None or text == "{}" else f"{text}p{self.priority}"


@dataclass
class Sharding:
    mesh: str  # `@name` or `mesh<...>`
    dims: list
    replicated: list = field(default_factory=list)
    unreduced: list = field(default_factory=list)
    fold: str = ""  # what is yet to be done over unreduced axes: a sum, `max`, `min`

    def __str__(self):
        text = f"<{self.mesh}, {list_of(self.dims)}"
        text += f", replicated={axes_of(self.replicated)}" if self.replicated else ""
        text += f", unreduced={self.fold}{axes_of(self.unreduced)}" if self.unreduced else ""
        return text + ">"

    def attribute(self):
        return f"sdy.sharding = #sdy.sharding{self}"


def per_value(shardings):
    return f"#sdy.sharding_per_value<{list_of(shardings)}>"


@dataclass(frozen=True)
class Value:
    name: str
    shape: tuple
    element: str = "f32"

    @property
    def type(self):
        return "tensor<" + "".join(f"{size}x" for size in self.shape) + self.element + ">"


def types_of(values):
    return ", ".join(value.type for value in values)


def names_of(values):
    return ", ".join(value.name for value in values)


@dataclass
class Op:
    """In generic form, or by `form`: a format string of names (o), operand types (t), result types (r)
    and the operation's own shardings (s)."""
    name: str
    operands: list
    results: list
    properties: list = field(default_factory=list)
    regions: list = field(default_factory=list)
    attributes: list = field(default_factory=list)
    sharding: list | None = None  # one for each result; the attribute sdy.sharding unless `form` uses them
    in_shardings: list | None = None  # of operands and results, as properties of these names
    out_shardings: list | None = None
    form: str | None = None
    meaning: object = None  # see meaning.py; it holds while `folding` is the text of the regions
    folding: str = ""
    is_collective: bool = False
    manual_axes: tuple = ()
    joins: object = None  # of a collective: what the devices of a group do together
    before: str = ""  # lines that stand before it, as `form` with a word for its own name (n)

    def text(self, indent):
        results = ""
        if len(self.results) == 1:
            results = f"{self.results[0].name} = "
        elif self.results:
            results = f"{self.results[0].name.split('#')[0]}:{len(self.results)} = "
        lines = "".join(f"{indent}{line}\n" for line in self.filled(self.before).splitlines())
        own = self.filled(self.form) if self.form else self.generic(indent)
        return f"{lines}{indent}{results}{own}\n"

    def filled(self, form):
        word = self.results[0].name.strip("%").replace("#", "_") if self.results else ""
        return form.format(o=[value.name for value in self.operands], t=[v.type for v in self.operands], s=self.sharding,
                           r=[v.type for v in self.results], n=word)

    def generic(self, indent):
        properties = list(self.properties)
        for name in ("in_shardings", "out_shardings"):
            shardings = getattr(self, name)
            properties += [f"{name} = {per_value(shardings)}"] if shardings is not None else []
        attributes = list(self.attributes)
        attributes += [f"sdy.sharding = {per_value(self.sharding)}"] if self.sharding else []
        text = f'"{self.name}"({names_of(self.operands)})'
        text += f" <{axes_of(properties)}>" if properties else ""
        if self.regions:
            text += " (" + ", ".join(region.text(indent) for region in self.regions) + ")"
        text += f" {axes_of(attributes)}" if attributes else ""
        return f"{text} : ({types_of(self.operands)}) -> ({types_of(self.results)})"

    def shardings(self):
        for group in (self.sharding, self.in_shardings, self.out_shardings):
            yield from group or ()


@dataclass
class Block:
    arguments: list
    end: str = ""  # name of the operation at the end
    ops: list = field(default_factory=list)
    returned: list = field(default_factory=list)

    def lines(self, indent):
        ended = Op(self.end, self.returned, [])
        return "".join(op.text(indent + "  ") for op in [*self.ops, ended])

    def text(self, indent):
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.arguments)
        header = f"{indent}^bb0({arguments}):\n" if self.arguments else ""
        return f"{{\n{header}{self.lines(indent)}{indent}}}"

    def all_ops(self):
        """All operations inside, those of regions first."""
        for op in self.ops:
            for region in op.regions:
                yield from region.all_ops()
            yield op


@dataclass
class Function:
    name: str
    body: Block
    argument_shardings: list  # Sharding or None
    result_shardings: list
    is_private: bool = False
    donated: dict = field(default_factory=dict)  # name of an argument: the result that may have its memory

    def text(self):
        def signature(values, shardings, write, donated):
            texts = []
            for value, sharding in zip(values, shardings):
                attributes = [sharding.attribute()] if sharding else []
                attributes += [f"tf.aliasing_output = {donated[value.name]} : i32"] if value.name in donated else []
                texts.append(write(value) + (f" {axes_of(attributes)}" if attributes else ""))
            return ", ".join(texts)
        arguments = signature(self.body.arguments, self.argument_shardings, lambda v: f"{v.name}: {v.type}", self.donated)
        results = signature(self.body.returned, self.result_shardings, lambda v: v.type, {})
        return (f"func.func {'private' if self.is_private else 'public'} @{self.name}({arguments}) -> ({results}) "
                f"{{\n{self.body.lines('')}}}\n")


@dataclass
class Module:
    meshes: list  # text of each mesh operation
    functions: list

    def __str__(self):
        return "".join(f"{mesh}\n" for mesh in self.meshes) + "".join(f.text() for f in self.functions)

    def blocks(self):
        for function in self.functions:
            yield function.body
            for op in function.body.all_ops():
                yield from op.regions

    def all_ops(self):
        for function in self.functions:
            yield from function.body.all_ops()

    def shardings(self):
        for function in self.functions:
            yield from filter(None, [*function.argument_shardings, *function.result_shardings])
        for op in self.all_ops():
            yield from op.shardings()

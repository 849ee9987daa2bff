"""The referees: StableHLO's interpreter and XLA's CPU, as jaxlib has them, each in a process that may crash.

ask(referee, module, inputs) gives the results of the function @main of a module. Its arguments become constants of a
function around it, and its results are taken to types that NumPy has: bits of narrow floats, parts of complex numbers.
"""
import multiprocessing
import os

import numpy

from arrays import ELEMENTS, NIBBLES, literal
from module import Op, Value

SECONDS = 60
FLAGS = ("--xla_allow_excess_precision=false --xla_backend_optimization_level=0 "
         "--xla_cpu_parallel_codegen_split_count=1 --xla_cpu_use_fusion_emitters=false "
         "--xla_cpu_multi_thread_eigen=false")

# What takes operations to others that the interpreter knows.
FORMULAS = ["chlo-legalize-to-stablehlo", "stablehlo-legalize-deprecated-ops"]


def plain(value):
    """Operations that take a value to types that NumPy has, and what they give."""
    element = ELEMENTS[value.element]
    if element.kind == "c":
        ops = [Op(f"stablehlo.{part}", [value], [Value(f"{value.name}_{part}".replace("#", "_"), value.shape, element.part.name)])
               for part in ("real", "imag")]
    elif element.kind == "b" or element.name in NIBBLES:
        ops = [Op("stablehlo.convert", [value], [Value(f"{value.name}_byte".replace("#", "_"), value.shape, "i8")])]
    elif element.is_narrow:
        ops = [Op("stablehlo.bitcast_convert", [value],
                  [Value(f"{value.name}_bits".replace("#", "_"), value.shape, f"ui{8 * element.dtype.itemsize}")])]
    else:
        return [], [value]
    return ops, [op.results[0] for op in ops]


def closed(module, inputs):
    """Text of the module around one without arguments and with plain results."""
    function = module.functions[0]
    body = function.body
    lines = [Op("stablehlo.constant", [], [value],
                [f"value = dense<{literal(inputs[value.name], ELEMENTS[value.element])}> : {value.type}"])
             for value in body.arguments]
    stem = "%called"
    results = [Value(f"{stem}#{i}" if len(body.returned) > 1 else stem, v.shape, v.element)
               for i, v in enumerate(body.returned)]
    lines.append(Op("func.call", body.arguments, results, ["callee = @program"]))
    returned = []
    for value in results:
        ops, values = plain(value)
        lines += ops
        returned += values
    text = "".join(op.text("  ") for op in lines) + Op("func.return", returned, []).text("  ")
    types = ", ".join(value.type for value in returned)
    own = str(module).replace("func.func public @main(", "func.func private @program(", 1)
    return f"func.func public @main() -> ({types}) {{\n{text}}}\n{own}"


def joined(arrays, values):
    """Plain results as arrays of the values' own types."""
    arrays, results = iter(arrays), []
    for value in values:
        element = ELEMENTS[value.element]
        array = numpy.asarray(next(arrays))
        if element.kind == "c":
            whole = numpy.empty(array.shape, element.dtype)
            whole.real, whole.imag = array, numpy.asarray(next(arrays))
            array = whole
        elif element.kind == "b" or element.name in NIBBLES:
            array = array.astype(element.dtype)
        elif element.is_narrow:
            array = array.view(element.dtype)
        results.append(array)
    return results


def interpreter():
    """A function from text to arrays."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir.dialects import stablehlo
    stablehlo.register_stablehlo_passes()
    context = mlir.make_ir_context()
    context.enable_multithreading(False)

    def evaluate(text):
        with context, ir.Location.unknown(context):
            module = ir.Module.parse(text)
            for name in FORMULAS if "chlo." in text or "einsum" in text or "torch_" in text else ():
                passmanager.PassManager.parse(f"builtin.module(func.func({name}))").run(module.operation)
            return [array_of(ir.DenseElementsAttr(result)) for result in stablehlo.eval_module(module, [])]

    def array_of(result):
        shape = ir.RankedTensorType(result.type).shape
        if 0 in shape:
            return numpy.zeros(shape, dtypes[str(result.type.element_type)])
        array = numpy.array(result)
        return numpy.full(shape, array.ravel()[0]) if result.is_splat else array.reshape(shape)
    dtypes = {name: element.dtype for name, element in ELEMENTS.items()}
    return evaluate


def xla():
    os.environ["XLA_FLAGS"] = FLAGS
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    devices = jax.devices("cpu")[:1]
    client = devices[0].client
    context = mlir.make_ir_context()
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)

    def evaluate(text):
        with context:
            program = client.compile_and_load(ir.Module.parse(text), xla_client.DeviceList(tuple(devices)), options)
        results = program.execute_sharded([]).disassemble_into_single_device_arrays()
        return [numpy.asarray(shards[0]) for shards in results]
    return evaluate


def serve(start, pipe):
    """Answers of a process: ("fine", arrays) or ("error", text)."""
    errors = os.open(os.devnull, os.O_WRONLY)
    os.dup2(errors, 2)
    evaluate = start()
    while True:
        text = pipe.recv()
        try:
            pipe.send(("fine", evaluate(text)))
        except Exception as error:  # whatever jaxlib raises: the diagnostics
            pipe.send(("error", str(error)))


class Referee:
    """A process that is started again where it has crashed."""

    def __init__(self, start):
        self.start, self.process = start, None

    def evaluate(self, text):
        """Arrays, or a text that says why there are none."""
        if self.process is None:
            self.pipe, other = multiprocessing.Pipe()
            self.process = multiprocessing.get_context("fork").Process(target=serve, args=(self.start, other), daemon=True)
            self.process.start()
            other.close()
        try:
            self.pipe.send(text)
            if self.pipe.poll(SECONDS):
                outcome, answer = self.pipe.recv()
                return answer
            reason = "no answer"
        except (EOFError, OSError):
            reason = "crashed"
        self.process.kill()
        self.process.join()
        self.process = None
        return reason


REFEREES = {"interpreter": Referee(interpreter), "xla": Referee(xla)}


def ask(name, module, inputs):
    """The results of the module by this referee, or a text that says why there are none."""
    answer = REFEREES[name].evaluate(closed(module, inputs))
    if isinstance(answer, str):
        return answer
    return joined(answer, module.functions[0].body.returned)

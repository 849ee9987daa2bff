"""Functions that programs call: callbacks of Python, and what jax.ffi.register_ffi_target registers.

A callback is a custom call with a number. The numbers are of this process, not of one program, and a callable lives as long
as an executable refers to it.
"""
import concurrent.futures
import ctypes
import itertools
import threading
import traceback
import weakref

import ml_dtypes
import numpy as np

# The numbers of element types in XLA's typed interface for foreign functions.
TYPES = {1: np.bool_, 2: np.int8, 3: np.int16, 4: np.int32, 5: np.int64, 6: np.uint8, 7: np.uint16, 8: np.uint32, 9: np.uint64,
         10: np.float16, 11: np.float32, 12: np.float64, 15: np.complex64, 16: ml_dtypes.bfloat16, 18: np.complex128,
         19: ml_dtypes.float8_e5m2, 20: ml_dtypes.float8_e4m3fn, 21: ml_dtypes.int4, 22: ml_dtypes.uint4,
         23: ml_dtypes.float8_e4m3b11fnuz, 24: ml_dtypes.float8_e5m2fnuz, 25: ml_dtypes.float8_e4m3fnuz, 26: ml_dtypes.int2,
         27: ml_dtypes.uint2, 28: ml_dtypes.float8_e4m3, 29: ml_dtypes.float8_e3m4, 32: ml_dtypes.float4_e2m1fn,
         33: ml_dtypes.float8_e8m0fnu}
TOKEN = 17


class Buffer(ctypes.Structure):
    """An argument or result."""

    _fields_ = [("struct_size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("type", ctypes.c_int), ("data", ctypes.c_void_p),
                ("rank", ctypes.c_int64), ("dims", ctypes.POINTER(ctypes.c_int64))]

    def array(self):
        """The memory itself; a token is an empty array of truth values."""
        shape = tuple(self.dims[: self.rank])
        dtype = np.dtype(np.bool_ if self.type == TOKEN else TYPES[self.type])
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        if self.type == TOKEN or size == 0:
            return np.zeros((0,) if self.type == TOKEN else shape, dtype)
        memory = (ctypes.c_char * size).from_address(self.data)
        return np.frombuffer(memory, dtype).reshape(shape)


Buffers = ctypes.POINTER(ctypes.POINTER(Buffer))
PythonFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.c_int64, Buffers, ctypes.c_int64, Buffers,
                                  ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


class Callback:
    """A callable with its number."""

    def __init__(self, function):
        self.function = function


class Callbacks(list):
    """Stands in for the list of a program's callbacks, from which JAX takes the number of the last one."""

    numbers = itertools.count(1)
    last = 0
    living = weakref.WeakValueDictionary()
    lock = threading.Lock()

    def __init__(self, keepalives):
        super().__init__()
        self.keepalives = keepalives

    def append(self, function):
        holder = Callback(function)
        with self.lock:
            self.last = next(self.numbers)
            self.living[self.last] = holder
        self.keepalives.append(holder)

    def __len__(self):
        return self.last + 1


# Programs run on the thread that calls them; a callback is not to find that thread's settings of JAX, its mesh for instance.
THREADS = concurrent.futures.ThreadPoolExecutor(max_workers=256, thread_name_prefix="sdyc-callback")


def run_callback(number, argument_count, arguments, result_count, results, message, size):
    """Called by programs. Arguments are copied, for nobody knows how long they are kept."""
    try:
        function = Callbacks.living[number].function
        given = [np.array(arguments[i].contents.array()) for i in range(argument_count)]
        values = THREADS.submit(function, *given).result()
        for i in range(result_count):
            if results[i].contents.type != TOKEN:
                results[i].contents.array()[...] = np.asarray(values[i])
        return 0
    except BaseException as error:  # whatever it is becomes an error of the execution
        text = "".join(traceback.format_exception_only(error)) + traceback.format_exc()
        text = text.encode(errors="replace")[: size - 1] + b"\0"
        ctypes.memmove(message, text, len(text))
        return 1


RUN_CALLBACK = PythonFunction(run_callback)


def capsule_pointer(capsule):
    get_name = ctypes.pythonapi.PyCapsule_GetName
    get_name.restype, get_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return get_pointer(capsule, get_name(capsule))


def register_function(library, name, function, api_version):
    """What jax.ffi.register_ffi_target gives for this platform."""
    name = name.decode() if isinstance(name, bytes) else name
    if api_version != 1:
        raise NotImplementedError(f"sdyc calls functions of the typed interface (api_version=1); {name} has api_version={api_version}")
    if isinstance(function, dict):
        if set(function) - {"execute"}:
            raise NotImplementedError(f"sdyc runs the stage 'execute' of a function alone; {name} has {', '.join(function)}")
        function = function["execute"]
    message = ctypes.create_string_buffer(4096)
    pointer = ctypes.c_void_p(capsule_pointer(function))
    if library.sdyc_python_register(name.encode(), pointer, message, ctypes.c_size_t(len(message))):
        raise ValueError(message.value.decode().strip())


def wrap_emit(emit, platform):
    """JAX's emit_python_callback, which knows our platform too: callbacks are those of its own processors."""

    from jax._src.interpreters import mlir

    class Context(mlir.ModuleContext):
        __slots__ = ()

        def get_backend(self, *_, **__):
            return None  # nothing is asked of it, and JAX's own processors may not be there

    def emit_python_callback(ctx, *args, **keywords):
        module = ctx.module_context
        if tuple(module.platforms) != (platform,):
            return emit(ctx, *args, **keywords)
        inner = module.replace(platforms=("cpu",), host_callbacks=Callbacks(module.keepalives))
        inner.__class__ = Context
        return emit(ctx.replace(module_context=inner), *args, **keywords)

    return emit_python_callback


def install(library_path, platform):
    """Makes callbacks and registered functions known to both sides."""
    from jax._src import callback
    from jaxlib import xla_client

    library = ctypes.CDLL(library_path)
    if library.sdyc_python_callbacks(RUN_CALLBACK):
        raise MemoryError("sdyc: out of memory")
    if not hasattr(callback.emit_python_callback, "__wrapped__"):
        wrapped = wrap_emit(callback.emit_python_callback, platform)
        wrapped.__wrapped__ = callback.emit_python_callback
        callback.emit_python_callback = wrapped
    xla_client.register_custom_call_handler(
        platform, lambda name, function, _, api_version=0, *__: register_function(library, name, function, api_version)
    )

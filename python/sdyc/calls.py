"""Functions that programs call: callbacks of Python, and what jax.ffi.register_ffi_target registers.

A callback is a custom call with a number. The numbers are of this process, not of one program, and a callable lives as long
as an executable refers to it.
"""
import atexit
import contextlib
import ctypes
import functools
import itertools
import secrets
import threading
import time
import traceback
import weakref

import ml_dtypes
import numpy as np

from sdyc import dlpack, versions

# The numbers of element types in XLA's typed interface for foreign functions.
TYPES = {1: np.bool_, 2: np.int8, 3: np.int16, 4: np.int32, 5: np.int64, 6: np.uint8, 7: np.uint16, 8: np.uint32, 9: np.uint64,
         10: np.float16, 11: np.float32, 12: np.float64, 15: np.complex64, 16: ml_dtypes.bfloat16, 18: np.complex128,
         19: ml_dtypes.float8_e5m2, 20: ml_dtypes.float8_e4m3fn, 21: ml_dtypes.int4, 22: ml_dtypes.uint4,
         23: ml_dtypes.float8_e4m3b11fnuz, 24: ml_dtypes.float8_e5m2fnuz, 25: ml_dtypes.float8_e4m3fnuz, 26: ml_dtypes.int2,
         27: ml_dtypes.uint2, 28: ml_dtypes.float8_e4m3, 29: ml_dtypes.float8_e3m4, 32: ml_dtypes.float4_e2m1fn,
         33: ml_dtypes.float8_e8m0fnu}
TOKEN = 17
GRACE = 1  # seconds in which other processes say what has happened to them
# What callbacks are calls of; with partitioned=True of the second.
TARGETS = ("xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback", "xla_buffer_python_cpu_callback")


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


class View:
    """What jax.experimental.buffer_callback gives its function: memory of the program."""

    def __init__(self, array, writeable):
        self.memory = array
        self.shape, self.dtype, self.ndim, self.writeable = array.shape, array.dtype, array.ndim, writeable
        array.flags.writeable = writeable

    def __array__(self, dtype=None, copy=None):
        array = self.memory if dtype is None else self.memory.astype(dtype, copy=False)
        return array.copy() if copy else array

    def __dlpack__(self, stream=None, max_version=None, dl_device=None, copy=None):
        return dlpack.pack(self.memory.copy() if copy else self.memory)

    def __dlpack_device__(self):
        return dlpack.CPU, 0


class Execution:
    """The context that such a function gets."""

    def __init__(self):
        self.stage = versions.extension().ffi.ExecutionStage.EXECUTE

    @property
    def stream(self):
        raise versions.extension().JaxRuntimeError("UNIMPLEMENTED: XLA FFI GPU context is not available")


class Callback:
    """A callable with its number. One that works in place is given the memory of arguments and results."""

    def __init__(self, function, is_in_place, number):
        self.function, self.is_in_place, self.number = function, is_in_place, number

    def __del__(self):
        if Callbacks.calls_under_way():  # of a program, which may have been dropped since
            Callbacks.awaited[self.number] = Callback(self.function, self.is_in_place, self.number)


class Callbacks(list):
    """Stands in for the list of a program's callbacks, from which JAX takes the number of the last one. Numbers begin anywhere, so that
    a program that was kept in a file finds nothing in another process, and not a callback that it does not mean."""

    numbers = itertools.count(1 + (secrets.randbits(40) << 16))
    last = 0
    are_used = are_partitioned = False  # whether there are any; to be called with the parts of devices
    living = weakref.WeakValueDictionary()
    awaited = {}  # that calls under way may need, though no program refers to them any more
    calls_under_way = staticmethod(lambda: 0)  # how many calls there are of programs that call back
    lock = threading.Lock()

    def __init__(self, keepalives, are_in_place=False):
        super().__init__()
        self.keepalives, self.are_in_place = keepalives, are_in_place

    def append(self, function):
        if not self.calls_under_way():
            self.awaited.clear()
        with self.lock:
            self.last = next(self.numbers)
            holder = self.living[self.last] = Callback(function, self.are_in_place, self.last)
        self.keepalives.append(holder)

    def __len__(self):
        return self.last + 1


def run_callback(number, argument_count, arguments, result_count, results, message, size):
    """Called by programs, on a thread of the device's, which has no settings of JAX and may wait: other programs go on meanwhile.
    Arguments are copied, for nobody knows how long they are kept."""
    try:
        callback = Callbacks.living.get(number) or Callbacks.awaited.get(number)
        if callback is None:
            raise RuntimeError("the function that the program calls back is gone, or of another process")
        function = callback.function
        if callback.is_in_place:
            views = [View(arguments[i].contents.array(), False) for i in range(argument_count)]
            views += [View(results[i].contents.array(), True) for i in range(result_count)]
            function(Execution(), *views)
            return 0
        given = [np.array(arguments[i].contents.array()) for i in range(argument_count)]
        values = function(*given)
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


def find_lapack(name):
    """A routine of the LAPACK that SciPy has, where OpenBLAS is not installed: an address, or None."""
    from scipy.linalg import cython_blas, cython_lapack

    for module in (cython_lapack, cython_blas):
        capsule = module.__pyx_capi__.get(name.decode().removesuffix("_"))
        if capsule is not None:
            return capsule_pointer(capsule)
    return None


FIND_LAPACK = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(find_lapack)


STAGES = ("instantiate", "prepare", "initialize", "execute")


def register_function(library, name, function, api_version):
    """What jax.ffi.register_ffi_target gives for this platform: a function, or functions by stage."""
    name = name.decode() if isinstance(name, bytes) else name
    if api_version != 1:
        raise NotImplementedError(f"sdyc calls functions of the typed interface (api_version=1); {name} has api_version={api_version}")
    stages = function if isinstance(function, dict) else {"execute": function}
    if set(stages) - set(STAGES):
        raise ValueError(f"the stages of a function are {', '.join(STAGES)}; {name} has {', '.join(stages)}")
    functions = (ctypes.c_void_p * len(STAGES))(*(capsule_pointer(stages[stage]) if stages.get(stage) else None for stage in STAGES))
    message = ctypes.create_string_buffer(4096)
    if library.sdyc_python_register(name.encode(), functions, message, ctypes.c_size_t(len(message))):
        raise ValueError(message.value.decode().strip())


def register_type(library, name, registration):
    """What jax.ffi.register_ffi_type gives: a type of what functions keep from one stage to the next."""
    registration = registration if isinstance(registration, dict) else {"type_id": registration}
    info = registration.get("type_info")
    if library.sdyc_python_type(name.encode(), ctypes.c_void_p(capsule_pointer(registration["type_id"])),
                                ctypes.c_void_p(capsule_pointer(info) if info else None)):
        raise MemoryError("sdyc: out of memory")


def is_our_own(name):
    """What sdyc has itself: LAPACK, and callbacks of Python."""
    return name.startswith(("lapack_", "xla_"))


def follow_processor(xla_client, library, ours):
    """Functions that are registered for JAX's own processors are ours too, but for those of `ours`: programs are lowered by the same
    rules, and the memory is the same. What cannot be called here is missed by the program that calls it."""

    def take(name, function, platform, api_version):
        name = name.decode() if isinstance(name, bytes) else name
        if xla_client.xla_platform_names.get(platform, platform) != host or name in ours or is_our_own(name):
            return
        with contextlib.suppress(NotImplementedError, ValueError):
            register_function(library, name, function, api_version)

    def register_custom_call_target(name, fn, platform="cpu", api_version=0, *args, **keywords):
        register(name, fn, platform, api_version, *args, **keywords)
        take(name, fn, platform, api_version)

    def register_custom_type(type_name, type_id, platform="cpu"):
        register_type_there(type_name, type_id, platform=platform)
        if xla_client.xla_platform_names.get(platform, platform) == host:
            register_type(library, type_name, type_id)

    host = xla_client.xla_platform_names.get("cpu", "cpu")
    name_there = versions.name_of_types(xla_client)
    register, register_type_there = xla_client.register_custom_call_target, getattr(xla_client, name_there)
    for name, type_id in xla_client._custom_type_id.get(host, ()):
        register_type(library, name, type_id)
    for name, function, api_version, *_ in xla_client._custom_callback.get(host, ()):
        take(name, function, host, api_version)
    xla_client.register_custom_call_target = register_custom_call_target
    setattr(xla_client, name_there, register_custom_type)


def wrap_emit(emit, platform, are_in_place=False):
    """A function of JAX that lowers callbacks, which knows our platform too: callbacks are those of its own processors."""

    from jax._src.interpreters import mlir

    class Context(mlir.ModuleContext):
        __slots__ = ()

        def get_backend(self, *_, **__):
            return None  # nothing is asked of it, and JAX's own processors may not be there

    def emit_callback(ctx, *args, **keywords):
        module = ctx.module_context
        if tuple(module.platforms) != (platform,):
            return emit(ctx, *args, **keywords)
        Callbacks.are_used = True
        Callbacks.are_partitioned |= keywords.get("partitioned", False)
        inner = module.replace(platforms=("cpu",), host_callbacks=Callbacks(module.keepalives, are_in_place))
        inner.__class__ = Context
        return emit(ctx.replace(module_context=inner), *args, **keywords)

    return emit_callback


def end(library):
    """Before the interpreter ends: what has an effect is waited for, as JAX does, and all else is forgotten."""
    from jax._src import dispatch

    with contextlib.suppress(Exception):
        dispatch.runtime_tokens.block_until_ready()
    if library.sdyc_python_exit():
        leave_others()


def leave_others():
    """At its end JAX waits for all processes until those that do not come are taken for dead. Where one is lost it goes without
    them. Who has the coordinator goes last, for its end is that of the others."""
    from jax._src import distributed, xla_bridge

    state = distributed.global_state
    if state.service is not None:
        time.sleep(GRACE)
    names = [name for name in ("client", "service", "preemption_sync_manager") if hasattr(state, name)]
    for kept in [*xla_bridge._backends.values(), *(getattr(state, name) for name in names)]:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))  # whose end would wait, too
    for name in names:
        setattr(state, name, None)


def take_arguments(platform):
    """JAX puts the arguments of callbacks on its own processor: on our first device, where JAX_PLATFORMS does not name that."""
    import jax
    from jax._src import xla_bridge

    local_devices = xla_bridge.local_devices
    if hasattr(local_devices, "of_sdyc"):
        return

    @functools.wraps(local_devices)
    def local_devices_or_ours(process_index=None, backend=None, host_id=None):
        is_missing = backend == "cpu" and "cpu" not in xla_bridge.backends() and platform in xla_bridge.backends()
        return local_devices(process_index, platform if is_missing else backend, host_id)

    if hasattr(local_devices, "cache_clear"):  # before 0.7 it remembers, and is told to forget
        local_devices_or_ours.cache_clear = local_devices.cache_clear
    local_devices_or_ours.of_sdyc = True
    if jax.local_devices is local_devices:  # which callbacks ask before 0.7
        jax.local_devices = local_devices_or_ours
    xla_bridge.local_devices = local_devices_or_ours


def wait_for_callbacks():
    """JAX waits for programs that call back where it waits for effects, so that an exception is not lost."""
    from jax._src.interpreters import pxla

    init = pxla.ExecuteReplicated.__init__
    if hasattr(init, "of_sdyc"):
        return

    @functools.wraps(init)
    def init_with_callbacks(self, *args, **keywords):
        init(self, *args, **keywords)
        self.has_host_callbacks |= any(isinstance(item, Callback) for item in self.keepalive or ())

    init_with_callbacks.of_sdyc = True
    pxla.ExecuteReplicated.__init__ = init_with_callbacks


def install(library_path, platform):
    """Makes callbacks and registered functions known to both sides."""
    from jax._src import callback
    from jax._src.interpreters import mlir
    from jax.interpreters import mlir as public
    from jaxlib import xla_client

    library = ctypes.CDLL(library_path)
    library.sdyc_python_lapack(FIND_LAPACK)
    if versions.sends_between_processes():
        library.sdyc_python_crossings()
    if library.sdyc_python_callbacks(RUN_CALLBACK):
        raise MemoryError("sdyc: out of memory")
    Callbacks.calls_under_way = library.sdyc_python_calls
    atexit.register(end, library)
    if not hasattr(callback.emit_python_callback, "__wrapped__"):
        wrapped = wrap_emit(callback.emit_python_callback, platform)
        wrapped.__wrapped__ = callback.emit_python_callback
        callback.emit_python_callback = public.emit_python_callback = wrapped
    take_arguments(platform)
    wait_for_callbacks()
    if buffer_callback := versions.module_of_jax("buffer_callback"):
        lower = wrap_emit(buffer_callback._buffer_callback_lowering, platform, are_in_place=True)
        mlir.register_lowering(buffer_callback.buffer_callback_p, lower, platform=platform)
    ours = set()

    def register(name, function, _, api_version=0, *__):
        ours.add(name.decode() if isinstance(name, bytes) else name)
        register_function(library, name, function, api_version)

    getattr(xla_client, versions.name_of_types(xla_client) + "_handler")(platform, functools.partial(register_type, library))
    xla_client.register_custom_call_handler(platform, register)
    follow_processor(xla_client, library, ours)

"""Where versions of JAX differ in what the rest of the package uses of them: names that moved, and what is not there yet.

What a version lacks is asked of JAX, not of its number.
"""
import collections.abc
import functools
import threading


class Options(collections.abc.Mapping):
    """The options of the client, which `make` gives when JAX makes one. Later versions would call a function; all read a mapping."""

    def __init__(self, make):
        self.make = make

    def __getitem__(self, name):
        return self.make()[name]

    def __iter__(self):
        return iter(self.make())

    def __len__(self):
        return len(self.make())


def extension():
    """What is compiled of jaxlib, which was xla_extension before it was _jax."""
    try:
        from jaxlib import _jax
    except ImportError:
        from jaxlib import xla_extension as _jax
    return _jax


def module_of_jax(name):
    """A module of jax._src, or None where this version has none of that name."""
    try:
        return __import__(f"jax._src.{name}", fromlist=["_"])
    except ImportError:
        return None


def name_of_types(xla_client):
    """What registers types, which jaxlib calls otherwise before 0.8; the function that handles them has `_handler` behind it."""
    return "register_custom_type" if hasattr(xla_client, "register_custom_type") else "register_custom_type_id"


def wrap_compile(wrapper):
    """JAX compiles by `wrapper(compile, backend, module, devices, options, ...)`, whose `compile` takes the rest of these."""
    from jax._src import compiler

    if hasattr(compiler, "backend_compile_and_load"):
        compiler.backend_compile_and_load = functools.wraps(compiler.backend_compile_and_load)(
            functools.partial(wrapper, compiler.backend_compile_and_load))
    else:
        wrap_compile_without_devices(compiler, wrapper)


def wrap_compile_without_devices(compiler, wrapper):
    """Before what compiles was told of the devices, what asks the cache first was."""
    compile_whole, compile_or_get = compiler.backend_compile, compiler.compile_or_get_cached
    current = threading.local()

    def compile_for(backend, module, devices, *rest):
        return compile_whole(backend, module, *rest)

    @functools.wraps(compile_whole)
    def backend_compile(backend, module, *rest):
        return wrapper(compile_for, backend, module, current.devices, *rest)

    @functools.wraps(compile_or_get)
    def compile_or_get_cached(backend, computation, devices, *rest, **keywords):
        current.devices = tuple(devices.flat)
        return compile_or_get(backend, computation, devices, *rest, **keywords)

    compiler.backend_compile, compiler.compile_or_get_cached = backend_compile, compile_or_get_cached


def sends_between_processes():
    """Whether jaxlib names arrays for other processes by the ids of devices. It cannot be asked, and before 0.10 nobody has tried."""
    import jaxlib

    return tuple(int(number) for number in jaxlib.__version__.split(".")[:2]) >= (0, 10)

"""What the option xla_dump_to asks for: each program that is compiled, in files of a folder, as XLA writes its own."""
import functools
import itertools
import os
from pathlib import Path

from sdyc import versions

numbers = itertools.count()


def options_of(compile_options):
    """The options of XLA's compiler that are given, by name: those of XLA_FLAGS, and before these the program's own."""
    flags = [flag[2:].partition("=") for flag in os.environ.get("XLA_FLAGS", "").split() if flag.startswith("--xla_dump")]
    return {**{name: value or True for name, _, value in flags}, **dict(compile_options.env_option_overrides)}


def is_true(value):
    return value is True or str(value).lower() in ("true", "1")


def as_proto(module):
    """A message HloProto, whose first field is the module."""
    content = module.as_serialized_hlo_module_proto()
    size, left = bytearray(), len(content)
    while left > 127:
        size.append(left % 128 + 128)
        left //= 128
    return b"\x0a" + bytes([*size, left]) + content


def write(compile_options, executable, program=None):
    """Writes what has been compiled, and the program that arrived, where there is a folder for it."""
    options = options_of(compile_options)
    if not options.get("xla_dump_to"):
        return
    module = executable.hlo_modules()[0]
    folder = Path(options["xla_dump_to"])
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{folder}/module_{next(numbers):04}.{module.name}"
    if program is not None:
        Path(f"{stem}.before_optimizations.mlir").write_text(str(program), encoding="utf-8")
    wants_proto = is_true(options.get("xla_dump_hlo_as_proto"))
    if wants_proto:
        Path(f"{stem}.sdyc_after_optimizations.hlo.pb").write_bytes(as_proto(module))
    if not wants_proto or is_true(options.get("xla_dump_hlo_as_text")):
        Path(f"{stem}.sdyc_after_optimizations.txt").write_text(module.to_string(), encoding="utf-8")


def install(platform):
    """Looks at what JAX compiles for our devices, and at what it finds in its cache."""
    from jax._src import compiler

    cache_read = compiler._cache_read
    if hasattr(cache_read, "of_sdyc"):
        return

    def compile_and_write(compile_whole, backend, module, devices, options, *args, **keywords):
        executable = compile_whole(backend, module, devices, options, *args, **keywords)
        if backend.platform == platform:
            write(options, executable, module)
        return executable

    @functools.wraps(cache_read)
    def read_and_write(name, key, options, backend, *devices):
        executable, seconds = cache_read(name, key, options, backend, *devices)
        if executable is not None and backend.platform == platform:
            write(options, executable)
        return executable, seconds

    read_and_write.of_sdyc = True
    compiler._cache_read = read_and_write
    versions.wrap_compile(compile_and_write)

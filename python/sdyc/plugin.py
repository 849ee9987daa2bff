"""Registers sdyc as a platform of JAX.

JAX calls initialize() before it makes its first backend. Programs for sdyc are lowered by the rules that JAX has for its
own processors: what these call, LAPACK for instance, sdyc knows.
"""
import dataclasses
import os
import socket
from pathlib import Path

from sdyc import calls, dlpack, dumps, partitioning, versions

PLATFORM = "sdyc"
# The versions of jaxlib that the plugin has been tested with (tests/jax/versions.py): (0, 6) up to, and without, (0, 11).
OLDEST, TOO_NEW = (0, 6), (0, 11)


def library_path():
    """The plugin: SDYC_PLUGIN, else the one beside this file, else that of a build in the repository."""
    here = Path(__file__).resolve().parent
    places = [here / "libsdyc_pjrt.so", here.parents[1] / "build" / "libsdyc_pjrt.so"]
    if os.environ.get("SDYC_PLUGIN"):
        places = [Path(os.environ["SDYC_PLUGIN"])]
    for place in places:
        if place.exists():
            return str(place)
    raise RuntimeError(f"sdyc: there is no plugin library at {' or '.join(map(str, places))}; build it, or name it by SDYC_PLUGIN")


def check_version():
    """Refuses a jaxlib whose ways are not known."""
    import jaxlib

    version = tuple(int(number) for number in jaxlib.__version__.split(".")[:3] if number.isdigit())
    if OLDEST <= version < TOO_NEW or os.environ.get("SDYC_ANY_JAXLIB"):
        return
    spell = ".".join(map(str, OLDEST)), ".".join(map(str, TOO_NEW))
    raise RuntimeError(
        f"sdyc: this version is made for jaxlib from {spell[0]} to before {spell[1]}, and jaxlib {jaxlib.__version__} is installed. "
        "Install another sdyc or jaxlib, or set SDYC_ANY_JAXLIB=1 to try it all the same."
    )


def device_count():
    """How many devices there are to be: SDYC_DEVICES, else 1."""
    text = os.environ.get("SDYC_DEVICES", "1")
    if not text.isdigit() or int(text) < 1:
        raise RuntimeError(f"sdyc: SDYC_DEVICES={text!r} is no number of devices")
    return int(text)


def own_address():
    """Where other processes find this one: SDYC_ADDRESS, else the address by which it reaches the coordinator of jax.distributed."""
    from jax._src import distributed

    coordinator = distributed.global_state.coordinator_address
    if os.environ.get("SDYC_ADDRESS") or not coordinator:
        return os.environ.get("SDYC_ADDRESS", "")
    host, _, port = coordinator.rpartition(":")
    for family, kind, protocol, _, place in socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_DGRAM):
        with socket.socket(family, kind, protocol) as probe:
            probe.connect(place)  # sends nothing
            return probe.getsockname()[0]
    return ""


def options():
    """Of the client, when it is made: jax.distributed.initialize comes before."""
    return {"num_devices": device_count(), "address": own_address()}


class RulesOf(dict):
    """Lowering rules: our own, and behind them those of another platform, whenever they are registered."""

    def __init__(self, tables, platform):
        super().__init__()
        self.tables, self.platform = tables, platform

    def __contains__(self, primitive):
        return super().__contains__(primitive) or primitive in self.tables[self.platform]

    def __missing__(self, primitive):
        return self.tables[self.platform][primitive]


def with_ours(branches):
    """The platforms of each branch (None: of all others), with ours where JAX's own processors are and nobody names ours."""
    if branches is None or PLATFORM in {name for names in branches for name in names or ()}:
        return branches
    return tuple((*names, PLATFORM) if names and "cpu" in names else names for names in branches)


def take_branches(mlir):
    """lax.platform_dependent takes the branch for JAX's own processors, as lowering takes their rules."""
    from jax._src.lax.control_flow import conditionals

    def platform_index(ctx, *, platforms, **params):
        return conditionals._platform_index_lowering(ctx, platforms=with_ours(platforms), **params)

    def cond(*args, **params):
        if "branches_platforms" in params:
            params["branches_platforms"] = with_ours(params["branches_platforms"])
        return conditionals._cond_lowering(*args, **params)

    mlir.register_lowering(conditionals.platform_index_p, platform_index, platform=PLATFORM)
    mlir.register_lowering(conditionals.cond_p, cond, platform=PLATFORM)


def take_choices(mlir):
    """Where a rule of JAX chooses another by the platform, as that of Pallas does, ours is the one for JAX's own processors."""
    lower_per_platform = mlir.lower_per_platform

    def lower(ctx, description, platform_rules, *args, **params):
        if PLATFORM not in platform_rules and "cpu" in platform_rules:
            platform_rules = {**platform_rules, PLATFORM: platform_rules["cpu"]}
        return lower_per_platform(ctx, description, platform_rules, *args, **params)

    if not hasattr(lower_per_platform, "of_sdyc"):
        lower.of_sdyc = True
        mlir.lower_per_platform = lower


def take_exported(mlir):
    """What jax.export has lowered for JAX's own processors can be called, for so are our programs lowered."""
    from jax._src.export import _export
    from jax._src.lax import linalg

    def call_exported(ctx, *args, exported):
        if PLATFORM not in exported.platforms and "cpu" in exported.platforms:
            getattr(linalg, "initialize_lapack", lambda: None)()  # before 0.9 nobody has to ask for it
            platforms = tuple(PLATFORM if name == "cpu" else name for name in exported.platforms)
            exported = dataclasses.replace(exported, platforms=platforms)
        return _export._call_exported_lowering(ctx, *args, exported=exported)

    mlir.register_lowering(_export.call_exported_p, call_exported, platform=PLATFORM)


def take_cache():
    """JAX's cache of executables in files takes those of the platforms that it lists; ours are to be kept as the processor's are."""
    from jax._src import compilation_cache

    is_cache_used = compilation_cache.is_cache_used

    class Processor:
        platform, supports_executable_serialization = "cpu", True

    def is_used(backend):
        return is_cache_used(Processor if backend.platform == PLATFORM else backend)

    if not hasattr(is_cache_used, "of_sdyc"):
        is_used.of_sdyc = True
        compilation_cache.is_cache_used = is_used


def take_rules():
    """Programs are lowered, and arguments donated, as for JAX's own processors."""
    from jax._src.interpreters import mlir

    tables = mlir._platform_specific_lowerings
    tables[PLATFORM] = RulesOf(tables, "cpu")
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
    take_branches(mlir)
    take_choices(mlir)
    take_exported(mlir)
    take_cache()


def initialize():
    """JAX calls this. If something is wrong, the error comes when somebody asks for the device."""
    from jax._src import xla_bridge

    xla_bridge._nonexperimental_plugins.add(PLATFORM)  # no word at every start
    # Behind JAX's own processors, so that installing sdyc changes nothing before it is asked for.
    priority = -100
    try:
        check_version()
        device_count()
        path = library_path()
        xla_bridge.register_plugin(PLATFORM, priority=priority, library_path=path, options=versions.Options(options))
    except RuntimeError as error:
        message = str(error)

        def fail():
            raise RuntimeError(message)

        xla_bridge.register_backend_factory(PLATFORM, fail, priority=priority, fail_quietly=True)
        return
    take_rules()
    calls.install(path, PLATFORM)
    dlpack.install(PLATFORM)
    partitioning.install(PLATFORM)
    dumps.install(PLATFORM)

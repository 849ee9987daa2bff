"""What the tests that drive JAX share: whether they can run, and processes with so many devices."""
import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SKIPPED = 77


def start(script, devices, platforms, **variables):
    """Runs a script with --tests in a process of its own; its exit status."""
    path = os.pathsep.join([str(REPOSITORY / "python"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    own = {"SDYC_DEVICES": str(devices), "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}", "JAX_PLATFORMS": platforms,
           "PYTHONPATH": path, **variables}
    command = [sys.executable, str(Path(script).resolve()), "--tests"]
    return subprocess.run(command, env={**os.environ, **own}, check=False).returncode


def need_jax():
    """Ends the process where there is no JAX that the plugin is made for."""
    sys.path.insert(0, str(REPOSITORY / "python"))
    try:
        import jax  # noqa: F401

        from sdyc import plugin

        plugin.check_version()
    except (ImportError, RuntimeError) as error:
        print(f"skipped: {error}")
        sys.exit(SKIPPED)

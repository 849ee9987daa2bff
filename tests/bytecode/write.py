#!/usr/bin/env python3
"""Bytecode is written as it is read: write.py SDYC [FOLDER [SCRATCH]].

The modules of read.py, written and read again, print as before: as bytecode with all locations, and the portable
artifacts among them as artifacts of the version that they were. Where Python has JAX's MLIR, that reads them too.
FOLDER may have more modules, NAME.mlir; where it is not there, it is left out.
"""

import pathlib
import re
import subprocess
import sys

try:
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
except ImportError:
    mlir = None


def opt(sdyc, *words, data=None):
    """What `sdyc opt` writes, or None; and its messages."""
    command = [sdyc, "opt", "--allow-unregistered-dialect", *words]
    done = subprocess.run(command, input=data, capture_output=True)
    return done.stdout if done.returncode == 0 else None, done.stderr.decode(errors="replace")


def again(sdyc, path, write, show):
    """A message where what is written is not what was read, or None."""
    text, messages = opt(sdyc, path, *show)
    written, more = opt(sdyc, path, *write)
    if text is None or written is None:
        return f"{path}: {messages}{more}"
    read, messages = opt(sdyc, "-", *show, data=written)
    if read is None:
        return f"{path}: {' '.join(write)}: what is written is not read: {messages}"
    return None if read == text else f"{path}: {' '.join(write)}: another module is read"


def own_context():
    context = mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    return context


def mlir_reads(sdyc, path, target):
    """A message where MLIR reads another module than the text, or None."""
    text, messages = opt(sdyc, path, "--mlir-print-op-generic")
    words = ["--serialize", f"--target={target}", "--allow-other-dialects"] if target else ["--emit-bytecode"]
    written, more = opt(sdyc, path, *words)
    if text is None or written is None:
        return f"{path}: {messages}{more}"
    # One for each: keys of resources are given other names where a context has them already.
    with own_context():
        try:
            expected = str(ir.Module.parse(text))
        except ir.MLIRError:
            return None # newer than that MLIR
    with own_context() as context:
        try:
            read = stablehlo.deserialize_portable_artifact(context, written) if target else ir.Module.parse(written)
        except Exception as error: # MLIR's own, of several kinds
            return f"{path}: MLIR does not read it: {error}"
        return None if str(read) == expected else f"{path}: MLIR reads another module"


def main():
    sdyc, samples = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    modules = pathlib.Path(__file__).parent / "modules"
    texts, artifacts = sorted(modules.glob("*.text")), sorted(modules.glob("*.*.*.mlirbc"))
    more = sorted(samples.rglob("*.mlir")) if samples and samples.is_dir() else []
    faults = []
    for path in texts + more:
        faults.append(again(sdyc, path, ["--emit-bytecode"], ["--mlir-print-debuginfo"]))
    for path in artifacts:
        target = re.search(r"\.(\d+\.\d+\.\d+)\.mlirbc$", path.name)[1]
        write = ["--serialize", f"--target={target}", "--allow-other-dialects"]
        faults.append(again(sdyc, path, write, ["--mlir-print-debuginfo"]))
        # MLIR verifies operations of sdy before casts around them are gone.
        if mlir and not path.name.startswith(("sdy", "defaults")):
            faults.append(mlir_reads(sdyc, path, target))
    for path in more:
        faults.append(again(sdyc, path, ["--serialize", "--allow-other-dialects"], []))
    for path in texts + more if mlir else []:
        faults.append(mlir_reads(sdyc, path, None))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults))
    print(f"{len(texts) + len(more) + len(artifacts)} modules, {len(faults)} faults"
          + ("" if mlir else "; no MLIR here to read them"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

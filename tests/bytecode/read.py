#!/usr/bin/env python3
"""Bytecode is read as the module that it holds: read.py SDYC [FOLDER].

modules/NAME.VERSION.mlirbc were written by MLIR: as portable artifacts of that version of StableHLO, or (native,
native1) in the encoding of each dialect, native1 as version 1 of the format. MLIR reads them as NAME.VERSION.text,
or NAME.text where that is the same for all versions. What sdyc prints of both is to be the same. FOLDER may have more: NAME.mlirbc beside NAME.mlir; where
it is not there, it is left out.
"""

import pathlib
import re
import subprocess
import sys


def printed(sdyc, path):
    """What sdyc prints, and its messages."""
    done = subprocess.run([sdyc, "opt", "--allow-unregistered-dialect", path], capture_output=True)
    return done.stdout, done.stderr.decode(errors="replace"), done.returncode


def compare(sdyc, bytecode, text):
    """A message where the two are not the same module, or None."""
    read, messages, status = printed(sdyc, bytecode)
    if status:
        return f"{bytecode}: {messages}"
    expected, messages, status = printed(sdyc, text)
    if status:
        return f"{text}: {messages}"
    return None if read == expected else f"{bytecode}: not the module of {text.name}"


def text_of(bytecode):
    """The text of one version, where it has one of its own, or of all."""
    own = bytecode.with_suffix(".text")
    return own if own.exists() else own.with_name(re.sub(r"\.(\d+\.\d+\.\d+|native1?)\.text$", ".text", own.name))


def cut(sdyc, bytecode, folder):
    """Every beginning of a file is an error, and says at which byte."""
    data = bytecode.read_bytes()
    path = folder / "cut.mlirbc"
    for length in range(4, len(data), max(1, len(data) // 40)):
        path.write_bytes(data[:length])
        _, messages, status = printed(sdyc, path)
        if status != 1 or ": byte " not in messages or ": error: " not in messages:
            return f"{bytecode}: cut after {length} bytes: status {status}, {messages}"
    return None


def main():
    sdyc, samples = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    modules = pathlib.Path(__file__).parent / "modules"
    scratch = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "/tmp")
    pairs = [(path, text_of(path)) for path in sorted(modules.glob("*.mlirbc"))]
    if samples and samples.is_dir():
        pairs += [(path, path.with_suffix(".mlir")) for path in sorted(samples.rglob("*.mlirbc"))]
    else:
        print("no samples of JAX's programs here: left out")
    faults = [fault for fault in (compare(sdyc, *pair) for pair in pairs) if fault]
    faults += [fault for fault in [cut(sdyc, modules / "collectives.1.0.0.mlirbc", scratch)] if fault]
    print("\n".join(faults))
    print(f"{len(pairs)} files of bytecode, {len(faults)} faults")
    return 1 if faults or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Programs of ranks over TCP, from the command line: tcp.py SDYC

Processes that find each other in a folder (SDYC_MEETING) give in device order the bits of one process, print once, and end
together where one is killed or has another program. What they send goes by UCX, too, where it is built.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parents[1] / "examples/product.mlir"
INPUTS = ["--input=4x8xf32=random:3", "--input=8x2xf32=random:1"]
ORDER = "--reduce=device-order"
TRANSPORTS = "tcp", "ucx"
NOT_BUILT = "built where UCX's headers are not"


def start(sdyc, folder, count, rank, *words, transport="tcp"):
    own = {"SDYC_RANK": str(rank), "SDYC_RANKS": str(count), "SDYC_MEETING": folder, "SDYC_TIMEOUT": "60", "SDYC_TRANSPORT": transport}
    return subprocess.Popen([sdyc, "run", "--target=tcp", *words], env={**os.environ, **own}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def finish(processes):
    """What each has said, and its status."""
    said = [process.communicate(timeout=120) for process in processes]
    return [(out, errors, process.returncode) for (out, errors), process in zip(said, processes)]


def check(good, what, *more):
    if not good:
        sys.exit("\n".join(["tcp.py: " + what, *map(str, more)]))


def test_bits(sdyc):
    want = subprocess.run([sdyc, "run", str(EXAMPLE), *INPUTS, ORDER, "--storage=private"], capture_output=True, text=True, check=True).stdout
    for count, transport in [(count, transport) for transport in TRANSPORTS for count in (1, 2, 4)]:
        with tempfile.TemporaryDirectory() as folder:
            results = finish([start(sdyc, folder, count, rank, str(EXAMPLE), *INPUTS, ORDER, transport=transport) for rank in range(count)])
        if transport != "tcp" and NOT_BUILT in results[0][1]:
            print(f"tcp.py: without {transport}: {results[0][1].strip()}")
            return
        check(all(status == 0 for _, _, status in results), f"{count} ranks end with an error", transport, results)
        check(results[0][0] == want, f"{count} ranks give something else", transport, results[0][0], want)
        check(all(out == "" for out, _, _ in results[1:]), "other ranks print")


def test_other_transport(sdyc):
    """One that there is not, and two that are not the same."""
    with tempfile.TemporaryDirectory() as folder:
        results = finish([start(sdyc, folder, 1, 0, str(EXAMPLE), *INPUTS, transport="pigeons")])
    check(results[0][2] == 1 and "there are tcp and ucx" in results[0][1], "the message is another", results)
    with tempfile.TemporaryDirectory() as folder:
        first, second = (start(sdyc, folder, 2, rank, str(EXAMPLE), *INPUTS, transport=transport) for rank, transport in enumerate(TRANSPORTS))
        _, errors, status = finish([second])[0]
        if NOT_BUILT in errors:
            first.kill()
            return
        results = finish([first])
    check(status == results[0][2] == 1, "two transports run as one", errors, results)
    check("than that of process 0" in errors and "than that of process 1" in results[0][1], "the message is another", errors, results)


def test_other_program(sdyc):
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other.mlir"
        other.write_text(EXAMPLE.read_text() + "// another\n")
        results = finish([start(sdyc, folder, 2, rank, str(path), *INPUTS) for rank, path in enumerate((EXAMPLE, other))])
    check(all(status != 0 for _, _, status in results), "two programs run as one", results)
    check("is not that of rank" in results[0][1], "the message is another", results)


def test_killed(sdyc):
    """The first waits for the second, which is there and says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        fifo = Path(folder) / "late.mlir"
        os.mkfifo(fifo)  # its program never comes
        waiting, late = start(sdyc, folder, 2, 0, str(EXAMPLE), *INPUTS), start(sdyc, folder, 2, 1, str(fifo), *INPUTS)
        while not (Path(folder) / "sdyc.address.1").exists():
            time.sleep(0.01)
        time.sleep(0.5)
        check(waiting.poll() is None, "it has not waited")
        begin = time.monotonic()
        late.send_signal(signal.SIGKILL)
        results = finish([waiting, late])
    check(results[0][2] == 1 and "process 1 is gone" in results[0][1], "the message is another", results)
    check(time.monotonic() - begin < 5, "that took long")


def test_mistakes(sdyc):
    done = subprocess.run([sdyc, "run", "--target=tcp", str(EXAMPLE), *INPUTS], capture_output=True, text=True, check=False,
                          env={name: value for name, value in os.environ.items() if not name.startswith("SDYC_")})
    check(done.returncode == 1 and "SDYC_RANK" in done.stderr, "a process without a number runs", done)


if __name__ == "__main__":
    for test in test_bits, test_other_transport, test_other_program, test_killed, test_mistakes:
        test(str(Path(sys.argv[1]).resolve()))
    print("tcp.py: passed")

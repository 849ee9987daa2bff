"""On which ways sdyc makes parts of a program, by name: the words after `sdyc`, and how what is printed is proved.

    partition     what `sdyc partition` prints
    passes        Shardy's passes one by one, as its own executable tests chain them, behind what brings values to one mesh: neighbours exchange
                  whole parts
    instructions  the same where each operation has gone into a manual computation of its own
    shared        what code is generated from, where devices share memory
    private       the same, where each has memory of its own
"""
import shutil
import subprocess

# What decides how arguments and results are sharded.
PROPAGATED = ["-sdyc-expand-pipeline", "-sdy-propagation-pipeline"]
UNEVEN = "=update-non-divisible-input-output-shardings=false"


def passes_for(replicas, alone=(), uneven=False):
    """`replicas`: how many devices there are, where each is a replica and not a partition; else 1. `alone`: passes that treat single operations.
    `uneven`: arguments and results that devices do not divide are in parts, too."""
    propagated = [PROPAGATED[0], PROPAGATED[1] + UNEVEN] if uneven else PROPAGATED
    return [*propagated, "-sdyc-remove-barriers", "-sdy-import-func-calls", "-sdy-sink-data-flow-edges", "-symbol-dce",
            "-sdyc-meet-on-one-mesh", "-sdy-insert-explicit-reshards=enable-full-version=true", *alone,
            f"-sdy-resolve-permutation-factors=enable-halo-exchange=true replica-count={replicas}",
            "-sdy-reshard-to-collectives", "-sdy-pad-for-divisibility" + ("=pad-signatures" if uneven else ""),
            f"-sdy-convert-global-to-local=replica-count={replicas}", "-sdy-export-named-computations",
            "-sdyc-drop-function-names", "-sdy-drop-sharding-and-mesh"]


WAYS = {
    "partition": ["partition"],
    "passes": ["opt", *passes_for(1, uneven=True)],
    "instructions": ["opt", *passes_for(1, ["-sdy-per-instruction-partitioning=filter=stablehlo,sdy"], True)],
    "shared": ["opt", "-sdyc-lower-pipeline=plain"],
    "private": ["opt", "-sdyc-lower-pipeline=plain private-storage"],
}


def call(*words, limit=240, cwd=None):
    """The finished process; None after the limit."""
    try:
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=limit, cwd=cwd)
    except subprocess.TimeoutExpired:
        return None


def of_lowering(done):
    """The outcome of a process that generates code from what it has proved."""
    if "proved by" in done.stderr:
        return "proved"
    return "refuted" if "refuted" in done.stderr or "\nlowered:" in "\n" + done.stderr else "open"


def verified(way, sdyc, whole, parts, lowering=None, seconds=40):
    """(outcome, what is said) of the file `parts`, which was made of `whole` on that way: proved, refuted (or not read), open (or no end).
    `lowering`: the sdyc that generates code, where it is another."""
    if way in ("shared", "private"):
        emitted = parts.with_suffix(".emitted")
        done = call(lowering or sdyc, "emit", "--verify", "--entry=main", f"--storage={way}", whole, "-o", emitted)
        shutil.rmtree(emitted, ignore_errors=True)
        return (of_lowering(done), done.stderr) if done else ("open", "no end")
    done = call(sdyc, "verify", "--quiet", f"--seconds={seconds}", whole, parts)
    outcome = {0: "proved", 1: "refuted", 2: "refuted"}.get(done.returncode, "open") if done else "open"
    return outcome, done.stdout + done.stderr if done else "no end"

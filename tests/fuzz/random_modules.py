#!/usr/bin/env python3
"""Random modules through the passes: random_modules.py SDYC REPLAY [--count N] [--seed S]

Each module (../differential/generate.py) goes through every pass alone, then through random sequences of
them. REPLAY is replay_passes, which verifies after each pass and aborts where a promise is broken; the
module is then printed with its passes, and is a file that REPLAY and fuzz_passes take.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "differential"))
from generate import generate  # noqa: E402

SEQUENCES = 12  # for each module
BATCH = 20  # modules given to one process


def list_passes(sdyc):
    """Names of passes and pipelines, each with the options that turn a default around."""
    text = subprocess.run([sdyc, "opt", "--list-passes"], check=True, text=True, stdout=subprocess.PIPE).stdout
    passes = {}
    for line in text.splitlines():
        if name := re.match(r"-(\S+)", line):
            options = passes[name[1]] = []
        elif option := re.match(r" +(\S+)=(true|false) ", line):
            options.append(f"{option[1]}={'false' if option[2] == 'true' else 'true'}")
    return passes


def sequences(passes, seed):
    """Every pass alone, and some after one another, now and then with an option."""
    for name in passes:
        yield name
    draw = random.Random(seed)
    for _ in range(SEQUENCES):
        words = []
        for name in draw.choices(list(passes), k=draw.randint(2, 5)):
            option = draw.choice([*passes[name], "", ""])
            words.append(f"{name}{{{option}}}" if option else name)
        yield " ".join(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sdyc")
    parser.add_argument("replay")
    parser.add_argument("--count", type=int, default=20, help="modules")
    parser.add_argument("--seed", type=int, default=1, help="of the first module")
    arguments = parser.parse_args()
    passes, runs, failed = list_passes(arguments.sdyc), 0, 0
    end = arguments.seed + arguments.count
    for first in range(arguments.seed, end, BATCH):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(first, min(first + BATCH, end)):
                module = str(generate(seed))
                for i, words in enumerate(sequences(passes, seed)):
                    (Path(folder) / f"{seed}.{i}.mlir").write_text(f"// passes: {words}\n{module}")
                    runs += 1
            done = subprocess.run([arguments.replay, folder], text=True, errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                failed += 1
                last = re.findall(rf"^{folder}/\S+$", done.stdout, re.M)[-1]
                print(f"exit status {done.returncode}", done.stdout[done.stdout.rindex(last):],
                      Path(last).read_text(), sep="\n")
    print(f"{arguments.count} modules, {runs} runs, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

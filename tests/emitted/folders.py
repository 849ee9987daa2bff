#!/usr/bin/env python3
"""What `sdyc emit` promises of its folders (docs/how-to/emit.md): folders.py SDYC [--matrix]

language   header and sources compile as C99, C11 and C++17, with gcc and clang, without a warning: C11 by gcc, the others by
           clang, and with --matrix each by both
fortified  it builds where the C library's functions check sizes, as Ubuntu's compiler has them do
null       nor does gcc's analyzer see a pointer followed that may be NULL
size       a perceptron of f32 has less than 135 KB of code
bits       in device order, however gcc optimizes, a folder gives the bits of `sdyc run`
plain      with --threads=0 nothing refers to threads
contexts   two programs in one, in memory of the caller's, nothing allocated when they run
entries    several functions of a module, in contexts at the same time; threads that the caller lends
quiet      calls ask the system for nothing but waiting (by strace); a lack of memory or threads is no disaster
calls      functions of the caller's are called with what the module gives them
sizes      sizes that are known at run time come and go as numbers of their own; ./run has tensors of these sizes
names      parameters are named after what JAX calls them
constants  constants that a context is given, by pointer or path, and not those of another program
lines      #line names the line of the module that a phase is of, and where the lines of the file go on
comments   phases say where they come from and what they cost
examples   examples/embed-c, embed-cpp and embed-rust build and print what they should
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
WARN = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-qual", "-Wcast-align", "-Wundef", "-Wdouble-promotion", "-Wformat=2", "-Wvla",
        "-Wstrict-overflow", "-Werror", "-fopenmp-simd", "-fsyntax-only"]
BASELINE = "--march=x86-64"  # one set of instructions to compile, where what is asked is not of kernels
SIZE = 135_000


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def make(folder, *targets, optimization="-O0"):
    run("make", "-s", "-j2", "-C", folder, f"CFLAGS={optimization}", *targets)


def languages():
    """(compiler, its language) of those that are here; without --matrix each language once, by the compiler that is quicker at it."""
    both = {"-std=c11": ("gcc", "clang"), "-std=c99": ("clang", "gcc"), "-std=c++17": ("clang++", "g++")}
    for language, compilers in both.items():
        here = [name for name in compilers if shutil.which(name)]
        yield from ((name, language) for name in (here if "--matrix" in sys.argv else here[:1]))


def check_language(folders, *more):
    """Programs, and each file of the runtime as one of them has it. The team that makes threads has atomic variables,
    which C99 knows as an extension."""
    sources = [source for folder in folders for source in sorted(folder.glob("*.c"))]
    runtime = {source.name: source for folder in folders for source in folder.glob("runtime/*.c")}.values()
    for folder in folders:
        sources.append(folder / "includes.c")
        sources[-1].write_text('#include "model.h"\n')
    for compiler, language in languages():
        if language == "-std=c11":
            run(compiler, language, *WARN, *more, *sources, *runtime)
        elif language == "-std=c99":
            run(compiler, language, *WARN, *more, *sources)
            run(compiler, language, *WARN, *more, "-Wno-pedantic", *runtime)
        else:
            run(compiler, language, "-x", "c++", *WARN, *more, *sources)
    for folder in folders:
        (folder / "includes.c").unlink()


def check_fortified(folder):
    """memcpy is an inline function of the headers then, which gcc inlines into functions of the same target alone. It inlines before it
    writes what another compilation goes on with (-flto); the rest is two thirds of its time."""
    make(folder, "libmodel.a", optimization="-O1 -flto -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")


def check_null(folder):
    """gcc's analyzer sees no pointer followed that may be NULL."""
    for name in ("model.c", "main.c", "run_host.c", "runtime/value.c", "runtime/npy.c"):
        if shutil.which("gcc"):
            run("gcc", "-fanalyzer", "-Werror=analyzer-null-dereference", "-O1", "-c", folder / name, "-o", folder / "analyzed.o")


def check_size(folder):
    """As users build it."""
    make(folder, optimization="-O3")
    text = int(run("size", folder / "run").splitlines()[1].split()[0])
    if text > SIZE:
        sys.exit(f"a perceptron has {text} bytes of code, more than {SIZE}")


def check_bits(sdyc, folder):
    """With the processor's vectors and with any processor's."""
    inputs = ["8x512xf32=random:1", "512x2048xf32=random:2", "2048xf32=0.1", "2048x4xf32=random:3"]
    asked, result = ["--reduce=device-order", *(f"--input={each}" for each in inputs)], folder / "bits.npy"
    run(sdyc, "run", EXAMPLES / "mlp.mlir", *asked, f"--output=@{result}")
    want = result.read_bytes()
    for name, flags in (("narrow", ["--march=native"]), ("wide", [])):
        run(sdyc, "emit", EXAMPLES / "mlp.mlir", "-o", folder / name, "--reduce=device-order", *flags)
        make(folder / name, optimization="-O1")
        run(folder / name / "run", *asked[1:], f"--output=@{result}")
        if result.read_bytes() != want:
            sys.exit(f"a folder emitted with {flags} gives other bits than sdyc run")


def check_plain(folder):
    make(folder)
    names = run("nm", folder / "libmodel.a")
    for word in ("pthread", "omp_", "GOMP", "sem_"):
        if word in names:
            sys.exit(f"the library of plain C refers to {word}...")


def check_contexts(folder):
    wrap = ["-Wl,--wrap=malloc,--wrap=aligned_alloc", f"-I{folder}"]
    make(folder / "first")
    libraries = [folder / "first/libmodel.a", folder / "second/libmodel.a"]
    run("cc", "-O1", "-fopenmp", *wrap, HERE / "contexts.c", "-o", folder / "contexts", *libraries, "-lm", "-ldl",
        "-pthread")
    run(folder / "contexts", timeout=300)


def check_entries(folder):
    """Also that its library has the constant of two functions once."""
    make(folder / "entries")
    run("cc", "-O1", f"-I{folder}", HERE / "entries.c", "-o", folder / "contexts_of_entries",
        folder / "entries/libmodel.a", "-lm", "-ldl", "-fopenmp", "-pthread")
    run(folder / "contexts_of_entries", timeout=300)
    printed = run(folder / "entries/run", "--entry=f.g", "--input=64xf32=1")
    if not printed.startswith("64xf32=2 2 2"):
        sys.exit(f"./run --entry=f.g prints {printed}")
    if (folder / "entries/model.data").stat().st_size != 128:
        sys.exit("the constant of two functions is not stored once")


def check_quiet(folder):
    """After check_entries. Waiting is futex, and sched_yield where a thread has polled for long."""
    quiet, trace = folder / "quiet", folder / "trace"
    wrap = "-Wl,--wrap=aligned_alloc,--wrap=free,--wrap=pthread_create"
    run("cc", "-O1", f"-I{folder}", wrap, HERE / "quiet.c", "-o", quiet, folder / "entries/libmodel.a", "-lm", "-ldl",
        "-fopenmp", "-pthread")
    run(quiet, timeout=300)
    if not shutil.which("strace") or subprocess.run(["strace", "-o", trace, "true"]).returncode:
        print("skipped: strace does not work here")
        return
    run("strace", "-f", "-o", trace, quiet, "marked", timeout=300)
    watched, watches, other = 0, False, set()
    for line in trace.read_text().splitlines():
        if "calls end" in line or "calls begin" in line:
            watches = "begin" in line
            watched += watches
        elif watches:
            name = re.match(r"\d+ +(?:<\.\.\. )?(\w+)", line)
            other |= {name.group(1)} - {"futex", "sched_yield"} if name else {line}
    if watched != 2 or other:
        sys.exit(f"{watched} times calls were watched; they called {other}")


def check_calls(folder):
    make(folder / "calling", "libmodel.a")
    calls, runtime = HERE.parent / "calls/handlers.c", HERE.parents[1] / "runtime"
    run("cc", "-O1", f"-I{folder}", f"-I{runtime}", f"-I{runtime / 'call'}", HERE / "calling.c", calls, "-o", folder / "called",
        folder / "calling/libmodel.a", "-lm", "-ldl", "-fopenmp")
    done = subprocess.run([folder / "called"], capture_output=True, text=True)
    if done.returncode or done.stderr != 2 * 'a "text"??/ 7 -8 true 0.5 8\n':
        sys.exit(f"the functions of the caller end with {done.returncode}: {done.stderr}")


def check_sizes(folder):
    make(folder / "sizes", "run", "test")
    run("cc", "-O1", f"-I{folder}", HERE / "sizes.c", "-o", folder / "sized", folder / "sizes/libmodel.a", "-lm", "-ldl", "-fopenmp")
    called = run(folder / "sized")
    if called != "3x2: 3 30 7 70 11 110; 9 12\n":
        sys.exit(f"the function with sizes gives {called}")
    printed = run(folder / "sizes/run", "--input=3x2xf32=1 2 3 4 5 6", "--input=2x2xf32=1 10 1 10")
    if printed != "3x2xf32=[3 30][7 70][11 110]\n2xf32=9 12\n":
        sys.exit(f"./run with sizes prints {printed}")
    run(folder / "sizes/run", "--input=3x2xf32=1", "--input=random")
    done = subprocess.run([folder / "sizes/run", "--input=3x2xf32=1"], capture_output=True, text=True)
    if done.returncode != 1 or "has 2 inputs: " not in done.stderr or "--input=random fills" not in done.stderr:
        raise SystemExit(f"sizes/run with an input that is missing: {done.stderr}")
    done = subprocess.run([folder / "sizes/run", "--help"], capture_output=True, text=True)
    if done.returncode != 1 or "there are --input=VALUE, --output=@FILE.npy" not in done.stderr:
        sys.exit(f"./run does not say which arguments it takes: {done.stderr}")
    done = subprocess.run([folder / "sizes/run", "--input=7x2xf32=1", "--input=2x3xf32=1"], capture_output=True, text=True)
    if done.returncode != 1 or "7x2xf32, but 6x2xf32 is needed" not in done.stderr:
        sys.exit(f"./run takes seven rows: {done.stderr}")


def check_constants(folder):
    make(folder / "apart", "run", "test")
    run("cc", "-O1", "-std=c11", f"-I{folder}", HERE / "constants.c", "-o", folder / "given", folder / "apart/libmodel.a",
        "-lm", "-ldl", "-fopenmp")
    run(folder / "given", folder / "apart")
    printed = run(folder / "apart/run", "--entry=new", "--input=4xf32=1", f"--constants={folder / 'apart/model.data'}")
    if not printed.startswith("4xf32=2 3 4 5"):
        sys.exit(f"./run with constants prints {printed}")


def check_lines(folder):
    program = folder / "lined/program_main.c"
    lines = program.read_text().splitlines()
    if not any(line.startswith("#line 5 ") and line.endswith('traced.mlir"') for line in lines):
        sys.exit(f"{program} does not say that something is of line 5")
    ends = [(number, line) for number, line in enumerate(lines, 1) if line.endswith('"program_main.c"')]
    if not ends or any(line != f'#line {number + 1} "program_main.c"' for number, line in ends):
        sys.exit(f"{program} does not number its own lines: {ends}")


def check_names(header):
    wanted = "model_main(struct model_context *context, float *result0_loss, const float *arg0_params_w, " \
             "const uint16_t *arg1_x, const float *arg2_w2)"
    if wanted not in " ".join(header.read_text().split()):
        sys.exit(f"{header} does not have {wanted}")


def check_comments(program):
    text = program.read_text()
    for wanted in ("""/* stablehlo.dot_general tensor<8x8xf32>
 * traced.mlir:5 (jit(f)/dot_general./, model.py:12); 1280 bytes, 2048 operations on floats, 1 task */""",
                   "/* params['w']: tensor<16x8xf32> */", "\n * traced.mlir:8; ", " * The function @main of "):
        if wanted not in text:
            sys.exit(f"{program} does not have\n{wanted}")


def check_examples(sdyc, folder):
    made = folder / "none"
    for example, compiler, wanted in (("embed-c", "cc", "0 4\n"), ("embed-cpp", "c++", "4 4\n"),
                                      ("embed-rust", "rustc", "8 8\n")):
        if not shutil.which(compiler) or subprocess.run([compiler, "--version"], capture_output=True).returncode:
            print(f"skipped: {example}, for there is no {compiler}")
            continue
        shutil.copytree(EXAMPLES / example, folder / "examples" / example)
        shutil.copy(EXAMPLES / "product.mlir", folder / "examples")
        if made.exists():  # by the example before, whose program is the same
            shutil.copytree(made, folder / "examples" / example / "product")
        run("make", "-s", "-C", folder / "examples" / example, f"SDYC={sdyc}", "CFLAGS=-O0")
        made = folder / "examples" / example / "product"
        printed = run(folder / "examples" / example / "embed")
        if printed != wanted:
            sys.exit(f"{example} prints {printed}, not {wanted}")


def main():
    sdyc = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for model, flags in ((EXAMPLES / "mlp.mlir", ["--name=mlp"]), (EXAMPLES / "product.mlir", ["--name=first", BASELINE]),
                             (HERE / "sums.mlir", ["--name=second", BASELINE, "--threads=0"]),
                             (HERE.parent / "run/control/host.mlir", ["--name=asking", "--blas"]),
                             (HERE / "calling.mlir", ["--name=calling", BASELINE, "--call=say", "--call=my.scale"]),
                             (HERE / "entries.mlir", ["--name=entries", BASELINE]),
                             (HERE / "loops.mlir", ["--name=loops"]),
                             (HERE / "sizes.mlir", ["--name=sizes", BASELINE, "--with-test"]),
                             (HERE / "traced.mlir", ["--name=traced"]),
                             (HERE / "traced.mlir", ["--name=lined", "--lines"]),
                             (HERE / "entries.mlir", ["--name=apart", BASELINE, "--constants=file", "--with-test"]),
                             (HERE / "types.mlir", ["--name=types"]),
                             (HERE / "named.mlir", ["--name=model"])):
            run(sdyc, "emit", model, "-o", folder / flags[0][7:], *flags)
        check_names(folder / "model/model.h")
        check_comments(folder / "traced/program_main.c")
        check_language([folder / name for name in ("mlp", "asking", "loops", "entries", "sizes", "lined", "apart", "types")])
        check_language([folder / "calling"], "-Wno-cast-qual")  # pointers to what is constant are not so in XLA's interface
        check_fortified(folder / "loops")
        check_null(folder / "asking")
        check_constants(folder)
        check_lines(folder)
        check_entries(folder)
        check_quiet(folder)
        check_calls(folder)
        check_sizes(folder)
        check_size(folder / "mlp")
        check_bits(sdyc, folder)
        check_plain(folder / "second")
        check_contexts(folder)
        check_examples(sdyc, folder)


main()

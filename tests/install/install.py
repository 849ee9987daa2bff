#!/usr/bin/env python3
"""What `meson install` installs, used as a stranger uses it: install.py BUILD

Installs into an empty folder, builds programs with pkg-config, CMake and by hand, in C, C++, Rust and Go where their tools are, and
runs them; asks what the library exports; runs a program that was compiled with a header of fewer options, and one of more;
reads the manual page, completes a command line; and uninstalls, after which nothing is left.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
LIBRARY = TOP / "examples/library"
SKIPPED = 77
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wstrict-prototypes", "-Werror"]
# A caller whose options are those of its header, the last one among them.
OPTIONS = """
#include <sdyc/sdyc.h>
#include <stdio.h>
int main(int count, char **words) {
    struct sdyc_run_options run = SDYC_RUN_OPTIONS_INIT;
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_error *error;
    options.run = &run;
    options.threads = 1;
    SET
    struct sdyc_program *program = sdyc_compile_file(words[count - 1], &options, &error);
    printf("%zu %s", options.size, program ? "compiled\\n" : sdyc_error_text(error));
    sdyc_error_free(error);
    sdyc_free(program);
    return 0;
}
"""
COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sdyc; echo "${COMPREPLY[@]}"
"""


def run(command, folder, **variables):
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **variables}, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


class Installed:
    """Where everything lies, and the environment that finds it there."""

    def __init__(self, build, root):
        self.build, self.root = build, root
        self.meson = shutil.which("meson")
        run([self.meson, "install", "-C", build, "--no-rebuild", "--quiet"], root, DESTDIR=str(root))
        self.header = self.one("include/sdyc/sdyc.h")
        self.prefix = self.header.parents[2]
        self.library = self.one("libsdyc.so.1")
        self.command = self.prefix / "bin/sdyc"
        self.flags = [f"-I{self.prefix}/include", f"-L{self.library.parent}", "-lsdyc"]
        self.environment = {"PKG_CONFIG_PATH": str(self.library.parent / "pkgconfig"), "PKG_CONFIG_SYSROOT_DIR": str(root),
                            "LD_LIBRARY_PATH": str(self.library.parent), "PKG_CONFIG_LIBDIR": ""}

    def one(self, name):
        found = list(self.root.rglob(name))
        assert len(found) == 1, f"{name} is installed {len(found)} times"
        return found[0]

    def run(self, command, folder):
        return run(command, folder, **self.environment)

    def compile(self, source, folder, *more, name="program"):
        (folder / f"{name}.c").write_text(source)
        self.run(["cc", "-std=c11", *WARNINGS, *more, f"{name}.c", "-o", name, *self.flags], folder)
        return folder / name


# --- programs -------------------------------------------------------------------------------------


def test_programs(installed, folder):
    """The same product, 0 and 4, by all ways to the library."""
    product = TOP / "examples/product.mlir"
    examples = folder / "examples/library"
    shutil.copytree(LIBRARY, examples)
    shutil.copy(TOP / "examples/embed.c", folder / "examples")
    programs = [installed.compile((TOP / "examples/embed.c").read_text(), folder, name="by_hand")]
    for target, tool in {"embed": "pkg-config", "embed-cc": "c++", "embed-rs": "rustc", "embed-go": "go"}.items():
        if shutil.which(tool):
            installed.run(["make", "--silent", target], examples)
            programs.append(examples / target)
        else:
            print(f"skipped: no {tool}")
    if shutil.which("cmake"):
        cmake = folder / "cmake"
        installed.run(["cmake", "-S", examples, "-B", cmake, f"-DCMAKE_PREFIX_PATH={installed.prefix}", "-DCMAKE_BUILD_TYPE=Release"], folder)
        installed.run(["cmake", "--build", cmake], folder)
        programs.append(cmake / "embed")
    else:
        print("skipped: no cmake")
    for program in programs:
        said = installed.run([program, product], folder)
        assert said == "0 4\n", f"{program.name}: {said}"


def test_errors_are_exceptions(installed, folder):
    """Of C++: the example says the place of the first message."""
    (folder / "wrong.mlir").write_text("func.func @main() {\n  nonsense\n}\n")
    done = subprocess.run([folder / "examples/library/embed-cc", "wrong.mlir"], cwd=folder, text=True, capture_output=True,
                          env={**os.environ, **installed.environment}, check=False)
    assert done.returncode == 1 and done.stderr.startswith("wrong.mlir, line 2: "), done.stderr


def test_headers_stand_alone(installed, folder):
    """In strict C and C++, without a warning."""
    (folder / "alone.c").write_text("#include <sdyc/sdyc.h>\nint main(void) { return SDYC_OK; }\n")
    (folder / "alone.cc").write_text("#include <sdyc/sdyc.h>\nint main() { sdyc_options o = SDYC_OPTIONS_INIT; return o.size == 0; }\n")
    (folder / "alone_too.cc").write_text("#include <sdyc/sdyc.hpp>\nint main() { return sdyc::options().input_count; }\n")
    for standard in ("c99", "c11"):
        run(["cc", f"-std={standard}", *WARNINGS, "-fsyntax-only", installed.flags[0], "alone.c"], folder)
    for standard, file in (("c++11", "alone.cc"), ("c++17", "alone.cc"), ("c++17", "alone_too.cc")):
        run(["c++", f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", installed.flags[0], file], folder)


# --- the interface of the library -----------------------------------------------------------------


def functions_of(header):
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    return set(re.findall(r"^[a-z][\w \*]*?\b(sdyc_\w+)\([^;{]*\);", text, re.M)) - {"sdyc_call_function"}


def test_exports_are_the_headers(installed, folder):
    lines = run(["nm", "--dynamic", "--defined-only", installed.library], folder).splitlines()
    exported = {line.split()[-1].split("@")[0] for line in lines if line.split()[-2] != "A"}
    declared = functions_of(installed.header.read_text())
    assert len(declared) > 50 and exported == declared, f"only one has {sorted(exported ^ declared)}"
    assert "[libsdyc.so.1]" in run(["readelf", "--dynamic", installed.library], folder)


def test_versions_agree(installed, folder):
    header = installed.header.read_text()
    version = ".".join(re.search(rf"SDYC_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    assert run([installed.command, "--version"], folder) == f"sdyc {version}\n"
    assert installed.run(["pkg-config", "--modversion", "sdyc"], folder) == f"{version}\n"


def with_header(installed, folder, change):
    """The flags of a compiler that sees the header as it was, or will be."""
    (folder / "include/sdyc").mkdir(parents=True)
    (folder / "include/sdyc/sdyc.h").write_text(change(installed.header.read_text()))
    return f"-I{folder}/include"


def fields_end(text, struct):
    return text.index("};", text.index(f"struct {struct} {{"))


def shortened(text):
    """Without the last two fields of each structure of options."""
    for struct in ("sdyc_run_options", "sdyc_options", "sdyc_report_options"):
        end = fields_end(text, struct)
        last = end
        for _ in range(3):
            last = text.rindex(";", 0, last)
        last += 1
        text = text[:last] + "\n" + text[end:]
    return text


def lengthened(text):
    for struct in ("sdyc_run_options", "sdyc_options", "sdyc_report_options"):
        end = fields_end(text, struct)
        text = text[:end] + "    const char *added; int added_too;\n" + text[end:]
    return text


def test_options_may_grow(installed, folder):
    """A program of an older header runs, a program of a newer one does if it sets nothing new."""
    product = TOP / "examples/product.mlir"

    def say(name, change, set_field=""):
        place = folder / name
        place.mkdir()
        program = installed.compile(OPTIONS.replace("SET", set_field), place, with_header(installed, place, change))
        size, said = installed.run([program, product], place).split(" ", 1)
        return int(size), said

    today, said = say("today", lambda text: text)
    assert said == "compiled\n", said
    older, said = say("older", shortened)
    assert older < today and said == "compiled\n", (older, today, said)
    newer, said = say("newer", lengthened)
    assert newer > today and said == "compiled\n", (newer, today, said)
    for name, field, struct in (("set", "options.added_too = 3;", "sdyc_options"), ("set_run", 'run.added = "";', "sdyc_run_options")):
        _, said = say(name, lengthened, field)
        assert re.match(rf"sdyc: error: a struct {struct} of \d+ bytes sets byte \d+, and version \S+ of the library knows \d+ bytes", said), said


# --- beside the library ---------------------------------------------------------------------------


def test_manual(installed, folder):
    page = installed.one("sdyc.1")
    text = page.read_text()
    for command in re.findall(r"^  sdyc ([a-z]+) ", run([installed.command, "--help"], folder), re.M):
        flags = re.findall(r"^  --?([\w-]+)", run([installed.command, command, "--help"], folder), re.M)
        section = text[text.index(f".SH SDYC {command.upper()}\n"):]
        assert flags and all(flag.replace("-", "\\-") in section for flag in flags), command
    if shutil.which("groff"):
        assert run(["groff", "-man", "-ww", "-z", "-Tutf8", page], folder) == ""


def test_completions(installed, folder):
    script = installed.prefix / "share/bash-completion/completions/sdyc"

    def complete(*words):
        return run(["bash", "-c", COMPLETE, "complete", script, "sdyc", *words], folder).split()

    assert complete("pa") == ["partition"]
    assert complete("run", "--stor") == ["--storage="]
    assert "--help" in complete("emit", "-") and "-o" in complete("emit", "-")
    (folder / "a_module.mlir").touch()
    assert complete("run", "a_mod") == ["a_module.mlir"]
    zsh = installed.prefix / "share/zsh/site-functions/_sdyc"
    assert zsh.read_text().startswith("#compdef sdyc\n")
    if shutil.which("zsh"):
        run(["zsh", "-n", zsh], folder)


def test_command(installed, folder):
    """Emits a program with the runtime's sources, and finds MPI's library, where there is one."""
    product = TOP / "examples/product.mlir"
    said = run([installed.command, "run", product, "--input=4x8xf32=0.5", "--input=8x2xf32=1"], folder)
    assert said == "4x2xf32=[4 4][4 4][4 4][4 4]\n", said
    run([installed.command, "emit", product, "-o", folder / "emitted"], folder)
    assert (folder / "emitted/Makefile").exists() and list((folder / "emitted").rglob("*.c"))
    if list(installed.root.rglob("libsdyrt_mpi.so")):
        done = subprocess.run([installed.command, "run", "--target=mpi", product, "--input=random"], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert "MPI is not here" not in done.stdout, done.stdout
    else:
        print("skipped: no MPI")


def test_uninstalls(installed, folder):
    """Without a trace: what is recorded of the installation is the build folder's."""
    run(["ninja", "-C", installed.build, "uninstall"], folder, DESTDIR=str(installed.root))
    left = [str(path) for path in installed.root.rglob("*") if not path.is_dir()]
    assert not left, left
    empty = [str(path) for path in installed.root.rglob("*")]
    assert not empty, f"folders are left: {empty}"


def main():
    build = Path(sys.argv[1]).resolve()
    if not shutil.which("meson"):
        print("skipped: no meson")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as place:
        root, work = Path(place) / "root", Path(place) / "work"
        root.mkdir(), work.mkdir()
        installed = Installed(build, root)
        for test in (test_programs, test_errors_are_exceptions, test_headers_stand_alone, test_exports_are_the_headers, test_versions_agree,
                     test_options_may_grow, test_manual, test_completions, test_command, test_uninstalls):
            test(installed, work)


if __name__ == "__main__":
    main()

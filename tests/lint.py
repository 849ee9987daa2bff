#!/usr/bin/env python3
"""What the compiler does not check of the house style (STYLE.md, docs/design/architecture.md): lint.py

size       no file of src/ and runtime/ is longer than 700 lines
arrows     includes point down the layers; the runtime includes nothing of the compiler
names      algorithms name operations by their rows (OP_ADD), never as text
functions  each function that is not static is called from another file
contracts  each prototype of a header stands below a comment, or has one behind it
tags       no two headers give a struct the same name
twins      no two files have the same static function
comments   no rule of a section is broken, no line is longer than 100 columns, tables among them
pages      no link of a document is dead, nor the heading that it names; no line of prose is longer than 100 columns;
           the files that READMEs of src/ and runtime/ and the pages of docs/design/ name are there, and each folder is
           named by the README above it, or has one where there is none above; each variable of the
           environment that the sources read, and each flag, has its row in docs/reference/ once
strays     git keeps nothing that .gitignore names, and no library

Prints what it finds, one line each, and fails where it finds something.
"""
import collections
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
MOST_LINES, MOST_COLUMNS = 700, 100

# A folder (or file) of src/ includes its own files and those of folders that stand further down;
# passes.def is data, which names functions of all stages.
LAYERS = [["cli", "pjrt"], ["api", "explain"], ["report"], ["compile"], ["pass_driver"], ["pipeline"],
          ["frontend", "codegen"], ["partition", "verify"], ["propagation"], ["transforms"], ["ops"], ["sharding"], ["ir"], ["support", "passes"]]
HEIGHT = {name: len(LAYERS) - i for i, names in enumerate(LAYERS) for name in names}
BASE = {"ops", "sharding", "ir", "support"}  # what the frontend stands on
SEE_RUNTIME = {"codegen", "api", "cli", "pjrt"}  # the headers of runtime/
# They include each other by name alone; the build makes two headers.
RUNTIME = {path.name for path in (TOP / "runtime").rglob("*.*")} | {"functions.h", "parts_list.h"}
ALGORITHMS = ["propagation", "partition", "codegen", "transforms"]
OFFERED = {"kernel_value", "term_guard"}  # words of the kernel builder that no hook uses today
ROUTE_ROW = re.compile(r"^ROUTE\((\w+),", re.M)
ROUTE_MACRO = re.compile(r'^#define ROUTE\((.*?)^#include "(\w+_routes\.def)"', re.M | re.S)
OP_ROW = re.compile(r'^OP\(\w+, "([^"]+)"', re.M)

# Comments, strings and characters of C.
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
PARAMETERS = r"\((?:[^;{}()]|\([^()]*\))*\)"
HEAD = r"^(?!static\b|typedef\b|return\b|else\b|#)[A-Za-z_][\w \*]*?[ \*](\w+)" + PARAMETERS
DEFINITION = re.compile(HEAD + r"\s*\{", re.M)
PROTOTYPE = re.compile(r"(?!static\b|typedef\b|extern \"|return\b|else\b)[A-Za-z_][\w \*]*[ \*]\w+\(")
STATIC = re.compile(r"^static [^\n;]*?\b(\w+)\([^;{]*\)\s*\{\n.*?^\}", re.M | re.S)
DECLARATION = re.compile(HEAD + r"(?:\s*__attribute__\(\(.*?\)\))?;", re.M | re.S)


def sources(*folders):
    """Path below the top and text of each source file."""
    for folder in folders:
        for path in sorted((TOP / folder).rglob("*")):
            if path.suffix in {".c", ".h", ".def", ".inc", ".in"} and path.is_file():
                yield str(path.relative_to(TOP)), path.read_text(errors="replace")


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_sizes():
    for file, text in sources("src", "runtime"):
        if text.count("\n") > MOST_LINES:
            yield f"{file}: {text.count(chr(10))} lines, more than {MOST_LINES}"


def part_of(file):
    """src/ops/build.c: ops; src/pipeline.c: pipeline."""
    return Path(file).parts[1].split(".")[0]


def check_arrows():
    for file, text in sources("src", "runtime"):
        for match in re.finditer(r'^#include "([^"]+)"', text, re.M):
            included, where = match.group(1), f"{file}:{line_of(text, match.start())}"
            if file.startswith("runtime/"):
                if included not in RUNTIME:
                    yield f"{where}: the runtime includes {included}"
                continue
            own = part_of(file)
            if included in RUNTIME:
                if own not in SEE_RUNTIME:
                    yield f"{where}: {own} includes {included} of the runtime"
                continue
            other = included.split("/")[0].split(".")[0]
            reaches = BASE if own in ("frontend", "verify") else HEIGHT
            if other in HEIGHT and other != own and (HEIGHT[other] >= HEIGHT[own] or other not in reaches):
                yield f"{where}: {own} stands below {other}, and includes {included}"


def check_names():
    rows = set(OP_ROW.findall((TOP / "src/ops/ops.def").read_text()))
    for file, text in sources(*[f"src/{folder}" for folder in ALGORITHMS]):
        for match in re.finditer(r'"([a-z]+\.\w+)"|\bstablehlo\.', text):
            if match.group(1) is None or match.group(1) in rows:
                yield f"{file}:{line_of(text, match.start())}: names {match.group()} as text"


def code_of(text):
    return TOKEN.sub(" ", text)


def named_by_rows():
    """Pairs of a file and a name that it makes of the names of rows: `sdyrt_scatter_by_##name` of scatter_routes.def."""
    texts = dict(sources("src", "runtime"))
    rows = {Path(file).name: ROUTE_ROW.findall(text) for file, text in texts.items() if file.endswith("_routes.def")}
    for file, text in texts.items():
        for made, table in ROUTE_MACRO.findall(text):
            yield from ((file, prefix + row) for prefix in re.findall(r"(\w+)##name\b", made) for row in rows[table])


def check_functions():
    """By words alone: a name is used where it stands, but for its definition and declarations."""
    defined, declared, words = [], collections.Counter(), collections.defaultdict(collections.Counter)
    for file, text in sources("src", "runtime", "include", "templates", "tests", "bench"):
        code = code_of(text)
        # Text that becomes C names functions too.
        emitted = file.startswith(("src/codegen", "templates"))
        for word in WORD.findall(text if emitted else code):
            words[word][file] += 1
        for match in DECLARATION.finditer(code):
            words[match.group(1)][file] -= 1
            declared[match.group(1), file] += 1
        if file.startswith(("src/", "runtime/")) and file.endswith(".c"):
            defined += [(match.group(1), file) for match in DEFINITION.finditer(code)]
    for file, word in named_by_rows():
        words[word][file] += 1
    # What programs that embed the library call, and what our copy of libtcc is made to call.
    public = set(WORD.findall("\n".join(text for _, text in sources("include"))
                              + (TOP / "meson.build").read_text())) | OFFERED | {"main"}
    for name, file in defined:
        elsewhere = sum(count for place, count in words[name].items() if place != file and count > 0)
        if elsewhere == 0 and name not in public:
            kind = "is called by nothing" if words[name][file] <= 1 else "is called in its file alone"
            yield f"{file}: {name} {kind}"


def check_contracts():
    """A comment is for all that follows it up to an empty line."""
    for file, text in sources("include", "src", "runtime"):
        told = inside = False
        for number, line in enumerate(text.splitlines() if file.endswith(".h") else [], 1):
            inside = inside or line.startswith("/*")
            told = bool(line) and (told or inside)
            inside = inside and "*/" not in line
            if PROTOTYPE.match(line) and not told and "/*" not in line:
                yield f"{file}:{number}: a prototype without a contract"


def check_tags():
    """A file may include either header, or both."""
    first = {}
    for file, text in sources("src", "runtime", "include"):
        for match in re.finditer(r"^struct (\w+) \{", text, re.M) if file.endswith(".h") else ():
            where = f"{file}:{line_of(text, match.start())}"
            if first.setdefault(match.group(1), where) != where:
                yield f"{where}: struct {match.group(1)} stands in {first[match.group(1)]} too"


def check_twins():
    first = {}
    for file, text in sources("src", "runtime"):
        for match in STATIC.finditer(text) if file.endswith(".c") else ():
            body, where = re.sub(r"\s+", " ", match.group()), f"{file}:{line_of(text, match.start())}"
            if first.setdefault(body, where) != where:
                yield f"{where}: {match.group(1)} stands in {first[body]} too"


def check_comments():
    for file, text in sources("src", "runtime", "include", "tests/unit", "tests/fuzz", "bench"):
        for match in re.finditer(r"^/\* --- [^\n]*\n( \* -+\n)? \*/$", text, re.M):
            yield f"{file}:{line_of(text, match.start())}: the rule does not end on its line"
        if file.endswith((".c", ".h", ".def", ".inc")):
            for number, line in enumerate(text.split("\n"), 1):
                if len(line) > MOST_COLUMNS:
                    yield f"{file}:{number}: {len(line)} columns"


def documents():
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "*.md"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    return [TOP / name for name in listed if (TOP / name).exists()]


def anchors(page):
    """What `#...` may name in a page, as GitHub makes it of headings."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in re.findall(r"^#+ (.*)$", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


def check_links():
    for page in documents():
        text = page.read_text()
        for match in re.finditer(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
            name, anchor = match.groups()
            other = page.parent / name if name else page
            if re.match(r"[a-z]+:", name):
                continue
            if not other.exists():
                yield f"{page.relative_to(TOP)}:{line_of(text, match.start())}: there is no {name}"
            elif anchor and anchor not in anchors(other):
                yield f"{page.relative_to(TOP)}:{line_of(text, match.start())}: {other.name} has no heading for #{anchor}"


def written_as(name):
    """a_{b,c}.c: a_b.c and a_c.c."""
    found = re.search(r"\{([^}]*)\}", name)
    return [name[:found.start()] + word + name[found.end():] for word in found[1].split(",")] if found else [name]


def check_named_files():
    """By its path from the page or from anywhere above it; a star stands for any word, and NAME for what is told."""
    listed = subprocess.run(["git", "-C", TOP, "ls-files"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    ends = {"/".join(Path(file).parts[begin:]) for file in listed for begin in range(len(Path(file).parts))}
    made = {name for name in RUNTIME if name not in ends}
    for page in documents():
        place = str(page.relative_to(TOP))
        if not place.startswith(("src/", "runtime/", "docs/design/")):
            continue
        text = re.sub(r"```.*?```", lambda match: "\n" * match[0].count("\n"), page.read_text(), flags=re.S)
        for match in re.finditer(r"`([\w*./{},-]+\.(?:c|h|def|inc|py|md|map))`", text):
            for name in written_as(match.group(1)):
                is_there = name in ends or (page.parent / name).exists() or "*" in name and bool(fnmatch.filter(ends, name))
                if not is_there and name not in made and "NAME" not in name:
                    yield f"{place}:{line_of(text, match.start())}: there is no {name}"


def check_readmes():
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "src", "runtime"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    for folder in sorted({parent for file in listed for parent in Path(file).parents if len(parent.parts) > 1}):
        above = next((parent for parent in folder.parents if (TOP / parent / "README.md").exists()), Path("."))
        if len(above.parts) == 0 and not (TOP / folder / "README.md").exists():
            yield f"{folder}: no README"
        elif above.parts and not re.search(rf"[`\[][^`\]\n]*\b{folder.name}\b[^`\]\n]*[`\]]", (TOP / above / "README.md").read_text()):
            yield f"{above}/README.md: does not name {folder}"


def prose_of(text):
    """Number and text of each line that can be broken anywhere: of no table, no heading and no code."""
    in_code = False
    for number, line in enumerate(text.split("\n"), 1):
        is_fence = line.lstrip().startswith("```")
        in_code ^= is_fence
        if not (in_code or is_fence or line.startswith(("|", "#", "    "))):
            yield number, line


def check_prose():
    """A line that is one long word stays, such as an address."""
    for page in documents():
        for number, line in prose_of(page.read_text()):
            if len(line) > MOST_COLUMNS and " " in line.strip()[:MOST_COLUMNS]:
                yield f"{page.relative_to(TOP)}:{number}: {len(line)} columns"


def check_environment():
    page = "docs/reference/environment.md"
    said = re.findall(r"^\| `(\w+)` \|", (TOP / page).read_text(), re.M)
    asked = {match for _, text in sources("src", "runtime") for match in re.findall(r'getenv\("(\w+)"\)', text)}
    for file in (TOP / "python").rglob("*.py"):
        asked |= set(re.findall(r"""environ(?:\.get\(|\[)["'](\w+)""", file.read_text()))
    yield from (f"{page}: no row for {name}, which is asked for" for name in sorted(asked - set(said)))
    yield from (f"{page}: a row for {name}, which nothing asks for" for name in said if name not in asked)
    yield from (f"{page}: {name} has two rows" for name in set(said) if said.count(name) > 1)


def check_flags():
    page = "docs/reference/flags.md"
    said = [re.findall(r"^\| `--?([\w-]+)", section, re.M) for section in re.split(r"^## ", (TOP / page).read_text(), flags=re.M)]
    asked = {name for _, text in sources("src/cli") for name in re.findall(r'\{"([a-z][\w-]*)",\s*FLAG_', text)}
    known = {name for names in said for name in names}
    yield from (f"{page}: no row for --{name}, which a command takes" for name in sorted(asked - known))
    yield from (f"{page}: {name} has two rows of one command" for names in said for name in set(names) if names.count(name) > 1)


def check_strays():
    if not (TOP / ".git").exists():
        return
    for extra in (["--ignored", "--exclude-standard"], ["*.so", "*.so.*", "*.a", "*.o", "*.whl", "*.pyc"]):
        for file in subprocess.run(["git", "-C", TOP, "ls-files", "--cached", *extra],
                                   stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines():
            yield f"{file}: a product, which git is not to keep"


def main():
    found = [line for check in (check_sizes, check_arrows, check_names, check_functions, check_contracts, check_tags, check_twins,
                                check_comments, check_links, check_named_files, check_readmes, check_prose, check_environment,
                                check_flags, check_strays)
             for line in check()]
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

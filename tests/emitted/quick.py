"""The compiler of folders that are built without optimisation, which asks whether they build and what they do: clang where it is, in a
third of gcc's time. CC names another: `./check --full` asks gcc."""
import os
import shutil

CC = os.environ.setdefault("CC", "clang" if shutil.which("clang") else "cc")  # for make, Meson and CMake, too
# Files hold inline functions that a folder does not call; of these gcc does not warn.
CFLAGS = "-O0 -Wno-unused-function" if "clang" in CC else "-O0"

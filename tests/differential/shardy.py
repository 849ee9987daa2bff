#!/usr/bin/env python3
"""Real Shardy as a server: the passes that ship inside jaxlib, in processes that may crash.

A request and its answer are one line of JSON each, on standard input and output:

    {"text": MODULE, "stages": [[PASS, ...], ...]}     PASS is a name, or `name{option=value ...}`
    {"texts": [MODULE after each stage, ...]}          all modules that came about, and where it ended early
                                                       "error": what was reported, or "crash": the signal

Each stage parses the text of the one before it anew. Run by propagation.py; needs jax and jaxlib.
"""
import json
import os
import signal
import sys

from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager

SECONDS = 20  # for one request
REQUESTS = 200  # that one process answers: a context keeps all attributes it has seen


def pass_manager(name):
    """The manager of one pass, nested in functions where the pass wants that."""
    try:
        return passmanager.PassManager.parse(f"builtin.module({name})")
    except ValueError:
        return passmanager.PassManager.parse(f"builtin.module(func.func({name}))")


def answer_to(context, request):
    answer = {"texts": []}
    text = request["text"]
    try:
        with context, ir.Location.unknown(context):
            for stage in request["stages"]:
                module = ir.Module.parse(text)
                for name in stage:
                    pass_manager(name).run(module.operation)
                text = str(module)
                answer["texts"].append(text)
    except Exception as error:  # whatever jaxlib raises: the diagnostics
        answer["error"] = str(error)
    return answer


class Child:
    """A process that answers requests until it crashes."""

    def __init__(self, context):
        request_reader, request_writer = os.pipe()
        answer_reader, answer_writer = os.pipe()
        self.answered = 0
        self.process = os.fork()
        if self.process == 0:
            os.close(request_writer)
            os.close(answer_reader)
            with os.fdopen(request_reader) as requests, os.fdopen(answer_writer, "w") as answers:
                for line in requests:
                    signal.alarm(SECONDS)
                    answers.write(json.dumps(answer_to(context, json.loads(line))) + "\n")
                    answers.flush()
                    signal.alarm(0)
            os._exit(0)
        os.close(request_reader)
        os.close(answer_writer)
        self.requests, self.answers = os.fdopen(request_writer, "w"), os.fdopen(answer_reader)

    def ask(self, line):
        """Its answer; None where it crashed."""
        self.answered += 1
        self.requests.write(line)
        self.requests.flush()
        return self.answers.readline() or None

    def end(self):
        """Its exit status, negative for a signal."""
        self.requests.close()
        self.answers.close()
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def serve(context):
    child = Child(context)
    for line in sys.stdin:
        if child.answered >= REQUESTS:
            child.end()
            child = Child(context)
        fresh = child.answered == 0
        answer = child.ask(line)
        if not answer and not fresh:  # what came before may have spoilt its memory
            child.end()
            child = Child(context)
            answer = child.ask(line)
        if not answer:
            answer = json.dumps({"texts": [], "crash": -child.end()}) + "\n"
            child = Child(context)
        sys.stdout.write(answer)
        sys.stdout.flush()
    child.end()


def main():
    context = mlir.make_ir_context()
    context.enable_multithreading(False)  # threads do not survive a fork
    context.allow_unregistered_dialects = True
    serve(context)


if __name__ == "__main__":
    main()

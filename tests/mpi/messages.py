#!/usr/bin/env python3
"""What exchanges send, counted without running: messages.py SDYC [--ranks 4,16,64,256,1024] [--print]

One program for each kind of collective, over all devices, with a rank for each. `sdyc kernels --json` lists the messages of a
rank; here they are summed up. The bytes that a rank sends may be at most 1.05 of what an expert would send, and the most that one
sends has to be what `sdyc partition --report` says, to the byte. The optimum of a kind, for n ranks and b bytes that a rank gives:

    gather            (n - 1) b
    scatter of sums   (n - 1) / n b
    all to all        (n - 1) / n b
    sum               2 (n - 1) / n b, in at most 2 log2 n messages; of one number as many of b: log2 n, or, of
                      few ranks, one to each other, which is one step instead of log2 n
    permute           b, in one message

Parts are of 4 KB there: smaller ones go in pairs or in two hops where that takes less time, which are more bytes in fewer messages. Of
small parts, odd sums and an exchange in a loop the report alone is compared. So it is of sums that are no trees: those among other numbers
of ranks than 2^k, of narrow numbers, and of truth.

In the programs that are no such sums a rank's memory is counted, too: its parts of arguments and results, and what its plan has beside them, may be at most twice the
arguments, the results and the largest value of a device. Sorts are counted from 16 ranks on: before, each sorts all that it is given.

--print: a table of them.
"""
import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MORE = 1.05
MOST_MEMORY = 2
LITTLE = 4096  # bytes that memory may be more, where all is small
HANDLE = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
ADD = "({\n ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %s = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n })"


def manual(ranks, own, result, operation, out='{"x"}'):
    """A program in which each device has `own` numbers, of which the operation makes `result`."""
    whole = result * ranks if out != "{}" else result
    return f"""sdy.mesh @mesh = <["x"={ranks}]>
func.func @main(%a: tensor<{own * ranks}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) -> tensor<{whole}xf32> {{
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{out}]>] manual_axes={{"x"}} (%b: tensor<{own}xf32>) {{
    %1 = {operation} : (tensor<{own}xf32>) -> tensor<{result}xf32>
    sdy.return %1 : tensor<{result}xf32>
  }} : (tensor<{own * ranks}xf32>) -> tensor<{whole}xf32>
  return %0 : tensor<{whole}xf32>
}}
"""


def turning(n, pairs):
    """A permute in each of eight turns."""
    return manual(n, 4, 4, "").replace("    %1 = ", f"""    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%i = %zero, %v = %b) : tensor<i32>, tensor<4xf32>
    cond {{
      %eight = stablehlo.constant dense<8> : tensor<i32>
      %goes = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    }} do {{
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %moved = "stablehlo.collective_permute"(%v) <{{{HANDLE}, {pairs}}}> : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %next, %moved : tensor<i32>, tensor<4xf32>
    }}
    %1 = stablehlo.negate %w#1""").replace(" : (tensor<4xf32>) -> tensor<4xf32>\n    sdy.return", " : tensor<4xf32>\n    sdy.return")


def staged(n, pairs):
    """A stage of a pipeline: a product of what each device has, which the next one gets."""
    return manual(n, 24576, 8192, f'"stablehlo.collective_permute"(%r) <{{{HANDLE}, {pairs}}}>').replace("    %1 = ", """    %f = stablehlo.slice %b [0:8192] : (tensor<24576xf32>) -> tensor<8192xf32>
    %g = stablehlo.slice %b [8192:24576] : (tensor<24576xf32>) -> tensor<16384xf32>
    %x = stablehlo.reshape %f : (tensor<8192xf32>) -> tensor<64x128xf32>
    %y = stablehlo.reshape %g : (tensor<16384xf32>) -> tensor<128x128xf32>
    %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<64x128xf32>
    %r = stablehlo.reshape %z : (tensor<64x128xf32>) -> tensor<8192xf32>
    %1 = """).replace(": (tensor<24576xf32>) -> tensor<8192xf32>\n    sdy.return", ": (tensor<8192xf32>) -> tensor<8192xf32>\n    sdy.return")


def sorted_by(n, values, kinds):
    """A sort along the only dimension, of floats of which zeros and NaN are equal, with other values beside."""
    whole = [f"tensor<{n * 1024}x{kind}>" for kind in kinds]
    shared = [f'{kind} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}' for kind in whole]
    scalars = [f"tensor<{kind}>" for kind in kinds for _ in range(2)]
    arguments = ", ".join(f"%v{i}: {kind}" for i, kind in enumerate(scalars))
    alike = "".join(f"""
    %e{i} = stablehlo.compare EQ, %v{i}, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k{i} = stablehlo.select %e{i}, %z, %v{i} : tensor<i1>, tensor<f32>
    %u{i} = stablehlo.compare NE, %v{i}, %v{i}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c{i} = stablehlo.select %u{i}, %nan, %k{i} : tensor<i1>, tensor<f32>""" for i in range(2))
    results = ", ".join(f"%1#{i}" if len(kinds) > 1 else "%1" for i in range(len(kinds)))
    count = f":{len(kinds)}" if len(kinds) > 1 else ""
    return f"""sdy.mesh @mesh = <["x"={n}]>
func.func @main(%a: {shared[0]}) -> ({", ".join(shared)}) {{
  %i = stablehlo.iota dim = 0 : tensor<{n * 1024}xi32>
  %1{count} = "stablehlo.sort"({values}) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0({arguments}):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>{alike}
    %r = stablehlo.compare LT, %c0, %c1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }}) : ({", ".join(whole)}) -> ({", ".join(whole)})
  return {results} : {", ".join(whole)}
}}
"""


def middle_of(n, sorting):
    """The two in the middle, on all ranks."""
    kind = f"tensor<{n * 1024}xf32>"
    shared = f'({kind} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}]>}}) {{'
    return sorting.replace(f"-> {shared}", "-> tensor<2xf32> {").replace(
        f"return %1 : {kind}", f"%2 = stablehlo.slice %1 [{n * 512 - 1}:{n * 512 + 1}] : ({kind}) -> tensor<2xf32>\n  return %2 : tensor<2xf32>")


def programs(n):
    """(name, text, bytes that a rank sends at best, or None, messages that it may take)"""
    groups = f"replica_groups = dense<[{list(range(n))}]> : tensor<1x{n}xi64>"
    pairs = f"source_target_pairs = dense<{[[i, (i + 1) % n] for i in range(n)]}> : tensor<{n}x2xi64>"
    levels, big, to_all = math.ceil(math.log2(n)), 1 << 16, 1024 * n
    yield "gather", manual(n, 4096, 4096 * n, f'"stablehlo.all_gather"(%b) <{{all_gather_dim = 0 : i64, {HANDLE}, {groups}, use_global_device_ids}}>', "{}"), (n - 1) * 4096 * 4, n - 1
    yield "scatter of sums", manual(n, to_all, 1024, f'"stablehlo.reduce_scatter"(%b) <{{{HANDLE}, {groups}, scatter_dimension = 0 : i64, use_global_device_ids}}> {ADD}'), (n - 1) * 4096, n - 1
    yield "scatter of large sums", manual(n, 16 * to_all, 16384, f'"stablehlo.reduce_scatter"(%b) <{{{HANDLE}, {groups}, scatter_dimension = 0 : i64, use_global_device_ids}}> {ADD}'), (n - 1) * 65536, n - 1
    yield "all to all", manual(n, to_all, to_all, f'"stablehlo.all_to_all"(%b) <{{{HANDLE}, concat_dimension = 0 : i64, {groups}, split_count = {n} : i64, split_dimension = 0 : i64}}>'), (n - 1) * 4096, n - 1
    for size in (1, 256, big + 1, 1 << 20):
        optimum = 2 * (n - 1) / n * size * 4 if size > 1 else (n - 1 if n <= 4 else levels) * 4
        yield f"sum of {size}", manual(n, size, size, f'"stablehlo.all_reduce"(%b) <{{{HANDLE}, {groups}, use_global_device_ids}}> {ADD}', "{}"), optimum, 2 * levels
    yield "permute", manual(n, big, big, f'"stablehlo.collective_permute"(%b) <{{{HANDLE}, {pairs}}}>'), big * 4, 1
    for size in (5, 37):
        yield f"odd sum of {size}", manual(n, size, size, f'"stablehlo.all_reduce"(%b) <{{{HANDLE}, {groups}, use_global_device_ids}}> {ADD}', "{}"), None, 2 * levels
    yield "small parts", manual(n, n, n, f'"stablehlo.all_to_all"(%b) <{{{HANDLE}, concat_dimension = 0 : i64, {groups}, split_count = {n} : i64, split_dimension = 0 : i64}}>'), None, n - 1
    yield "in a loop", turning(n, pairs), 8 * 4 * 4, 8
    yield "stage", staged(n, pairs), 8192 * 4, 1
    half = math.isqrt(n)
    side = 32 * half
    if n >= 16:
        yield "sort", sorted_by(n, "%a", ["f32"]), (n - 1) * 4096, n - 1
        yield "median", middle_of(n, sorted_by(n, "%a", ["f32"])), (n - 1) * 4096, n - 1
        yield "sort with places", sorted_by(n, "%a, %i", ["f32", "i32"]), (n - 1) * 4096, n - 1
    yield "transposed axes", f"""sdy.mesh @mesh = <["x"={half}, "y"={half}]>
func.func @main(%a: tensor<{side}x{side}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}})
    -> (tensor<{side}x{side}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}, {{"x"}}]>}}) {{
  %0 = stablehlo.multiply %a, %a : tensor<{side}x{side}xf32>
  return %0 : tensor<{side}x{side}xf32>
}}
""", 32 * 32 * 4, 1
    yield "roll", f"""sdy.mesh @mesh = <["x"={n}]>
func.func @main(%a: tensor<{n * 8}x256xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}})
    -> (tensor<{n * 8}x256xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}) {{
  %0 = stablehlo.slice %a [{n * 8 - 1}:{n * 8}, 0:256] : (tensor<{n * 8}x256xf32>) -> tensor<1x256xf32>
  %1 = stablehlo.slice %a [0:{n * 8 - 1}, 0:256] : (tensor<{n * 8}x256xf32>) -> tensor<{n * 8 - 1}x256xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x256xf32>, tensor<{n * 8 - 1}x256xf32>) -> tensor<{n * 8}x256xf32>
  return %2 : tensor<{n * 8}x256xf32>
}}
""", 1024, 1


def sums(n):
    """The same of sums that make a tree or none, of little and of much, over all devices."""
    groups = f"replica_groups = dense<[{list(range(n))}]> : tensor<1x{n}xi64>"
    levels = math.ceil(math.log2(n))
    for element, how in ("f32", "add"), ("bf16", "maximum"), ("i8", "add"), ("i1", "or"):
        for size in (1, 37, 1023, 1024, 4095, 4096, 50001):
            adding = ADD.replace("stablehlo.add", f"stablehlo.{how}")
            text = manual(n, size, size, f'"stablehlo.all_reduce"(%b) <{{{HANDLE}, {groups}, use_global_device_ids}}> {adding}', "{}").replace("f32", element)
            yield f"{how} of {size} {element}", text, None, max(2 * levels, 2 * (n - 1))


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"messages.py: {' '.join(map(str, words))}: {done.stderr[:2000]}")
    return done.stdout


def reported(sdyc, path):
    return json.loads(run(sdyc, "partition", "--report", "--json", path))


def memory_of(sdyc, ranks, path, report):
    """(bytes of a rank, those of its arguments, results and largest value)"""
    planned = run(sdyc, "kernels", f"--ranks={ranks}", "--threads=1", path)
    kept = report["memory"]["arguments"] + report["memory"]["results"]
    largest = max(value["bytes"] for value in report["memory"]["largest"])
    return kept + int(re.search(r"temporaries +(\d+)", planned).group(1)), kept + largest


def listed(exchange):
    """(messages, bytes) of a rank, summed up from its list, and the most bytes that any sends, each as often as it is done."""
    sent = [message["bytes"] for message in exchange["messages"] if message["sends"]]
    times = exchange["times"]
    return len(sent) * times, sum(sent) * times, exchange["most_bytes"] * times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sdyc", type=Path)
    parser.add_argument("--ranks", default="4,16,64,256,1024")
    parser.add_argument("--sums", default="2,3,5,6,7,8,12,100", help="how many ranks make sums of all kinds")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    options.sdyc, faults = options.sdyc.resolve(), []
    with tempfile.TemporaryDirectory() as folder:
        numbers = [(programs, options.ranks), (sums, options.sums)]
        for make, n in ((make, int(n)) for make, list_ in numbers for n in list_.split(",")):
            for name, text, least, most in make(n):
                path = Path(folder) / "program.mlir"
                path.write_text(text)
                exchanges = json.loads(run(options.sdyc, "kernels", f"--ranks={n}", "--json", "--rank=1", path))["exchanges"]
                counts = [listed(exchange) for exchange in exchanges]
                messages, sent, most_sent = (sum(column) for column in zip(*counts))
                told = reported(options.sdyc, path)
                report = told["sent"]["each"]
                memory, needed = memory_of(options.sdyc, n, path, told)
                least = least or sent
                if options.print:
                    how = ", ".join(f"{exchange['kind']} {exchange['schedule']}" for exchange in exchanges)
                    print(f"{n:5} ranks  {name:16} {messages:5} messages {sent:10} bytes {sent / least:6.3f} of the optimum {sent / report:6.3f} of the report {memory / needed:6.2f} of the memory  {how}", flush=True)
                if not least / MORE <= sent <= MORE * least or messages > most:
                    faults.append(f"{n} ranks, {name}: {messages} messages, {sent} bytes for {least:.0f} in {most}")
                if make is programs and memory > MOST_MEMORY * needed + LITTLE:
                    faults.append(f"{n} ranks, {name}: {memory} bytes of memory where {needed} are needed")
                if most_sent != report:
                    faults.append(f"{n} ranks, {name}: {most_sent} bytes where the report says {report}")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()

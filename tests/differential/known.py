"""Where sdyc is to differ from the Shardy inside jaxlib, and why.

jaxlib's passes are older than the sources that sdyc follows. Each row: what it is about, and a predicate on
the module given to the passes, the passes, what sdyc printed and what Shardy printed (or reported).
"""
import re

VERIFIED = ["without a blessed operation", "has unreduced axes mismatch", "cannot add new unreduced axis"]


def ends_with_verification(passes):
    return "pipeline" in passes[0] and "import" not in passes[0]


def breaks_edges(theirs):
    """Edges of a manual computation with priorities on in_shardings: Shardy's verifier then stops its pass."""
    return "'sdy.data_flow_edge' op" in theirs and any(text in theirs for text in (
        "is empty and closed but has a priority", "duplicate axis ref", "both sub-axis and full-axis", "overlapping sub-axes"))


def breaks_sums(theirs):
    """A result that is unreduced, and sharded along what the operation sums over."""
    return "'sdy.all_reduce' op reduction axis" in theirs


def edge_on_edge(theirs):
    """A named computation that stood in the module gets data flow edges twice."""
    return "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op" in theirs


def changed_call_results(text):
    """How often results of calls are resharded, made unreduced or reduced behind the call."""
    called = set(re.findall(r"(%\w+)(?::\d+)? = (?:func\.)?call @", text))
    found = 0
    for name, operand in re.findall(
            r"(%\w+) = sdy\.(?:reshard|replicated_to_unreduced|all_reduce)(?: \{.*?\})? (%\w+)", text):
        if operand in called:
            called.add(name)
            found += 1
    return found


def chooses_reshards(passes):
    return "explicit-reshards{enable-full-version" in passes[0]


def puts_on_one_device(module, passes, ours):
    """sdy-insert-explicit-reshards takes what is on one device there and back, and no such arguments."""
    return "one_device" in module and (chooses_reshards(passes) or "single-device (maximal)" in ours
                                       or "conflicting single-device" in ours or "sdy.reshard" in ours)


def collectives(text):
    return len(re.findall(r"= sdy\.(?:all_\w+|collective_permute)", text))


KNOWN = [
    # Single-device shardings had no reshards of their own before.
    ("operations on one device",
     lambda module, passes, ours, theirs: puts_on_one_device(module, passes, ours)),
    # Parts of a reduction are combined as its body does, or not at all; kernels move over inputs as a whole.
    ("reductions in parts",
     lambda module, passes, ours, theirs: (
         chooses_reshards(passes) and ours.count("sdy.all_reduce") != theirs.count("sdy.all_reduce")
         and re.search(r"stablehlo.(reduce|scatter|gather|convolution|select_and_scatter)", module))),
    # Shardy sums twice what is summed already, and a gathered value that stays unreduced is not called so.
    ("values that become unreduced, or stay so",
     lambda module, passes, ours, theirs: (
         "unreduced=" in module and (chooses_reshards(passes) or passes[0] == "sdy-reshard-to-collectives"))),
    ("priorities without axes",
     lambda module, passes, ours, theirs: "'sdy.reshard' op dim" in theirs and "but has a priority" in theirs),
    # What is still of another sharding in the end is gathered and sliced; axes of size one count.
    ("reshards end where they shall",
     lambda module, passes, ours, theirs: (
         passes[0] == "sdy-reshard-to-collectives" and collectives(ours) > collectives(theirs))),
    # Shardings that differ only in unreduced axes, without others, count as different since.
    ("unreduced results of calls",
     lambda module, passes, ours, theirs: (
         "unreduced=" in ours and changed_call_results(ours) > changed_call_results(theirs))),
    # sdy-verify-unreduced-axes came later; the pipeline ends with it now.
    ("unreduced axes are verified",
     lambda module, passes, ours, theirs: ends_with_verification(passes) and any(text in ours for text in VERIFIED)),
    # The newest sources say so too (b/380881922). sdyc keeps the shardings of such edges valid.
    ("priorities in manual computations",
     lambda module, passes, ours, theirs: "sdy.manual_computation" in module and breaks_edges(theirs)),
    # Without enable-full-version no reshard comes before that sum; sdyc leaves it for later.
    ("sums over axes of the result", lambda module, passes, ours, theirs: breaks_sums(theirs)),
    # The pass then fails in its own verifier, in the newest sources too. sdyc puts no second edge there.
    ("named computations get edges twice",
     lambda module, passes, ours, theirs: "sdy.named_computation" in module and edge_on_edge(theirs)),
]


def known_difference(module, passes, ours, theirs):
    """The row that explains the difference, or ''."""
    return next((reason for reason, explains in KNOWN if explains(module, passes, ours, theirs)), "")

"""Where sdyc is to differ from the Shardy inside jaxlib, and why.

jaxlib's passes are older than the sources that sdyc follows. Each row: what it is about, and a predicate on
the module given to the passes, the passes, what sdyc printed and what Shardy printed (or reported).
"""

VERIFIED = ["without a blessed operation", "has unreduced axes mismatch"]


def ends_with_verification(passes):
    return "pipeline" in passes[0] and "import" not in passes[0]


def edge_on_edge(theirs):
    """A named computation that stood in the module gets data flow edges twice."""
    return "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op" in theirs


KNOWN = [
    # sdy-verify-unreduced-axes came later; the pipeline ends with it now.
    ("unreduced axes are verified",
     lambda module, passes, ours, theirs: ends_with_verification(passes) and any(text in ours for text in VERIFIED)),
    # The pass then fails in its own verifier, in the newest sources too. sdyc puts no second edge there.
    ("named computations get edges twice",
     lambda module, passes, ours, theirs: "sdy.named_computation" in module and edge_on_edge(theirs)),
]


def known_difference(module, passes, ours, theirs):
    """The row that explains the difference, or ''."""
    return next((reason for reason, explains in KNOWN if explains(module, passes, ours, theirs)), "")

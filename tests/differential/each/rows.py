"""All rows: importing this fills ROWS. A new operation is a function with `@row` in the file of its family."""
import dynamic  # noqa: F401
import elementwise  # noqa: F401
import functions  # noqa: F401
import indexing  # noqa: F401
import linear  # noqa: F401
import moves  # noqa: F401
import products  # noqa: F401
import reductions  # noqa: F401

# What other tests ask: tokens, tuples and operations that no referee knows (tests/run); calls, branches and loops stand
# around other rows (Program.nested); what speaks to other devices (control.py).
ELSEWHERE = {f"stablehlo.{name}" for name in (
    "after_all", "create_token", "tuple", "get_tuple_element", "all_gather", "all_reduce", "all_to_all",
    "collective_broadcast", "collective_permute", "cross-replica-sum", "partition_id", "replica_id", "reduce_scatter",
    "if", "case", "while", "composite", "unary_einsum", "return", "async_start", "async_done", "infeed", "outfeed",
    "send", "recv", "collective_reduce", "rng")} | {"chlo._asin_acos_kernel"}
# Rows to come: tests/run alone asks about these.
LATER = {f"stablehlo.{name}" for name in (
    "custom_call", "dynamic_conv", "dynamic_gather", "set_dimension_size", "uniform_quantize", "uniform_dequantize")}

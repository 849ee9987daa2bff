"""sdyc as a device of JAX, and what it says of JAX's programs (docs/how-to/jax.md).

    JAX_PLATFORMS=sdyc SDYC_DEVICES=8 python train.py

    import sdyc
    sdyc.explain(jax.jit(f), x, y)
"""
from sdyc.plugin import initialize as initialize
from sdyc.programs import Error as Error
from sdyc.programs import emit as emit
from sdyc.programs import explain as explain
from sdyc.programs import partition as partition
from sdyc.programs import report as report

"""sdyc as a device of JAX (docs/jax.md).

    JAX_PLATFORMS=sdyc SDYC_DEVICES=8 python train.py
"""
from sdyc.plugin import initialize as initialize

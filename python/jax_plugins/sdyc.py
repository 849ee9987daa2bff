"""What JAX finds when it looks for plugins: jax_plugins is a namespace that packages share."""
from sdyc.plugin import initialize as initialize

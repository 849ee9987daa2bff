"""Arrays to and from other libraries by DLPack: memory of sdyc's devices is memory of the processor.

What jaxlib packs by itself it knows the platform of; arrays of sdyc are packed here. A tensor keeps its array alive until whoever
got it calls its deleter.
"""
import ctypes
import functools

import ml_dtypes
import numpy as np

from sdyc import versions

CPU = 1
# Codes of kinds of elements; a type that is missing has none.
CODES = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}
BFLOAT16 = 4


class Tensor(ctypes.Structure):
    """DLManagedTensor, and the numbers that it points to."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("rank", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("dims", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p)]


living = {}  # by address, a tensor and what it needs


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def delete(address):
    living.pop(address, None)


capsule_is = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
capsule_at = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
capsule_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def drop(capsule):
    """A capsule ends; one that somebody took has another name by then."""
    if capsule_is(capsule, b"dltensor"):
        living.pop(capsule_at(capsule, b"dltensor"), None)


def pack(array):
    """A capsule with the memory of an array of NumPy, which it keeps alive."""
    dtype = array.dtype
    code = BFLOAT16 if dtype == ml_dtypes.bfloat16 else CODES.get(dtype.kind)
    if code is None or dtype.itemsize == 0:
        raise BufferError(f"DLPack has no type for elements of type {dtype}")
    numbers = (ctypes.c_int64 * (2 * array.ndim))(*array.shape, *(step // dtype.itemsize for step in array.strides))
    address = ctypes.addressof(numbers)
    tensor = Tensor(data=array.ctypes.data, device_type=CPU, rank=array.ndim, code=code, bits=8 * dtype.itemsize, lanes=1,
                    dims=address, strides=address + 8 * array.ndim, deleter=ctypes.cast(delete, ctypes.c_void_p))
    living[ctypes.addressof(tensor)] = tensor, numbers, array
    return capsule_new(ctypes.addressof(tensor), b"dltensor", ctypes.cast(drop, ctypes.c_void_p))


class Platforms(dict):
    """JAX's table of the platform that memory of a kind goes to: the processor's to ours, where JAX's own processors are not there."""

    def __init__(self, table, platform):
        super().__init__(table)
        self.platform = platform

    def __getitem__(self, kind):
        from jax._src import xla_bridge

        platform = super().__getitem__(kind)
        return self.platform if platform == "cpu" and platform not in xla_bridge.backends() else platform


def install(platform):
    """Makes JAX's functions for DLPack know our devices."""
    from jax._src import array, dlpack

    if isinstance(dlpack._DL_DEVICE_TO_PLATFORM, Platforms):
        return
    _jax = versions.extension()
    dlpack._DL_DEVICE_TO_PLATFORM = Platforms(dlpack._DL_DEVICE_TO_PLATFORM, platform)
    pack_other, device_of_other = _jax.buffer_to_dlpack_managed_tensor, array.ArrayImpl.__dlpack_device__

    def buffer_to_dlpack_managed_tensor(buffer, stream=None):
        if buffer.platform() != platform:
            return pack_other(buffer, stream=stream)
        buffer.block_until_ready()  # what is not ready would be copied
        return pack(np.asarray(buffer))

    @functools.wraps(device_of_other)
    def dlpack_device(self):
        if len(self._arrays) == 1 and self.platform() == platform:
            return dlpack.DLDeviceType.kDLCPU, 0
        return device_of_other(self)

    _jax.buffer_to_dlpack_managed_tensor = buffer_to_dlpack_managed_tensor
    array.ArrayImpl.__dlpack_device__ = dlpack_device

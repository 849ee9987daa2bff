"""How far two results may be apart."""
import dataclasses

import ml_dtypes
import numpy


@dataclasses.dataclass
class Tolerance:
    """`ulps`: units in the last place of each number; `scaled`: parts of the greatest number of the result;
    `zeros`: the sign of zero counts."""
    ulps: float = 0
    scaled: float = 0
    zeros: bool = True

    def loosen(self, ulps=0, scaled=0):
        """At least as loose as this; the sign of zero no longer counts."""
        self.ulps, self.scaled, self.zeros = max(self.ulps, ulps), max(self.scaled, scaled), False


def parts(array):
    """Real and imaginary parts as wide numbers, and the size that each is measured by."""
    if array.dtype.kind == "c":
        size = numpy.abs(array.astype(numpy.complex128))
        return [(array.real.astype(numpy.float64), size), (array.imag.astype(numpy.float64), size)]
    wide = array.astype(numpy.float64)
    return [(wide, numpy.abs(wide))]


def unit(size, dtype):
    """The distance of neighbours where numbers are of this size."""
    info = ml_dtypes.finfo(dtype)
    size = numpy.where(numpy.isfinite(size), numpy.clip(size, float(info.smallest_normal), float(info.max) / 2), 1)
    exponent = numpy.floor(numpy.log2(size))
    return numpy.exp2(exponent) * float(info.eps)


def close(got, want, size, dtype, tolerance):
    info = ml_dtypes.finfo(dtype)
    known = numpy.isfinite(size)
    limit = tolerance.ulps * unit(size, dtype) + tolerance.scaled * size[known].max(initial=0)
    # XLA takes subnormal numbers for zero, and gives them as zero.
    limit = numpy.maximum(limit, float(info.smallest_normal) * (tolerance.ulps > 0 or not tolerance.zeros))
    limit = numpy.where(known, limit, 0)
    same = (got == want) | (numpy.isnan(got) & numpy.isnan(want))
    if tolerance.zeros:
        return same & ((got != 0) | (numpy.signbit(got) == numpy.signbit(want)))
    with numpy.errstate(invalid="ignore"):
        return same | (numpy.abs(got - want) <= limit)


def difference(got, want, tolerance):
    """'' where two results agree, else the first places where they do not."""
    if got.shape != want.shape or got.dtype != want.dtype:
        return f"{got.dtype}{list(got.shape)} in the place of {want.dtype}{list(want.shape)}"
    if got.dtype.kind in "biu" or got.dtype.name.startswith(("int", "uint")):
        fine = got == want
    else:
        dtype = numpy.dtype(f"f{got.dtype.itemsize // 2}") if got.dtype.kind == "c" else got.dtype
        fine = numpy.ones(got.shape, bool)
        for (mine, _), (theirs, size) in zip(parts(got), parts(want)):
            fine &= close(mine, theirs, size, dtype, tolerance)
    if fine.all():
        return ""
    places = numpy.argwhere(~fine)
    shown = "; ".join(f"{place.tolist()} is {got[tuple(place)]}, not {want[tuple(place)]}" for place in places[:4])
    return f"{len(places)} of {got.size} differ: {shown}"

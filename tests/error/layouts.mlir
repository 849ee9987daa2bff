// Layouts of the caller's tensors that their types cannot have, and texts that are none.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{no layout is named sideways; there are contiguous, channels_last, packed, any, nChw8c, nChw16c, an order as [0, 2, 3, 1] and strides [12, 1, 4, 2]}}
func.func @name(%a: tensor<2x3x4x5xf32> {sdyc.layout = #sdyc.layout<sideways>}) { return }

// -----

func.func @good(%a: tensor<2x3x4x5xf32> {sdyc.layout = #sdyc.layout<strides [60, 1, 15, 3]>}, %b: tensor<2x3x4xf32> {sdyc.layout = #sdyc.layout<nCw16c>}) { return }

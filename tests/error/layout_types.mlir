// Layouts that the types of the tensors cannot have, with their places.
// RUN: not sdyc layouts %s --entry=rank 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: layout_types.mlir:{{[0-9]+}}:17: error: argument 0 of type tensor<2x3xf32> cannot have the layout channels_last: it has another number of dimensions than 3, 4 or 5
// RUN: not sdyc layouts %s --entry=order 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: argument 0 of type tensor<2x3xf32> cannot have the layout [1, 1]: each of its dimensions is to stand there once
// RUN: not sdyc layouts %s --entry=gaps 2>&1 | FileCheck %s --check-prefix=GAPS
// GAPS: error: result 0 of type tensor<2x3xf32> cannot have the layout strides [4, 1]: its strides overlap or leave gaps
// RUN: not sdyc layouts %s --entry=blocks 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: error: argument 0 of type tensor<2x3xf32> cannot have the layout nChw8c: it has another number of dimensions
// RUN: not sdyc layouts %s --entry=mode 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: argument 0 has no such layout; there are contiguous, channels_last, packed, any,
// RUN: not sdyc layouts %s --entry=plain --input-format=0:sideways 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: argument 0 has no such layout as sideways; there are contiguous,
// RUN: not sdyc layouts %s --entry=plain --input-format=0:packed 2>&1 | FileCheck %s --check-prefix=PACKED
// PACKED: cannot have the layout packed: it is no tensor of i4 or ui4 whose last dimension is even
// RUN: not sdyc layouts %s --entry=plain --input-format=3:any 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: error: a layout is given for argument 3, but function @plain has 1, counted from 0
// RUN: not sdyc layouts %s --entry=plain --output-format=any 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: --output-format=any: not of the form NUMBER:LAYOUT, 0:channels_last
func.func @rank(%a: tensor<2x3xf32> {sdyc.layout = #sdyc.layout<channels_last>}) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}
func.func @order(%a: tensor<2x3xf32> {sdyc.layout = #sdyc.layout<[1, 1]>}) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}
func.func @gaps(%a: tensor<2x3xf32>) -> (tensor<2x3xf32> {sdyc.layout = #sdyc.layout<strides [4, 1]>}) {
  return %a : tensor<2x3xf32>
}
func.func @blocks(%a: tensor<2x3xf32> {sdyc.layout = #sdyc.layout<nChw8c>}) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}
func.func @mode(%a: tensor<2x3xf32> {mhlo.layout_mode = "sideways"}) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}
func.func @plain(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}

// A reshape of a tensor without elements, whose dimensions cannot be told apart by their sizes: the proof divided by zero.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// CHECK: proved
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x0x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) -> tensor<8x0x6xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"x"}, {}, {}]>] manual_axes={"x"} (%p: tensor<4x0x3x2xf32>) {
    %1 = stablehlo.reshape %p : (tensor<4x0x3x2xf32>) -> tensor<4x0x6xf32>
    sdy.return %1 : tensor<4x0x6xf32>
  } : (tensor<8x0x3x2xf32>) -> tensor<8x0x6xf32>
  return %0 : tensor<8x0x6xf32>
}

// A ring inside of a manual computation: in its loop each device has its own values, so what a neighbour sends is another value.
// That was once taken for the device's own, and a ring that turns the other way was proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sed 's/dense<\[\[0, 1\], \[1, 2\], \[2, 3\], \[3, 0\]\]>/dense<[[1, 0], [2, 1], [3, 2], [0, 3]]>/' %t.parts > %t.back
// RUN: not cmp -s %t.parts %t.back
// RUN: not sdyc verify --quiet %s %t.back | FileCheck %s --check-prefix=BACK
// CHECK: proved by relations
// BACK: refuted
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<2x2xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1:3 = stablehlo.while(%i = %zero, %own = %p, %sum = %p) : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>
    cond {
      %2 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = "stablehlo.collective_permute"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %3 = stablehlo.tanh %sum : tensor<2x2xf32>
      %4 = stablehlo.add %3, %2 : tensor<2x2xf32>
      %5 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %5, %2, %4 : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>
    }
    sdy.return %1#2 : tensor<2x2xf32>
  } : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

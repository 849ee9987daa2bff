// The gradient of a maximum over windows of three rows, two apart, along rows in parts: each window scatters into rows of
// its own, and neighbours send those that overlap. Devices summed the whole result.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run --storage=private --input=16x9xi32=random:1 --input=8x5xi32=random:2 --input=i32=2 %s > %t.private
// RUN: sdyc run --storage=shared --input=16x9xi32=random:1 --input=8x5xi32=random:2 --input=i32=2 %s | diff - %t.private
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK-LABEL: func.func public @main
// CHECK: "stablehlo.reduce_window"
// CHECK: "stablehlo.scatter"{{.*}}inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2]
// CHECK: (tensor<2x4x9xi32>, tensor<2x5x2xi32>, tensor<2x5xi32>) -> tensor<2x4x9xi32>
// CHECK: stablehlo.collective_permute
// CHECK-NOT: all_reduce
// CHECK-NOT: all_gather
// CHECK: return
func.func public @main(%x: tensor<16x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<8x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>)
    -> (tensor<16x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.select_and_scatter"(%x, %g, %i) <{padding = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<16x9xi32>, tensor<8x5xi32>, tensor<i32>) -> tensor<16x9xi32>
  return %0 : tensor<16x9xi32>
}

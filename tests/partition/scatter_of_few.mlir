// Fewer windows than parts: the dimension is not cut by them, though the other one has windows enough.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: "stablehlo.scatter"{{.*}}<inserted_window_dims = [1, 2], input_batching_dims = [0], {{.*}} scatter_dims_to_operand_dims = [1, 2]
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%x: tensor<16x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %g: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %i: tensor<i32>)
    -> (tensor<16x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = "stablehlo.select_and_scatter"(%x, %g, %i) <{window_dimensions = array<i64: 3, 5>, window_strides = array<i64: 2, 4>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<16x9xi32>, tensor<8x2xi32>, tensor<i32>) -> tensor<16x9xi32>
  return %0 : tensor<16x9xi32>
}

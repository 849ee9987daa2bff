// More devices than there are elements: what stands on the others is masked, in a sum and in what is scattered. A mask that lets one of them in
// must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: sed 's/constant dense<4> : tensor<i32>/constant dense<5> : tensor<i32>/' %t.parts > %t.wide
// RUN: not cmp -s %t.parts %t.wide
// RUN: not sdyc verify --quiet %s %t.wide | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=128]>
func.func @main(%a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<3xf32>, tensor<5x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  %sums = stablehlo.constant dense<0.0> : tensor<5x3xf32>
  %at = stablehlo.reshape %i : (tensor<4xi32>) -> tensor<4x1xi32>
  %1 = "stablehlo.scatter"(%sums, %at, %a) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %sum = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0, %1 : tensor<3xf32>, tensor<5x3xf32>
}

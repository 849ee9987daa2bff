// Updates that two parts of one axis shard: the axes over which devices add up their results were named as two that
// can be merged, which did not verify.
// RUN: sdyc run %s --input=8xi32=1 --input=4x2x1xi32=random:1 --input=4x2xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=8xi32=1 --input=4x2x1xi32=random:1 --input=4x2xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xi32>, %i: tensor<4x2x1xi32>, %u: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}]>}) -> tensor<8xi32> {
  %three = stablehlo.constant dense<3> : tensor<4x2x1xi32>
  %near = stablehlo.and %i, %three : tensor<4x2x1xi32>
  %0 = "stablehlo.scatter"(%a, %near, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi32>, tensor<4x2x1xi32>, tensor<4x2xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

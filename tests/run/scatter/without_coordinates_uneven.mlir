// Updates that no index places, in uneven parts in the second operand alone: what was summed over devices was whole by
// then, and counted once for each of them.
// RUN: sdyc run %s --input=2xi32=random:1 --input=2xi32=random:2 --input=3xi32=random:3 --input=3xi32=random:4 > %t.shared
// RUN: sdyc run %s --storage=private --input=2xi32=random:1 --input=2xi32=random:2 --input=3xi32=random:3 --input=3xi32=random:4 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>, %u: tensor<3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %v: tensor<3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} dense<> : tensor<0x3xi32>
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i32>, %w: tensor<i32>):
    %s = stablehlo.add %x, %z : tensor<i32>
    %t = stablehlo.add %y, %w : tensor<i32>
    stablehlo.return %s, %t : tensor<i32>, tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<0x3xi32>, tensor<3xi32>, tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}

// Scatters whose indices have no coordinates: all updates go to the first place. Padding of uneven updates went
// there too.
// RUN: sdyc run %s --input=2x3xi32=random:1 --input=2x9xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=2x3xi32=random:1 --input=2x9xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x3xi32>, %u: tensor<2x9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<2x3xi32> {
  %none = stablehlo.slice %a [0:0, 0:3] : (tensor<2x3xi32>) -> tensor<0x3xi32>
  %wide = stablehlo.concatenate %none, %none, %none, dim = 1 : (tensor<0x3xi32>, tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0x9xi32>
  %c = stablehlo.constant dense<5> : tensor<2x9xi32>
  %updates = stablehlo.add %u, %c : tensor<2x9xi32>
  %0 = "stablehlo.scatter"(%a, %wide, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<0x9xi32>, tensor<2x9xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

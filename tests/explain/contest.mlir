// Who gets an axis that two dimensions want.
// RUN: sdyc explain %s | FileCheck %s --check-prefix=ALL
// RUN: sdyc explain %s --value=%0 | FileCheck %s --check-prefix=PRIORITY
// RUN: sdyc explain %s --value=%1 | FileCheck %s --check-prefix=EARLIER
// RUN: sdyc explain %s --value=%3 | FileCheck %s --check-prefix=CONFLICT

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%weight: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}p0]>},
                %batch: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}]>},
                %even: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {?}]>},
                %other: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>})
    -> (tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %batch, %weight, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.dot_general %even, %other, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.tanh %even : tensor<8x8xf32>
  %3 = stablehlo.dot_general %2, %other, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = sdy.sharding_constraint %4 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  return %0, %1, %5 : tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// ALL: @main
// ALL: {{[0-9]+}}  %weight  tensor<8x8xf32>  [{}, {"x"}]     "x" given
// ALL: {{[0-9]+}}  %batch   tensor<4x8xf32>  [{"x"}, {}]     "x" given
// ALL: {{[0-9]+}}  %even    tensor<8x8xf32>  [{"y"}, {}]     "y" given
// ALL: {{[0-9]+}}  %other   tensor<8x8xf32>  [{}, {"y"}]     "y" given
// ALL: {{[0-9]+}}  %0       tensor<4x8xf32>  [{}, {"x"}]     "x" from %weight by stablehlo.dot_general (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %1       tensor<8x8xf32>  [{"y"}, {}]     "y" from %even by stablehlo.dot_general (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %2       tensor<8x8xf32>  [{"y"}, {}]     "y" from %even by stablehlo.tanh (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %3       tensor<8x8xf32>  [{"y"}, {"x"}]  "y" from %even by stablehlo.dot_general (line {{[0-9]+}}); "x" from %5 by stablehlo.transpose (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %4       tensor<8x8xf32>  [{"x"}, {"y"}]  "x" from %5 by sdy.sharding_constraint (line {{[0-9]+}}); "y" from %even by stablehlo.transpose (line {{[0-9]+}})
// ALL: {{[0-9]+}}  %5       tensor<8x8xf32>  [{"x"}, {"y"}]  "x" given; "y" from %even by sdy.sharding_constraint (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:0  tensor<4x8xf32>  [{}, {"x"}]     "x" from %weight by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:1  tensor<8x8xf32>  [{"y"}, {}]     "y" from %even by return (line {{[0-9]+}})
// ALL: {{[0-9]+}}  @main:2  tensor<8x8xf32>  [{"x"}, {"y"}]  "x" from %5, "y" from %even by return (line {{[0-9]+}})
// PRIORITY: sharded [{}, {"x"}] on mesh @mesh ("x"=2, "y"=2: 4 devices); each device holds 4x4xf32
// PRIORITY: Dimension 0 (4) is not sharded:
// PRIORITY: x  "x" of dimension 0 of %batch would come by factor i of stablehlo.dot_general (line {{[0-9]+}}), but the axis shards dimension 1 already: priority p0 goes before p1.
// PRIORITY: Dimension 1 (8) is sharded along "x":
// PRIORITY: %weight dimension 1: given by the sharding of the argument, with priority p0 (line {{[0-9]+}})
// PRIORITY: -> %0 dimension 1: by factor j of stablehlo.dot_general (line {{[0-9]+}})
// EARLIER: sharded [{"y"}, {}] on mesh @mesh ("x"=2, "y"=2: 4 devices); each device holds 4x8xf32
// EARLIER: Dimension 0 (8) is sharded along "y":
// EARLIER: %even dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// EARLIER: -> %1 dimension 0: by factor i of stablehlo.dot_general (line {{[0-9]+}})
// EARLIER: Dimension 1 (8) is not sharded:
// EARLIER: x  "y" of dimension 1 of %other would come by factor j of stablehlo.dot_general (line {{[0-9]+}}), but the axis shards dimension 0 already: both came at once, and the aggressive strategy prefers, of equally large tensors, the earlier one: %even.
// CONFLICT: sharded [{"y"}, {"x"}] on mesh @mesh ("x"=2, "y"=2: 4 devices); each device holds 4x4xf32
// CONFLICT: Dimension 0 (8) is sharded along "y":
// CONFLICT: %even dimension 0: given by the sharding of the argument (line {{[0-9]+}})
// CONFLICT: -> %2 dimension 0: by factor i of stablehlo.tanh (line {{[0-9]+}})
// CONFLICT: -> %3 dimension 0: by factor i of stablehlo.dot_general (line {{[0-9]+}})
// CONFLICT: Dimension 1 (8) is sharded along "x":
// CONFLICT: %5 dimension 0: given by sdy.sharding_constraint (line {{[0-9]+}})
// CONFLICT: -> %4 dimension 0: by factor i of sdy.sharding_constraint (line {{[0-9]+}})
// CONFLICT: -> %3 dimension 1: by factor i of stablehlo.transpose (line {{[0-9]+}})
// CONFLICT: x  "y" of dimension 1 of %other would come by factor j of stablehlo.dot_general (line {{[0-9]+}}), but dimension 1 has "x" in its place; neither gives way, a reshard settles it.

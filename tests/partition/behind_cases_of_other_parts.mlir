// Cases that end in other collectives, of parts of other shapes, keep them.
// RUN: sdyc partition %s > %t.parts
// RUN: FileCheck %s < %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s --check-prefix=PROOF
// CHECK: "stablehlo.case"
// CHECK: all_reduce
// CHECK: stablehlo.return
// CHECK: all_gather
// CHECK: stablehlo.return
// PROOF: proved
sdy.mesh @mesh = <["x"=2]>
func.func @main(%i: tensor<i32>, %a: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x8xi32>) -> tensor<4x8xi32>
    stablehlo.return %1 : tensor<4x8xi32>
  }, {
    %1 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<4x8xi32>
    stablehlo.return %1 : tensor<4x8xi32>
  }) : (tensor<i32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

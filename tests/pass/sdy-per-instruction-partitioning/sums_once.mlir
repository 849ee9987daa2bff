// What is summed over devices is summed once: explicit reshards have put a sum behind the product, and the computation of
// the product has its own. Both were made, and the result was four times what it is.
// RUN: sdyc opt %s -sdy-export-pipeline="enable-per-instruction-partitioning=true per-instruction-partitioning-filter='dot' inline-meshes=false" | FileCheck %s
// CHECK: sdy.manual_computation
// CHECK: "stablehlo.all_reduce"
// CHECK: sdy.return
// CHECK-NOT: all_reduce
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                               %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

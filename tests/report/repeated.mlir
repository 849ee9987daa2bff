// RUN: sdyc partition --report %s | FileCheck %s
// RUN: sed 's/{sdy.test}/{sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}/' %s > %t.mlir
// RUN: sdyc partition --report %t.mlir | FileCheck %s --check-prefix=CURED
// The batch is not sharded along "y": all that follows from it is repeated there, and one sharding ends it. The scalar
// and its cosine have no dimension that could be cut.

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.test}, %w: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %s: tensor<f32>)
    -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.tanh %0 : tensor<8x32xf32>
  %2 = stablehlo.cosine %s : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
  %4 = stablehlo.multiply %1, %3 : tensor<8x32xf32>
  return %4 : tensor<8x32xf32>
}

// CHECK: Work of a device: 4.35 Kflop.
// CHECK: What devices repeat though they could share it, and what that costs each of them:
// CHECK: line along operations computed held most by cure: write
// CHECK-NEXT: 8 "y" 3 3.26 Kflop 1.31 KiB stablehlo.dot_general (line 10) %a: {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}
// CHECK-NEXT: 8 "y" 0 0 flop 768 B the argument itself %w: {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}
// CHECK-NEXT: 13 "y" 1 0 flop 384 B stablehlo.broadcast_in_dim (line 13) sdy.sharding_constraint %3 <@mesh, [{}, {"x", "y"}]>
// CHECK-NEXT: 8 "x" 0 0 flop 256 B the argument itself %a: {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
// CHECK-NOT: cosine
// CURED: Work of a device: 1.09 Kflop.

// RUN: not sdyc opt %s -sdy-pad-for-divisibility 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: sdyc opt %s -sdyc-even-shardings | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// ERROR: divisible.mlir:9:{{[0-9]+}}: error: 'func.func' op argument #0 has a non-divisible sharding
// CHECK: %arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}
// CHECK-SAME: -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>})
    -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return %arg0 : tensor<6x8xf32>
}

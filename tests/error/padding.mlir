// Parts that are padded where no sharding says so have no way to become whole.
// RUN: not sdyc opt %s -sdy-pad-for-divisibility=pad-signatures=true 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=8, "b"=2]>

func.func public @main(%arg0: tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {}]>}) -> tensor<4x2x1xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8x1xf32>
  // CHECK: padding.mlir:[[@LINE+1]]:8: error: 'stablehlo.reshape' op cannot be padded: an operand is padded that is not sharded
  %1 = stablehlo.reshape %0 : (tensor<8x1xf32>) -> tensor<4x2x1xf32>
  return %1 : tensor<4x2x1xf32>
}

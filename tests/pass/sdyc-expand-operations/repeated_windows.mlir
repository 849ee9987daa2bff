// Sums over windows that see one element each repeat it, in parts too: elements are repeated where they are.
// RUN: sdyc opt %s -sdyc-expand-operations | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=LOCAL
sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: @main
// CHECK-NOT: reduce_window
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<8x5xf32>) -> tensor<8x3x5xf32>
// CHECK: stablehlo.reshape {{.*}} : (tensor<8x3x5xf32>) -> tensor<24x5xf32>
// CHECK: stablehlo.pad {{.*}}, low = [-1, 0], high = [2, 0], interior = [0, 0] {{.*}} -> tensor<25x5xf32>
// LOCAL-LABEL: @main
// LOCAL: stablehlo.reshape {{.*}} : (tensor<2x3x5xf32>) -> tensor<6x5xf32>
func.func @main(%x: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<25x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %zero, low = [1, 0], high = [4, 0], interior = [2, 0] : (tensor<8x5xf32>, tensor<f32>) -> tensor<27x5xf32>
  %r = "stablehlo.reduce_window"(%p, %zero) <{window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<27x5xf32>, tensor<f32>) -> tensor<25x5xf32>
  return %r : tensor<25x5xf32>
}

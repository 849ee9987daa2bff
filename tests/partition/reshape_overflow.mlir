// A dimension of 6 is a factor of 3 before one of 2: two devices cannot cut the first. The axes of
// the side in more parts are dealt out anew; both sides keep what they then have in common.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=LOCAL
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=2]>

// CHECK-LABEL: @no_room
// CHECK:      %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]>
// CHECK-NEXT: %[[RESHAPE:.*]] = stablehlo.reshape %[[WHOLE]] : (tensor<6x4xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT: return %[[RESHAPE]]
func.func @no_room(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3x2x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// CHECK-LABEL: @other_order
// CHECK:      %[[TURNED:.*]] = sdy.reshard %arg0 <@mesh, [{"y", "x"}, {}]>
// CHECK-NEXT: %[[RESHAPE:.*]] = stablehlo.reshape %[[TURNED]] {{.*}}[<@mesh, [{"y"}, {"x"}, {}]>]
// CHECK-NEXT: sdy.reshard %[[RESHAPE]] <@mesh, [{}, {}, {}]>
func.func @other_order(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<3x2x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// The result is in more parts than the operand.
// CHECK-LABEL: @by_result
// CHECK:      %[[CUT:.*]] = sdy.reshard %arg0 <@mesh, [{"y"}, {"z"}, {"x"}]>
// CHECK-NEXT: %[[RESHAPE:.*]] = stablehlo.reshape %[[CUT]] {{.*}}[<@mesh, [{"y", "z"}, {"x"}]>]
// CHECK-NEXT: sdy.reshard %[[RESHAPE]] <@mesh, [{"z", "y"}, {"x"}]>
func.func @by_result(%a: tensor<3x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}) -> tensor<6x4xf32> {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "y"}, {"x"}]>]>} : (tensor<3x2x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
// LOCAL: return

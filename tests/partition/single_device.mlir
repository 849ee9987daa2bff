// What is on one device alone reads replicated values of the whole mesh and gives such back, with
// and without enable-full-version; a second run changes nothing that matters.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc opt %s -sdy-insert-explicit-reshards | FileCheck %s
// RUN: sdyc partition %s | FileCheck %s --check-prefix=LOCAL
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @other = <["z"=4]>
sdy.mesh @second = <[], device_ids=[1]>

// CHECK-LABEL: @cut
// CHECK:      %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]>
// CHECK-NEXT: %[[THERE:.*]] = sdy.reshard %[[WHOLE]] <@second, []>
// CHECK-NEXT: %[[TOP:.*]]:2 = stablehlo.custom_call @two(%[[THERE]]) {{.*}}[<@second, []>, <@second, []>]
// CHECK-NEXT: %[[FIRST:.*]] = sdy.reshard %[[TOP]]#0 <@mesh, [{}, {}]>
// CHECK-NEXT: %[[BACK:.*]] = sdy.reshard %[[TOP]]#1 <@mesh, [{}, {}]>
// CHECK-NEXT: %[[SECOND:.*]] = sdy.reshard %[[BACK]] <@mesh, [{"x"}, {}]>
// CHECK-NEXT: stablehlo.add %[[FIRST]], %[[FIRST]]
// CHECK-NEXT: stablehlo.add %[[SECOND]], %[[SECOND]]
func.func private @cut(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x4xf32> {
  %0:2 = stablehlo.custom_call @two(%a) {sdy.sharding = #sdy.sharding_per_value<[<@second, []>, <@mesh, [{"x"}, {}]>]>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  %1 = stablehlo.add %0#0, %0#0 : tensor<4x4xf32>
  %2 = stablehlo.add %0#1, %0#1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// A value on another mesh goes over the mesh of the program; one without a sharding is on it.
// CHECK-LABEL: @elsewhere
// CHECK:      %[[HERE:.*]] = sdy.reshard %arg0 <@mesh, [{}]>
// CHECK-NEXT: %[[THERE:.*]] = sdy.reshard %[[HERE]] <@second, []>
// CHECK-NEXT: %[[BARE:.*]] = sdy.reshard %arg1 <@second, []>
// CHECK-NEXT: stablehlo.add %[[THERE]], %[[BARE]] {{.*}}[<@second, []>]
func.func private @elsewhere(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{}]>}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@second, []>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Reshards to the device and back are nothing where a value is whole.
// LOCAL-LABEL: func.func @main
// LOCAL-NEXT:    %[[WHOLE:.*]] = "stablehlo.all_gather"(%arg0)
// LOCAL-NEXT:    %[[TWICE:.*]] = stablehlo.add %[[WHOLE]], %[[WHOLE]]
// LOCAL-NEXT:    return %[[TWICE]]
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = sdy.reshard %a <@second, []> : tensor<4xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

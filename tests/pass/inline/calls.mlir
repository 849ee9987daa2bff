// RUN: sdyc opt -inline -split-input-file %s | FileCheck %s

// Nested calls are replaced, callees first, and what is no longer called disappears.
// CHECK-LABEL: func.func public @nested
// CHECK-NEXT:    %[[C:.*]] = stablehlo.constant
// CHECK-NEXT:    %[[A:.*]] = stablehlo.add %arg0, %[[C]]
// CHECK-NEXT:    %[[M:.*]] = stablehlo.multiply %[[A]], %[[A]]
// CHECK-NEXT:    return %[[M]]
// CHECK-NOT:   func.func private
func.func public @nested(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @outer(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @inner(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %arg0, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A call inside a loop's body is replaced too, and shardings in the body stay.
// CHECK-LABEL: func.func public @in_loop
// CHECK:         stablehlo.while
// CHECK:           stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
// CHECK-NOT:     call
sdy.mesh @mesh = <["x"=2]>
func.func public @in_loop(%arg0: tensor<4xf32>, %go: tensor<i1>) -> tensor<4xf32> {
  %0:2 = stablehlo.while(%a = %arg0, %b = %go) : tensor<4xf32>, tensor<i1>
    cond {
      stablehlo.return %b : tensor<i1>
    } do {
      %1 = func.call @negate(%a) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %1, %b : tensor<4xf32>, tensor<i1>
    }
  return %0#0 : tensor<4xf32>
}
func.func private @negate(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A named computation is its body.
// CHECK-LABEL: func.func public @named
// CHECK-NEXT:    %[[A:.*]] = stablehlo.add %arg0, %arg1
// CHECK-NEXT:    return %[[A]], %arg1
func.func public @named(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = sdy.named_computation<"f">(%arg0, %arg1) (%a: tensor<4xf32>, %b: tensor<4xf32>) {
    %1 = stablehlo.add %a, %b : tensor<4xf32>
    sdy.return %1, %b : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

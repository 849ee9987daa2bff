// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// The larger tensor wins; the other operand is resharded.
// CHECK-LABEL: func @larger_tensor_wins
func.func @larger_tensor_wins(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                              %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK: %[[LHS:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<8x32xf32>
  // CHECK: stablehlo.dot_general %[[LHS]], %arg1
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: func @sharded_contraction
func.func @sharded_contraction(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                               %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  // CHECK: %[[DOT:.*]] = stablehlo.dot_general
  // CHECK-NEXT: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[DOT]] out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: return %[[SUM]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// The reduction's kind is that of its body.
// CHECK-LABEL: func @sharded_maximum
func.func @sharded_maximum(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<32xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: %[[MAX:.*]] = stablehlo.reduce
  // CHECK-NEXT: sdy.all_reduce max {"x"} %[[MAX]] out_sharding=<@mesh, [{}]>
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.maximum across dimensions = [0] : (tensor<8x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// A sum that does not begin at zero would begin once per device.
// CHECK-LABEL: func @sum_from_one
func.func @sum_from_one(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<32xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y"}]>
  // CHECK: stablehlo.reduce(%[[WHOLE]] init:
  // CHECK-NOT: sdy.all_reduce
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// Products cannot be reduced over devices.
// CHECK-LABEL: func @product
func.func @product(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<32xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]>
  // CHECK: stablehlo.reduce(%[[WHOLE]] init:
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.multiply across dimensions = [0] : (tensor<8x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// CHECK-LABEL: func @return_sharding
func.func @return_sharding(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK: %[[NEGATED:.*]] = stablehlo.negate %arg0 {{.*}}[{"x"}, {}]
  // CHECK-NEXT: %[[RESHARD:.*]] = sdy.reshard %[[NEGATED]] <@mesh, [{}, {"x"}]>
  // CHECK-NEXT: return %[[RESHARD]]
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// What a loop carries has the loop's sharding, before it and at the end of its body.
// CHECK-LABEL: func @loop
func.func @loop(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  // CHECK: %[[START:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}]>
  // CHECK: stablehlo.while(%iterArg = %[[START]])
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
   cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // CHECK: %[[NEXT:.*]] = stablehlo.sine %iterArg
    // CHECK: %[[BACK:.*]] = sdy.reshard {{.*}} <@mesh, [{"x"}]>
    // CHECK: stablehlo.return %[[BACK]]
    %1 = stablehlo.sine %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

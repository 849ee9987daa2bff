// RUN: sdyc opt -canonicalize %s | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// The first of two equal reshards is used for both.
// CHECK-LABEL: func.func @equal
// CHECK-NEXT:    %[[A:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]>
// CHECK-NEXT:    return %[[A]], %[[A]]
func.func @equal(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @other
// CHECK-COUNT-2: sdy.reshard
func.func @other(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %arg0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A reshape in front of the second comes behind the first.
// CHECK-LABEL: func.func @reshaped
// CHECK-NEXT:    %[[A:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.reshape %[[A]] : (tensor<8x8xf32>) -> tensor<64xf32>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @reshaped(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<64xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<8x8xf32>) -> tensor<64xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x"}]> : tensor<64xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<64xf32>
}

// The first is the reshaped one: its result is reshaped back.
// CHECK-LABEL: func.func @reshaped_before
// CHECK-NEXT:    %[[R:.*]] = stablehlo.reshape %arg0 : (tensor<8x8xf32>) -> tensor<64xf32>
// CHECK-NEXT:    %[[A:.*]] = sdy.reshard %[[R]] <@mesh, [{"x", "y"}]>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.reshape %[[A]] : (tensor<64xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @reshaped_before(%arg0: tensor<8x8xf32>) -> (tensor<64xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<8x8xf32>) -> tensor<64xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x", "y"}]> : tensor<64xf32>
  %2 = sdy.reshard %arg0 <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  return %1, %2 : tensor<64xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @transposed
// CHECK-NEXT:    %[[A:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.transpose %[[A]], dims = [1, 0]
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @transposed(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Another dimension is cut: the elements lie on other devices.
// CHECK-LABEL: func.func @reshaped_otherwise
// CHECK-COUNT-2: sdy.reshard
func.func @reshaped_otherwise(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<64xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<8x8xf32>) -> tensor<64xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x"}]> : tensor<64xf32>
  return %0, %2 : tensor<8x8xf32>, tensor<64xf32>
}

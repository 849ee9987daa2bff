// Sharding rules: binary operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @add(
// CHECK: stablehlo.add
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @add(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @and(
// CHECK: stablehlo.and
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @and(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.and %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @atan2(
// CHECK: stablehlo.atan
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @atan2(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.atan2 %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @divide(
// CHECK: stablehlo.divide
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @divide(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.divide %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @maximum(
// CHECK: stablehlo.maximum
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @maximum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.maximum %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @minimum(
// CHECK: stablehlo.minimum
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @minimum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.minimum %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @multiply(
// CHECK: stablehlo.multiply
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @multiply(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.multiply %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @or(
// CHECK: stablehlo.or
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @or(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.or %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @power(
// CHECK: stablehlo.power
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @power(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.power %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @remainder(
// CHECK: stablehlo.remainder
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @remainder(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.remainder %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @shift_left(
// CHECK: stablehlo.shift_left
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @shift_left(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_left %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @shift_right_arithmetic(
// CHECK: stablehlo.shift_right_arithmetic
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @shift_right_arithmetic(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @shift_right_logical(
// CHECK: stablehlo.shift_right_logical
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @shift_right_logical(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @subtract(
// CHECK: stablehlo.subtract
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @subtract(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @xor(
// CHECK: stablehlo.xor
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @xor(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.xor %arg0, %arg1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @compare(
// CHECK: stablehlo.compare
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @compare(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.compare  LT, %arg0, %arg1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// CHECK-LABEL: func.func @complex(
// CHECK: stablehlo.complex
// CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @complex(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>> {
  %0 = stablehlo.complex %arg0, %arg1 : tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// CHECK-LABEL: func.func @select_scalar(
// CHECK: stablehlo.select
// CHECK-SAME: #sdy.op_sharding_rule<([], [i, j], [i, j])->([i, j]) {i=4, j=8}>
func.func @select_scalar(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @clamp(
// CHECK: stablehlo.clamp
// CHECK-SAME: #sdy.op_sharding_rule<([], [i, j], [])->([i, j]) {i=4, j=8}>
func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) -> tensor<4x8xf32> {
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

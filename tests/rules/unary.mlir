// Sharding rules: unary operations.
// RUN: sdyc opt -sdy-populate-op-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @abs(
// CHECK: stablehlo.abs
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @abs(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.abs %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @cbrt(
// CHECK: stablehlo.cbrt
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @cbrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cbrt %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @ceil(
// CHECK: stablehlo.ceil
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @ceil(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.ceil %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @cosine(
// CHECK: stablehlo.cosine
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @cosine(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cosine %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @count_leading_zeros(
// CHECK: stablehlo.count_leading_zeros
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @count_leading_zeros(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.count_leading_zeros %arg0 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @exponential(
// CHECK: stablehlo.exponential
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @exponential(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @exponential_minus_one(
// CHECK: stablehlo.exponential_minus_one
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @exponential_minus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential_minus_one %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @floor(
// CHECK: stablehlo.floor
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @floor(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.floor %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @log(
// CHECK: stablehlo.log
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @log(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @log_plus_one(
// CHECK: stablehlo.log_plus_one
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @log_plus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log_plus_one %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @logistic(
// CHECK: stablehlo.logistic
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @logistic(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.logistic %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @negate(
// CHECK: stablehlo.negate
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @negate(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @not(
// CHECK: stablehlo.not
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @not(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.not %arg0 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @popcnt(
// CHECK: stablehlo.popcnt
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @popcnt(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.popcnt %arg0 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @round_nearest_afz(
// CHECK: stablehlo.round_nearest_afz
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @round_nearest_afz(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_afz %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @round_nearest_even(
// CHECK: stablehlo.round_nearest_even
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @round_nearest_even(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_even %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK: stablehlo.rsqrt
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @rsqrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.rsqrt %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sign(
// CHECK: stablehlo.sign
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @sign(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sign %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sine(
// CHECK: stablehlo.sine
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @sine(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sine %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK: stablehlo.sqrt
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @sqrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sqrt %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @tan(
// CHECK: stablehlo.tan
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @tan(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tan %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @tanh(
// CHECK: stablehlo.tanh
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @tanh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @convert(
// CHECK: stablehlo.convert
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @convert(%arg0: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @is_finite(
// CHECK: stablehlo.is_finite
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @is_finite(%arg0: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.is_finite %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// CHECK-LABEL: func.func @real(
// CHECK: stablehlo.real
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @real(%arg0: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.real %arg0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @imag(
// CHECK: stablehlo.imag
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @imag(%arg0: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.imag %arg0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reduce_precision(
// CHECK: stablehlo.reduce_precision
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>
func.func @reduce_precision(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @bitcast_convert(
// CHECK: stablehlo.bitcast_convert
// CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i]) {i=4, j=2} need_replication={j}>
func.func @bitcast_convert(%arg0: tensor<4x2xui32>) -> tensor<4xui64> {
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x2xui32>) -> tensor<4xui64>
  return %0 : tensor<4xui64>
}

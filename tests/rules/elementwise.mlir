// One factor per dimension; scalars of select and clamp have none.
// RUN: sdyc opt %s -sdy-populate-op-sharding-rules | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<8x4xf32>, %i: tensor<8x4xi32>, %b: tensor<8x4xi1>, %b0: tensor<i1>, %z: tensor<f32>, %n: tensor<i32>, %c: tensor<8x4xcomplex<f32>>, %u: tensor<8x2xf32>, %x: tensor<3x1xi32>, %y: tensor<3x4xf32>, %seed: tensor<2xui64>, %g: tensor<4x8xf32>, %t: tensor<2x8x4xf32>, %im: tensor<2x8x8x4xf32>, %small: tensor<2x4x4x4xf32>, %k: tensor<3x3x4x16xf32>, %sq: tensor<2x8x8xf32>, %tr: tensor<2x8x3xf32>, %v4: tensor<4xf32>) {
  // CHECK: stablehlo.abs
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r0 = stablehlo.abs %f : tensor<8x4xf32>
  // CHECK: stablehlo.cbrt
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r1 = stablehlo.cbrt %f : tensor<8x4xf32>
  // CHECK: stablehlo.ceil
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r2 = stablehlo.ceil %f : tensor<8x4xf32>
  // CHECK: stablehlo.cosine
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r3 = stablehlo.cosine %f : tensor<8x4xf32>
  // CHECK: stablehlo.exponential
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r4 = stablehlo.exponential %f : tensor<8x4xf32>
  // CHECK: stablehlo.exponential_minus_one
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r5 = stablehlo.exponential_minus_one %f : tensor<8x4xf32>
  // CHECK: stablehlo.floor
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r6 = stablehlo.floor %f : tensor<8x4xf32>
  // CHECK: stablehlo.log
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r7 = stablehlo.log %f : tensor<8x4xf32>
  // CHECK: stablehlo.log_plus_one
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r8 = stablehlo.log_plus_one %f : tensor<8x4xf32>
  // CHECK: stablehlo.logistic
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r9 = stablehlo.logistic %f : tensor<8x4xf32>
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r10 = stablehlo.negate %f : tensor<8x4xf32>
  // CHECK: stablehlo.round_nearest_afz
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r11 = stablehlo.round_nearest_afz %f : tensor<8x4xf32>
  // CHECK: stablehlo.round_nearest_even
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r12 = stablehlo.round_nearest_even %f : tensor<8x4xf32>
  // CHECK: stablehlo.rsqrt
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r13 = stablehlo.rsqrt %f : tensor<8x4xf32>
  // CHECK: stablehlo.sign
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r14 = stablehlo.sign %f : tensor<8x4xf32>
  // CHECK: stablehlo.sine
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r15 = stablehlo.sine %f : tensor<8x4xf32>
  // CHECK: stablehlo.sqrt
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r16 = stablehlo.sqrt %f : tensor<8x4xf32>
  // CHECK: stablehlo.tan
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r17 = stablehlo.tan %f : tensor<8x4xf32>
  // CHECK: stablehlo.tanh
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r18 = stablehlo.tanh %f : tensor<8x4xf32>
  // CHECK: stablehlo.add
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r19 = stablehlo.add %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.atan
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r20 = stablehlo.atan2 %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.divide
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r21 = stablehlo.divide %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.maximum
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r22 = stablehlo.maximum %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.minimum
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r23 = stablehlo.minimum %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.multiply
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r24 = stablehlo.multiply %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.power
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r25 = stablehlo.power %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.remainder
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r26 = stablehlo.remainder %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.subtract
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r27 = stablehlo.subtract %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.and
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r28 = stablehlo.and %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.or
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r29 = stablehlo.or %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.xor
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r30 = stablehlo.xor %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.shift_left
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r31 = stablehlo.shift_left %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.shift_right_arithmetic
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r32 = stablehlo.shift_right_arithmetic %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.shift_right_logical
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r33 = stablehlo.shift_right_logical %i, %i : tensor<8x4xi32>
  // CHECK: stablehlo.not
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r34 = stablehlo.not %i : tensor<8x4xi32>
  // CHECK: stablehlo.popcnt
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r35 = stablehlo.popcnt %i : tensor<8x4xi32>
  // CHECK: stablehlo.count_leading_zeros
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r36 = stablehlo.count_leading_zeros %i : tensor<8x4xi32>
  // CHECK: stablehlo.is_finite
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r37 = stablehlo.is_finite %f : (tensor<8x4xf32>) -> tensor<8x4xi1>
  // CHECK: stablehlo.compare
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r38 = stablehlo.compare LT, %f, %f : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  // CHECK: stablehlo.convert
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r39 = stablehlo.convert %f : (tensor<8x4xf32>) -> tensor<8x4xi32>
  // CHECK: stablehlo.reduce_precision
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r40 = stablehlo.reduce_precision %f, format = e5m10 : tensor<8x4xf32>
  // CHECK: stablehlo.complex
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r41 = stablehlo.complex %f, %f : tensor<8x4xcomplex<f32>>
  // CHECK: stablehlo.real
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r42 = stablehlo.real %c : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  // CHECK: stablehlo.imag
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r43 = stablehlo.imag %c : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xf32>
  // CHECK: stablehlo.select
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r44 = stablehlo.select %b, %f, %f : tensor<8x4xi1>, tensor<8x4xf32>
  // CHECK: stablehlo.select
  // CHECK-SAME: #sdy.op_sharding_rule<([], [i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r45 = stablehlo.select %b0, %f, %f : tensor<i1>, tensor<8x4xf32>
  // CHECK: stablehlo.clamp
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=8, j=4}>
  %r46 = stablehlo.clamp %f, %f, %f : tensor<8x4xf32>
  // CHECK: stablehlo.clamp
  // CHECK-SAME: #sdy.op_sharding_rule<([], [i, j], [])->([i, j]) {i=8, j=4}>
  %r47 = stablehlo.clamp %z, %f, %z : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.bitcast_convert
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %r48 = stablehlo.bitcast_convert %f : (tensor<8x4xf32>) -> tensor<8x4xi32>
  // CHECK: stablehlo.bitcast_convert
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j, k]) {i=8, j=4, k=2} need_replication={k}>
  %r49 = stablehlo.bitcast_convert %f : (tensor<8x4xf32>) -> tensor<8x4x2xi16>
  return
}

// The functions of the runtime that stand for those of chlo.
// RUN: sdyc opt %s -sdy-populate-op-sharding-rules | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<8x4xf32>) {
  // CHECK: sdyc.acos %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %0 = sdyc.acos %f : tensor<8x4xf32>
  // CHECK: sdyc.acosh %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %1 = sdyc.acosh %f : tensor<8x4xf32>
  // CHECK: sdyc.asin %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %2 = sdyc.asin %f : tensor<8x4xf32>
  // CHECK: sdyc.asinh %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %3 = sdyc.asinh %f : tensor<8x4xf32>
  // CHECK: sdyc.atan %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %4 = sdyc.atan %f : tensor<8x4xf32>
  // CHECK: sdyc.atanh %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %5 = sdyc.atanh %f : tensor<8x4xf32>
  // CHECK: sdyc.cosh %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %6 = sdyc.cosh %f : tensor<8x4xf32>
  // CHECK: sdyc.erf %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %7 = sdyc.erf %f : tensor<8x4xf32>
  // CHECK: sdyc.erfc %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %8 = sdyc.erfc %f : tensor<8x4xf32>
  // CHECK: sdyc.sinh %arg0
  // CHECK-SAME: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4}>
  %9 = sdyc.sinh %f : tensor<8x4xf32>
  return
}

// Custom calls that stand for operations whose sizes are known.
// RUN: sdyc opt %s -stablehlo-refine-shapes=further | FileCheck %s
// CHECK: chlo.top_k(%arg0, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
// CHECK: stablehlo.rng_bit_generator %arg1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
func.func @main(%a: tensor<2x4xf32>, %s: tensor<2xui64>) -> (tensor<2x?xf32>, tensor<2x?xi32>, tensor<2xui64>, tensor<?x?xui32>) {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) {api_version = 2 : i32} : (tensor<2x4xf32>, tensor<i32>) -> (tensor<2x?xf32>, tensor<2x?xi32>)
  %shape = stablehlo.constant dense<[3, 5]> : tensor<2xi64>
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %shape) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi64>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x?xf32>, tensor<2x?xi32>, tensor<2xui64>, tensor<?x?xui32>
}

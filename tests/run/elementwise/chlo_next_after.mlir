// Arithmetic on the bits of numbers.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0, -1.0, 2.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 1.0, 2.0]> : tensor<6xf32>
  %0 = chlo.next_after %x, %y : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  check.expect_eq_const %0, dense<[0x3F800001, 0x3F7FFFFF, 0x00000001, 0x80000001, 0xBF7FFFFF, 2.0]> : tensor<6xf32>
  %z = stablehlo.constant dense<3.0> : tensor<f32>
  %1 = chlo.broadcast_next_after %x, %z : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  check.expect_eq_const %1, dense<[0x3F800001, 0x3F800001, 0x00000001, 0x00000001, 0xBF7FFFFF, 0x40000001]> : tensor<6xf32>
  return
}

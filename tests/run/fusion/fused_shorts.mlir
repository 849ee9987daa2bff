// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
// Floats become integers of 8 and 16 bits in a function of machine code: cut off towards zero, held within the type,
// zero where there is no number; wider integers keep their lowest bits. A vector, and elements that are left.
func.func public @main() {
  %c = stablehlo.constant dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.9, 128.0, -128.9, -129.0, 255.9, 256.0, 32767.9, 32768.0, -32768.9, -32769.0, 65535.9, 65536.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001, 3.0e9, -3.0e9]> : tensor<24xf32>
  %x = stablehlo.optimization_barrier %c : tensor<24xf32>
  %n = stablehlo.negate %x : tensor<24xf32>
  %m = stablehlo.negate %n : tensor<24xf32>
  %i8 = stablehlo.convert %m : (tensor<24xf32>) -> tensor<24xi8>
  check.expect_eq_const %i8, dense<[0, 0, 0, 0, 1, -1, 127, 127, -128, -128, 127, 127, 127, 127, -128, -128, 127, 127, 127, -128, 0, 0, 127, -128]> : tensor<24xi8>
  %u8 = stablehlo.convert %m : (tensor<24xf32>) -> tensor<24xui8>
  check.expect_eq_const %u8, dense<[0, 0, 0, 0, 1, 0, 127, 128, 0, 0, 255, 255, 255, 255, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0]> : tensor<24xui8>
  %i16 = stablehlo.convert %m : (tensor<24xf32>) -> tensor<24xi16>
  check.expect_eq_const %i16, dense<[0, 0, 0, 0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32767, -32768, -32768, 32767, 32767, 32767, -32768, 0, 0, 32767, -32768]> : tensor<24xi16>
  %u16 = stablehlo.convert %m : (tensor<24xf32>) -> tensor<24xui16>
  check.expect_eq_const %u16, dense<[0, 0, 0, 0, 1, 0, 127, 128, 0, 0, 255, 256, 32767, 32768, 0, 0, 65535, 65535, 65535, 0, 0, 0, 65535, 0]> : tensor<24xui16>

  // What comes of them is the integer, not what was made it.
  %back = stablehlo.convert %i8 : (tensor<24xi8>) -> tensor<24xf32>
  %half = stablehlo.multiply %back, %back : tensor<24xf32>
  %square = stablehlo.add %half, %back : tensor<24xf32>
  check.expect_eq_const %square, dense<[0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 16256.0, 0.0, 0.0, 16256.0, 16256.0]> : tensor<24xf32>

  %w = stablehlo.constant dense<[0, 127, 128, 255, 256, -1, -128, -129, 32767, 32768, 65535, 65536, -32768, -32769, 2147483647, -2147483648, 1, 2, 3]> : tensor<19xi32>
  %v = stablehlo.optimization_barrier %w : tensor<19xi32>
  %a = stablehlo.xor %v, %v : tensor<19xi32>
  %b = stablehlo.or %a, %v : tensor<19xi32>
  %wi8 = stablehlo.convert %b : (tensor<19xi32>) -> tensor<19xi8>
  check.expect_eq_const %wi8, dense<[0, 127, -128, -1, 0, -1, -128, 127, -1, 0, -1, 0, 0, -1, -1, 0, 1, 2, 3]> : tensor<19xi8>
  %wu16 = stablehlo.convert %b : (tensor<19xi32>) -> tensor<19xui16>
  check.expect_eq_const %wu16, dense<[0, 127, 128, 255, 256, 65535, 65408, 65407, 32767, 32768, 65535, 0, 32768, 32767, 65535, 0, 1, 2, 3]> : tensor<19xui16>
  return
}

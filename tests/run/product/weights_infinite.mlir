// Weights of which some are infinite, by rows of whole numbers and of others: a product is infinite wherever the number is
// none of zero, however many narrower numbers it is made of.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<8x512xf32>
  %k = stablehlo.iota dim = 1 : tensor<8x512xf32>
  %three = stablehlo.constant dense<3.0> : tensor<8x512xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8x512xf32>
  %nk = stablehlo.multiply %n, %k : tensor<8x512xf32>
  %thirds = stablehlo.divide %nk, %three : tensor<8x512xf32>
  %sum = stablehlo.add %thirds, %one : tensor<8x512xf32>
  %rows = stablehlo.optimization_barrier %sum : tensor<8x512xf32>
  %row = stablehlo.iota dim = 0 : tensor<512x256xi32>
  %col = stablehlo.iota dim = 1 : tensor<512x256xi32>
  %seven = stablehlo.constant dense<7> : tensor<512x256xi32>
  %five = stablehlo.constant dense<5> : tensor<512x256xi32>
  %in_row = stablehlo.compare EQ, %row, %seven : (tensor<512x256xi32>, tensor<512x256xi32>) -> tensor<512x256xi1>
  %in_col = stablehlo.compare EQ, %col, %five : (tensor<512x256xi32>, tensor<512x256xi32>) -> tensor<512x256xi1>
  %here = stablehlo.and %in_row, %in_col : tensor<512x256xi1>
  %infinite = stablehlo.constant dense<0xFF800000> : tensor<512x256xf32>
  %other = stablehlo.constant dense<1.0> : tensor<512x256xf32>
  %some = stablehlo.select %here, %infinite, %other : tensor<512x256xi1>, tensor<512x256xf32>
  %of_16 = stablehlo.convert %some : (tensor<512x256xf32>) -> tensor<512x256xbf16>
  %of_8 = stablehlo.convert %some : (tensor<512x256xf32>) -> tensor<512x256xf8E5M2>
  %held, %held_8 = stablehlo.optimization_barrier %of_16, %of_8 : tensor<512x256xbf16>, tensor<512x256xf8E5M2>
  %wide = stablehlo.convert %held : (tensor<512x256xbf16>) -> tensor<512x256xf32>
  %wide_8 = stablehlo.convert %held_8 : (tensor<512x256xf8E5M2>) -> tensor<512x256xf32>
  %y = stablehlo.dot_general %rows, %wide, contracting_dims = [1] x [0]
    : (tensor<8x512xf32>, tensor<512x256xf32>) -> tensor<8x256xf32>
  %y_8 = stablehlo.dot_general %rows, %wide_8, contracting_dims = [1] x [0]
    : (tensor<8x512xf32>, tensor<512x256xf32>) -> tensor<8x256xf32>
  %column = stablehlo.slice %y [0:8, 5:6] : (tensor<8x256xf32>) -> tensor<8x1xf32>
  %column_8 = stablehlo.slice %y_8 [0:8, 5:6] : (tensor<8x256xf32>) -> tensor<8x1xf32>
  check.expect_eq_const %column, dense<0xFF800000> : tensor<8x1xf32>
  check.expect_eq_const %column_8, dense<0xFF800000> : tensor<8x1xf32>
  return
}

func.func @f(%arg0: tensor<8xf32>) {
  check.expect_eq_const %arg0, @x : tensor<8xf32>
  %0 = stablehlo.constant @x
  return
}

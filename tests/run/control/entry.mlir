// Without a function @main the only one that is not private is run.
// RUN: sdyc run %s
func.func private @helper(%a: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %a : tensor<i32>
  return %0 : tensor<i32>
}
func.func @test() {
  %a = stablehlo.constant dense<2> : tensor<i32>
  %0 = call @helper(%a) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<4> : tensor<i32>
  return
}

// A constant without a sharding, the result of a call that is one, and an argument of a call become sums over devices:
// that was refused, or made a collective of an operand without a sharding.
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s
sdy.mesh @mesh = <["x"=9]>
func.func public @main() {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = sdy.reshard %c <@mesh, [], unreduced={"x"}> : tensor<f32>
  %1 = sdy.reshard %0 <@mesh, []> : tensor<f32>
  check.expect_eq_const %1, dense<2.0> : tensor<f32>
  %2 = call @f() : () -> tensor<f32>
  %3 = sdy.sharding_constraint %2 <@mesh, []> : tensor<f32>
  %4 = sdy.reshard %2 <@mesh, [], unreduced={"x"}> : tensor<f32>
  %5 = sdy.reshard %4 <@mesh, []> : tensor<f32>
  check.expect_eq_const %5, dense<1.0> : tensor<f32>
  check.expect_eq_const %3, dense<1.0> : tensor<f32>
  %6:2 = call @g(%c, %2) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %7 = sdy.reshard %6#0 <@mesh, []> : tensor<f32>
  check.expect_eq_const %7, dense<2.0> : tensor<f32>
  return
}
func.func private @g(%a: tensor<f32>, %b: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32>, tensor<f32>) {
  %0 = sdy.reshard %a <@mesh, [], unreduced={"x"}> : tensor<f32>
  return %0, %b : tensor<f32>, tensor<f32>
}
func.func private @f() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

// A function that gives what one device computes, as JAX writes a callback in a scan: its result was said to be on one device.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --jit=cc
// RUN: sdyc partition %s --report >%t.report
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @one = <[], device_ids=[0]>
func.func public @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %s) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %y:2 = func.call @twice(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %z = stablehlo.maximum %y#0, %y#1 : tensor<4xf32>
    stablehlo.return %n, %z : tensor<i32>, tensor<4xf32>
  }
  check.expect_eq_const %0#1, dense<[8.0, 16.0, 24.0, 32.0]> : tensor<4xf32>
  return
}
func.func private @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4xf32>
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

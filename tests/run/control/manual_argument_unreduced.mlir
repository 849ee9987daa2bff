// An argument of a manual computation that is unreduced over a manual axis was given to every device in full.
// RUN: sdyc run %s && sdyc run --jit=cc %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main() {
  %a = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} dense<[4.0, 6.0, 8.0, 10.0]> : tensor<4xf32>
  %2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}], unreduced={"x"}>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<8xf32>
  %3 = stablehlo.slice %2 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %4 = stablehlo.slice %2 [4:8] : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.add %3, %4 : tensor<4xf32>
  check.expect_eq_const %5, dense<[4.0, 6.0, 8.0, 10.0]> : tensor<4xf32>
  return
}

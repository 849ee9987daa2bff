// A result of a manual computation that is unreduced over a manual axis was taken from the first device alone.
// RUN: sdyc run %s && sdyc run --storage=private %s && sdyc run --jit=cc %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main() {
  %a = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}], unreduced={"x"}>] manual_axes={"x"} (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  check.expect_eq_const %1, dense<[4.0, 6.0, 8.0, 10.0]> : tensor<4xf32>
  return
}

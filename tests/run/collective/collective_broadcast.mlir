// Devices 1 and 3 have what device 3 has, the others zeros.
// RUN: sdyc run %s
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<1xi32>) {
    %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi32>) -> tensor<1xi32>
    sdy.return %1 : tensor<1xi32>
  } : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[0, 4, 0, 4]> : tensor<4xi32>
  return
}

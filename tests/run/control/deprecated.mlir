// Operations that StableHLO is going to drop.
// RUN: sdyc run %s
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %v = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.broadcast %v, sizes = [2] : (tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  %1 = stablehlo.dot %0, %v : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[14, 14]> : tensor<2xi32>
  %2 = stablehlo.dot %v, %v : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
  check.expect_eq_const %2, dense<14> : tensor<i32>
  // Devices 0 and 1 add, and so do 2 and 3.
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %3 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<1xi32>) {
    %4 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<1xi32>) -> tensor<1xi32>
    sdy.return %4 : tensor<1xi32>
  } : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %3, dense<[3, 3, 7, 7]> : tensor<4xi32>
  return
}

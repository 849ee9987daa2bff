// Collectives inside of a manual computation: what is added is numbers, what moves is integers.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2]>
!q = !quant.uniform<i8:f32, 0.5:3>
func.func @main() {
  %a = stablehlo.constant() <{value = dense<[[1, 100], [2, -100], [-7, 120], [5, -120]]> : tensor<4x2xi8>}> : () -> tensor<4x2x!q>
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x2x!q>) {
    %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<!q>, %y: tensor<!q>):
      %z = stablehlo.add %x, %y : tensor<!q>
      stablehlo.return %z : tensor<!q>
    }) : (tensor<2x2x!q>) -> tensor<2x2x!q>
    %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x2x!q>) -> tensor<4x2x!q>
    sdy.return %1, %2 : tensor<2x2x!q>, tensor<4x2x!q>
  } : (tensor<4x2x!q>) -> (tensor<2x2x!q>, tensor<8x2x!q>)
  %sums = stablehlo.bitcast_convert %0#0 : (tensor<2x2x!q>) -> tensor<2x2xi8>
  check.expect_eq_const %sums, dense<[[-9, 127], [4, -128]]> : tensor<2x2xi8>
  %all = stablehlo.bitcast_convert %0#1 : (tensor<8x2x!q>) -> tensor<8x2xi8>
  check.expect_eq_const %all, dense<[[1, 100], [2, -100], [-7, 120], [5, -120], [1, 100], [2, -100], [-7, 120], [5, -120]]> : tensor<8x2xi8>
  return
}

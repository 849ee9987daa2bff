// A computation inside of another: what leaves the inner one still varies along the outer one's axes. Its
// results were once those of the first instance along all axes.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --reduce=device-order
sdy.mesh @mesh = <["x"=3, "y"=2]>
func.func public @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"y"} (%outer: tensor<2xf32>) {
    %1 = sdy.manual_computation(%outer) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%inner: tensor<2xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %sum = stablehlo.reduce(%inner init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      %flat = stablehlo.reshape %sum : (tensor<f32>) -> tensor<1xf32>
      sdy.return %flat : tensor<1xf32>
    } : (tensor<2xf32>) -> tensor<1xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %3 = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<1xf32>) -> tensor<1xf32>
    sdy.return %2 : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<1xf32>
  check.expect_eq_const %0, dense<7.0> : tensor<1xf32>
  return
}

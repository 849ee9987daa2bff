// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --reduce=device-order
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func public @main() {
  %t = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  // Each device has a 2x1 part: sums over the devices of a row and of all, its number, a rotation.
  %0:5 = sdy.manual_computation(%t) in_shardings=[<@mesh, [{"x"}, {"y"}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{"x", "y"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{}]>]
      manual_axes={"x", "y"} (%part: tensor<2x1xf32>) {
    %row = "stablehlo.all_reduce"(%part) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %all = "stablehlo.all_reduce"(%part) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %ids = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
    %turned = "stablehlo.collective_permute"(%part) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>}> : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %replica = stablehlo.replica_id : tensor<ui32>
    %replicas = stablehlo.reshape %replica : (tensor<ui32>) -> tensor<1xui32>
    sdy.return %row, %all, %ids, %turned, %replicas : tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xui32>, tensor<2x1xf32>, tensor<1xui32>
  } : (tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<2x1xf32>, tensor<4xui32>, tensor<4x2xf32>, tensor<1xui32>)
  check.expect_eq_const %0#0, dense<[[3.0], [7.0], [11.0], [15.0]]> : tensor<4x1xf32>
  check.expect_eq_const %0#1, dense<[[6.0], [8.0]]> : tensor<2x1xf32>
  check.expect_eq_const %0#2, dense<[0, 1, 2, 3]> : tensor<4xui32>
  check.expect_eq_const %0#3, dense<[[0.0, 1.0], [0.0, 3.0], [2.0, 5.0], [4.0, 7.0]]> : tensor<4x2xf32>
  check.expect_eq_const %0#4, dense<0> : tensor<1xui32>

  // Each device goes on until its own part is large enough; those that have ended keep what they have.
  %1 = sdy.manual_computation(%t) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>]
      manual_axes={"x", "y"} (%part: tensor<1x2xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %limit = stablehlo.constant dense<20.0> : tensor<f32>
    %end = stablehlo.while(%v = %part) : tensor<1x2xf32>
    cond {
      %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<f32>
      %go = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %twice = stablehlo.add %v, %v : tensor<1x2xf32>
      stablehlo.return %twice : tensor<1x2xf32>
    }
    sdy.return %end : tensor<1x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  check.expect_eq_const %1, dense<[[8.0, 16.0], [12.0, 16.0], [10.0, 12.0], [14.0, 16.0]]> : tensor<4x2xf32>
  return
}

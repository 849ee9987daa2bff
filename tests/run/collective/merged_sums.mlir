// Sums over devices that are added up, between them a scaled, a turned and a negated one, give the same numbers as one sum.
// RUN: sdyc run %s && sdyc run %s --storage=private && sdyc run %s --storage=private --reduce=device-order
// COUNT: 2 "stablehlo.all_reduce"
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main() {
  %a = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %b = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} dense<[[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0]]> : tensor<4x2xf32>
  %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} dense<[[2.0, 0.0], [1.0, 1.0], [0.0, 2.0], [3.0, 1.0]]> : tensor<4x2xf32>
  %s = stablehlo.constant dense<[[2.0, 1.0], [0.5, 3.0]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.dot_general %b, %c, contracting_dims = [0] x [0] : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.multiply %0, %s : tensor<2x2xf32>
  %4 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.negate %2 : tensor<2x2xf32>
  %6 = stablehlo.subtract %s, %3 : tensor<2x2xf32>
  %7 = stablehlo.add %6, %4 : tensor<2x2xf32>
  %8 = stablehlo.add %7, %5 : tensor<2x2xf32>
  check.expect_eq_const %8, dense<[[-7.0, 23.0], [-4.0, -82.0]]> : tensor<2x2xf32>

  // What devices of a manual computation sum, too, scaled by a constant.
  %d = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %9 = sdy.manual_computation(%d) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%p: tensor<2xf32>) {
    %m1 = stablehlo.multiply %p, %p : tensor<2xf32>
    %m2 = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %m7 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %m7 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %m3 = "stablehlo.all_reduce"(%m1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %m7 = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %m7 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %m4 = stablehlo.constant dense<0.5> : tensor<2xf32>
    %m5 = stablehlo.multiply %m2, %m4 : tensor<2xf32>
    %m6 = stablehlo.subtract %m3, %m5 : tensor<2xf32>
    sdy.return %m6 : tensor<2xf32>
  } : (tensor<6xf32>) -> tensor<2xf32>
  check.expect_eq_const %9, dense<[30.5, 50.0]> : tensor<2xf32>
  return
}

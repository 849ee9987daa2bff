// Groups of unequal size, on a mesh whose devices stand in another order: devices 0, 1 and 2 are the last three of it.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=4], device_ids=[3, 2, 1, 0]>
func.func public @main() {
  %a = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<1xi32>) {
    %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<1xi32>) -> tensor<1xi32>
    sdy.return %1 : tensor<1xi32>
  } : (tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[10, 90, 90, 90]> : tensor<4xi32>
  return
}

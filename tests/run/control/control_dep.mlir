// jax.experimental.control_deps wishes for an order, of operations and of computations that are waited for; the call was unknown,
// and one that looks at a computation kept it from being expanded.
// RUN: sdyc run %s --input=4x2xf32=1,2,3,4,5,6,7,8 --expected-output=4x2xf32=2,4,6,8,10,12,14,16
// RUN: sdyc run %s --input=4x2xf32=1,2,3,4,5,6,7,8 --expected-output=4x2xf32=2,4,6,8,10,12,14,16 --storage=private
// RUN: sdyc partition %s | FileCheck %s
// CHECK-NOT: control_dep
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<2x2xf32>) {
    %1 = "stablehlo.async_start"(%p) ({
    ^bb0(%q: tensor<2x2xf32>):
      %5 = "stablehlo.all_gather"(%q) {all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<4x2xf32>
      stablehlo.return %5 : tensor<4x2xf32>
    }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<4x2xf32>>
    %2 = stablehlo.negate %p : tensor<2x2xf32>
    %3 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<4x2xf32>>) -> tensor<4x2xf32>
    stablehlo.custom_call @control_dep(%1, %2) {has_side_effect = true, operand_layouts = [dense<> : tensor<0xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = []} : (!stablehlo.future<tensor<4x2xf32>>, tensor<2x2xf32>) -> ()
    stablehlo.custom_call @control_dep(%2, %3) {has_side_effect = true} : (tensor<2x2xf32>, tensor<4x2xf32>) -> ()
    %4 = stablehlo.subtract %p, %2 : tensor<2x2xf32>
    sdy.return %4 : tensor<2x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

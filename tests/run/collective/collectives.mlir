// Every collective moves what it should, in both storage models; the lowered program has them all,
// but for those that only undo each other.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
// RUN: sdyc run %s --storage=private --reduce=device-order
// RUN: sdyc opt %s -sdyc-lower-pipeline | FileCheck %s --check-prefix=SDY
// RUN: sdyc partition %s | FileCheck %s
// SDY-DAG: sdy.all_reduce
// CHECK-DAG: stablehlo.all_gather
// CHECK-DAG: stablehlo.all_to_all
// CHECK-DAG: stablehlo.collective_permute
// CHECK-DAG: stablehlo.all_reduce
// CHECK-DAG: stablehlo.partition_id
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main() {
  %n = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<64xf32>
  %a = stablehlo.reshape %n {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<64xf32>) -> tensor<8x8xf32>
  %s = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %g = sdy.all_gather [{"x"}, {}] %s out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  check.expect_eq %g, %a : tensor<8x8xf32>
  %sn = stablehlo.negate %s {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %t = sdy.all_to_all [{"x"}: 0->1] %sn out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %tn = stablehlo.negate %t {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
  %t2 = sdy.all_gather [{}, {"x"}] %tn out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  check.expect_eq %t2, %a : tensor<8x8xf32>
  %b = sdy.all_slice [{"x"}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %bn = stablehlo.negate %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %p = sdy.collective_permute %bn out_sharding=<@mesh, [{"y", "x":(1)2}, {"x":(2)2}]> : tensor<8x8xf32>
  %pn = stablehlo.negate %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "x":(1)2}, {"x":(2)2}]>]>} : tensor<8x8xf32>
  %p2 = sdy.all_gather [{"y", "x":(1)2}, {"x":(2)2}] %pn out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  check.expect_eq %p2, %a : tensor<8x8xf32>
  %product = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = sdy.all_slice [{}, {"x"}] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %sum = stablehlo.dot_general %l, %s, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  check.expect_eq %sum, %product : tensor<8x8xf32>
  %sum2 = stablehlo.dot_general %l, %s, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %scattered = sdy.all_slice [{}, {"x"}] %sum2 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %gathered = sdy.all_gather [{}, {"x"}] %scattered out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  check.expect_eq %gathered, %product : tensor<8x8xf32>
  return
}

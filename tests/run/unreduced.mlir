// Values made unreduced and reduced again are what they were.
// RUN: sdyc run %s --storage=shared
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main() {
  %n = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<64xf32>
  %u = sdy.replicated_to_unreduced {"x"} %n out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<64xf32>
  %r = sdy.all_reduce {"x"} %u out_sharding=<@mesh, [{}]> : tensor<64xf32>
  check.expect_eq %r, %n : tensor<64xf32>
  %s = sdy.all_slice [{"x"}] %n out_sharding=<@mesh, [{"x"}]> : tensor<64xf32>
  %v = sdy.sharded_to_unreduced [{"x"}] %s out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<64xf32>
  %w = sdy.all_reduce {"x"} %v out_sharding=<@mesh, [{}]> : tensor<64xf32>
  check.expect_eq %w, %n : tensor<64xf32>
  return
}

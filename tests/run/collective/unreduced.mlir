// Values made unreduced and reduced again are what they were: by all_reduce, and by reduce_scatter
// (stablehlo.reduce_scatter where shards are stored one per device).
// RUN: sdyc run %s --storage=shared
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
  %p = sdy.reduce_scatter [{"x"}] %u out_sharding=<@mesh, [{"x"}]> : tensor<64xf32>
  %q = sdy.all_gather [{"x"}] %p out_sharding=<@mesh, [{}]> : tensor<64xf32>
  check.expect_eq %q, %n : tensor<64xf32>
  return
}

// What cannot be made local or lowered is reported where it stands.
// RUN: not sdyc opt %s --split-input-file -sdyc-localize -sdyc-lower-collectives 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not sdyc opt %s --split-input-file -sdyc-lower-collectives 2>&1 | FileCheck %s --check-prefix=LOWER

// LOCAL: impossible.mlir:[[# @LINE + 3]]:{{[0-9]+}}: error: the mesh has 2199023255552 devices: more than 1048576 cannot be listed one by one
sdy.mesh @large = <["x"=1099511627776, "y"=2]>
func.func @too_many() -> tensor<1099511627776xi64> {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@large, [{"x"}]>]>} : tensor<1099511627776xi64>
  return %0 : tensor<1099511627776xi64>
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @whole(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // LOWER: impossible.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sdy.all_gather' is not on local types: sdyc-localize comes first
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>
func.func @no_channel(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 9223372036854775807, type = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // LOCAL: impossible.mlir:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sdy.all_gather' finds no channel that is free
  %1 = sdy.all_gather [{"x"}] %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

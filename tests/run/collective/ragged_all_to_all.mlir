// Rows travel to other devices, as many as each says, and the others stay; jax.lax.ragged_all_to_all.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=4]>
func.func public @main() {
  %rows = stablehlo.constant dense<[[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16]]> : tensor<16x1xi32>
  %before = stablehlo.constant dense<-1> : tensor<24x1xi32>
  %begin = stablehlo.constant dense<[[0, 1, 3, 3], [0, 2, 2, 3], [0, 0, 1, 3], [0, 1, 2, 3]]> : tensor<4x4xi32>
  %send = stablehlo.constant dense<[[1, 2, 0, 1], [2, 0, 1, 1], [0, 1, 2, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  %to = stablehlo.constant dense<[[0, 0, 0, 0], [1, 2, 0, 1], [3, 2, 1, 2], [3, 3, 3, 3]]> : tensor<4x4xi32>
  %receive = stablehlo.constant dense<[[1, 2, 0, 1], [2, 0, 1, 1], [0, 1, 2, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  %result = sdy.manual_computation(%rows, %before, %begin, %send, %to, %receive)
      in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"}
      (%a: tensor<4x1xi32>, %b: tensor<6x1xi32>, %c: tensor<1x4xi32>, %d: tensor<1x4xi32>, %e: tensor<1x4xi32>, %f: tensor<1x4xi32>) {
    %0 = stablehlo.reshape %c : (tensor<1x4xi32>) -> tensor<4xi32>
    %1 = stablehlo.reshape %d : (tensor<1x4xi32>) -> tensor<4xi32>
    %2 = stablehlo.reshape %e : (tensor<1x4xi32>) -> tensor<4xi32>
    %3 = stablehlo.reshape %f : (tensor<1x4xi32>) -> tensor<4xi32>
    %4 = stablehlo.custom_call @ragged_all_to_all(%a, %b, %0, %1, %2, %3) {api_version = 4 : i32, backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}}
        : (tensor<4x1xi32>, tensor<6x1xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<6x1xi32>
    sdy.return %4 : tensor<6x1xi32>
  } : (tensor<16x1xi32>, tensor<24x1xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<24x1xi32>
  check.expect_eq_const %result, dense<[[1], [5], [6], [13], [-1], [-1], [2], [3], [9], [14], [-1], [-1], [7], [10], [11], [15], [-1], [-1], [4], [8], [12], [16], [-1], [-1]]> : tensor<24x1xi32>
  return
}

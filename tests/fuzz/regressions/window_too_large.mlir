module @jit_dyn_fun attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() {
    %in0 = stablehlo.constant dense<[[[-1.8317866e+00], [4.5953625e-01]]]> : tensor<1x2x1xf32>
    %r = call @harness(%in0) : (tensor<1x2x1xf32>) -> tensor<1x1x1xf32>
    %e0 = stablehlo.constant dense<[[[4.5953625e-01]]]> : tensor<1x1x1xf32>
    check.expect_eq %r, %e0 : tensor<1x1x1xf32>
    return
  }
  func.func private @harness(%arg0: tensor<1x2x1xf32>) -> (tensor<1x1x1xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<9223372036854775807> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x2x1xf32>, tensor<f32>) -> tensor<1x1x1xf32>
    return %1 : tensor<1x1x1xf32>
  }
}

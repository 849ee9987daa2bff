// The custom calls by which XLA finds the largest few elements, as JAX writes them: exact here.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 2.0, 5.0], [-1.0, -4.0, -2.0, -2.0]]> : tensor<2x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %nowhere = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %none, %nowhere) {backend_config = "", called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[5.0, 3.0], [-1.0, -2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[3, 0], [0, 2]]> : tensor<2x2xi32>
  // Not aggregated: more than k, as many as the result holds; another dimension; backend_config.
  %1:2 = stablehlo.custom_call @PartialReduce(%x, %i, %none, %nowhere) {api_version = 4 : i32, backend_config = {aggregate_to_topk = false, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = -2 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}, called_computations = [@greater]} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x4xf32>, tensor<1x4xi32>)
  check.expect_eq_const %1#0, dense<[[3.0, 1.0, 2.0, 5.0]]> : tensor<1x4xf32>
  check.expect_eq_const %1#1, dense<[[0, 1, 2, 3]]> : tensor<1x4xi32>
  return
}
func.func @greater(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}

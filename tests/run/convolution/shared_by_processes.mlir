// Processes share the kernel of a convolution whose batch is another dimension of the input than of the result: their
// inputs were taken for one batch, with the step of a dimension that was not it.
// RUN: sdyc run %s
func.func @program(%a: tensor<1x1x1x1xi32>, %b: tensor<1x3x2x3xi32>) -> tensor<1x1x1x2xi32> {
  %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<1x3x2x3xi32>) -> tensor<2x3x2x3xi32>
  %1 = stablehlo.slice %0 [1:2, 0:2, 0:2, 0:3] : (tensor<2x3x2x3xi32>) -> tensor<1x2x2x3xi32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.pad %1, %c, low = [0, 0, 1, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x2x2x3xi32>, tensor<i32>) -> tensor<1x2x3x3xi32>
  %3 = stablehlo.convolution(%a, %2) dim_numbers = [0, b, f, 1]x[i, o, 1, 0]->[b, 1, 0, f], window = {stride = [1, 3], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x1xi32>, tensor<1x2x3x3xi32>) -> tensor<1x1x1x2xi32>
  return %3 : tensor<1x1x1x2xi32>
}
func.func public @main() {
  %a = stablehlo.constant dense<1> : tensor<1x1x1x1xi32>
  %b = stablehlo.constant dense<2> : tensor<1x1x1x1xi32>
  %c = stablehlo.constant dense<1> : tensor<1x3x2x3xi32>
  %0:2 = "interpreter.run_parallel"(%a, %c, %b, %c) {programs = [[@program, @program]]} : (tensor<1x1x1x1xi32>, tensor<1x3x2x3xi32>, tensor<1x1x1x1xi32>, tensor<1x3x2x3xi32>) -> (tensor<1x1x1x2xi32>, tensor<1x1x1x2xi32>)
  check.expect_eq_const %0#0, dense<1> : tensor<1x1x1x2xi32>
  check.expect_eq_const %0#1, dense<2> : tensor<1x1x1x2xi32>
  return
}

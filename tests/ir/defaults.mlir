// What MLIR puts in or names by itself: default values, results, arguments of regions, unsigned storage.
// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s | sdyc opt - | FileCheck %s

// CHECK-LABEL: func.func @defaults
func.func @defaults(%arg0: !stablehlo.token) {
  // CHECK: "stablehlo.outfeed"(%arg0) <{outfeed_config = ""}>
  %0 = "stablehlo.outfeed"(%arg0) : (!stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.infeed"(%arg0) <{infeed_config = ""}>
  %1:2 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @names
func.func @names(%arg0: tensor<4xi32>, %arg1: tensor<3xf32>, %arg2: tensor<f32>) {
  // CHECK: %cst = arith.constant dense<1> : tensor<4xi32>
  %0 = arith.constant dense<1> : tensor<4xi32>
  // CHECK: %cast = tensor.cast %cst : tensor<4xi32> to tensor<?xi32>
  %1 = tensor.cast %0 : tensor<4xi32> to tensor<?xi32>
  // CHECK: chlo.scan
  // CHECK-NEXT: ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
  %2:2 = chlo.scan (%arg1) inits (%arg2) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b, %b : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// CHECK: func.func private @unsigned(tensor<2x!quant.uniform<u8:f32, 3.500000e+00:16>>)
func.func private @unsigned(tensor<2x!quant.uniform<u8:f32, 3.5:16>>)
// CHECK: func.func private @typed(tensor<2x!quant.uniform<ui8<1:9>:f32, 3.500000e+00:16>>, tensor<2x!quant.uniform<si8:f32, 3.500000e+00>>)
func.func private @typed(tensor<2x!quant.uniform<ui8<1:9>:f32, 3.5:16>>, tensor<2x!quant.uniform<si8:f32, 3.5>>)
// CHECK: func.func private @blocks(tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}1.000000e+00:3, 2.000000e+00}, {1.000000e+00, 2.000000e+00}}>>)
func.func private @blocks(tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0:3, 2.0}, {1.0, 2.0}}>>)

// CHECK-LABEL: func.func @handle
func.func @handle(%arg0: tensor<f32>) {
  // CHECK: channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  %0 = "stablehlo.collective_permute"(%arg0) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<type = 0, handle = 1>} : (tensor<f32>) -> tensor<f32>
  return
}

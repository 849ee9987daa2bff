// Several functions: of other shapes, with a constant in common, and under names that C or the header has already.
func.func @scaled(%x: tensor<512xf32>) -> tensor<512x512xf32> {
  %rows = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<4xf32>) -> tensor<4x128xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x128xf32>) -> tensor<512xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %3 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<512x512xf32>
  %5 = func.call @twice(%4) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  return %5 : tensor<512x512xf32>
}
func.func @new(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>) {
  %rows = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.add %x, %rows : tensor<4xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  return %0, %true : tensor<4xf32>, tensor<i1>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
func.func @f.g(%state: tensor<64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<64xf32> {
  %0 = stablehlo.add %state, %state : tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @f_g() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @"2 'names'"() -> tensor<i32> {
  %0 = stablehlo.constant dense<9> : tensor<i32>
  return %0 : tensor<i32>
}
func.func private @twice(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.add %x, %x : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

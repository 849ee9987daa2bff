// Phases of many kinds: sums of rows and of columns, windows, complex numbers, a transform, a sort, scans, narrow types, a loop,
// a convolution to one channel. Once the C of a window had a variable that nothing read, so had that of a sum of what lies in
// memory, and of what follows such a convolution; sums of columns were no C++.
func.func @main(%x: tensor<40x48xf32>, %image: tensor<2x64x24x8xf32>, %weights: tensor<3x3x8x1xf32>, %n: tensor<i32>) -> (
    tensor<48xf32>, tensor<40xf32>, tensor<2x32x12x8xf32>, tensor<40x25xf32>, tensor<40x48xf32>, tensor<40x48xbf16>, tensor<40xi8>,
    tensor<2x64x24x1xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %columns = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<40x48xf32>, tensor<f32>) -> tensor<48xf32>
  %rows = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x48xf32>, tensor<f32>) -> tensor<40xf32>
  %most = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<40x48xf32>, tensor<f32>) -> tensor<40xf32>
  %pooled = "stablehlo.reduce_window"(%image, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x64x24x8xf32>, tensor<f32>) -> tensor<2x32x12x8xf32>
  %transform = stablehlo.fft %x, type = RFFT, length = [48] : (tensor<40x48xf32>) -> tensor<40x25xcomplex<f32>>
  %square = stablehlo.multiply %transform, %transform : tensor<40x25xcomplex<f32>>
  %real = stablehlo.real %square : (tensor<40x25xcomplex<f32>>) -> tensor<40x25xf32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<40x48xf32>) -> tensor<40x48xf32>
  %sums = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 48>, padding = dense<[[0, 0], [47, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %narrow = stablehlo.convert %sums : (tensor<40x48xf32>) -> tensor<40x48xbf16>
  %bytes = stablehlo.convert %most : (tensor<40xf32>) -> tensor<40xi8>
  %mixed = stablehlo.convolution(%image, %weights) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {
    batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x64x24x8xf32>, tensor<3x3x8x1xf32>) -> tensor<2x64x24x1xf32>
  %bent = stablehlo.tanh %mixed : tensor<2x64x24x1xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<100> : tensor<i32>
  %end = stablehlo.while(%i = %n) : tensor<i32> cond {
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  return %columns, %rows, %pooled, %real, %sorted, %narrow, %bytes, %bent, %end : tensor<48xf32>, tensor<40xf32>, tensor<2x32x12x8xf32>, tensor<40x25xf32>, tensor<40x48xf32>, tensor<40x48xbf16>, tensor<40xi8>, tensor<2x64x24x1xf32>, tensor<i32>
}

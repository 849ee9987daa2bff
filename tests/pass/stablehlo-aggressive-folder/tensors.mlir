// Constants whose elements stand elsewhere.
// RUN: sdyc opt --stablehlo-aggressive-folder %s | FileCheck %s

// Of any type.
// CHECK-LABEL: func.func @moves(
// CHECK-NEXT: %cst = stablehlo.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf16>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>
// CHECK-NEXT: %c = stablehlo.constant dense<{{\[\[}}1, -2], [3, -4]]> : tensor<2x2xi4>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<[3.000000e+00, 2.000000e+00, 1.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: %cst_2 = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xbf16>
// CHECK-NEXT: return %cst, %cst_0, %c, %cst_1, %cst_2 : tensor<3x2xf16>, tensor<2xcomplex<f32>>, tensor<2x2xi4>, tensor<3xf32>, tensor<2xbf16>
func.func @moves() -> (tensor<3x2xf16>, tensor<2xcomplex<f32>>, tensor<2x2xi4>, tensor<3xf32>, tensor<2xbf16>) {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  %z = stablehlo.constant dense<[[(1.0, 2.0)], [(3.0, 4.0)]]> : tensor<2x1xcomplex<f32>>
  %n = stablehlo.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
  %f = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %h = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xbf16>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %1 = stablehlo.reshape %z : (tensor<2x1xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %2 = stablehlo.reshape %n : (tensor<4xi4>) -> tensor<2x2xi4>
  %3 = stablehlo.reverse %f, dims = [0] : tensor<3xf32>
  %4 = stablehlo.slice %h [0:4:2] : (tensor<4xbf16>) -> tensor<2xbf16>
  return %0, %1, %2, %3, %4 : tensor<3x2xf16>, tensor<2xcomplex<f32>>, tensor<2x2xi4>, tensor<3xf32>, tensor<2xbf16>
}

// Concatenated, all of them or neighbours that are alike.
// CHECK-LABEL: func.func @pieces(
// CHECK-NEXT: %cst = stablehlo.constant dense<{{\[\[}}1.000000e+00, 9.000000e+00, 9.000000e+00], [2.000000e+00, 9.000000e+00, 9.000000e+00]]> : tensor<2x3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<5.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %0 = stablehlo.concatenate %arg0, %cst_0, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %cst, %0 : tensor<2x3xf32>, tensor<3xf32>
func.func @pieces(%x: tensor<1xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %a = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %b = stablehlo.constant dense<9.0> : tensor<2x2xf32>
  %c = stablehlo.constant dense<5.0> : tensor<1xf32>
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.concatenate %x, %c, %c, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<3xf32>
}

// One value everywhere.
// CHECK-LABEL: func.func @splats(
// CHECK-NEXT: %cst = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2x2xcomplex<f32>>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<1xf32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<1xi32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: return %cst, %cst_0, %c, %cst_1 : tensor<2x2xcomplex<f32>>, tensor<1xf32>, tensor<1xi32>, tensor<f32>
func.func @splats(%i: tensor<i32>) -> (tensor<2x2xcomplex<f32>>, tensor<1xf32>, tensor<1xi32>, tensor<f32>) {
  %z = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %a = stablehlo.constant dense<3.0> : tensor<4xf32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<complex<f32>>) -> tensor<2x2xcomplex<f32>>
  %1 = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
  %2 = stablehlo.iota dim = 0 : tensor<1xi32>
  %3 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  return %0, %1, %2, %3 : tensor<2x2xcomplex<f32>>, tensor<1xf32>, tensor<1xi32>, tensor<f32>
}

// Products of complex numbers that are asked for as real ones are the real parts; complex numbers are limited in the
// order of their real, then their imaginary parts.
// RUN: sdyc run %s | FileCheck %s
// RUN: sdyc run %s --jit=cc | FileCheck %s
// RUN: sdyc run %s --storage=private | FileCheck %s

// CHECK: 2xf32=6 1
// CHECK-NEXT: 1x2x1xf32=[-3][3]
// CHECK-NEXT: 3xcomplex<f32>=(1,0) (2,5) (3,-1)
func.func @main() -> (tensor<2xf32>, tensor<1x2x1xf32>, tensor<3xcomplex<f32>>) {
  %a = stablehlo.constant dense<[[(1.0, 2.0), (3.0, -1.0)], [(0.0, 1.0), (2.0, 2.0)]]> : tensor<2x2xcomplex<f32>>
  %b = stablehlo.constant dense<[(1.0, 1.0), (2.0, 1.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %lines = stablehlo.constant dense<[[[(1.0, 2.0)], [(3.0, 0.0)]]]> : tensor<1x2x1xcomplex<f32>>
  %kernel = stablehlo.constant dense<[[[(1.0, 2.0)]]]> : tensor<1x1x1xcomplex<f32>>
  %1 = stablehlo.convolution(%lines, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xcomplex<f32>>, tensor<1x1x1xcomplex<f32>>) -> tensor<1x2x1xf32>
  %x = stablehlo.constant dense<[(0.0, 9.0), (2.0, 5.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>>
  %low = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %high = stablehlo.constant dense<(3.0, -1.0)> : tensor<complex<f32>>
  %2 = stablehlo.clamp %low, %x, %high : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  return %0, %1, %2 : tensor<2xf32>, tensor<1x2x1xf32>, tensor<3xcomplex<f32>>
}

// Parts of complex numbers, and functions of chlo that are computed from them.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %z = stablehlo.constant dense<[(1.0, 2.0), (-3.0, 4.5), (0x7F800000, -0.0)]> : tensor<3xcomplex<f32>>
  %re = stablehlo.real %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %re, dense<[1.0, -3.0, 0x7F800000]> : tensor<3xf32>
  %im = stablehlo.imag %z : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  check.expect_eq_const %im, dense<[2.0, 4.5, -0.0]> : tensor<3xf32>
  %same = stablehlo.complex %re, %im : tensor<3xcomplex<f32>>
  check.expect_eq %same, %z : tensor<3xcomplex<f32>>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %real = stablehlo.real %x : tensor<2xf64>
  check.expect_eq %real, %x : tensor<2xf64>
  %zero = stablehlo.imag %x : tensor<2xf64>
  check.expect_eq_const %zero, dense<0.0> : tensor<2xf64>

  %w = stablehlo.constant dense<[(0.5, 0.25), (-2.0, 1.0), (3.0, -4.0), (0.0, 1.5)]> : tensor<4xcomplex<f64>>
  %conj = chlo.conj %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_eq_const %conj, dense<[(0.5, -0.25), (-2.0, -1.0), (3.0, 4.0), (0.0, -1.5)]> : tensor<4xcomplex<f64>>
  %square = chlo.square %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %square, dense<[(0.1875, 0.25), (3.0, -4.0), (-7.0, -24.0), (-2.25, 0.0)]> : tensor<4xcomplex<f64>>
  %asin = chlo.asin %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %asin, dense<[(0.5016088532755008, 0.28139605624529274), (-1.0634400235777521, 1.4693517443681852), (0.6339838656391766, -2.305509031243477), (0.0, 1.1947632172871094)]> : tensor<4xcomplex<f64>>
  %acos = chlo.acos %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %acos, dense<[(1.0691874735193958, -0.28139605624529274), (2.6342363503726487, -1.4693517443681852), (0.93681246115572, 2.305509031243477), (1.5707963267948966, -1.1947632172871094)]> : tensor<4xcomplex<f64>>
  %asinh = chlo.asinh %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %asinh, dense<[(0.4926756834207706, 0.2243284526346675), (-1.528570919480998, 0.42707858639247614), (2.2999140408792695, -0.9176168533514787), (0.9624236501192069, 1.5707963267948966)]> : tensor<4xcomplex<f64>>
  %acosh = chlo.acosh %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %acosh, dense<[(0.28139605624529274, 1.0691874735193958), (1.4693517443681852, 2.6342363503726487), (2.305509031243477, -0.93681246115572), (1.1947632172871094, 1.5707963267948966)]> : tensor<4xcomplex<f64>>
  %atan = chlo.atan %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %atan, dense<[(0.4842544903299662, 0.20058661813123432), (-1.1780972450961724, 0.17328679513998632), (1.4483069952314644, -0.15899719167999918), (1.5707963267948966, 0.8047189562170501)]> : tensor<4xcomplex<f64>>
  %atanh = chlo.atanh %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %atanh, dense<[(0.5003700000525311, 0.3143981432077165), (-0.40235947810852507, 1.3389725222944935), (0.1175009073114339, -1.4099210495965755), (0.0, 0.982793723247329)]> : tensor<4xcomplex<f64>>
  %sinh = chlo.sinh %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %sinh, dense<[(0.504895714387995, 0.2789791283502615), (-1.9596010414216063, 3.165778513216168), (-6.5481200409110025, 7.61923172032141), (0.0, 0.9974949866040544)]> : tensor<4xcomplex<f64>>
  %cosh = chlo.cosh %w : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %cosh, dense<[(1.0925708047319176, 0.12892104172809826), (2.0327230070196656, -3.0518977991518), (-6.580663040551157, 7.581552742746545), (0.0707372016677029, 0.0)]> : tensor<4xcomplex<f64>>
  return
}

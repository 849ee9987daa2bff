// Padding of greatest elements: of complex numbers both parts are as small as can be, and a type without infinities has its least number there.
// RUN: sdyc partition --verify %s | FileCheck %s
// CHECK-DAG: dense<(0xFF800000,0xFF800000)> : tensor<complex<f32>>
// CHECK-DAG: dense<-4.480000e+02> : tensor<f8E4M3FN>
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<5x2xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<5x2xf8E4M3FN> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2xcomplex<f32>>, tensor<2xf8E4M3FN>) {
  %begin = stablehlo.constant dense<(-9.0, 0.0)> : tensor<complex<f32>>
  %0 = stablehlo.reduce(%a init: %begin) applies stablehlo.maximum across dimensions = [0] : (tensor<5x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %least = stablehlo.constant dense<-9.0> : tensor<f8E4M3FN>
  %1 = stablehlo.reduce(%b init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<5x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2xf8E4M3FN>
  return %0, %1 : tensor<2xcomplex<f32>>, tensor<2xf8E4M3FN>
}

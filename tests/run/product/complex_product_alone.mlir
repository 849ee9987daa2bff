// A program that does nothing but multiply complex matrices, large enough for several tasks: it did
// not compile, because no expression said that complex numbers are needed.
// RUN: sdyc run %s --input='200x300xcomplex<f32>=(1,2)' --input='300x260xcomplex<f32>=(0.5,1)' \
// RUN:   --expected-output='200x260xcomplex<f32>=(-450,600)'
// RUN: sdyc run %s --jit=cc --input='200x300xcomplex<f32>=(1,2)' \
// RUN:   --input='300x260xcomplex<f32>=(0.5,1)' --expected-output='200x260xcomplex<f32>=(-450,600)'
func.func public @main(%a: tensor<200x300xcomplex<f32>>, %b: tensor<300x260xcomplex<f32>>) -> tensor<200x260xcomplex<f32>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<200x300xcomplex<f32>>, tensor<300x260xcomplex<f32>>) -> tensor<200x260xcomplex<f32>>
  return %0 : tensor<200x260xcomplex<f32>>
}

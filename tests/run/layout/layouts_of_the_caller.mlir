// Tensors of the caller's in other layouts: the numbers are the same, whoever asks: an attribute of the module,
// JAX's, or a flag.
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --entry=main --output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --entry=own --expected-output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --entry=jax --expected-output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --entry=dense --expected-output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --input-format=0:channels_last --output-format=0:nChw8c --expected-output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 --input-format=0:nChw16c --output-format=0:any --expected-output=@%t.npy
// RUN: sdyc run %s --input=1x3x2x2xf32=random:1 "--input-format=0:strides [9, 4, 1, 2]" "--output-format=0:[3, 2, 1, 0]" --storage=private --expected-output=@%t.npy
// RUN: sdyc layouts %s --entry=own | FileCheck %s --check-prefix=OWN
// OWN: %arg0: {{.*}} [0, 2, 3, 1] channels_last
// OWN: result 0: {{.*}} [0, 1, 3, 2]
// RUN: sdyc layouts %s --entry=jax | FileCheck %s --check-prefix=JAX
// JAX: %arg0: {{.*}} [0, 2, 3, 1] channels_last
// JAX: result 0: {{.*}} [0, 2, 3, 1] channels_last
// RUN: sdyc layouts %s --entry=dense | FileCheck %s --check-prefix=DENSE
// DENSE: %arg0: {{.*}} [0, 2, 3, 1] channels_last
func.func @main(%a: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %0 = stablehlo.tanh %a : tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}
func.func @own(%a: tensor<1x3x2x2xf32> {sdyc.layout = #sdyc.layout<channels_last>}) -> (tensor<1x3x2x2xf32> {sdyc.layout = #sdyc.layout<[0, 1, 3, 2]>}) {
  %0 = stablehlo.tanh %a : tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}
func.func @jax(%a: tensor<1x3x2x2xf32> {mhlo.layout_mode = "{1,3,2,0}"}) -> (tensor<1x3x2x2xf32> {mhlo.layout_mode = "auto"}) {
  %0 = stablehlo.tanh %a : tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}
func.func @dense(%a: tensor<1x3x2x2xf32> {xla.layout = dense<[1, 3, 2, 0]> : tensor<4xindex>}) -> (tensor<1x3x2x2xf32> {mhlo.layout_mode = "default"}) {
  %0 = stablehlo.tanh %a : tensor<1x3x2x2xf32>
  return %0 : tensor<1x3x2x2xf32>
}

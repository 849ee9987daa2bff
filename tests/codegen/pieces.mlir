// Elementwise work on tensors that are put together is cut where their parts meet and stores none of them: a stencil of
// rolls; a half turned round, read by two halves at once; a concatenation that is read turned round. One that a
// product reads, and columns of one element, are stored.
// RUN: sdyc kernels %s --entry=stencil | FileCheck %s --check-prefix=STENCIL
// STENCIL: kernels: 3
// STENCIL: arena: 0 bytes
// STENCIL: [0] = sub_f32(add_f32({{.*}}[65535], {{.*}}[1]), {{.*}}[0])
// STENCIL: [d0 + 1] = sub_f32(add_f32({{.*}}[d0], {{.*}}[d0 + 2]), {{.*}}[d0 + 1])
// STENCIL: [65535] = sub_f32(add_f32({{.*}}[65534], {{.*}}[0]), {{.*}}[65535])
// RUN: sdyc kernels %s --entry=halves | FileCheck %s --check-prefix=HALVES
// HALVES: kernels: 1
// HALVES: arena: 0 bytes
// RUN: sdyc kernels %s --entry=turned | FileCheck %s --check-prefix=TURNED
// TURNED: kernels: 2
// TURNED: arena: 0 bytes
// TURNED: [d0] = abs_f32({{.*}}[-1 d0 + 39999])
// TURNED: [d0 + 40000] = abs_f32({{.*}}[-1 d0 + 19999])
// RUN: sdyc kernels %s --entry=stored | FileCheck %s --check-prefix=STORED
// STORED: concatenate tensor<256x256xf32>
// STORED: concatenate tensor<65536x2xf32>
// RUN: sdyc kernels %s --entry=padded | FileCheck %s --check-prefix=PADDED
// PADDED: kernels: 3
// PADDED: domain 514,
// PADDED: domain 256,
// PADDED: [514 d0 + 514] =
// PADDED: [514 d0 + 1027] =
// PADDED: [514 d0 + d1 + 515] =
func.func @stencil(%x: tensor<65536xf32>) -> tensor<65536xf32> {
  %0 = stablehlo.slice %x [65535:65536] : (tensor<65536xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %x [0:65535] : (tensor<65536xf32>) -> tensor<65535xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<65535xf32>) -> tensor<65536xf32>
  %3 = stablehlo.slice %x [1:65536] : (tensor<65536xf32>) -> tensor<65535xf32>
  %4 = stablehlo.slice %x [0:1] : (tensor<65536xf32>) -> tensor<1xf32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<65535xf32>, tensor<1xf32>) -> tensor<65536xf32>
  %6 = stablehlo.add %2, %5 : tensor<65536xf32>
  %7 = stablehlo.subtract %6, %x : tensor<65536xf32>
  return %7 : tensor<65536xf32>
}
func.func @halves(%x: tensor<1024x64xf32>, %s: tensor<1024x64xf32>) -> tensor<1024x64xf32> {
  %0 = stablehlo.slice %x [0:1024, 32:64] : (tensor<1024x64xf32>) -> tensor<1024x32xf32>
  %1 = stablehlo.negate %0 : tensor<1024x32xf32>
  %2 = stablehlo.slice %x [0:1024, 0:32] : (tensor<1024x64xf32>) -> tensor<1024x32xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<1024x32xf32>, tensor<1024x32xf32>) -> tensor<1024x64xf32>
  %4 = stablehlo.multiply %3, %s : tensor<1024x64xf32>
  %5 = stablehlo.add %x, %4 : tensor<1024x64xf32>
  return %5 : tensor<1024x64xf32>
}
func.func @turned(%x: tensor<20000xf32>, %y: tensor<40000xf32>) -> tensor<60000xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<20000xf32>, tensor<40000xf32>) -> tensor<60000xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<60000xf32>
  %2 = stablehlo.abs %1 : tensor<60000xf32>
  return %2 : tensor<60000xf32>
}
func.func @stored(%x: tensor<256x128xf32>, %y: tensor<256x128xf32>, %z: tensor<65536x1xf32>)
    -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<65536x2xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<256x128xf32>, tensor<256x128xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.abs %0 : tensor<256x256xf32>
  %2 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %3 = stablehlo.abs %z : tensor<65536x1xf32>
  %4 = stablehlo.concatenate %z, %3, dim = 1 : (tensor<65536x1xf32>, tensor<65536x1xf32>) -> tensor<65536x2xf32>
  %5 = stablehlo.negate %4 : tensor<65536x2xf32>
  return %1, %2, %5 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<65536x2xf32>
}
func.func @padded(%x: tensor<256x512xf32>, %v: tensor<f32>) -> tensor<257x514xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 1], high = [0, 1], interior = [0, 0] : (tensor<256x512xf32>, tensor<f32>) -> tensor<257x514xf32>
  return %0 : tensor<257x514xf32>
}

// Work of a single device of the mesh, which others get as a sum: a branch by the number of the device. A transform along two
// dimensions, of which each device does one along each; parts of members behind the end. Another device, another length and another
// branch must not be proved.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet --seconds=0.01 %s %t.parts | FileCheck %s
// RUN: grep -q 'stablehlo.if' %t.parts
// RUN: sed 's/stablehlo.negate/stablehlo.exponential/' %t.parts > %t.branch
// RUN: not cmp -s %t.parts %t.branch
// RUN: not sdyc verify --quiet %s %t.branch | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/compare EQ/compare LE/' %t.parts > %t.devices
// RUN: not cmp -s %t.parts %t.devices
// RUN: not sdyc verify --quiet %s %t.devices | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/type = FFT/type = IFFT/' %t.parts > %t.transform
// RUN: not cmp -s %t.parts %t.transform
// RUN: not sdyc verify --quiet %s %t.transform | FileCheck %s --check-prefix=WRONG
// CHECK: proved by relations
// WRONG: refuted
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @single = <[], device_ids=[1]>
func.func @main(%a: tensor<3x4xf32>, %b: tensor<8x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3x4xf32>, tensor<8x4xcomplex<f32>>) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : tensor<3x4xf32>
  %1 = stablehlo.fft %b, type = FFT, length = [8, 4] : (tensor<8x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>
  return %0, %1 : tensor<3x4xf32>, tensor<8x4xcomplex<f32>>
}

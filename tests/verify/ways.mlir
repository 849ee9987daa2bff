// Devices that go different ways before a collective wait for ever: a branch by the number of the device.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sdyc verify --quiet %s %S/ways_apart.txt > %t.said; test $? = 1
// RUN: FileCheck %s --check-prefix=APART < %t.said
sdy.mesh @mesh = <["x"=2]>

// CHECK: proved by relations
// APART: ways_apart.txt:10:12: refuted: stablehlo.all_reduce: device {{[01]}} does not come to it, and device {{[01]}} waits
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

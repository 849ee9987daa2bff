// A fold whose body is several operations begins with what pads its operand: nothing is known that would make no difference.
// RUN: sdyc partition %s > %t.parts
// RUN: FileCheck %s < %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s --check-prefix=PROOF
// CHECK: dense<-1> : tensor<i32>
// CHECK: stablehlo.select
// CHECK: stablehlo.reduce_window
// PROOF: proved
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<7x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<7x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %init = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %init) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.not %x : tensor<i32>
    %2 = stablehlo.not %y : tensor<i32>
    %3 = stablehlo.or %1, %2 : tensor<i32>
    %4 = stablehlo.not %3 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }) {window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<7x6xi32>, tensor<i32>) -> tensor<7x6xi32>
  return %0 : tensor<7x6xi32>
}

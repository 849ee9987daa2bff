// The kernel of a convolution that is no constant is packed by tasks of its own where several tasks would each pack it, in each turn of a loop anew.
// RUN: SDYRT_ISA=avx2 sdyc kernels %s | FileCheck %s
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=few | FileCheck %s --check-prefix=FEW
// RUN: sdyc run %s --entry=loop --threads=1
// RUN: sdyc run %s --entry=loop --threads=3
// RUN: sdyc run %s --entry=loop --jit=cc
// CHECK: phases: 2
// CHECK: then kernel 0, packing: weights of a convolution, 4 tasks
// CHECK-NEXT: then kernel 1, convolution
// CHECK: arena +0: {{[0-9]+}} x f32, a packed kernel
// FEW-NOT: packing
func.func @main(%x: tensor<1x56x56x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}
func.func @few(%x: tensor<1x7x7x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<1x7x7x64xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x7x7x64xf32>
  return %0 : tensor<1x7x7x64xf32>
}
func.func @loop() {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<3> : tensor<i32>
  %sum = stablehlo.constant dense<0.0> : tensor<1x56x56x64xf32>
  %x = stablehlo.constant dense<1.0> : tensor<1x58x58x64xf32>
  %w = stablehlo.constant dense<1.0> : tensor<3x3x64x64xf32>
  %0:3 = stablehlo.while(%a = %i, %b = %sum, %c = %w) : tensor<i32>, tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>
    cond {
      %1 = stablehlo.compare LT, %a, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %a, %one : tensor<i32>
      %2 = stablehlo.convolution(%x, %c) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x58x58x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
      %3 = stablehlo.add %b, %2 : tensor<1x56x56x64xf32>
      %4 = stablehlo.add %c, %c : tensor<3x3x64x64xf32>
      stablehlo.return %1, %3, %4 : tensor<i32>, tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>
    }
  check.expect_eq_const %0#1, dense<4032.0> : tensor<1x56x56x64xf32>
  return
}

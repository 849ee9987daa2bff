// Elements that stand beside the operations, as torch-mlir writes weights. They ended the process; now each type is read as
// MLIR has it: little-endian, a byte for each boolean and each number of 4 bits, equal ones written out, at any alignment.
// RUN: sdyc run %s | FileCheck %s
// RUN: sdyc run --storage=private %s | FileCheck %s
// RUN: sdyc run --jit=cc %s | FileCheck %s
// RUN: sdyc opt %s | sdyc run - | FileCheck %s
// RUN: sdyc opt --emit-bytecode %s -o %t.mlirbc && sdyc run %t.mlirbc | FileCheck %s
// RUN: sdyc opt --serialize --target=1.9.0 --allow-other-dialects %s -o %t.artifact && sdyc run %t.artifact | FileCheck %s
// RUN: sdyc opt -canonicalize -cse %s | sdyc run - | FileCheck %s
// RUN: sdyc opt -stablehlo-aggressive-folder %s | sdyc run - | FileCheck %s

// CHECK:      2x2xf32=[1 2][3 4]
// CHECK-NEXT: 2xcomplex<f32>=(1,2) (3,4)
// CHECK-NEXT: 2xi64=4611686019492741120 4647714816524288000
// CHECK-NEXT: 3xi1=1 0 1
// CHECK-NEXT: 3xi4=-1 7 -8
// CHECK-NEXT: 3xui4=15 7 8
// CHECK-NEXT: 2xbf16=1 -2
// CHECK-NEXT: 2xf8E4M3FN=1 -2
// CHECK-NEXT: 2xf64=1 -2
// CHECK-NEXT: 2x2xf32=[1 1][1 1]
// CHECK-NEXT: 0xf32=
// CHECK-NEXT: 2x2xf32=[6 13][14 29]
// CHECK-NEXT: 3xi32=0 7 0
sdy.mesh @mesh = <["x"=2]>
func.func @main() -> (tensor<2x2xf32>, tensor<2xcomplex<f32>>, tensor<2xi64>, tensor<3xi1>, tensor<3xi4>, tensor<3xui4>, tensor<2xbf16>,
                      tensor<2xf8E4M3FN>, tensor<2xf64>, tensor<2x2xf32>, tensor<0xf32>, tensor<2x2xf32>, tensor<3xi32>) {
  %0 = stablehlo.constant dense_resource<weights> : tensor<2x2xf32>
  %1 = stablehlo.constant dense_resource<weights> : tensor<2xcomplex<f32>>
  %2 = stablehlo.constant dense_resource<weights> : tensor<2xi64>
  %3 = stablehlo.constant dense_resource<booleans> : tensor<3xi1>
  %4 = stablehlo.constant dense_resource<nibbles> : tensor<3xi4>
  %5 = stablehlo.constant dense_resource<nibbles> : tensor<3xui4>
  %6 = stablehlo.constant dense_resource<"torch_tensor_2_torch.bfloat16"> : tensor<2xbf16>
  %7 = stablehlo.constant dense_resource<bytes> : tensor<2xf8E4M3FN>
  %8 = stablehlo.constant dense_resource<wide> : tensor<2xf64>
  %9 = stablehlo.constant dense_resource<equal> : tensor<2x2xf32>
  %10 = stablehlo.constant dense_resource<none> : tensor<0xf32>
  %11 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %12 = stablehlo.dot_general %11, %0, contracting_dims = [0] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %13 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} dense_resource<offsets> : tensor<2x2xf32>
  %14 = stablehlo.add %12, %13 : tensor<2x2xf32>
  %15 = stablehlo.constant sparse<[[1]], [7]> : tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %14, %15 : tensor<2x2xf32>, tensor<2xcomplex<f32>>, tensor<2xi64>, tensor<3xi1>, tensor<3xi4>,
    tensor<3xui4>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xf64>, tensor<2x2xf32>, tensor<0xf32>, tensor<2x2xf32>, tensor<3xi32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000000400000404000008040",
      booleans: "0x01000000020001",
      nibbles: "0x010000000FF708",
      torch_tensor_2_torch.bfloat16: "0x02000000803F00C0",
      bytes: "0x0800000038C0",
      wide: "0x01000000000000000000F03F00000000000000C0",
      equal: "0x400000000000803f0000803f0000803f0000803f",
      offsets: "0x040000000000803F000000400000404000008040",
      none: "0x00000000"
    }
  }
#-}

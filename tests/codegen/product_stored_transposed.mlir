// A product whose tile a statement stores transposed is that of the transposes: its rows are those
// of the result, and dense rows of an operand are read as they lie. Attention asks for it so, when
// values come first: positions by channels, times queries by positions.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc run %s --input=random --threads=1 --output=@%t.npy
// RUN: sdyc run %s --input=random --threads=3 --jit=cc --expected-output=@%t.npy
// CHECK: {{^}}kernels:{{$}}
// CHECK-NEXT: kernel 0, product: stablehlo.dot_general, then stablehlo.convert
// CHECK-NEXT: domain 128/64 64 | 256
// CHECK-NEXT: b0[64 d0 + d1] = sum b1[256 d0 + d2] * b0[d1 + 64 d2]
// CHECK: b2[64 d0 + d1] = convert_bf16(b0[64 d0 + d1])
func.func @main(%v: tensor<256x64xbf16>, %p: tensor<128x256xbf16>) -> tensor<128x64xbf16> {
  %0 = stablehlo.dot_general %v, %p, contracting_dims = [0] x [1]
      : (tensor<256x64xbf16>, tensor<128x256xbf16>) -> tensor<64x128xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
  %2 = stablehlo.convert %1 : (tensor<128x64xf32>) -> tensor<128x64xbf16>
  return %2 : tensor<128x64xbf16>
}

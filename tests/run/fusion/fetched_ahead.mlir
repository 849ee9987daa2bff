// Fused strips fetch what they read of large buffers ahead: of every width, through every register
// that a pointer may be in, and up to the end of the memory.
//
// RUN: sdyc run %s --input=300013xf32=random:1 --input=300013xf32=random:2 --input=300013xf32=random:3 --input=300013xf32=random:4 \
// RUN:     --input=300013xf32=random:5 --input=300013xf32=random:6 --input=300013xf32=random:7 --input=150001xf64=random:8 \
// RUN:     --input=600011xbf16=random:9 --input=600011xf16=random:10 --input=1200007xi8=random:11 --input=1200007xi1=random:12 \
// RUN:     --output=@%t.f0.npy --output=@%t.f1.npy --output=@%t.f2.npy --output=@%t.f3.npy --output=@%t.f4.npy --output=@%t.f5.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=300013xf32=random:1 --input=300013xf32=random:2 --input=300013xf32=random:3 --input=300013xf32=random:4 \
// RUN:     --input=300013xf32=random:5 --input=300013xf32=random:6 --input=300013xf32=random:7 --input=150001xf64=random:8 \
// RUN:     --input=600011xbf16=random:9 --input=600011xf16=random:10 --input=1200007xi8=random:11 --input=1200007xi1=random:12 \
// RUN:     --output=@%t.s0.npy --output=@%t.s1.npy --output=@%t.s2.npy --output=@%t.s3.npy --output=@%t.s4.npy --output=@%t.s5.npy
// RUN: cmp %t.f0.npy %t.s0.npy && cmp %t.f1.npy %t.s1.npy && cmp %t.f2.npy %t.s2.npy && cmp %t.f3.npy %t.s3.npy && cmp %t.f4.npy %t.s4.npy && cmp %t.f5.npy %t.s5.npy
func.func public @main(%a: tensor<300013xf32>, %b: tensor<300013xf32>, %c: tensor<300013xf32>, %d: tensor<300013xf32>,
                       %e: tensor<300013xf32>, %f: tensor<300013xf32>, %g: tensor<300013xf32>, %wide: tensor<150001xf64>,
                       %bf16: tensor<600011xbf16>, %f16: tensor<600011xf16>, %i8: tensor<1200007xi8>, %i1: tensor<1200007xi1>)
    -> (tensor<300013xf32>, tensor<150001xf64>, tensor<600011xbf16>, tensor<600011xf16>, tensor<1200007xf32>, tensor<f32>) {
  %0 = stablehlo.multiply %a, %b : tensor<300013xf32>
  %1 = stablehlo.add %0, %c : tensor<300013xf32>
  %2 = stablehlo.multiply %d, %e : tensor<300013xf32>
  %3 = stablehlo.tanh %1 : tensor<300013xf32>
  %4 = stablehlo.subtract %2, %f : tensor<300013xf32>
  %5 = stablehlo.multiply %4, %g : tensor<300013xf32>
  %6 = stablehlo.add %3, %5 : tensor<300013xf32>
  %7 = stablehlo.tanh %wide : tensor<150001xf64>
  %8 = stablehlo.multiply %bf16, %bf16 : tensor<600011xbf16>
  %9 = stablehlo.add %8, %bf16 : tensor<600011xbf16>
  %10 = stablehlo.multiply %f16, %f16 : tensor<600011xf16>
  %11 = stablehlo.subtract %10, %f16 : tensor<600011xf16>
  %12 = stablehlo.convert %i8 : (tensor<1200007xi8>) -> tensor<1200007xf32>
  %13 = stablehlo.negate %12 : tensor<1200007xf32>
  %14 = stablehlo.abs %12 : tensor<1200007xf32>
  %15 = stablehlo.select %i1, %13, %14 : tensor<1200007xi1>, tensor<1200007xf32>
  %16 = stablehlo.multiply %a, %g : tensor<300013xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %17 = stablehlo.reduce(%16 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300013xf32>, tensor<f32>) -> tensor<f32>
  return %6, %7, %9, %11, %15, %17 : tensor<300013xf32>, tensor<150001xf64>, tensor<600011xbf16>, tensor<600011xf16>, tensor<1200007xf32>, tensor<f32>
}

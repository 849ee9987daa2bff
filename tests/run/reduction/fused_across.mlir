// Sums, products and extremes across strips, whose terms are computed: term and step are one function of machine code where
// the processor has AVX2 or AVX-512. The bits are those of strips, of rows that leave part of a vector empty; the greatest
// of bf16 in windows with padding as well.
//
// RUN: sdyc run %s --input=37x150xf32=random:1 --input=37x150xf32=random:2 --input=37x150xbf16=random:3 \
// RUN:     --output=@%t.fused0.npy --output=@%t.fused1.npy --output=@%t.fused2.npy --output=@%t.fused3.npy --output=@%t.fused4.npy
// RUN: SDYRT_ISA=baseline sdyc run %s --input=37x150xf32=random:1 --input=37x150xf32=random:2 --input=37x150xbf16=random:3 \
// RUN:     --output=@%t.strips0.npy --output=@%t.strips1.npy --output=@%t.strips2.npy --output=@%t.strips3.npy --output=@%t.strips4.npy
// RUN: for i in 0 1 2 3 4; do cmp %t.fused$i.npy %t.strips$i.npy || exit 1; done
func.func public @main(%x: tensor<37x150xf32>, %y: tensor<37x150xf32>, %z: tensor<37x150xbf16>)
    -> (tensor<150xf32>, tensor<150xf32>, tensor<150xbf16>, tensor<150xf32>, tensor<8x9x40xi16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %product = stablehlo.multiply %x, %y : tensor<37x150xf32>
  %0 = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37x150xf32>, tensor<f32>) -> tensor<150xf32>
  %difference = stablehlo.subtract %x, %y : tensor<37x150xf32>
  %distance = stablehlo.abs %difference : tensor<37x150xf32>
  %1 = stablehlo.reduce(%distance init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<37x150xf32>, tensor<f32>) -> tensor<150xf32>
  %negated = stablehlo.negate %z : tensor<37x150xbf16>
  %2 = stablehlo.reduce(%negated init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<37x150xbf16>, tensor<bf16>) -> tensor<150xbf16>
  %wide = stablehlo.convert %z : (tensor<37x150xbf16>) -> tensor<37x150xf32>
  %scaled = stablehlo.multiply %wide, %x : tensor<37x150xf32>
  %3 = stablehlo.reduce(%scaled init: %one) applies stablehlo.minimum across dimensions = [0] : (tensor<37x150xf32>, tensor<f32>) -> tensor<150xf32>

  %i = stablehlo.iota dim = 0 : tensor<12240xi16>
  %k = stablehlo.constant dense<1103> : tensor<12240xi16>
  %words = stablehlo.multiply %i, %k : tensor<12240xi16>
  %most = stablehlo.constant dense<-16385> : tensor<12240xi16>
  %numbers = stablehlo.and %words, %most : tensor<12240xi16>
  %bits = stablehlo.reshape %numbers : (tensor<12240xi16>) -> tensor<17x18x40xi16>
  %made = stablehlo.bitcast_convert %bits : (tensor<17x18x40xi16>) -> tensor<17x18x40xbf16>
  %image = stablehlo.optimization_barrier %made : tensor<17x18x40xbf16>
  %4 = "stablehlo.reduce_window"(%image, %least) <{padding = dense<[[0, 0], [1, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 2, 1>, window_strides = array<i64: 2, 2, 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %m = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %m : tensor<bf16>
  }) : (tensor<17x18x40xbf16>, tensor<bf16>) -> tensor<8x9x40xbf16>
  %seen = stablehlo.bitcast_convert %4 : (tensor<8x9x40xbf16>) -> tensor<8x9x40xi16>
  return %0, %1, %2, %3, %seen : tensor<150xf32>, tensor<150xf32>, tensor<150xbf16>, tensor<150xf32>, tensor<8x9x40xi16>
}

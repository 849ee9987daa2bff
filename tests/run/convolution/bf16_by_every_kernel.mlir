// Convolutions of bf16 by every kernel that there is for them: what they are of f32, in which all of these sums are exact, rounded
// where the result is bf16. They are as bf16 what the processor has for it, or f32, which is all that some of these become before.
//
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=2
// RUN: sdyc run %s --reduce=device-order
// RUN: sdyc run %s --layout=nchw
// RUN: SDYRT_ISA=avx512 sdyc run %s
// RUN: SDYRT_ISA=avx2 sdyc run %s
// RUN: SDYRT_ISA=baseline sdyc run %s
func.func public @main() {
  // 3x3, as Winograd has it for f32
  %1 = stablehlo.iota dim = 0 : tensor<25088xi32>
  %2 = stablehlo.constant dense<7> : tensor<25088xi32>
  %3 = stablehlo.remainder %1, %2 : tensor<25088xi32>
  %4 = stablehlo.constant dense<3> : tensor<25088xi32>
  %5 = stablehlo.subtract %3, %4 : tensor<25088xi32>
  %6 = stablehlo.reshape %5 : (tensor<25088xi32>) -> tensor<2x14x14x64xi32>
  %7 = stablehlo.convert %6 : (tensor<2x14x14x64xi32>) -> tensor<2x14x14x64xf32>
  %8 = stablehlo.convert %6 : (tensor<2x14x14x64xi32>) -> tensor<2x14x14x64xbf16>
  %9 = stablehlo.iota dim = 0 : tensor<55296xi32>
  %10 = stablehlo.constant dense<5> : tensor<55296xi32>
  %11 = stablehlo.remainder %9, %10 : tensor<55296xi32>
  %12 = stablehlo.constant dense<2> : tensor<55296xi32>
  %13 = stablehlo.subtract %11, %12 : tensor<55296xi32>
  %14 = stablehlo.reshape %13 : (tensor<55296xi32>) -> tensor<3x3x64x96xi32>
  %15 = stablehlo.convert %14 : (tensor<3x3x64x96xi32>) -> tensor<3x3x64x96xf32>
  %16 = stablehlo.convert %14 : (tensor<3x3x64x96xi32>) -> tensor<3x3x64x96xbf16>
  %17 = stablehlo.convolution(%7, %15) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x14x64xf32>, tensor<3x3x64x96xf32>) -> tensor<2x14x14x96xf32>
  %18 = stablehlo.convolution(%8, %16) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x14x64xbf16>, tensor<3x3x64x96xbf16>) -> tensor<2x14x14x96xf32>
  check.expect_eq %18, %17 : tensor<2x14x14x96xf32>
  // the same, channels first, rounded, with a result that follows
  %19 = stablehlo.iota dim = 0 : tensor<24960xi32>
  %20 = stablehlo.constant dense<7> : tensor<24960xi32>
  %21 = stablehlo.remainder %19, %20 : tensor<24960xi32>
  %22 = stablehlo.constant dense<3> : tensor<24960xi32>
  %23 = stablehlo.subtract %21, %22 : tensor<24960xi32>
  %24 = stablehlo.reshape %23 : (tensor<24960xi32>) -> tensor<2x64x13x15xi32>
  %25 = stablehlo.convert %24 : (tensor<2x64x13x15xi32>) -> tensor<2x64x13x15xf32>
  %26 = stablehlo.convert %24 : (tensor<2x64x13x15xi32>) -> tensor<2x64x13x15xbf16>
  %27 = stablehlo.iota dim = 0 : tensor<18432xi32>
  %28 = stablehlo.constant dense<5> : tensor<18432xi32>
  %29 = stablehlo.remainder %27, %28 : tensor<18432xi32>
  %30 = stablehlo.constant dense<2> : tensor<18432xi32>
  %31 = stablehlo.subtract %29, %30 : tensor<18432xi32>
  %32 = stablehlo.reshape %31 : (tensor<18432xi32>) -> tensor<32x64x3x3xi32>
  %33 = stablehlo.convert %32 : (tensor<32x64x3x3xi32>) -> tensor<32x64x3x3xf32>
  %34 = stablehlo.convert %32 : (tensor<32x64x3x3xi32>) -> tensor<32x64x3x3xbf16>
  %35 = stablehlo.convolution(%25, %33) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x64x13x15xf32>, tensor<32x64x3x3xf32>) -> tensor<2x32x13x15xf32>
  %36 = stablehlo.convolution(%26, %34) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x64x13x15xbf16>, tensor<32x64x3x3xbf16>) -> tensor<2x32x13x15xbf16>
  %37 = stablehlo.convert %35 : (tensor<2x32x13x15xf32>) -> tensor<2x32x13x15xbf16>
  %38 = stablehlo.constant dense<0.0> : tensor<2x32x13x15xbf16>
  %39 = stablehlo.maximum %37, %38 : tensor<2x32x13x15xbf16>
  %40 = stablehlo.maximum %36, %38 : tensor<2x32x13x15xbf16>
  check.expect_eq %40, %39 : tensor<2x32x13x15xbf16>
  // in steps of two
  %41 = stablehlo.iota dim = 0 : tensor<25088xi32>
  %42 = stablehlo.constant dense<7> : tensor<25088xi32>
  %43 = stablehlo.remainder %41, %42 : tensor<25088xi32>
  %44 = stablehlo.constant dense<3> : tensor<25088xi32>
  %45 = stablehlo.subtract %43, %44 : tensor<25088xi32>
  %46 = stablehlo.reshape %45 : (tensor<25088xi32>) -> tensor<1x28x28x32xi32>
  %47 = stablehlo.convert %46 : (tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xf32>
  %48 = stablehlo.convert %46 : (tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xbf16>
  %49 = stablehlo.iota dim = 0 : tensor<11520xi32>
  %50 = stablehlo.constant dense<5> : tensor<11520xi32>
  %51 = stablehlo.remainder %49, %50 : tensor<11520xi32>
  %52 = stablehlo.constant dense<2> : tensor<11520xi32>
  %53 = stablehlo.subtract %51, %52 : tensor<11520xi32>
  %54 = stablehlo.reshape %53 : (tensor<11520xi32>) -> tensor<3x3x32x40xi32>
  %55 = stablehlo.convert %54 : (tensor<3x3x32x40xi32>) -> tensor<3x3x32x40xf32>
  %56 = stablehlo.convert %54 : (tensor<3x3x32x40xi32>) -> tensor<3x3x32x40xbf16>
  %57 = stablehlo.convolution(%47, %55) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x28x28x32xf32>, tensor<3x3x32x40xf32>) -> tensor<1x14x14x40xf32>
  %58 = stablehlo.convolution(%48, %56) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x28x28x32xbf16>, tensor<3x3x32x40xbf16>) -> tensor<1x14x14x40xbf16>
  %59 = stablehlo.convert %57 : (tensor<1x14x14x40xf32>) -> tensor<1x14x14x40xbf16>
  check.expect_eq %58, %59 : tensor<1x14x14x40xbf16>
  // the first layer of a network
  %60 = stablehlo.iota dim = 0 : tensor<4800xi32>
  %61 = stablehlo.constant dense<7> : tensor<4800xi32>
  %62 = stablehlo.remainder %60, %61 : tensor<4800xi32>
  %63 = stablehlo.constant dense<3> : tensor<4800xi32>
  %64 = stablehlo.subtract %62, %63 : tensor<4800xi32>
  %65 = stablehlo.reshape %64 : (tensor<4800xi32>) -> tensor<1x40x40x3xi32>
  %66 = stablehlo.convert %65 : (tensor<1x40x40x3xi32>) -> tensor<1x40x40x3xf32>
  %67 = stablehlo.convert %65 : (tensor<1x40x40x3xi32>) -> tensor<1x40x40x3xbf16>
  %68 = stablehlo.iota dim = 0 : tensor<9408xi32>
  %69 = stablehlo.constant dense<5> : tensor<9408xi32>
  %70 = stablehlo.remainder %68, %69 : tensor<9408xi32>
  %71 = stablehlo.constant dense<2> : tensor<9408xi32>
  %72 = stablehlo.subtract %70, %71 : tensor<9408xi32>
  %73 = stablehlo.reshape %72 : (tensor<9408xi32>) -> tensor<7x7x3x64xi32>
  %74 = stablehlo.convert %73 : (tensor<7x7x3x64xi32>) -> tensor<7x7x3x64xf32>
  %75 = stablehlo.convert %73 : (tensor<7x7x3x64xi32>) -> tensor<7x7x3x64xbf16>
  %76 = stablehlo.convolution(%66, %74) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[3, 3], [3, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x40x40x3xf32>, tensor<7x7x3x64xf32>) -> tensor<1x20x20x64xf32>
  %77 = stablehlo.convolution(%67, %75) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[3, 3], [3, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x40x40x3xbf16>, tensor<7x7x3x64xbf16>) -> tensor<1x20x20x64xbf16>
  %78 = stablehlo.convert %76 : (tensor<1x20x20x64xf32>) -> tensor<1x20x20x64xbf16>
  %79 = stablehlo.constant dense<0.0> : tensor<1x20x20x64xbf16>
  %80 = stablehlo.maximum %78, %79 : tensor<1x20x20x64xbf16>
  %81 = stablehlo.maximum %77, %79 : tensor<1x20x20x64xbf16>
  check.expect_eq %81, %80 : tensor<1x20x20x64xbf16>
  // channels that fill no registers, several passes over them
  %82 = stablehlo.iota dim = 0 : tensor<2997xi32>
  %83 = stablehlo.constant dense<7> : tensor<2997xi32>
  %84 = stablehlo.remainder %82, %83 : tensor<2997xi32>
  %85 = stablehlo.constant dense<3> : tensor<2997xi32>
  %86 = stablehlo.subtract %84, %85 : tensor<2997xi32>
  %87 = stablehlo.reshape %86 : (tensor<2997xi32>) -> tensor<1x9x9x37xi32>
  %88 = stablehlo.convert %87 : (tensor<1x9x9x37xi32>) -> tensor<1x9x9x37xf32>
  %89 = stablehlo.convert %87 : (tensor<1x9x9x37xi32>) -> tensor<1x9x9x37xbf16>
  %90 = stablehlo.iota dim = 0 : tensor<6993xi32>
  %91 = stablehlo.constant dense<5> : tensor<6993xi32>
  %92 = stablehlo.remainder %90, %91 : tensor<6993xi32>
  %93 = stablehlo.constant dense<2> : tensor<6993xi32>
  %94 = stablehlo.subtract %92, %93 : tensor<6993xi32>
  %95 = stablehlo.reshape %94 : (tensor<6993xi32>) -> tensor<3x3x37x21xi32>
  %96 = stablehlo.convert %95 : (tensor<3x3x37x21xi32>) -> tensor<3x3x37x21xf32>
  %97 = stablehlo.convert %95 : (tensor<3x3x37x21xi32>) -> tensor<3x3x37x21xbf16>
  %98 = stablehlo.convolution(%88, %96) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x37xf32>, tensor<3x3x37x21xf32>) -> tensor<1x9x9x21xf32>
  %99 = stablehlo.convolution(%89, %97) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x37xbf16>, tensor<3x3x37x21xbf16>) -> tensor<1x9x9x21xf32>
  check.expect_eq %99, %98 : tensor<1x9x9x21xf32>
  // many channels
  %100 = stablehlo.iota dim = 0 : tensor<25529xi32>
  %101 = stablehlo.constant dense<7> : tensor<25529xi32>
  %102 = stablehlo.remainder %100, %101 : tensor<25529xi32>
  %103 = stablehlo.constant dense<3> : tensor<25529xi32>
  %104 = stablehlo.subtract %102, %103 : tensor<25529xi32>
  %105 = stablehlo.reshape %104 : (tensor<25529xi32>) -> tensor<1x7x7x521xi32>
  %106 = stablehlo.convert %105 : (tensor<1x7x7x521xi32>) -> tensor<1x7x7x521xf32>
  %107 = stablehlo.convert %105 : (tensor<1x7x7x521xi32>) -> tensor<1x7x7x521xbf16>
  %108 = stablehlo.iota dim = 0 : tensor<112536xi32>
  %109 = stablehlo.constant dense<5> : tensor<112536xi32>
  %110 = stablehlo.remainder %108, %109 : tensor<112536xi32>
  %111 = stablehlo.constant dense<2> : tensor<112536xi32>
  %112 = stablehlo.subtract %110, %111 : tensor<112536xi32>
  %113 = stablehlo.reshape %112 : (tensor<112536xi32>) -> tensor<3x3x521x24xi32>
  %114 = stablehlo.convert %113 : (tensor<3x3x521x24xi32>) -> tensor<3x3x521x24xf32>
  %115 = stablehlo.convert %113 : (tensor<3x3x521x24xi32>) -> tensor<3x3x521x24xbf16>
  %116 = stablehlo.convolution(%106, %114) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x521xf32>, tensor<3x3x521x24xf32>) -> tensor<1x7x7x24xf32>
  %117 = stablehlo.convolution(%107, %115) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x521xbf16>, tensor<3x3x521x24xbf16>) -> tensor<1x7x7x24xf32>
  check.expect_eq %117, %116 : tensor<1x7x7x24xf32>
  // taps apart
  %118 = stablehlo.iota dim = 0 : tensor<19200xi32>
  %119 = stablehlo.constant dense<7> : tensor<19200xi32>
  %120 = stablehlo.remainder %118, %119 : tensor<19200xi32>
  %121 = stablehlo.constant dense<3> : tensor<19200xi32>
  %122 = stablehlo.subtract %120, %121 : tensor<19200xi32>
  %123 = stablehlo.reshape %122 : (tensor<19200xi32>) -> tensor<1x20x20x48xi32>
  %124 = stablehlo.convert %123 : (tensor<1x20x20x48xi32>) -> tensor<1x20x20x48xf32>
  %125 = stablehlo.convert %123 : (tensor<1x20x20x48xi32>) -> tensor<1x20x20x48xbf16>
  %126 = stablehlo.iota dim = 0 : tensor<13824xi32>
  %127 = stablehlo.constant dense<5> : tensor<13824xi32>
  %128 = stablehlo.remainder %126, %127 : tensor<13824xi32>
  %129 = stablehlo.constant dense<2> : tensor<13824xi32>
  %130 = stablehlo.subtract %128, %129 : tensor<13824xi32>
  %131 = stablehlo.reshape %130 : (tensor<13824xi32>) -> tensor<3x3x48x32xi32>
  %132 = stablehlo.convert %131 : (tensor<3x3x48x32xi32>) -> tensor<3x3x48x32xf32>
  %133 = stablehlo.convert %131 : (tensor<3x3x48x32xi32>) -> tensor<3x3x48x32xbf16>
  %134 = stablehlo.convolution(%124, %132) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x20x20x48xf32>, tensor<3x3x48x32xf32>) -> tensor<1x16x16x32xf32>
  %135 = stablehlo.convolution(%125, %133) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x20x20x48xbf16>, tensor<3x3x48x32xbf16>) -> tensor<1x16x16x32xf32>
  check.expect_eq %135, %134 : tensor<1x16x16x32xf32>
  // pixels apart
  %136 = stablehlo.iota dim = 0 : tensor<1296xi32>
  %137 = stablehlo.constant dense<7> : tensor<1296xi32>
  %138 = stablehlo.remainder %136, %137 : tensor<1296xi32>
  %139 = stablehlo.constant dense<3> : tensor<1296xi32>
  %140 = stablehlo.subtract %138, %139 : tensor<1296xi32>
  %141 = stablehlo.reshape %140 : (tensor<1296xi32>) -> tensor<1x9x9x16xi32>
  %142 = stablehlo.convert %141 : (tensor<1x9x9x16xi32>) -> tensor<1x9x9x16xf32>
  %143 = stablehlo.convert %141 : (tensor<1x9x9x16xi32>) -> tensor<1x9x9x16xbf16>
  %144 = stablehlo.iota dim = 0 : tensor<2304xi32>
  %145 = stablehlo.constant dense<5> : tensor<2304xi32>
  %146 = stablehlo.remainder %144, %145 : tensor<2304xi32>
  %147 = stablehlo.constant dense<2> : tensor<2304xi32>
  %148 = stablehlo.subtract %146, %147 : tensor<2304xi32>
  %149 = stablehlo.reshape %148 : (tensor<2304xi32>) -> tensor<3x3x16x16xi32>
  %150 = stablehlo.convert %149 : (tensor<3x3x16x16xi32>) -> tensor<3x3x16x16xf32>
  %151 = stablehlo.convert %149 : (tensor<3x3x16x16xi32>) -> tensor<3x3x16x16xbf16>
  %152 = stablehlo.convolution(%142, %150) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x16xf32>, tensor<3x3x16x16xf32>) -> tensor<1x17x17x16xf32>
  %153 = stablehlo.convolution(%143, %151) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x16xbf16>, tensor<3x3x16x16xbf16>) -> tensor<1x17x17x16xbf16>
  %154 = stablehlo.convert %152 : (tensor<1x17x17x16xf32>) -> tensor<1x17x17x16xbf16>
  check.expect_eq %153, %154 : tensor<1x17x17x16xbf16>
  // points, channels first
  %155 = stablehlo.iota dim = 0 : tensor<5040xi32>
  %156 = stablehlo.constant dense<7> : tensor<5040xi32>
  %157 = stablehlo.remainder %155, %156 : tensor<5040xi32>
  %158 = stablehlo.constant dense<3> : tensor<5040xi32>
  %159 = stablehlo.subtract %157, %158 : tensor<5040xi32>
  %160 = stablehlo.reshape %159 : (tensor<5040xi32>) -> tensor<2x70x6x6xi32>
  %161 = stablehlo.convert %160 : (tensor<2x70x6x6xi32>) -> tensor<2x70x6x6xf32>
  %162 = stablehlo.convert %160 : (tensor<2x70x6x6xi32>) -> tensor<2x70x6x6xbf16>
  %163 = stablehlo.iota dim = 0 : tensor<2800xi32>
  %164 = stablehlo.constant dense<5> : tensor<2800xi32>
  %165 = stablehlo.remainder %163, %164 : tensor<2800xi32>
  %166 = stablehlo.constant dense<2> : tensor<2800xi32>
  %167 = stablehlo.subtract %165, %166 : tensor<2800xi32>
  %168 = stablehlo.reshape %167 : (tensor<2800xi32>) -> tensor<40x70x1x1xi32>
  %169 = stablehlo.convert %168 : (tensor<40x70x1x1xi32>) -> tensor<40x70x1x1xf32>
  %170 = stablehlo.convert %168 : (tensor<40x70x1x1xi32>) -> tensor<40x70x1x1xbf16>
  %171 = stablehlo.convolution(%161, %169) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x70x6x6xf32>, tensor<40x70x1x1xf32>) -> tensor<2x40x6x6xf32>
  %172 = stablehlo.convolution(%162, %170) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x70x6x6xbf16>, tensor<40x70x1x1xbf16>) -> tensor<2x40x6x6xbf16>
  %173 = stablehlo.convert %171 : (tensor<2x40x6x6xf32>) -> tensor<2x40x6x6xbf16>
  check.expect_eq %172, %173 : tensor<2x40x6x6xbf16>
  // points in steps of two
  %174 = stablehlo.iota dim = 0 : tensor<8192xi32>
  %175 = stablehlo.constant dense<7> : tensor<8192xi32>
  %176 = stablehlo.remainder %174, %175 : tensor<8192xi32>
  %177 = stablehlo.constant dense<3> : tensor<8192xi32>
  %178 = stablehlo.subtract %176, %177 : tensor<8192xi32>
  %179 = stablehlo.reshape %178 : (tensor<8192xi32>) -> tensor<2x8x8x64xi32>
  %180 = stablehlo.convert %179 : (tensor<2x8x8x64xi32>) -> tensor<2x8x8x64xf32>
  %181 = stablehlo.convert %179 : (tensor<2x8x8x64xi32>) -> tensor<2x8x8x64xbf16>
  %182 = stablehlo.iota dim = 0 : tensor<8192xi32>
  %183 = stablehlo.constant dense<5> : tensor<8192xi32>
  %184 = stablehlo.remainder %182, %183 : tensor<8192xi32>
  %185 = stablehlo.constant dense<2> : tensor<8192xi32>
  %186 = stablehlo.subtract %184, %185 : tensor<8192xi32>
  %187 = stablehlo.reshape %186 : (tensor<8192xi32>) -> tensor<1x1x64x128xi32>
  %188 = stablehlo.convert %187 : (tensor<1x1x64x128xi32>) -> tensor<1x1x64x128xf32>
  %189 = stablehlo.convert %187 : (tensor<1x1x64x128xi32>) -> tensor<1x1x64x128xbf16>
  %190 = stablehlo.convolution(%180, %188) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x64xf32>, tensor<1x1x64x128xf32>) -> tensor<2x4x4x128xf32>
  %191 = stablehlo.convolution(%181, %189) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x64xbf16>, tensor<1x1x64x128xbf16>) -> tensor<2x4x4x128xbf16>
  %192 = stablehlo.convert %190 : (tensor<2x4x4x128xf32>) -> tensor<2x4x4x128xbf16>
  check.expect_eq %191, %192 : tensor<2x4x4x128xbf16>
  // groups
  %193 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %194 = stablehlo.constant dense<7> : tensor<4608xi32>
  %195 = stablehlo.remainder %193, %194 : tensor<4608xi32>
  %196 = stablehlo.constant dense<3> : tensor<4608xi32>
  %197 = stablehlo.subtract %195, %196 : tensor<4608xi32>
  %198 = stablehlo.reshape %197 : (tensor<4608xi32>) -> tensor<1x12x12x32xi32>
  %199 = stablehlo.convert %198 : (tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xf32>
  %200 = stablehlo.convert %198 : (tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xbf16>
  %201 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %202 = stablehlo.constant dense<5> : tensor<4608xi32>
  %203 = stablehlo.remainder %201, %202 : tensor<4608xi32>
  %204 = stablehlo.constant dense<2> : tensor<4608xi32>
  %205 = stablehlo.subtract %203, %204 : tensor<4608xi32>
  %206 = stablehlo.reshape %205 : (tensor<4608xi32>) -> tensor<3x3x8x64xi32>
  %207 = stablehlo.convert %206 : (tensor<3x3x8x64xi32>) -> tensor<3x3x8x64xf32>
  %208 = stablehlo.convert %206 : (tensor<3x3x8x64xi32>) -> tensor<3x3x8x64xbf16>
  %209 = stablehlo.convolution(%199, %207) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x12x12x32xf32>, tensor<3x3x8x64xf32>) -> tensor<1x12x12x64xf32>
  %210 = stablehlo.convolution(%200, %208) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x12x12x32xbf16>, tensor<3x3x8x64xbf16>) -> tensor<1x12x12x64xf32>
  check.expect_eq %210, %209 : tensor<1x12x12x64xf32>
  // a group for each channel
  %211 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %212 = stablehlo.constant dense<7> : tensor<4608xi32>
  %213 = stablehlo.remainder %211, %212 : tensor<4608xi32>
  %214 = stablehlo.constant dense<3> : tensor<4608xi32>
  %215 = stablehlo.subtract %213, %214 : tensor<4608xi32>
  %216 = stablehlo.reshape %215 : (tensor<4608xi32>) -> tensor<1x12x12x32xi32>
  %217 = stablehlo.convert %216 : (tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xf32>
  %218 = stablehlo.convert %216 : (tensor<1x12x12x32xi32>) -> tensor<1x12x12x32xbf16>
  %219 = stablehlo.iota dim = 0 : tensor<288xi32>
  %220 = stablehlo.constant dense<5> : tensor<288xi32>
  %221 = stablehlo.remainder %219, %220 : tensor<288xi32>
  %222 = stablehlo.constant dense<2> : tensor<288xi32>
  %223 = stablehlo.subtract %221, %222 : tensor<288xi32>
  %224 = stablehlo.reshape %223 : (tensor<288xi32>) -> tensor<3x3x1x32xi32>
  %225 = stablehlo.convert %224 : (tensor<3x3x1x32xi32>) -> tensor<3x3x1x32xf32>
  %226 = stablehlo.convert %224 : (tensor<3x3x1x32xi32>) -> tensor<3x3x1x32xbf16>
  %227 = stablehlo.convolution(%217, %225) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<1x12x12x32xf32>, tensor<3x3x1x32xf32>) -> tensor<1x12x12x32xf32>
  %228 = stablehlo.convolution(%218, %226) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<1x12x12x32xbf16>, tensor<3x3x1x32xbf16>) -> tensor<1x12x12x32xbf16>
  %229 = stablehlo.convert %227 : (tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xbf16>
  check.expect_eq %228, %229 : tensor<1x12x12x32xbf16>
  return
}

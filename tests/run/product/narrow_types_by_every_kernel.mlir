// Products and convolutions of bytes and of bf16, of sizes that fill registers and that do not, by every kernel that there is
// for them: what they are of integers of 32 bits, and of f32, in which all of these sums are exact.
//
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: SDYRT_ISA=avx512 sdyc run %s
// RUN: SDYRT_ISA=avx2 sdyc run %s
// RUN: SDYRT_ISA=baseline sdyc run %s
func.func public @main() {
  %1 = stablehlo.iota dim = 0 : tensor<9100xi32>
  %2 = stablehlo.constant dense<7> : tensor<9100xi32>
  %3 = stablehlo.remainder %1, %2 : tensor<9100xi32>
  %4 = stablehlo.constant dense<3> : tensor<9100xi32>
  %5 = stablehlo.subtract %3, %4 : tensor<9100xi32>
  %6 = stablehlo.reshape %5 : (tensor<9100xi32>) -> tensor<70x130xi32>
  %7 = stablehlo.convert %6 : (tensor<70x130xi32>) -> tensor<70x130xi8>
  %8 = stablehlo.iota dim = 0 : tensor<5850xi32>
  %9 = stablehlo.constant dense<5> : tensor<5850xi32>
  %10 = stablehlo.remainder %8, %9 : tensor<5850xi32>
  %11 = stablehlo.constant dense<2> : tensor<5850xi32>
  %12 = stablehlo.subtract %10, %11 : tensor<5850xi32>
  %13 = stablehlo.reshape %12 : (tensor<5850xi32>) -> tensor<130x45xi32>
  %14 = stablehlo.convert %13 : (tensor<130x45xi32>) -> tensor<130x45xi8>
  %15 = stablehlo.dot_general %6, %13, contracting_dims = [1] x [0] : (tensor<70x130xi32>, tensor<130x45xi32>) -> tensor<70x45xi32>
  %16 = stablehlo.dot_general %7, %14, contracting_dims = [1] x [0] : (tensor<70x130xi8>, tensor<130x45xi8>) -> tensor<70x45xi32>
  check.expect_eq %16, %15 : tensor<70x45xi32>
  %18 = stablehlo.iota dim = 0 : tensor<2112xi32>
  %19 = stablehlo.constant dense<7> : tensor<2112xi32>
  %20 = stablehlo.remainder %18, %19 : tensor<2112xi32>
  %21 = stablehlo.constant dense<3> : tensor<2112xi32>
  %22 = stablehlo.subtract %20, %21 : tensor<2112xi32>
  %23 = stablehlo.reshape %22 : (tensor<2112xi32>) -> tensor<33x64xi32>
  %24 = stablehlo.convert %23 : (tensor<33x64xi32>) -> tensor<33x64xi8>
  %25 = stablehlo.iota dim = 0 : tensor<1280xi32>
  %26 = stablehlo.constant dense<5> : tensor<1280xi32>
  %27 = stablehlo.remainder %25, %26 : tensor<1280xi32>
  %28 = stablehlo.constant dense<2> : tensor<1280xi32>
  %29 = stablehlo.subtract %27, %28 : tensor<1280xi32>
  %30 = stablehlo.reshape %29 : (tensor<1280xi32>) -> tensor<20x64xi32>
  %31 = stablehlo.convert %30 : (tensor<20x64xi32>) -> tensor<20x64xi8>
  %32 = stablehlo.dot_general %23, %30, contracting_dims = [1] x [1] : (tensor<33x64xi32>, tensor<20x64xi32>) -> tensor<33x20xi32>
  %33 = stablehlo.dot_general %24, %31, contracting_dims = [1] x [1] : (tensor<33x64xi8>, tensor<20x64xi8>) -> tensor<33x20xi32>
  check.expect_eq %33, %32 : tensor<33x20xi32>
  %35 = stablehlo.iota dim = 0 : tensor<3700xi32>
  %36 = stablehlo.constant dense<7> : tensor<3700xi32>
  %37 = stablehlo.remainder %35, %36 : tensor<3700xi32>
  %38 = stablehlo.constant dense<3> : tensor<3700xi32>
  %39 = stablehlo.subtract %37, %38 : tensor<3700xi32>
  %40 = stablehlo.reshape %39 : (tensor<3700xi32>) -> tensor<100x37xi32>
  %41 = stablehlo.convert %40 : (tensor<100x37xi32>) -> tensor<100x37xi8>
  %42 = stablehlo.iota dim = 0 : tensor<5000xi32>
  %43 = stablehlo.constant dense<5> : tensor<5000xi32>
  %44 = stablehlo.remainder %42, %43 : tensor<5000xi32>
  %45 = stablehlo.constant dense<2> : tensor<5000xi32>
  %46 = stablehlo.subtract %44, %45 : tensor<5000xi32>
  %47 = stablehlo.reshape %46 : (tensor<5000xi32>) -> tensor<100x50xi32>
  %48 = stablehlo.convert %47 : (tensor<100x50xi32>) -> tensor<100x50xi8>
  %49 = stablehlo.dot_general %40, %47, contracting_dims = [0] x [0] : (tensor<100x37xi32>, tensor<100x50xi32>) -> tensor<37x50xi32>
  %50 = stablehlo.dot_general %41, %48, contracting_dims = [0] x [0] : (tensor<100x37xi8>, tensor<100x50xi8>) -> tensor<37x50xi32>
  check.expect_eq %50, %49 : tensor<37x50xi32>
  %52 = stablehlo.iota dim = 0 : tensor<84000xi32>
  %53 = stablehlo.constant dense<7> : tensor<84000xi32>
  %54 = stablehlo.remainder %52, %53 : tensor<84000xi32>
  %55 = stablehlo.constant dense<3> : tensor<84000xi32>
  %56 = stablehlo.subtract %54, %55 : tensor<84000xi32>
  %57 = stablehlo.reshape %56 : (tensor<84000xi32>) -> tensor<40x2100xi32>
  %58 = stablehlo.convert %57 : (tensor<40x2100xi32>) -> tensor<40x2100xi8>
  %59 = stablehlo.iota dim = 0 : tensor<100800xi32>
  %60 = stablehlo.constant dense<5> : tensor<100800xi32>
  %61 = stablehlo.remainder %59, %60 : tensor<100800xi32>
  %62 = stablehlo.constant dense<2> : tensor<100800xi32>
  %63 = stablehlo.subtract %61, %62 : tensor<100800xi32>
  %64 = stablehlo.reshape %63 : (tensor<100800xi32>) -> tensor<2100x48xi32>
  %65 = stablehlo.convert %64 : (tensor<2100x48xi32>) -> tensor<2100x48xi8>
  %66 = stablehlo.dot_general %57, %64, contracting_dims = [1] x [0] : (tensor<40x2100xi32>, tensor<2100x48xi32>) -> tensor<40x48xi32>
  %67 = stablehlo.dot_general %58, %65, contracting_dims = [1] x [0] : (tensor<40x2100xi8>, tensor<2100x48xi8>) -> tensor<40x48xi32>
  check.expect_eq %67, %66 : tensor<40x48xi32>
  %69 = stablehlo.iota dim = 0 : tensor<4550xi32>
  %70 = stablehlo.constant dense<7> : tensor<4550xi32>
  %71 = stablehlo.remainder %69, %70 : tensor<4550xi32>
  %72 = stablehlo.constant dense<0> : tensor<4550xi32>
  %73 = stablehlo.subtract %71, %72 : tensor<4550xi32>
  %74 = stablehlo.reshape %73 : (tensor<4550xi32>) -> tensor<65x70xi32>
  %75 = stablehlo.convert %74 : (tensor<65x70xi32>) -> tensor<65x70xui8>
  %76 = stablehlo.iota dim = 0 : tensor<2310xi32>
  %77 = stablehlo.constant dense<5> : tensor<2310xi32>
  %78 = stablehlo.remainder %76, %77 : tensor<2310xi32>
  %79 = stablehlo.constant dense<0> : tensor<2310xi32>
  %80 = stablehlo.subtract %78, %79 : tensor<2310xi32>
  %81 = stablehlo.reshape %80 : (tensor<2310xi32>) -> tensor<70x33xi32>
  %82 = stablehlo.convert %81 : (tensor<70x33xi32>) -> tensor<70x33xui8>
  %83 = stablehlo.dot_general %74, %81, contracting_dims = [1] x [0] : (tensor<65x70xi32>, tensor<70x33xi32>) -> tensor<65x33xi32>
  %84 = stablehlo.dot_general %75, %82, contracting_dims = [1] x [0] : (tensor<65x70xui8>, tensor<70x33xui8>) -> tensor<65x33xui32>
  %85 = stablehlo.convert %83 : (tensor<65x33xi32>) -> tensor<65x33xui32>
  check.expect_eq %84, %85 : tensor<65x33xui32>
  %86 = stablehlo.iota dim = 0 : tensor<4608xi32>
  %87 = stablehlo.constant dense<7> : tensor<4608xi32>
  %88 = stablehlo.remainder %86, %87 : tensor<4608xi32>
  %89 = stablehlo.constant dense<3> : tensor<4608xi32>
  %90 = stablehlo.subtract %88, %89 : tensor<4608xi32>
  %91 = stablehlo.reshape %90 : (tensor<4608xi32>) -> tensor<48x96xi32>
  %92 = stablehlo.convert %91 : (tensor<48x96xi32>) -> tensor<48x96xi8>
  %93 = stablehlo.iota dim = 0 : tensor<2976xi32>
  %94 = stablehlo.constant dense<5> : tensor<2976xi32>
  %95 = stablehlo.remainder %93, %94 : tensor<2976xi32>
  %96 = stablehlo.constant dense<2> : tensor<2976xi32>
  %97 = stablehlo.subtract %95, %96 : tensor<2976xi32>
  %98 = stablehlo.reshape %97 : (tensor<2976xi32>) -> tensor<96x31xi32>
  %99 = stablehlo.convert %98 : (tensor<96x31xi32>) -> tensor<96x31xi8>
  %100 = stablehlo.dot_general %91, %98, contracting_dims = [1] x [0] : (tensor<48x96xi32>, tensor<96x31xi32>) -> tensor<48x31xi32>
  %101 = stablehlo.dot_general %92, %99, contracting_dims = [1] x [0] : (tensor<48x96xi8>, tensor<96x31xi8>) -> tensor<48x31xi8>
  %102 = stablehlo.convert %100 : (tensor<48x31xi32>) -> tensor<48x31xi8>
  check.expect_eq %101, %102 : tensor<48x31xi8>
  %103 = stablehlo.iota dim = 0 : tensor<6000xi32>
  %104 = stablehlo.constant dense<7> : tensor<6000xi32>
  %105 = stablehlo.remainder %103, %104 : tensor<6000xi32>
  %106 = stablehlo.constant dense<0> : tensor<6000xi32>
  %107 = stablehlo.subtract %105, %106 : tensor<6000xi32>
  %108 = stablehlo.reshape %107 : (tensor<6000xi32>) -> tensor<20x300xi32>
  %109 = stablehlo.convert %108 : (tensor<20x300xi32>) -> tensor<20x300xui8>
  %110 = stablehlo.iota dim = 0 : tensor<15000xi32>
  %111 = stablehlo.constant dense<5> : tensor<15000xi32>
  %112 = stablehlo.remainder %110, %111 : tensor<15000xi32>
  %113 = stablehlo.constant dense<0> : tensor<15000xi32>
  %114 = stablehlo.subtract %112, %113 : tensor<15000xi32>
  %115 = stablehlo.reshape %114 : (tensor<15000xi32>) -> tensor<300x50xi32>
  %116 = stablehlo.convert %115 : (tensor<300x50xi32>) -> tensor<300x50xui8>
  %117 = stablehlo.dot_general %108, %115, contracting_dims = [1] x [0] : (tensor<20x300xi32>, tensor<300x50xi32>) -> tensor<20x50xi32>
  %118 = stablehlo.dot_general %109, %116, contracting_dims = [1] x [0] : (tensor<20x300xui8>, tensor<300x50xui8>) -> tensor<20x50xui8>
  %119 = stablehlo.convert %117 : (tensor<20x50xi32>) -> tensor<20x50xui8>
  check.expect_eq %118, %119 : tensor<20x50xui8>
  %120 = stablehlo.iota dim = 0 : tensor<9100xi32>
  %121 = stablehlo.constant dense<7> : tensor<9100xi32>
  %122 = stablehlo.remainder %120, %121 : tensor<9100xi32>
  %123 = stablehlo.constant dense<3> : tensor<9100xi32>
  %124 = stablehlo.subtract %122, %123 : tensor<9100xi32>
  %125 = stablehlo.reshape %124 : (tensor<9100xi32>) -> tensor<70x130xi32>
  %126 = stablehlo.convert %125 : (tensor<70x130xi32>) -> tensor<70x130xbf16>
  %127 = stablehlo.iota dim = 0 : tensor<5850xi32>
  %128 = stablehlo.constant dense<5> : tensor<5850xi32>
  %129 = stablehlo.remainder %127, %128 : tensor<5850xi32>
  %130 = stablehlo.constant dense<2> : tensor<5850xi32>
  %131 = stablehlo.subtract %129, %130 : tensor<5850xi32>
  %132 = stablehlo.reshape %131 : (tensor<5850xi32>) -> tensor<130x45xi32>
  %133 = stablehlo.convert %132 : (tensor<130x45xi32>) -> tensor<130x45xbf16>
  %134 = stablehlo.dot_general %125, %132, contracting_dims = [1] x [0] : (tensor<70x130xi32>, tensor<130x45xi32>) -> tensor<70x45xi32>
  %135 = stablehlo.dot_general %126, %133, contracting_dims = [1] x [0] : (tensor<70x130xbf16>, tensor<130x45xbf16>) -> tensor<70x45xf32>
  %136 = stablehlo.convert %134 : (tensor<70x45xi32>) -> tensor<70x45xf32>
  check.expect_eq %135, %136 : tensor<70x45xf32>
  %137 = stablehlo.iota dim = 0 : tensor<2112xi32>
  %138 = stablehlo.constant dense<7> : tensor<2112xi32>
  %139 = stablehlo.remainder %137, %138 : tensor<2112xi32>
  %140 = stablehlo.constant dense<3> : tensor<2112xi32>
  %141 = stablehlo.subtract %139, %140 : tensor<2112xi32>
  %142 = stablehlo.reshape %141 : (tensor<2112xi32>) -> tensor<33x64xi32>
  %143 = stablehlo.convert %142 : (tensor<33x64xi32>) -> tensor<33x64xbf16>
  %144 = stablehlo.iota dim = 0 : tensor<1280xi32>
  %145 = stablehlo.constant dense<5> : tensor<1280xi32>
  %146 = stablehlo.remainder %144, %145 : tensor<1280xi32>
  %147 = stablehlo.constant dense<2> : tensor<1280xi32>
  %148 = stablehlo.subtract %146, %147 : tensor<1280xi32>
  %149 = stablehlo.reshape %148 : (tensor<1280xi32>) -> tensor<20x64xi32>
  %150 = stablehlo.convert %149 : (tensor<20x64xi32>) -> tensor<20x64xbf16>
  %151 = stablehlo.dot_general %142, %149, contracting_dims = [1] x [1] : (tensor<33x64xi32>, tensor<20x64xi32>) -> tensor<33x20xi32>
  %152 = stablehlo.dot_general %143, %150, contracting_dims = [1] x [1] : (tensor<33x64xbf16>, tensor<20x64xbf16>) -> tensor<33x20xf32>
  %153 = stablehlo.convert %151 : (tensor<33x20xi32>) -> tensor<33x20xf32>
  check.expect_eq %152, %153 : tensor<33x20xf32>
  %154 = stablehlo.iota dim = 0 : tensor<3700xi32>
  %155 = stablehlo.constant dense<7> : tensor<3700xi32>
  %156 = stablehlo.remainder %154, %155 : tensor<3700xi32>
  %157 = stablehlo.constant dense<3> : tensor<3700xi32>
  %158 = stablehlo.subtract %156, %157 : tensor<3700xi32>
  %159 = stablehlo.reshape %158 : (tensor<3700xi32>) -> tensor<100x37xi32>
  %160 = stablehlo.convert %159 : (tensor<100x37xi32>) -> tensor<100x37xbf16>
  %161 = stablehlo.iota dim = 0 : tensor<5000xi32>
  %162 = stablehlo.constant dense<5> : tensor<5000xi32>
  %163 = stablehlo.remainder %161, %162 : tensor<5000xi32>
  %164 = stablehlo.constant dense<2> : tensor<5000xi32>
  %165 = stablehlo.subtract %163, %164 : tensor<5000xi32>
  %166 = stablehlo.reshape %165 : (tensor<5000xi32>) -> tensor<100x50xi32>
  %167 = stablehlo.convert %166 : (tensor<100x50xi32>) -> tensor<100x50xbf16>
  %168 = stablehlo.dot_general %159, %166, contracting_dims = [0] x [0] : (tensor<100x37xi32>, tensor<100x50xi32>) -> tensor<37x50xi32>
  %169 = stablehlo.dot_general %160, %167, contracting_dims = [0] x [0] : (tensor<100x37xbf16>, tensor<100x50xbf16>) -> tensor<37x50xf32>
  %170 = stablehlo.convert %168 : (tensor<37x50xi32>) -> tensor<37x50xf32>
  check.expect_eq %169, %170 : tensor<37x50xf32>
  %171 = stablehlo.iota dim = 0 : tensor<44000xi32>
  %172 = stablehlo.constant dense<7> : tensor<44000xi32>
  %173 = stablehlo.remainder %171, %172 : tensor<44000xi32>
  %174 = stablehlo.constant dense<3> : tensor<44000xi32>
  %175 = stablehlo.subtract %173, %174 : tensor<44000xi32>
  %176 = stablehlo.reshape %175 : (tensor<44000xi32>) -> tensor<40x1100xi32>
  %177 = stablehlo.convert %176 : (tensor<40x1100xi32>) -> tensor<40x1100xbf16>
  %178 = stablehlo.iota dim = 0 : tensor<52800xi32>
  %179 = stablehlo.constant dense<5> : tensor<52800xi32>
  %180 = stablehlo.remainder %178, %179 : tensor<52800xi32>
  %181 = stablehlo.constant dense<2> : tensor<52800xi32>
  %182 = stablehlo.subtract %180, %181 : tensor<52800xi32>
  %183 = stablehlo.reshape %182 : (tensor<52800xi32>) -> tensor<1100x48xi32>
  %184 = stablehlo.convert %183 : (tensor<1100x48xi32>) -> tensor<1100x48xbf16>
  %185 = stablehlo.dot_general %176, %183, contracting_dims = [1] x [0] : (tensor<40x1100xi32>, tensor<1100x48xi32>) -> tensor<40x48xi32>
  %186 = stablehlo.dot_general %177, %184, contracting_dims = [1] x [0] : (tensor<40x1100xbf16>, tensor<1100x48xbf16>) -> tensor<40x48xf32>
  %187 = stablehlo.convert %185 : (tensor<40x48xi32>) -> tensor<40x48xf32>
  check.expect_eq %186, %187 : tensor<40x48xf32>
  %188 = stablehlo.iota dim = 0 : tensor<1000xi32>
  %189 = stablehlo.constant dense<7> : tensor<1000xi32>
  %190 = stablehlo.remainder %188, %189 : tensor<1000xi32>
  %191 = stablehlo.constant dense<3> : tensor<1000xi32>
  %192 = stablehlo.subtract %190, %191 : tensor<1000xi32>
  %193 = stablehlo.reshape %192 : (tensor<1000xi32>) -> tensor<50x20xi32>
  %194 = stablehlo.convert %193 : (tensor<50x20xi32>) -> tensor<50x20xbf16>
  %195 = stablehlo.iota dim = 0 : tensor<1200xi32>
  %196 = stablehlo.constant dense<5> : tensor<1200xi32>
  %197 = stablehlo.remainder %195, %196 : tensor<1200xi32>
  %198 = stablehlo.constant dense<2> : tensor<1200xi32>
  %199 = stablehlo.subtract %197, %198 : tensor<1200xi32>
  %200 = stablehlo.reshape %199 : (tensor<1200xi32>) -> tensor<20x60xi32>
  %201 = stablehlo.convert %200 : (tensor<20x60xi32>) -> tensor<20x60xbf16>
  %202 = stablehlo.dot_general %193, %200, contracting_dims = [1] x [0] : (tensor<50x20xi32>, tensor<20x60xi32>) -> tensor<50x60xi32>
  %203 = stablehlo.dot_general %194, %201, contracting_dims = [1] x [0] : (tensor<50x20xbf16>, tensor<20x60xbf16>) -> tensor<50x60xbf16>
  %204 = stablehlo.convert %202 : (tensor<50x60xi32>) -> tensor<50x60xbf16>
  check.expect_eq %203, %204 : tensor<50x60xbf16>
  %205 = stablehlo.iota dim = 0 : tensor<46080xi32>
  %206 = stablehlo.constant dense<7> : tensor<46080xi32>
  %207 = stablehlo.remainder %205, %206 : tensor<46080xi32>
  %208 = stablehlo.constant dense<3> : tensor<46080xi32>
  %209 = stablehlo.subtract %207, %208 : tensor<46080xi32>
  %210 = stablehlo.reshape %209 : (tensor<46080xi32>) -> tensor<2x9x40x64xi32>
  %211 = stablehlo.convert %210 : (tensor<2x9x40x64xi32>) -> tensor<2x9x40x64xi8>
  %212 = stablehlo.iota dim = 0 : tensor<28800xi32>
  %213 = stablehlo.constant dense<5> : tensor<28800xi32>
  %214 = stablehlo.remainder %212, %213 : tensor<28800xi32>
  %215 = stablehlo.constant dense<2> : tensor<28800xi32>
  %216 = stablehlo.subtract %214, %215 : tensor<28800xi32>
  %217 = stablehlo.reshape %216 : (tensor<28800xi32>) -> tensor<3x3x64x50xi32>
  %218 = stablehlo.convert %217 : (tensor<3x3x64x50xi32>) -> tensor<3x3x64x50xi8>
  %219 = stablehlo.convolution(%210, %217) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xi32>, tensor<3x3x64x50xi32>) -> tensor<2x9x40x50xi32>
  %220 = stablehlo.convolution(%211, %218) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xi8>, tensor<3x3x64x50xi8>) -> tensor<2x9x40x50xi32>
  check.expect_eq %220, %219 : tensor<2x9x40x50xi32>
  %222 = stablehlo.iota dim = 0 : tensor<46080xi32>
  %223 = stablehlo.constant dense<7> : tensor<46080xi32>
  %224 = stablehlo.remainder %222, %223 : tensor<46080xi32>
  %225 = stablehlo.constant dense<0> : tensor<46080xi32>
  %226 = stablehlo.subtract %224, %225 : tensor<46080xi32>
  %227 = stablehlo.reshape %226 : (tensor<46080xi32>) -> tensor<2x9x40x64xi32>
  %228 = stablehlo.convert %227 : (tensor<2x9x40x64xi32>) -> tensor<2x9x40x64xui8>
  %229 = stablehlo.iota dim = 0 : tensor<28800xi32>
  %230 = stablehlo.constant dense<5> : tensor<28800xi32>
  %231 = stablehlo.remainder %229, %230 : tensor<28800xi32>
  %232 = stablehlo.constant dense<0> : tensor<28800xi32>
  %233 = stablehlo.subtract %231, %232 : tensor<28800xi32>
  %234 = stablehlo.reshape %233 : (tensor<28800xi32>) -> tensor<3x3x64x50xi32>
  %235 = stablehlo.convert %234 : (tensor<3x3x64x50xi32>) -> tensor<3x3x64x50xui8>
  %236 = stablehlo.convolution(%227, %234) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xi32>, tensor<3x3x64x50xi32>) -> tensor<2x9x40x50xi32>
  %237 = stablehlo.convolution(%228, %235) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xui8>, tensor<3x3x64x50xui8>) -> tensor<2x9x40x50xui32>
  %238 = stablehlo.convert %236 : (tensor<2x9x40x50xi32>) -> tensor<2x9x40x50xui32>
  check.expect_eq %237, %238 : tensor<2x9x40x50xui32>
  %239 = stablehlo.iota dim = 0 : tensor<46080xi32>
  %240 = stablehlo.constant dense<7> : tensor<46080xi32>
  %241 = stablehlo.remainder %239, %240 : tensor<46080xi32>
  %242 = stablehlo.constant dense<3> : tensor<46080xi32>
  %243 = stablehlo.subtract %241, %242 : tensor<46080xi32>
  %244 = stablehlo.reshape %243 : (tensor<46080xi32>) -> tensor<2x9x40x64xi32>
  %245 = stablehlo.convert %244 : (tensor<2x9x40x64xi32>) -> tensor<2x9x40x64xbf16>
  %246 = stablehlo.iota dim = 0 : tensor<28800xi32>
  %247 = stablehlo.constant dense<5> : tensor<28800xi32>
  %248 = stablehlo.remainder %246, %247 : tensor<28800xi32>
  %249 = stablehlo.constant dense<2> : tensor<28800xi32>
  %250 = stablehlo.subtract %248, %249 : tensor<28800xi32>
  %251 = stablehlo.reshape %250 : (tensor<28800xi32>) -> tensor<3x3x64x50xi32>
  %252 = stablehlo.convert %251 : (tensor<3x3x64x50xi32>) -> tensor<3x3x64x50xbf16>
  %253 = stablehlo.convolution(%244, %251) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xi32>, tensor<3x3x64x50xi32>) -> tensor<2x9x40x50xi32>
  %254 = stablehlo.convolution(%245, %252) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x40x64xbf16>, tensor<3x3x64x50xbf16>) -> tensor<2x9x40x50xf32>
  %255 = stablehlo.convert %253 : (tensor<2x9x40x50xi32>) -> tensor<2x9x40x50xf32>
  check.expect_eq %254, %255 : tensor<2x9x40x50xf32>
  %256 = stablehlo.iota dim = 0 : tensor<4914xi32>
  %257 = stablehlo.constant dense<7> : tensor<4914xi32>
  %258 = stablehlo.remainder %256, %257 : tensor<4914xi32>
  %259 = stablehlo.constant dense<3> : tensor<4914xi32>
  %260 = stablehlo.subtract %258, %259 : tensor<4914xi32>
  %261 = stablehlo.reshape %260 : (tensor<4914xi32>) -> tensor<2x9x13x21xi32>
  %262 = stablehlo.convert %261 : (tensor<2x9x13x21xi32>) -> tensor<2x9x13x21xi8>
  %263 = stablehlo.iota dim = 0 : tensor<2142xi32>
  %264 = stablehlo.constant dense<5> : tensor<2142xi32>
  %265 = stablehlo.remainder %263, %264 : tensor<2142xi32>
  %266 = stablehlo.constant dense<2> : tensor<2142xi32>
  %267 = stablehlo.subtract %265, %266 : tensor<2142xi32>
  %268 = stablehlo.reshape %267 : (tensor<2142xi32>) -> tensor<2x3x21x17xi32>
  %269 = stablehlo.convert %268 : (tensor<2x3x21x17xi32>) -> tensor<2x3x21x17xi8>
  %270 = stablehlo.convolution(%261, %268) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xi32>, tensor<2x3x21x17xi32>) -> tensor<2x4x6x17xi32>
  %271 = stablehlo.convolution(%262, %269) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xi8>, tensor<2x3x21x17xi8>) -> tensor<2x4x6x17xi32>
  check.expect_eq %271, %270 : tensor<2x4x6x17xi32>
  %273 = stablehlo.iota dim = 0 : tensor<4914xi32>
  %274 = stablehlo.constant dense<7> : tensor<4914xi32>
  %275 = stablehlo.remainder %273, %274 : tensor<4914xi32>
  %276 = stablehlo.constant dense<0> : tensor<4914xi32>
  %277 = stablehlo.subtract %275, %276 : tensor<4914xi32>
  %278 = stablehlo.reshape %277 : (tensor<4914xi32>) -> tensor<2x9x13x21xi32>
  %279 = stablehlo.convert %278 : (tensor<2x9x13x21xi32>) -> tensor<2x9x13x21xui8>
  %280 = stablehlo.iota dim = 0 : tensor<2142xi32>
  %281 = stablehlo.constant dense<5> : tensor<2142xi32>
  %282 = stablehlo.remainder %280, %281 : tensor<2142xi32>
  %283 = stablehlo.constant dense<0> : tensor<2142xi32>
  %284 = stablehlo.subtract %282, %283 : tensor<2142xi32>
  %285 = stablehlo.reshape %284 : (tensor<2142xi32>) -> tensor<2x3x21x17xi32>
  %286 = stablehlo.convert %285 : (tensor<2x3x21x17xi32>) -> tensor<2x3x21x17xui8>
  %287 = stablehlo.convolution(%278, %285) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xi32>, tensor<2x3x21x17xi32>) -> tensor<2x4x6x17xi32>
  %288 = stablehlo.convolution(%279, %286) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xui8>, tensor<2x3x21x17xui8>) -> tensor<2x4x6x17xui32>
  %289 = stablehlo.convert %287 : (tensor<2x4x6x17xi32>) -> tensor<2x4x6x17xui32>
  check.expect_eq %288, %289 : tensor<2x4x6x17xui32>
  %290 = stablehlo.iota dim = 0 : tensor<4914xi32>
  %291 = stablehlo.constant dense<7> : tensor<4914xi32>
  %292 = stablehlo.remainder %290, %291 : tensor<4914xi32>
  %293 = stablehlo.constant dense<3> : tensor<4914xi32>
  %294 = stablehlo.subtract %292, %293 : tensor<4914xi32>
  %295 = stablehlo.reshape %294 : (tensor<4914xi32>) -> tensor<2x9x13x21xi32>
  %296 = stablehlo.convert %295 : (tensor<2x9x13x21xi32>) -> tensor<2x9x13x21xbf16>
  %297 = stablehlo.iota dim = 0 : tensor<2142xi32>
  %298 = stablehlo.constant dense<5> : tensor<2142xi32>
  %299 = stablehlo.remainder %297, %298 : tensor<2142xi32>
  %300 = stablehlo.constant dense<2> : tensor<2142xi32>
  %301 = stablehlo.subtract %299, %300 : tensor<2142xi32>
  %302 = stablehlo.reshape %301 : (tensor<2142xi32>) -> tensor<2x3x21x17xi32>
  %303 = stablehlo.convert %302 : (tensor<2x3x21x17xi32>) -> tensor<2x3x21x17xbf16>
  %304 = stablehlo.convolution(%295, %302) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xi32>, tensor<2x3x21x17xi32>) -> tensor<2x4x6x17xi32>
  %305 = stablehlo.convolution(%296, %303) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x13x21xbf16>, tensor<2x3x21x17xbf16>) -> tensor<2x4x6x17xf32>
  %306 = stablehlo.convert %304 : (tensor<2x4x6x17xi32>) -> tensor<2x4x6x17xf32>
  check.expect_eq %305, %306 : tensor<2x4x6x17xf32>
  %307 = stablehlo.iota dim = 0 : tensor<7722xi32>
  %308 = stablehlo.constant dense<7> : tensor<7722xi32>
  %309 = stablehlo.remainder %307, %308 : tensor<7722xi32>
  %310 = stablehlo.constant dense<3> : tensor<7722xi32>
  %311 = stablehlo.subtract %309, %310 : tensor<7722xi32>
  %312 = stablehlo.reshape %311 : (tensor<7722xi32>) -> tensor<2x33x9x13xi32>
  %313 = stablehlo.convert %312 : (tensor<2x33x9x13xi32>) -> tensor<2x33x9x13xi8>
  %314 = stablehlo.iota dim = 0 : tensor<5940xi32>
  %315 = stablehlo.constant dense<5> : tensor<5940xi32>
  %316 = stablehlo.remainder %314, %315 : tensor<5940xi32>
  %317 = stablehlo.constant dense<2> : tensor<5940xi32>
  %318 = stablehlo.subtract %316, %317 : tensor<5940xi32>
  %319 = stablehlo.reshape %318 : (tensor<5940xi32>) -> tensor<20x33x3x3xi32>
  %320 = stablehlo.convert %319 : (tensor<20x33x3x3xi32>) -> tensor<20x33x3x3xi8>
  %321 = stablehlo.convolution(%312, %319) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xi32>, tensor<20x33x3x3xi32>) -> tensor<2x20x9x9xi32>
  %322 = stablehlo.convolution(%313, %320) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xi8>, tensor<20x33x3x3xi8>) -> tensor<2x20x9x9xi32>
  check.expect_eq %322, %321 : tensor<2x20x9x9xi32>
  %324 = stablehlo.iota dim = 0 : tensor<7722xi32>
  %325 = stablehlo.constant dense<7> : tensor<7722xi32>
  %326 = stablehlo.remainder %324, %325 : tensor<7722xi32>
  %327 = stablehlo.constant dense<0> : tensor<7722xi32>
  %328 = stablehlo.subtract %326, %327 : tensor<7722xi32>
  %329 = stablehlo.reshape %328 : (tensor<7722xi32>) -> tensor<2x33x9x13xi32>
  %330 = stablehlo.convert %329 : (tensor<2x33x9x13xi32>) -> tensor<2x33x9x13xui8>
  %331 = stablehlo.iota dim = 0 : tensor<5940xi32>
  %332 = stablehlo.constant dense<5> : tensor<5940xi32>
  %333 = stablehlo.remainder %331, %332 : tensor<5940xi32>
  %334 = stablehlo.constant dense<0> : tensor<5940xi32>
  %335 = stablehlo.subtract %333, %334 : tensor<5940xi32>
  %336 = stablehlo.reshape %335 : (tensor<5940xi32>) -> tensor<20x33x3x3xi32>
  %337 = stablehlo.convert %336 : (tensor<20x33x3x3xi32>) -> tensor<20x33x3x3xui8>
  %338 = stablehlo.convolution(%329, %336) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xi32>, tensor<20x33x3x3xi32>) -> tensor<2x20x9x9xi32>
  %339 = stablehlo.convolution(%330, %337) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xui8>, tensor<20x33x3x3xui8>) -> tensor<2x20x9x9xui32>
  %340 = stablehlo.convert %338 : (tensor<2x20x9x9xi32>) -> tensor<2x20x9x9xui32>
  check.expect_eq %339, %340 : tensor<2x20x9x9xui32>
  %341 = stablehlo.iota dim = 0 : tensor<7722xi32>
  %342 = stablehlo.constant dense<7> : tensor<7722xi32>
  %343 = stablehlo.remainder %341, %342 : tensor<7722xi32>
  %344 = stablehlo.constant dense<3> : tensor<7722xi32>
  %345 = stablehlo.subtract %343, %344 : tensor<7722xi32>
  %346 = stablehlo.reshape %345 : (tensor<7722xi32>) -> tensor<2x33x9x13xi32>
  %347 = stablehlo.convert %346 : (tensor<2x33x9x13xi32>) -> tensor<2x33x9x13xbf16>
  %348 = stablehlo.iota dim = 0 : tensor<5940xi32>
  %349 = stablehlo.constant dense<5> : tensor<5940xi32>
  %350 = stablehlo.remainder %348, %349 : tensor<5940xi32>
  %351 = stablehlo.constant dense<2> : tensor<5940xi32>
  %352 = stablehlo.subtract %350, %351 : tensor<5940xi32>
  %353 = stablehlo.reshape %352 : (tensor<5940xi32>) -> tensor<20x33x3x3xi32>
  %354 = stablehlo.convert %353 : (tensor<20x33x3x3xi32>) -> tensor<20x33x3x3xbf16>
  %355 = stablehlo.convolution(%346, %353) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xi32>, tensor<20x33x3x3xi32>) -> tensor<2x20x9x9xi32>
  %356 = stablehlo.convolution(%347, %354) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x9x13xbf16>, tensor<20x33x3x3xbf16>) -> tensor<2x20x9x9xf32>
  %357 = stablehlo.convert %355 : (tensor<2x20x9x9xi32>) -> tensor<2x20x9x9xf32>
  check.expect_eq %356, %357 : tensor<2x20x9x9xf32>
  %358 = stablehlo.iota dim = 0 : tensor<9100xi32>
  %359 = stablehlo.constant dense<7> : tensor<9100xi32>
  %360 = stablehlo.remainder %358, %359 : tensor<9100xi32>
  %361 = stablehlo.constant dense<3> : tensor<9100xi32>
  %362 = stablehlo.subtract %360, %361 : tensor<9100xi32>
  %363 = stablehlo.reshape %362 : (tensor<9100xi32>) -> tensor<2x130x5x7xi32>
  %364 = stablehlo.convert %363 : (tensor<2x130x5x7xi32>) -> tensor<2x130x5x7xi8>
  %365 = stablehlo.iota dim = 0 : tensor<5200xi32>
  %366 = stablehlo.constant dense<5> : tensor<5200xi32>
  %367 = stablehlo.remainder %365, %366 : tensor<5200xi32>
  %368 = stablehlo.constant dense<2> : tensor<5200xi32>
  %369 = stablehlo.subtract %367, %368 : tensor<5200xi32>
  %370 = stablehlo.reshape %369 : (tensor<5200xi32>) -> tensor<40x130x1x1xi32>
  %371 = stablehlo.convert %370 : (tensor<40x130x1x1xi32>) -> tensor<40x130x1x1xi8>
  %372 = stablehlo.convolution(%363, %370) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xi32>, tensor<40x130x1x1xi32>) -> tensor<2x40x5x7xi32>
  %373 = stablehlo.convolution(%364, %371) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xi8>, tensor<40x130x1x1xi8>) -> tensor<2x40x5x7xi32>
  check.expect_eq %373, %372 : tensor<2x40x5x7xi32>
  %375 = stablehlo.iota dim = 0 : tensor<9100xi32>
  %376 = stablehlo.constant dense<7> : tensor<9100xi32>
  %377 = stablehlo.remainder %375, %376 : tensor<9100xi32>
  %378 = stablehlo.constant dense<0> : tensor<9100xi32>
  %379 = stablehlo.subtract %377, %378 : tensor<9100xi32>
  %380 = stablehlo.reshape %379 : (tensor<9100xi32>) -> tensor<2x130x5x7xi32>
  %381 = stablehlo.convert %380 : (tensor<2x130x5x7xi32>) -> tensor<2x130x5x7xui8>
  %382 = stablehlo.iota dim = 0 : tensor<5200xi32>
  %383 = stablehlo.constant dense<5> : tensor<5200xi32>
  %384 = stablehlo.remainder %382, %383 : tensor<5200xi32>
  %385 = stablehlo.constant dense<0> : tensor<5200xi32>
  %386 = stablehlo.subtract %384, %385 : tensor<5200xi32>
  %387 = stablehlo.reshape %386 : (tensor<5200xi32>) -> tensor<40x130x1x1xi32>
  %388 = stablehlo.convert %387 : (tensor<40x130x1x1xi32>) -> tensor<40x130x1x1xui8>
  %389 = stablehlo.convolution(%380, %387) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xi32>, tensor<40x130x1x1xi32>) -> tensor<2x40x5x7xi32>
  %390 = stablehlo.convolution(%381, %388) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xui8>, tensor<40x130x1x1xui8>) -> tensor<2x40x5x7xui32>
  %391 = stablehlo.convert %389 : (tensor<2x40x5x7xi32>) -> tensor<2x40x5x7xui32>
  check.expect_eq %390, %391 : tensor<2x40x5x7xui32>
  %392 = stablehlo.iota dim = 0 : tensor<9100xi32>
  %393 = stablehlo.constant dense<7> : tensor<9100xi32>
  %394 = stablehlo.remainder %392, %393 : tensor<9100xi32>
  %395 = stablehlo.constant dense<3> : tensor<9100xi32>
  %396 = stablehlo.subtract %394, %395 : tensor<9100xi32>
  %397 = stablehlo.reshape %396 : (tensor<9100xi32>) -> tensor<2x130x5x7xi32>
  %398 = stablehlo.convert %397 : (tensor<2x130x5x7xi32>) -> tensor<2x130x5x7xbf16>
  %399 = stablehlo.iota dim = 0 : tensor<5200xi32>
  %400 = stablehlo.constant dense<5> : tensor<5200xi32>
  %401 = stablehlo.remainder %399, %400 : tensor<5200xi32>
  %402 = stablehlo.constant dense<2> : tensor<5200xi32>
  %403 = stablehlo.subtract %401, %402 : tensor<5200xi32>
  %404 = stablehlo.reshape %403 : (tensor<5200xi32>) -> tensor<40x130x1x1xi32>
  %405 = stablehlo.convert %404 : (tensor<40x130x1x1xi32>) -> tensor<40x130x1x1xbf16>
  %406 = stablehlo.convolution(%397, %404) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xi32>, tensor<40x130x1x1xi32>) -> tensor<2x40x5x7xi32>
  %407 = stablehlo.convolution(%398, %405) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x130x5x7xbf16>, tensor<40x130x1x1xbf16>) -> tensor<2x40x5x7xf32>
  %408 = stablehlo.convert %406 : (tensor<2x40x5x7xi32>) -> tensor<2x40x5x7xf32>
  check.expect_eq %407, %408 : tensor<2x40x5x7xf32>
  return
}

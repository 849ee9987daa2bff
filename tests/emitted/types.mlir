// Every element type, of ranks 0 to 2, and a tensor without elements.
func.func @main(
    %a0: tensor<0x4xf32>,
    %a1: tensor<3xi1>,
    %a2: tensor<5xi4>,
    %a3: tensor<2x3xui4>,
    %a4: tensor<3xi2>,
    %a5: tensor<4xf8E4M3FN>,
    %a6: tensor<4xf8E5M2>,
    %a7: tensor<2xcomplex<f32>>,
    %a8: tensor<complex<f64>>,
    %a9: tensor<3xbf16>,
    %a10: tensor<3xf16>,
    %a11: tensor<f32>,
    %a12: tensor<2xf64>,
    %a13: tensor<3xi8>,
    %a14: tensor<3xui8>,
    %a15: tensor<3xi16>,
    %a16: tensor<3xui16>,
    %a17: tensor<3xi32>,
    %a18: tensor<3xui32>,
    %a19: tensor<3xi64>,
    %a20: tensor<3xui64>,
    %a21: tensor<3xf4E2M1FN>,
    %a22: tensor<3xf6E2M3FN>,
    %a23: tensor<2xf8E8M0FNU>)
    -> (tensor<0x4xf32>,
    tensor<3xi1>,
    tensor<5xi4>,
    tensor<2x3xui4>,
    tensor<3xi2>,
    tensor<4xf8E4M3FN>,
    tensor<4xf8E5M2>,
    tensor<2xcomplex<f32>>,
    tensor<complex<f64>>,
    tensor<3xbf16>,
    tensor<3xf16>,
    tensor<f32>,
    tensor<2xf64>,
    tensor<3xi8>,
    tensor<3xui8>,
    tensor<3xi16>,
    tensor<3xui16>,
    tensor<3xi32>,
    tensor<3xui32>,
    tensor<3xi64>,
    tensor<3xui64>,
    tensor<3xf4E2M1FN>,
    tensor<3xf6E2M3FN>,
    tensor<2xf8E8M0FNU>) {
  %r0 = stablehlo.maximum %a0, %a0 : tensor<0x4xf32>
  %r1 = stablehlo.maximum %a1, %a1 : tensor<3xi1>
  %r2 = stablehlo.maximum %a2, %a2 : tensor<5xi4>
  %r3 = stablehlo.maximum %a3, %a3 : tensor<2x3xui4>
  %r4 = stablehlo.maximum %a4, %a4 : tensor<3xi2>
  %r5 = stablehlo.maximum %a5, %a5 : tensor<4xf8E4M3FN>
  %r6 = stablehlo.maximum %a6, %a6 : tensor<4xf8E5M2>
  %r7 = stablehlo.maximum %a7, %a7 : tensor<2xcomplex<f32>>
  %r8 = stablehlo.maximum %a8, %a8 : tensor<complex<f64>>
  %r9 = stablehlo.maximum %a9, %a9 : tensor<3xbf16>
  %r10 = stablehlo.maximum %a10, %a10 : tensor<3xf16>
  %r11 = stablehlo.maximum %a11, %a11 : tensor<f32>
  %r12 = stablehlo.maximum %a12, %a12 : tensor<2xf64>
  %r13 = stablehlo.maximum %a13, %a13 : tensor<3xi8>
  %r14 = stablehlo.maximum %a14, %a14 : tensor<3xui8>
  %r15 = stablehlo.maximum %a15, %a15 : tensor<3xi16>
  %r16 = stablehlo.maximum %a16, %a16 : tensor<3xui16>
  %r17 = stablehlo.maximum %a17, %a17 : tensor<3xi32>
  %r18 = stablehlo.maximum %a18, %a18 : tensor<3xui32>
  %r19 = stablehlo.maximum %a19, %a19 : tensor<3xi64>
  %r20 = stablehlo.maximum %a20, %a20 : tensor<3xui64>
  %r21 = stablehlo.maximum %a21, %a21 : tensor<3xf4E2M1FN>
  %r22 = stablehlo.maximum %a22, %a22 : tensor<3xf6E2M3FN>
  %r23 = stablehlo.maximum %a23, %a23 : tensor<2xf8E8M0FNU>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23
    : tensor<0x4xf32>,
    tensor<3xi1>,
    tensor<5xi4>,
    tensor<2x3xui4>,
    tensor<3xi2>,
    tensor<4xf8E4M3FN>,
    tensor<4xf8E5M2>,
    tensor<2xcomplex<f32>>,
    tensor<complex<f64>>,
    tensor<3xbf16>,
    tensor<3xf16>,
    tensor<f32>,
    tensor<2xf64>,
    tensor<3xi8>,
    tensor<3xui8>,
    tensor<3xi16>,
    tensor<3xui16>,
    tensor<3xi32>,
    tensor<3xui32>,
    tensor<3xi64>,
    tensor<3xui64>,
    tensor<3xf4E2M1FN>,
    tensor<3xf6E2M3FN>,
    tensor<2xf8E8M0FNU>
}

// Operations that follow each other on strips become functions of machine code where the processor has
// AVX-512; they give the bits that the primitives of other processors give.
//
// RUN: sdyc run %s --input=1037xf32=random:1 --input=1037xf32=random:2 --input=1037xf64=random:3 --input=1037xf64=random:4 \
// RUN:     --input=1037xi32=random:5 --input=1037xi32=random:6 --input=1037xui32=random:7 --input=1037xui32=random:8 \
// RUN:     --input=1037xi64=random:9 --input=1037xi64=random:10 --input=1037xui64=random:11 --input=1037xui64=random:12 \
// RUN:     --input=1037xbf16=random:13 --input=1037xbf16=random:14 --input=1037xui8=random:90 --input=1037xi8=random:91 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=1037xf32=random:1 --input=1037xf32=random:2 --input=1037xf64=random:3 --input=1037xf64=random:4 \
// RUN:     --input=1037xi32=random:5 --input=1037xi32=random:6 --input=1037xui32=random:7 --input=1037xui32=random:8 \
// RUN:     --input=1037xi64=random:9 --input=1037xi64=random:10 --input=1037xui64=random:11 --input=1037xui64=random:12 \
// RUN:     --input=1037xbf16=random:13 --input=1037xbf16=random:14 --input=1037xui8=random:90 --input=1037xi8=random:91 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x_f32: tensor<1037xf32>,
    %y_f32: tensor<1037xf32>,
    %x_f64: tensor<1037xf64>,
    %y_f64: tensor<1037xf64>,
    %x_i32: tensor<1037xi32>,
    %y_i32: tensor<1037xi32>,
    %x_ui32: tensor<1037xui32>,
    %y_ui32: tensor<1037xui32>,
    %x_i64: tensor<1037xi64>,
    %y_i64: tensor<1037xi64>,
    %x_ui64: tensor<1037xui64>,
    %y_ui64: tensor<1037xui64>,
    %x_bf16: tensor<1037xbf16>,
    %y_bf16: tensor<1037xbf16>,
    %x_ui8: tensor<1037xui8>,
    %x_i8: tensor<1037xi8>)
    -> (tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xf32>, tensor<1037xbf16>, tensor<1037xbf16>, tensor<1037xf32>) {
  %f32_k = stablehlo.constant dense<0.1> : tensor<1037xf32>
  %f32_z = stablehlo.constant dense<0.0> : tensor<1037xf32>
  %f32_inf = stablehlo.constant dense<0x7F800000> : tensor<1037xf32>
  %f32_nan = stablehlo.constant dense<0x7FC00000> : tensor<1037xf32>
  %f32_nz = stablehlo.constant dense<-0.0> : tensor<1037xf32>
  %f32_b = stablehlo.constant dense<3.0> : tensor<1037xf32>
  %f32_1 = stablehlo.compare GT, %x_f32, %f32_z : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_2 = stablehlo.multiply %x_f32, %x_f32 : tensor<1037xf32>
  %f32_3 = stablehlo.multiply %f32_2, %f32_k : tensor<1037xf32>
  %f32_4 = stablehlo.select %f32_1, %x_f32, %f32_3 : tensor<1037xi1>, tensor<1037xf32>
  %f32_5 = stablehlo.maximum %y_f32, %f32_z : tensor<1037xf32>
  %f32_6 = stablehlo.divide %x_f32, %f32_5 : tensor<1037xf32>
  %f32_7 = stablehlo.negate %f32_6 : tensor<1037xf32>
  %f32_8 = stablehlo.maximum %f32_6, %f32_7 : tensor<1037xf32>
  %f32_9 = stablehlo.add %x_f32, %y_f32 : tensor<1037xf32>
  %f32_10 = stablehlo.minimum %f32_6, %f32_9 : tensor<1037xf32>
  %f32_11 = stablehlo.multiply %y_f32, %f32_nz : tensor<1037xf32>
  %f32_12 = stablehlo.multiply %x_f32, %f32_z : tensor<1037xf32>
  %f32_13 = stablehlo.maximum %f32_11, %f32_12 : tensor<1037xf32>
  %f32_14 = stablehlo.multiply %y_f32, %f32_nz : tensor<1037xf32>
  %f32_15 = stablehlo.multiply %x_f32, %f32_z : tensor<1037xf32>
  %f32_16 = stablehlo.minimum %f32_14, %f32_15 : tensor<1037xf32>
  %f32_17 = stablehlo.subtract %f32_6, %x_f32 : tensor<1037xf32>
  %f32_18 = stablehlo.clamp %f32_nz, %f32_17, %f32_b : tensor<1037xf32>
  %f32_19 = stablehlo.multiply %x_f32, %f32_b : tensor<1037xf32>
  %f32_20 = stablehlo.floor %f32_19 : tensor<1037xf32>
  %f32_21 = stablehlo.multiply %x_f32, %f32_b : tensor<1037xf32>
  %f32_22 = stablehlo.ceil %f32_21 : tensor<1037xf32>
  %f32_23 = stablehlo.multiply %x_f32, %f32_b : tensor<1037xf32>
  %f32_24 = stablehlo.round_nearest_even %f32_23 : tensor<1037xf32>
  %f32_25 = stablehlo.add %x_f32, %y_f32 : tensor<1037xf32>
  %f32_26 = stablehlo.abs %f32_25 : tensor<1037xf32>
  %f32_27 = stablehlo.sqrt %f32_26 : tensor<1037xf32>
  %f32_28 = stablehlo.subtract %x_f32, %y_f32 : tensor<1037xf32>
  %f32_29 = stablehlo.abs %f32_28 : tensor<1037xf32>
  %f32_30 = stablehlo.rsqrt %f32_29 : tensor<1037xf32>
  %f32_31 = stablehlo.divide %f32_b, %f32_13 : tensor<1037xf32>
  %f32_32 = stablehlo.divide %f32_b, %f32_16 : tensor<1037xf32>
  %f32_33 = stablehlo.compare LE, %x_f32, %y_f32 : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_34 = stablehlo.compare NE, %f32_6, %f32_6 : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_35 = stablehlo.and %f32_33, %f32_34 : tensor<1037xi1>
  %f32_36 = stablehlo.compare GE, %x_f32, %y_f32 : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_37 = stablehlo.not %f32_35 : tensor<1037xi1>
  %f32_38 = stablehlo.xor %f32_36, %f32_37 : tensor<1037xi1>
  %f32_39 = stablehlo.compare EQ, %x_f32, %y_f32 : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_40 = stablehlo.compare LT, %x_f32, %f32_6 : (tensor<1037xf32>, tensor<1037xf32>) -> tensor<1037xi1>
  %f32_41 = stablehlo.or %f32_39, %f32_40 : tensor<1037xi1>
  %f32_42 = stablehlo.add %x_f32, %y_f32 : tensor<1037xf32>
  %f32_43 = stablehlo.subtract %f32_42, %y_f32 : tensor<1037xf32>
  %f32_44 = stablehlo.multiply %f32_43, %f32_k : tensor<1037xf32>
  %f32_45 = stablehlo.add %f32_42, %f32_44 : tensor<1037xf32>
  %f32_46 = stablehlo.subtract %f32_45, %f32_44 : tensor<1037xf32>
  %f32_47 = stablehlo.multiply %f32_46, %f32_k : tensor<1037xf32>
  %f32_48 = stablehlo.add %f32_45, %f32_47 : tensor<1037xf32>
  %f32_49 = stablehlo.subtract %f32_48, %f32_47 : tensor<1037xf32>
  %f32_50 = stablehlo.multiply %f32_49, %f32_k : tensor<1037xf32>
  %f32_51 = stablehlo.add %f32_48, %f32_50 : tensor<1037xf32>
  %f32_52 = stablehlo.subtract %f32_51, %f32_50 : tensor<1037xf32>
  %f32_53 = stablehlo.multiply %f32_52, %f32_k : tensor<1037xf32>
  %f32_54 = stablehlo.add %f32_51, %f32_53 : tensor<1037xf32>
  %f32_55 = stablehlo.subtract %f32_54, %f32_53 : tensor<1037xf32>
  %f32_56 = stablehlo.multiply %f32_55, %f32_k : tensor<1037xf32>
  %f32_57 = stablehlo.add %f32_54, %f32_56 : tensor<1037xf32>
  %f32_58 = stablehlo.subtract %f32_57, %f32_56 : tensor<1037xf32>
  %f32_59 = stablehlo.multiply %f32_58, %f32_k : tensor<1037xf32>
  %f64_k = stablehlo.constant dense<0.1> : tensor<1037xf64>
  %f64_z = stablehlo.constant dense<0.0> : tensor<1037xf64>
  %f64_inf = stablehlo.constant dense<0x7FF0000000000000> : tensor<1037xf64>
  %f64_nan = stablehlo.constant dense<0x7FF8000000000000> : tensor<1037xf64>
  %f64_nz = stablehlo.constant dense<-0.0> : tensor<1037xf64>
  %f64_b = stablehlo.constant dense<3.0> : tensor<1037xf64>
  %f64_1 = stablehlo.compare GT, %x_f64, %f64_z : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_2 = stablehlo.multiply %x_f64, %x_f64 : tensor<1037xf64>
  %f64_3 = stablehlo.multiply %f64_2, %f64_k : tensor<1037xf64>
  %f64_4 = stablehlo.select %f64_1, %x_f64, %f64_3 : tensor<1037xi1>, tensor<1037xf64>
  %f64_5 = stablehlo.maximum %y_f64, %f64_z : tensor<1037xf64>
  %f64_6 = stablehlo.divide %x_f64, %f64_5 : tensor<1037xf64>
  %f64_7 = stablehlo.negate %f64_6 : tensor<1037xf64>
  %f64_8 = stablehlo.maximum %f64_6, %f64_7 : tensor<1037xf64>
  %f64_9 = stablehlo.add %x_f64, %y_f64 : tensor<1037xf64>
  %f64_10 = stablehlo.minimum %f64_6, %f64_9 : tensor<1037xf64>
  %f64_11 = stablehlo.multiply %y_f64, %f64_nz : tensor<1037xf64>
  %f64_12 = stablehlo.multiply %x_f64, %f64_z : tensor<1037xf64>
  %f64_13 = stablehlo.maximum %f64_11, %f64_12 : tensor<1037xf64>
  %f64_14 = stablehlo.multiply %y_f64, %f64_nz : tensor<1037xf64>
  %f64_15 = stablehlo.multiply %x_f64, %f64_z : tensor<1037xf64>
  %f64_16 = stablehlo.minimum %f64_14, %f64_15 : tensor<1037xf64>
  %f64_17 = stablehlo.subtract %f64_6, %x_f64 : tensor<1037xf64>
  %f64_18 = stablehlo.clamp %f64_nz, %f64_17, %f64_b : tensor<1037xf64>
  %f64_19 = stablehlo.multiply %x_f64, %f64_b : tensor<1037xf64>
  %f64_20 = stablehlo.floor %f64_19 : tensor<1037xf64>
  %f64_21 = stablehlo.multiply %x_f64, %f64_b : tensor<1037xf64>
  %f64_22 = stablehlo.ceil %f64_21 : tensor<1037xf64>
  %f64_23 = stablehlo.multiply %x_f64, %f64_b : tensor<1037xf64>
  %f64_24 = stablehlo.round_nearest_even %f64_23 : tensor<1037xf64>
  %f64_25 = stablehlo.add %x_f64, %y_f64 : tensor<1037xf64>
  %f64_26 = stablehlo.abs %f64_25 : tensor<1037xf64>
  %f64_27 = stablehlo.sqrt %f64_26 : tensor<1037xf64>
  %f64_28 = stablehlo.subtract %x_f64, %y_f64 : tensor<1037xf64>
  %f64_29 = stablehlo.abs %f64_28 : tensor<1037xf64>
  %f64_30 = stablehlo.rsqrt %f64_29 : tensor<1037xf64>
  %f64_31 = stablehlo.divide %f64_b, %f64_13 : tensor<1037xf64>
  %f64_32 = stablehlo.divide %f64_b, %f64_16 : tensor<1037xf64>
  %f64_33 = stablehlo.compare LE, %x_f64, %y_f64 : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_34 = stablehlo.compare NE, %f64_6, %f64_6 : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_35 = stablehlo.and %f64_33, %f64_34 : tensor<1037xi1>
  %f64_36 = stablehlo.compare GE, %x_f64, %y_f64 : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_37 = stablehlo.not %f64_35 : tensor<1037xi1>
  %f64_38 = stablehlo.xor %f64_36, %f64_37 : tensor<1037xi1>
  %f64_39 = stablehlo.compare EQ, %x_f64, %y_f64 : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_40 = stablehlo.compare LT, %x_f64, %f64_6 : (tensor<1037xf64>, tensor<1037xf64>) -> tensor<1037xi1>
  %f64_41 = stablehlo.or %f64_39, %f64_40 : tensor<1037xi1>
  %f64_42 = stablehlo.add %x_f64, %y_f64 : tensor<1037xf64>
  %f64_43 = stablehlo.subtract %f64_42, %y_f64 : tensor<1037xf64>
  %f64_44 = stablehlo.multiply %f64_43, %f64_k : tensor<1037xf64>
  %f64_45 = stablehlo.add %f64_42, %f64_44 : tensor<1037xf64>
  %f64_46 = stablehlo.subtract %f64_45, %f64_44 : tensor<1037xf64>
  %f64_47 = stablehlo.multiply %f64_46, %f64_k : tensor<1037xf64>
  %f64_48 = stablehlo.add %f64_45, %f64_47 : tensor<1037xf64>
  %f64_49 = stablehlo.subtract %f64_48, %f64_47 : tensor<1037xf64>
  %f64_50 = stablehlo.multiply %f64_49, %f64_k : tensor<1037xf64>
  %f64_51 = stablehlo.add %f64_48, %f64_50 : tensor<1037xf64>
  %f64_52 = stablehlo.subtract %f64_51, %f64_50 : tensor<1037xf64>
  %f64_53 = stablehlo.multiply %f64_52, %f64_k : tensor<1037xf64>
  %f64_54 = stablehlo.add %f64_51, %f64_53 : tensor<1037xf64>
  %f64_55 = stablehlo.subtract %f64_54, %f64_53 : tensor<1037xf64>
  %f64_56 = stablehlo.multiply %f64_55, %f64_k : tensor<1037xf64>
  %f64_57 = stablehlo.add %f64_54, %f64_56 : tensor<1037xf64>
  %f64_58 = stablehlo.subtract %f64_57, %f64_56 : tensor<1037xf64>
  %f64_59 = stablehlo.multiply %f64_58, %f64_k : tensor<1037xf64>
  %i32_k = stablehlo.constant dense<40503> : tensor<1037xi32>
  %i32_s = stablehlo.constant dense<13> : tensor<1037xi32>
  %i32_1 = stablehlo.shift_right_logical %x_i32, %i32_s : tensor<1037xi32>
  %i32_2 = stablehlo.xor %x_i32, %i32_1 : tensor<1037xi32>
  %i32_3 = stablehlo.multiply %i32_2, %i32_k : tensor<1037xi32>
  %i32_4 = stablehlo.shift_left %i32_3, %y_i32 : tensor<1037xi32>
  %i32_5 = stablehlo.shift_right_arithmetic %i32_3, %y_i32 : tensor<1037xi32>
  %i32_6 = stablehlo.or %i32_4, %i32_5 : tensor<1037xi32>
  %i32_7 = stablehlo.subtract %x_i32, %i32_3 : tensor<1037xi32>
  %i32_8 = stablehlo.minimum %y_i32, %i32_6 : tensor<1037xi32>
  %i32_9 = stablehlo.maximum %i32_7, %i32_8 : tensor<1037xi32>
  %i32_10 = stablehlo.and %i32_9, %i32_6 : tensor<1037xi32>
  %i32_11 = stablehlo.not %i32_10 : tensor<1037xi32>
  %i32_12 = stablehlo.compare LT, %x_i32, %y_i32 : (tensor<1037xi32>, tensor<1037xi32>) -> tensor<1037xi1>
  %i32_13 = stablehlo.select %i32_12, %i32_9, %i32_11 : tensor<1037xi1>, tensor<1037xi32>
  %i32_14 = stablehlo.add %i32_3, %i32_6 : tensor<1037xi32>
  %i32_15 = stablehlo.clamp %y_i32, %i32_14, %x_i32 : tensor<1037xi32>
  %ui32_k = stablehlo.constant dense<40503> : tensor<1037xui32>
  %ui32_s = stablehlo.constant dense<13> : tensor<1037xui32>
  %ui32_1 = stablehlo.shift_right_logical %x_ui32, %ui32_s : tensor<1037xui32>
  %ui32_2 = stablehlo.xor %x_ui32, %ui32_1 : tensor<1037xui32>
  %ui32_3 = stablehlo.multiply %ui32_2, %ui32_k : tensor<1037xui32>
  %ui32_4 = stablehlo.shift_left %ui32_3, %y_ui32 : tensor<1037xui32>
  %ui32_5 = stablehlo.shift_right_arithmetic %ui32_3, %y_ui32 : tensor<1037xui32>
  %ui32_6 = stablehlo.or %ui32_4, %ui32_5 : tensor<1037xui32>
  %ui32_7 = stablehlo.subtract %x_ui32, %ui32_3 : tensor<1037xui32>
  %ui32_8 = stablehlo.minimum %y_ui32, %ui32_6 : tensor<1037xui32>
  %ui32_9 = stablehlo.maximum %ui32_7, %ui32_8 : tensor<1037xui32>
  %ui32_10 = stablehlo.and %ui32_9, %ui32_6 : tensor<1037xui32>
  %ui32_11 = stablehlo.not %ui32_10 : tensor<1037xui32>
  %ui32_12 = stablehlo.compare LT, %x_ui32, %y_ui32 : (tensor<1037xui32>, tensor<1037xui32>) -> tensor<1037xi1>
  %ui32_13 = stablehlo.select %ui32_12, %ui32_9, %ui32_11 : tensor<1037xi1>, tensor<1037xui32>
  %ui32_14 = stablehlo.add %ui32_3, %ui32_6 : tensor<1037xui32>
  %ui32_15 = stablehlo.clamp %y_ui32, %ui32_14, %x_ui32 : tensor<1037xui32>
  %i64_k = stablehlo.constant dense<40503> : tensor<1037xi64>
  %i64_s = stablehlo.constant dense<13> : tensor<1037xi64>
  %i64_1 = stablehlo.shift_right_logical %x_i64, %i64_s : tensor<1037xi64>
  %i64_2 = stablehlo.xor %x_i64, %i64_1 : tensor<1037xi64>
  %i64_3 = stablehlo.multiply %i64_2, %i64_k : tensor<1037xi64>
  %i64_4 = stablehlo.shift_left %i64_3, %y_i64 : tensor<1037xi64>
  %i64_5 = stablehlo.shift_right_arithmetic %i64_3, %y_i64 : tensor<1037xi64>
  %i64_6 = stablehlo.or %i64_4, %i64_5 : tensor<1037xi64>
  %i64_7 = stablehlo.subtract %x_i64, %i64_3 : tensor<1037xi64>
  %i64_8 = stablehlo.minimum %y_i64, %i64_6 : tensor<1037xi64>
  %i64_9 = stablehlo.maximum %i64_7, %i64_8 : tensor<1037xi64>
  %i64_10 = stablehlo.and %i64_9, %i64_6 : tensor<1037xi64>
  %i64_11 = stablehlo.not %i64_10 : tensor<1037xi64>
  %i64_12 = stablehlo.compare LT, %x_i64, %y_i64 : (tensor<1037xi64>, tensor<1037xi64>) -> tensor<1037xi1>
  %i64_13 = stablehlo.select %i64_12, %i64_9, %i64_11 : tensor<1037xi1>, tensor<1037xi64>
  %i64_14 = stablehlo.add %i64_3, %i64_6 : tensor<1037xi64>
  %i64_15 = stablehlo.clamp %y_i64, %i64_14, %x_i64 : tensor<1037xi64>
  %ui64_k = stablehlo.constant dense<40503> : tensor<1037xui64>
  %ui64_s = stablehlo.constant dense<13> : tensor<1037xui64>
  %ui64_1 = stablehlo.shift_right_logical %x_ui64, %ui64_s : tensor<1037xui64>
  %ui64_2 = stablehlo.xor %x_ui64, %ui64_1 : tensor<1037xui64>
  %ui64_3 = stablehlo.multiply %ui64_2, %ui64_k : tensor<1037xui64>
  %ui64_4 = stablehlo.shift_left %ui64_3, %y_ui64 : tensor<1037xui64>
  %ui64_5 = stablehlo.shift_right_arithmetic %ui64_3, %y_ui64 : tensor<1037xui64>
  %ui64_6 = stablehlo.or %ui64_4, %ui64_5 : tensor<1037xui64>
  %ui64_7 = stablehlo.subtract %x_ui64, %ui64_3 : tensor<1037xui64>
  %ui64_8 = stablehlo.minimum %y_ui64, %ui64_6 : tensor<1037xui64>
  %ui64_9 = stablehlo.maximum %ui64_7, %ui64_8 : tensor<1037xui64>
  %ui64_10 = stablehlo.and %ui64_9, %ui64_6 : tensor<1037xui64>
  %ui64_11 = stablehlo.not %ui64_10 : tensor<1037xui64>
  %ui64_12 = stablehlo.compare LT, %x_ui64, %y_ui64 : (tensor<1037xui64>, tensor<1037xui64>) -> tensor<1037xi1>
  %ui64_13 = stablehlo.select %ui64_12, %ui64_9, %ui64_11 : tensor<1037xi1>, tensor<1037xui64>
  %ui64_14 = stablehlo.add %ui64_3, %ui64_6 : tensor<1037xui64>
  %ui64_15 = stablehlo.clamp %y_ui64, %ui64_14, %x_ui64 : tensor<1037xui64>
  %u1 = stablehlo.convert %x_ui8 : (tensor<1037xui8>) -> tensor<1037xf32>
  %i1 = stablehlo.convert %x_i8 : (tensor<1037xi8>) -> tensor<1037xf32>
  %ui = stablehlo.divide %u1, %f32_b : tensor<1037xf32>
  %uj = stablehlo.subtract %ui, %i1 : tensor<1037xf32>
  %h0 = stablehlo.divide %x_bf16, %y_bf16 : tensor<1037xbf16>
  %h1 = stablehlo.multiply %h0, %x_bf16 : tensor<1037xbf16>
  %h2 = stablehlo.maximum %h1, %h0 : tensor<1037xbf16>
  %h3 = stablehlo.convert %uj : (tensor<1037xf32>) -> tensor<1037xbf16>
  %h4 = stablehlo.add %h3, %h2 : tensor<1037xbf16>
  %h5 = stablehlo.convert %h4 : (tensor<1037xbf16>) -> tensor<1037xf32>
  %h6 = stablehlo.multiply %h5, %f32_k : tensor<1037xf32>
  return %f32_4, %f32_8, %f32_10, %f32_18, %f32_20, %f32_22, %f32_24, %f32_27, %f32_30, %f32_31, %f32_32, %f32_35, %f32_38, %f32_41, %f32_57, %f32_59, %f64_4, %f64_8, %f64_10, %f64_18, %f64_20, %f64_22, %f64_24, %f64_27, %f64_30, %f64_31, %f64_32, %f64_35, %f64_38, %f64_41, %f64_57, %f64_59, %i32_3, %i32_6, %i32_9, %i32_11, %i32_13, %i32_15, %ui32_3, %ui32_6, %ui32_9, %ui32_11, %ui32_13, %ui32_15, %i64_3, %i64_6, %i64_9, %i64_11, %i64_13, %i64_15, %ui64_3, %ui64_6, %ui64_9, %ui64_11, %ui64_13, %ui64_15, %uj, %h2, %h4, %h6
      : tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xf32>, tensor<1037xf32>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xi1>, tensor<1037xf64>, tensor<1037xf64>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xi32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xui32>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xi64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xui64>, tensor<1037xf32>, tensor<1037xbf16>, tensor<1037xbf16>, tensor<1037xf32>
}

// Single numbers that are read when the program runs are operands of functions of machine code, where
// the processor has AVX-512.
//
// RUN: sdyc run %s --input=77xui32=random:0 --input=ui32=5 --input=77xi32=random:1 --input=i32=5 \
// RUN:     --input=77xui64=random:2 --input=ui64=5 --input=77xi64=random:3 --input=i64=5 \
// RUN:     --input=77xf32=random:4 --input=f32=0.3 --input=77xf64=random:5 --input=f64=0.3 \
// RUN:     --input=77xbf16=random:6 --input=bf16=0.3 > %t.fused
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=77xui32=random:0 --input=ui32=5 --input=77xi32=random:1 --input=i32=5 \
// RUN:     --input=77xui64=random:2 --input=ui64=5 --input=77xi64=random:3 --input=i64=5 \
// RUN:     --input=77xf32=random:4 --input=f32=0.3 --input=77xf64=random:5 --input=f64=0.3 \
// RUN:     --input=77xbf16=random:6 --input=bf16=0.3 > %t.strips
// RUN: cmp %t.fused %t.strips
func.func public @main(%x_ui32: tensor<77xui32>, %s_ui32: tensor<ui32>, %x_i32: tensor<77xi32>, %s_i32: tensor<i32>,
    %x_ui64: tensor<77xui64>, %s_ui64: tensor<ui64>, %x_i64: tensor<77xi64>, %s_i64: tensor<i64>,
    %x_f32: tensor<77xf32>, %s_f32: tensor<f32>, %x_f64: tensor<77xf64>, %s_f64: tensor<f64>,
    %x_bf16: tensor<77xbf16>, %s_bf16: tensor<bf16>)
    -> (tensor<77xui32>, tensor<77xi32>, tensor<77xui64>, tensor<77xi64>, tensor<77xf32>, tensor<77xf64>, tensor<77xbf16>) {
  %b_ui32 = stablehlo.broadcast_in_dim %s_ui32, dims = [] : (tensor<ui32>) -> tensor<77xui32>
  %l_ui32 = stablehlo.shift_left %x_ui32, %b_ui32 : tensor<77xui32>
  %r_ui32 = stablehlo.shift_right_logical %x_ui32, %b_ui32 : tensor<77xui32>
  %o_ui32 = stablehlo.or %l_ui32, %r_ui32 : tensor<77xui32>
  %z_ui32 = stablehlo.xor %o_ui32, %x_ui32 : tensor<77xui32>
  %b_i32 = stablehlo.broadcast_in_dim %s_i32, dims = [] : (tensor<i32>) -> tensor<77xi32>
  %l_i32 = stablehlo.shift_left %x_i32, %b_i32 : tensor<77xi32>
  %r_i32 = stablehlo.shift_right_logical %x_i32, %b_i32 : tensor<77xi32>
  %o_i32 = stablehlo.or %l_i32, %r_i32 : tensor<77xi32>
  %z_i32 = stablehlo.xor %o_i32, %x_i32 : tensor<77xi32>
  %b_ui64 = stablehlo.broadcast_in_dim %s_ui64, dims = [] : (tensor<ui64>) -> tensor<77xui64>
  %l_ui64 = stablehlo.shift_left %x_ui64, %b_ui64 : tensor<77xui64>
  %r_ui64 = stablehlo.shift_right_logical %x_ui64, %b_ui64 : tensor<77xui64>
  %o_ui64 = stablehlo.or %l_ui64, %r_ui64 : tensor<77xui64>
  %z_ui64 = stablehlo.xor %o_ui64, %x_ui64 : tensor<77xui64>
  %b_i64 = stablehlo.broadcast_in_dim %s_i64, dims = [] : (tensor<i64>) -> tensor<77xi64>
  %l_i64 = stablehlo.shift_left %x_i64, %b_i64 : tensor<77xi64>
  %r_i64 = stablehlo.shift_right_logical %x_i64, %b_i64 : tensor<77xi64>
  %o_i64 = stablehlo.or %l_i64, %r_i64 : tensor<77xi64>
  %z_i64 = stablehlo.xor %o_i64, %x_i64 : tensor<77xi64>
  %b_f32 = stablehlo.broadcast_in_dim %s_f32, dims = [] : (tensor<f32>) -> tensor<77xf32>
  %l_f32 = stablehlo.multiply %x_f32, %b_f32 : tensor<77xf32>
  %r_f32 = stablehlo.subtract %l_f32, %b_f32 : tensor<77xf32>
  %z_f32 = stablehlo.maximum %r_f32, %x_f32 : tensor<77xf32>
  %b_f64 = stablehlo.broadcast_in_dim %s_f64, dims = [] : (tensor<f64>) -> tensor<77xf64>
  %l_f64 = stablehlo.multiply %x_f64, %b_f64 : tensor<77xf64>
  %r_f64 = stablehlo.subtract %l_f64, %b_f64 : tensor<77xf64>
  %z_f64 = stablehlo.maximum %r_f64, %x_f64 : tensor<77xf64>
  %b_bf16 = stablehlo.broadcast_in_dim %s_bf16, dims = [] : (tensor<bf16>) -> tensor<77xbf16>
  %l_bf16 = stablehlo.multiply %x_bf16, %b_bf16 : tensor<77xbf16>
  %r_bf16 = stablehlo.subtract %l_bf16, %b_bf16 : tensor<77xbf16>
  %z_bf16 = stablehlo.maximum %r_bf16, %x_bf16 : tensor<77xbf16>
  return %z_ui32, %z_i32, %z_ui64, %z_i64, %z_f32, %z_f64, %z_bf16
      : tensor<77xui32>, tensor<77xi32>, tensor<77xui64>, tensor<77xi64>, tensor<77xf32>, tensor<77xf64>, tensor<77xbf16>
}

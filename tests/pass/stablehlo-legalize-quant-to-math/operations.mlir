// Quantized operations on the stored integers and on f32, as StableHLO's pass writes them.
// RUN: sdyc opt %s -split-input-file -stablehlo-legalize-quant-to-math -verify-diagnostics | FileCheck %s --implicit-check-not=!quant

// CHECK-LABEL: func.func @quantize(%arg0: tensor<2x3xf32>) -> tensor<2x3xi8> {
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: [[F_0:%.+]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: [[F_1:%.+]] = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: [[F_2:%.+]] = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: [[V0:%.+]] = chlo.broadcast_divide %arg0, [[F]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[V1:%.+]] = chlo.broadcast_add [[V0]], [[F_0]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.clamp [[F_1]], [[V1]], [[F_2]] : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[V3:%.+]] = stablehlo.round_nearest_even [[V2]] : tensor<2x3xf32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.convert [[V3]] : (tensor<2x3xf32>) -> tensor<2x3xi8>
// CHECK-NEXT: return [[V4]] : tensor<2x3xi8>
func.func @quantize(%a: tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>
}

// CHECK-LABEL: func.func @dequantize(%arg0: tensor<2x3xi8>) -> tensor<2x3xf32> {
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[V0:%.+]] = stablehlo.convert %arg0 : (tensor<2x3xi8>) -> tensor<2x3xi32>
// CHECK-NEXT: [[V1:%.+]] = chlo.broadcast_subtract [[V0]], [[C]] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.convert [[V1]] : (tensor<2x3xi32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[V3:%.+]] = chlo.broadcast_multiply [[V2]], [[F]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: return [[V3]] : tensor<2x3xf32>
func.func @dequantize(%a: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>) -> tensor<2x3xf32> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @requant(%arg0: tensor<2x3xi8>) -> tensor<2x3xi8> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.convert %arg0 : (tensor<2x3xi8>) -> tensor<2x3xf32>
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: [[V1:%.+]] = chlo.broadcast_multiply [[V0]], [[F]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[F_0:%.+]] = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
// CHECK-NEXT: [[V2:%.+]] = chlo.broadcast_add [[V1]], [[F_0]] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[F_1:%.+]] = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// CHECK-NEXT: [[F_2:%.+]] = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// CHECK-NEXT: [[V3:%.+]] = stablehlo.clamp [[F_1]], [[V2]], [[F_2]] : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.round_nearest_even [[V3]] : tensor<2x3xf32>
// CHECK-NEXT: [[V5:%.+]] = stablehlo.convert [[V4]] : (tensor<2x3xf32>) -> tensor<2x3xi8>
// CHECK-NEXT: return [[V5]] : tensor<2x3xi8>
func.func @requant(%a: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:1>> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:1>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:1>>
}

// CHECK-LABEL: func.func @add(%arg0: tensor<2x3xi8>, %arg1: tensor<2x3xi8>) -> tensor<2x3xi8> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.convert %arg0 : (tensor<2x3xi8>) -> tensor<2x3xi32>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.convert %arg1 : (tensor<2x3xi8>) -> tensor<2x3xi32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[V2:%.+]] = chlo.broadcast_add [[V0]], [[V1]] : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT: [[V3:%.+]] = chlo.broadcast_subtract [[V2]], [[C]] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
// CHECK-NEXT: [[I0:%.+]] = stablehlo.constant dense<-128> : tensor<i32>
// CHECK-NEXT: [[I1:%.+]] = stablehlo.constant dense<127> : tensor<i32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.clamp [[I0]], [[V3]], [[I1]] : (tensor<i32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
// CHECK-NEXT: [[V5:%.+]] = stablehlo.convert [[V4]] : (tensor<2x3xi32>) -> tensor<2x3xi8>
// CHECK-NEXT: return [[V5]] : tensor<2x3xi8>
func.func @add(%a: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>, %b: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>> {
  %0 = stablehlo.add %a, %b : tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:3>>
}

// CHECK-LABEL: func.func @dot(%arg0: tensor<2x2xi8>, %arg1: tensor<2x2xi8>) -> tensor<2x2xi8> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.convert %arg1 : (tensor<2x2xi8>) -> tensor<2x2xi32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.reduce([[V1]] init: [[C]]) applies stablehlo.add across dimensions = [0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: [[I0:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[V3:%.+]] = chlo.broadcast_multiply [[V2]], [[I0]] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.broadcast_in_dim [[V3]], dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: [[V5:%.+]] = stablehlo.convert [[V0]] : (tensor<2x2xi32>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V6:%.+]] = chlo.broadcast_multiply [[V5]], [[F]] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V7:%.+]] = stablehlo.convert [[V6]] : (tensor<2x2xf32>) -> tensor<2x2xi32>
// CHECK-NEXT: [[V8:%.+]] = stablehlo.convert [[V4]] : (tensor<2x2xi32>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V9:%.+]] = chlo.broadcast_multiply [[V8]], [[F]] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V10:%.+]] = stablehlo.convert [[V9]] : (tensor<2x2xf32>) -> tensor<2x2xi32>
// CHECK-NEXT: [[I1:%.+]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: [[V11:%.+]] = chlo.broadcast_subtract [[I1]], [[V10]] : (tensor<i32>, tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: [[V12:%.+]] = chlo.broadcast_add [[V7]], [[V11]] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: [[V13:%.+]] = stablehlo.convert [[V12]] : (tensor<2x2xi32>) -> tensor<2x2xi8>
// CHECK-NEXT: return [[V13]] : tensor<2x2xi8>
func.func @dot(%a: tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:3>>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:7>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:3>>, tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:7>>
  return %0 : tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:7>>
}

// CHECK-LABEL: func.func @hybrid(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xi8>) -> tensor<2x2xf32> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.optimization_barrier %arg1 : tensor<2x2xi8>
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: [[F_0:%.+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.convert [[V0]] : (tensor<2x2xi8>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V2:%.+]] = chlo.broadcast_multiply [[V1]], [[F]] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
// CHECK-NEXT: [[V3:%.+]] = stablehlo.dot_general %arg0, [[V2]], contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: return [[V3]] : tensor<2x2xf32>
func.func @hybrid(%a: tensor<2x2xf32>, %b: tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:0>>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:0>>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @by_axis(%arg0: tensor<1x5x5x3xi8>, %arg1: tensor<3x3x3x2xi8>) -> tensor<1x5x5x2xi32> {
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<4> : tensor<i8>
// CHECK-NEXT: [[V0:%.+]] = stablehlo.pad %arg0, [[C]], low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x5x5x3xi8>, tensor<i8>) -> tensor<1x7x7x3xi8>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.convolution([[V0]], %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = {{\[\[}}0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x3xi8>, tensor<3x3x3x2xi8>) -> tensor<1x5x5x2xi32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.convert %arg1 : (tensor<3x3x3x2xi8>) -> tensor<3x3x3x2xi32>
// CHECK-NEXT: [[I0:%.+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: [[V3:%.+]] = stablehlo.reduce([[V2]] init: [[I0]]) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x3x3x2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: [[I1:%.+]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK-NEXT: [[V4:%.+]] = chlo.broadcast_multiply [[V3]], [[I1]] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: [[V5:%.+]] = stablehlo.broadcast_in_dim [[V4]], dims = [3] : (tensor<2xi32>) -> tensor<1x5x5x2xi32>
// CHECK-NEXT: [[I2:%.+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: [[V6:%.+]] = chlo.broadcast_subtract [[I2]], [[V5]] : (tensor<i32>, tensor<1x5x5x2xi32>) -> tensor<1x5x5x2xi32>
// CHECK-NEXT: [[V7:%.+]] = chlo.broadcast_add [[V1]], [[V6]] : (tensor<1x5x5x2xi32>, tensor<1x5x5x2xi32>) -> tensor<1x5x5x2xi32>
// CHECK-NEXT: [[V8:%.+]] = stablehlo.convert [[V7]] : tensor<1x5x5x2xi32>
// CHECK-NEXT: return [[V8]] : tensor<1x5x5x2xi32>
func.func @by_axis(%a: tensor<1x5x5x3x!quant.uniform<i8:f32, 2.000000e+00:4>>, %k: tensor<3x3x3x2x!quant.uniform<i8<-127:127>:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x5x5x2x!quant.uniform<i32:f32:3, {2.000000e+00, 4.000000e+00}>> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x3x!quant.uniform<i8:f32, 2.000000e+00:4>>, tensor<3x3x3x2x!quant.uniform<i8<-127:127>:f32:3, {1.000000e+00, 2.000000e+00}>>) -> tensor<1x5x5x2x!quant.uniform<i32:f32:3, {2.000000e+00, 4.000000e+00}>>
  return %0 : tensor<1x5x5x2x!quant.uniform<i32:f32:3, {2.000000e+00, 4.000000e+00}>>
}

// CHECK-LABEL: func.func @open_sizes(%arg0: tensor<?x?xi8>, %arg1: tensor<?x?xi8>) -> tensor<?x?xi8> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi32>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.convert %arg1 : (tensor<?x?xi8>) -> tensor<?x?xi32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.reduce([[V1]] init: [[C]]) applies stablehlo.add across dimensions = [0] : (tensor<?x?xi32>, tensor<i32>) -> tensor<?xi32>
// CHECK-NEXT: [[I0:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[V3:%.+]] = chlo.broadcast_multiply [[V2]], [[I0]] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.get_dimension_size [[V0]], dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
// CHECK-NEXT: [[V5:%.+]] = stablehlo.convert [[V4]] : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: [[V6:%.+]] = stablehlo.reshape [[V5]] : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: [[V7:%.+]] = stablehlo.get_dimension_size [[V0]], dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
// CHECK-NEXT: [[V8:%.+]] = stablehlo.convert [[V7]] : (tensor<i32>) -> tensor<i64>
// CHECK-NEXT: [[V9:%.+]] = stablehlo.reshape [[V8]] : (tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: [[V10:%.+]] = stablehlo.concatenate [[V6]], [[V9]], dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK-NEXT: [[V11:%.+]] = stablehlo.dynamic_broadcast_in_dim [[V3]], [[V10]], dims = [1] : (tensor<?xi32>, tensor<2xi64>) -> tensor<?x?xi32>
// CHECK-NEXT: [[I1:%.+]] = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: [[V12:%.+]] = chlo.broadcast_subtract [[I1]], [[V11]] : (tensor<i32>, tensor<?x?xi32>) -> tensor<?x?xi32>
// CHECK-NEXT: [[V13:%.+]] = chlo.broadcast_add [[V0]], [[V12]] : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
// CHECK-NEXT: [[V14:%.+]] = stablehlo.convert [[V13]] : (tensor<?x?xi32>) -> tensor<?x?xi8>
// CHECK-NEXT: return [[V14]] : tensor<?x?xi8>
func.func @open_sizes(%a: tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:3>>, %b: tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:5>> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:3>>, tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:5>>
  return %0 : tensor<?x?x!quant.uniform<i8:f32, 1.000000e+00:5>>
}

// CHECK-LABEL: func.func @on_floats(%arg0: tensor<2xi8>) -> tensor<2xi8> {
// CHECK-NEXT: [[F:%.+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: [[C:%.+]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: [[V0:%.+]] = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xi32>
// CHECK-NEXT: [[V1:%.+]] = chlo.broadcast_subtract [[V0]], [[C]] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// CHECK-NEXT: [[V2:%.+]] = stablehlo.convert [[V1]] : (tensor<2xi32>) -> tensor<2xf32>
// CHECK-NEXT: [[V3:%.+]] = chlo.broadcast_multiply [[V2]], [[F]] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: [[V4:%.+]] = stablehlo.abs [[V3]] : tensor<2xf32>
// CHECK-NEXT: [[F_0:%.+]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: [[F_1:%.+]] = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: [[F_2:%.+]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: [[F_3:%.+]] = stablehlo.constant dense<2.550000e+02> : tensor<f32>
// CHECK-NEXT: [[V5:%.+]] = chlo.broadcast_divide [[V4]], [[F_0]] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: [[V6:%.+]] = chlo.broadcast_add [[V5]], [[F_1]] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: [[V7:%.+]] = stablehlo.clamp [[F_2]], [[V6]], [[F_3]] : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT: [[V8:%.+]] = stablehlo.round_nearest_even [[V7]] : tensor<2xf32>
// CHECK-NEXT: [[V9:%.+]] = stablehlo.convert [[V8]] : (tensor<2xf32>) -> tensor<2xi8>
// CHECK-NEXT: return [[V9]] : tensor<2xi8>
func.func @on_floats(%a: tensor<2x!quant.uniform<u8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01:3>> {
  %0 = stablehlo.abs %a : tensor<2x!quant.uniform<u8:f32, 5.000000e-01:3>>
  return %0 : tensor<2x!quant.uniform<u8:f32, 5.000000e-01:3>>
}

// CHECK-LABEL: func.func @moved(%arg0: tensor<2x3xi8>) -> tensor<3x2xi8> {
// CHECK-NEXT: [[V0:%.+]] = stablehlo.maximum %arg0, %arg0 : tensor<2x3xi8>
// CHECK-NEXT: [[V1:%.+]] = stablehlo.transpose [[V0]], dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>
// CHECK-NEXT: return [[V1]] : tensor<3x2xi8>
func.func @moved(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %0 = stablehlo.maximum %a, %a : tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %1 : tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
}

// -----

func.func @half(%a: tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f16, 5.000000e-01:3>> {
  // expected-error@+2 {{Unsupported input element type.}}
  // expected-error@+1 {{failed to legalize operation 'stablehlo.uniform_quantize' that was explicitly marked illegal}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f16, 5.000000e-01:3>>
  return %0 : tensor<2x!quant.uniform<i8:f16, 5.000000e-01:3>>
}

// -----

// Integers are stored as the type says: u8 was taken for ui8, and ui8 for i8.
// CHECK-LABEL: func.func @stored(%arg0: tensor<2xui8>, %arg1: tensor<2xi8>) -> (tensor<2xui8>, tensor<2xi8>)
func.func @stored(%a: tensor<2x!quant.uniform<ui8:f32, 2.0>>, %b: tensor<2x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x!quant.uniform<ui8:f32, 2.0>>, tensor<2x!quant.uniform<u8:f32, 2.0>>) {
  return %a, %b : tensor<2x!quant.uniform<ui8:f32, 2.0>>, tensor<2x!quant.uniform<u8:f32, 2.0>>
}

// -----

// An operation without operands that has no other form.
func.func @numbers() -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.iota' that was explicitly marked illegal}}
  %0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

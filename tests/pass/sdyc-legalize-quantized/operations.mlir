// RUN: sdyc opt -sdyc-legalize-quantized %s -split-input-file | FileCheck %s --implicit-check-not=!quant

// Divided by the scale, shifted by the zero point, clamped, rounded.
// CHECK-LABEL: func.func @quantize(%arg0: tensor<3xf32>) -> tensor<3xi8>
// CHECK-NEXT:    %[[SCALE:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
// CHECK-NEXT:    %[[SCALED:.*]] = stablehlo.divide %arg0, %[[SCALE]]
// CHECK-NEXT:    %[[ZERO:.*]] = stablehlo.constant dense<-3.000000e+00> : tensor<3xf32>
// CHECK-NEXT:    %[[SHIFTED:.*]] = stablehlo.add %[[SCALED]], %[[ZERO]]
// CHECK-NEXT:    %[[LOW:.*]] = stablehlo.constant dense<-1.270000e+02> : tensor<3xf32>
// CHECK-NEXT:    %[[HIGH:.*]] = stablehlo.constant dense<1.270000e+02> : tensor<3xf32>
// CHECK-NEXT:    %[[CLAMPED:.*]] = stablehlo.clamp %[[LOW]], %[[SHIFTED]], %[[HIGH]]
// CHECK-NEXT:    %[[ROUNDED:.*]] = stablehlo.round_nearest_even %[[CLAMPED]]
// CHECK-NEXT:    %[[STORED:.*]] = stablehlo.convert %[[ROUNDED]] : (tensor<3xf32>) -> tensor<3xi8>
// CHECK-NEXT:    return %[[STORED]] : tensor<3xi8>
func.func @quantize(%arg0: tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-127:127>:f32, 0.5:-3>> {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-127:127>:f32, 0.5:-3>>
  return %0 : tensor<3x!quant.uniform<i8<-127:127>:f32, 0.5:-3>>
}

// -----

// A scale for each column; no zero point, no difference.
// CHECK-LABEL: func.func @dequantize(%arg0: tensor<3x2xui8>) -> tensor<3x2xf64>
// CHECK-NEXT:    %[[NUMBERS:.*]] = stablehlo.convert %arg0 : (tensor<3x2xui8>) -> tensor<3x2xf64>
// CHECK-NEXT:    %[[SCALES:.*]] = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf64>
// CHECK-NEXT:    %[[ALONG:.*]] = stablehlo.broadcast_in_dim %[[SCALES]], dims = [1]
// CHECK-NEXT:    stablehlo.multiply %[[NUMBERS]], %[[ALONG]]
func.func @dequantize(%arg0: tensor<3x2x!quant.uniform<u8:f64:1, {0.5, 0.25}>>) -> tensor<3x2xf64> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<3x2x!quant.uniform<u8:f64:1, {0.5, 0.25}>>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// -----

// The largest float that the storage holds, not the one above it.
// CHECK-LABEL: func.func @limits
// CHECK:         stablehlo.constant dense<-2.14748365E+9>
// CHECK:         stablehlo.constant dense<2.14748352E+9>
func.func @limits(%arg0: tensor<f32>) -> tensor<!quant.uniform<i32:f32, 2.0>> {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<f32>) -> tensor<!quant.uniform<i32:f32, 2.0>>
  return %0 : tensor<!quant.uniform<i32:f32, 2.0>>
}

// -----

// Bytes are multiplied as such; the zero point of the left comes off by sums of the right.
// CHECK-LABEL: func.func @product(%arg0: tensor<2x4xi8>, %arg1: tensor<4x3xi8>) -> tensor<2x3xi8>
// CHECK-NEXT:    %[[SUMS:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi32>
// CHECK:         %[[COLUMNS:.*]] = stablehlo.reduce{{.*}} applies stablehlo.add across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
// CHECK:         %[[ZERO:.*]] = stablehlo.constant dense<-30> : tensor<3xi32>
// CHECK-NEXT:    %[[PART:.*]] = stablehlo.multiply %[[COLUMNS]], %[[ZERO]]
// CHECK-NEXT:    %[[ALONG:.*]] = stablehlo.broadcast_in_dim %[[PART]], dims = [1]
// CHECK-NEXT:    %[[EXACT:.*]] = stablehlo.subtract %[[SUMS]], %[[ALONG]] : tensor<2x3xi32>
// CHECK-NEXT:    %[[FLOAT:.*]] = stablehlo.convert %[[EXACT]] : (tensor<2x3xi32>) -> tensor<2x3xf32>
// CHECK-NEXT:    %[[SCALES:.*]] = stablehlo.constant dense<[1.250000e-01, 2.500000e-01, 5.000000e-01]> : tensor<3xf32>
func.func @product(%arg0: tensor<2x4x!quant.uniform<i8:f32, 0.25:-30>>, %arg1: tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32, 4.0>> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.25:-30>>, tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32, 4.0>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 4.0>>
}

// -----

// A result in the scale of the products is their sum.
// CHECK-LABEL: func.func @sums
// CHECK-NEXT:    %[[SUMS:.*]] = stablehlo.dot_general %arg0, %arg1, {{.*}} -> tensor<2x3xi32>
// CHECK-NEXT:    return %[[SUMS]]
func.func @sums(%arg0: tensor<2x4x!quant.uniform<i8:f32, 0.25>>, %arg1: tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i32:f32:1, {0.125, 0.25, 0.5}>> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.25>>, tensor<4x3x!quant.uniform<i8:f32:1, {0.5, 1.0, 2.0}>>) -> tensor<2x3x!quant.uniform<i32:f32:1, {0.125, 0.25, 0.5}>>
  return %0 : tensor<2x3x!quant.uniform<i32:f32:1, {0.125, 0.25, 0.5}>>
}

// -----

// Convolutions are of floats, and so is what is multiplied by floats.
// CHECK-LABEL: func.func @convolution
// CHECK:         stablehlo.convolution({{.*}} : (tensor<1x4x4x2xf32>, tensor<3x3x2x5xf32>) -> tensor<1x4x7x5xf32>
// CHECK:         stablehlo.convert {{.*}} : (tensor<1x4x7x5xf32>) -> tensor<1x4x7x5xi8>
// CHECK:         stablehlo.dot_general %arg2, {{.*}} : (tensor<2x5xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
!image = !quant.uniform<i8:f32, 0.25:7>
!kernel = !quant.uniform<i8:f32, 0.5>
func.func @convolution(%arg0: tensor<1x4x4x2x!image>, %arg1: tensor<3x3x2x5x!kernel>, %arg2: tensor<2x5xf32>, %arg3: tensor<5x3x!kernel>) -> (tensor<1x4x7x5x!image>, tensor<2x3xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!image>, tensor<3x3x2x5x!kernel>) -> tensor<1x4x7x5x!image>
  %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<2x5xf32>, tensor<5x3x!kernel>) -> tensor<2x3xf32>
  return %0, %1 : tensor<1x4x7x5x!image>, tensor<2x3xf32>
}

// -----

// Elements that only move stay integers, and so does what orders them; sums are floats.
// CHECK-LABEL: func.func @integers(%arg0: tensor<2x4xi8>) -> (tensor<4x2xi8>, tensor<4xi8>, tensor<4xi8>)
// CHECK-NEXT:    %[[TURNED:.*]] = stablehlo.transpose %arg0
// CHECK-NEXT:    stablehlo.constant dense<-128> : tensor<i8>
// CHECK-NEXT:    stablehlo.reduce{{.*}} applies stablehlo.maximum across dimensions = [0] : (tensor<2x4xi8>, tensor<i8>) -> tensor<4xi8>
// CHECK:         stablehlo.reduce{{.*}} applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
!q = !quant.uniform<i8:f32, 0.5>
func.func @integers(%arg0: tensor<2x4x!q>) -> (tensor<4x2x!q>, tensor<4x!q>, tensor<4x!q>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x4x!q>) -> tensor<4x2x!q>
  %1 = stablehlo.constant() <{value = dense<-128> : tensor<i8>}> : () -> tensor<!q>
  %2 = stablehlo.reduce(%arg0 init: %1) applies stablehlo.maximum across dimensions = [0] : (tensor<2x4x!q>, tensor<!q>) -> tensor<4x!q>
  %3 = stablehlo.reduce(%arg0 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<2x4x!q>, tensor<!q>) -> tensor<4x!q>
  return %0, %2, %3 : tensor<4x2x!q>, tensor<4x!q>, tensor<4x!q>
}

// -----

// Shardings go to what takes the place.
// CHECK-LABEL: func.func @shardings
// CHECK:         stablehlo.add {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
// CHECK:         stablehlo.convert {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xi8>
sdy.mesh @mesh = <["x"=2]>
func.func @shardings(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

// Sizes that are not known are asked of the value.
// CHECK-LABEL: func.func @dynamic
// CHECK:         stablehlo.dynamic_broadcast_in_dim {{.*}}, dims = [1] : (tensor<2xf32>, {{.*}}) -> tensor<?x2xf32>
func.func @dynamic(%arg0: tensor<?x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<?x2xf32> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<?x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// A size may get lost on the way.
// CHECK-LABEL: func.func @forgotten
// CHECK:         stablehlo.convert {{.*}} : (tensor<2xf32>) -> tensor<?xi8>
func.func @forgotten(%arg0: tensor<2xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<?x!quant.uniform<i8:f32, 0.5>>
}

// -----

// Bodies of loops and types of functions follow.
// CHECK-LABEL: func.func @loop(%arg0: tensor<2xi8>) -> tensor<2xi8>
// CHECK:         stablehlo.while({{.*}}) : tensor<2xi8>, tensor<i1>
// CHECK-LABEL: func.func private @twice(%arg0: tensor<2xi8>) -> tensor<2xi8>
!c = !quant.uniform<i8:f32, 0.5>
func.func @loop(%arg0: tensor<2x!c>) -> tensor<2x!c> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0:2 = stablehlo.while(%x = %arg0, %go = %true) : tensor<2x!c>, tensor<i1>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    %1 = func.call @twice(%x) : (tensor<2x!c>) -> tensor<2x!c>
    %2 = stablehlo.not %go : tensor<i1>
    stablehlo.return %1, %2 : tensor<2x!c>, tensor<i1>
  }
  return %0#0 : tensor<2x!c>
}
func.func private @twice(%arg0: tensor<2x!c>) -> tensor<2x!c> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2x!c>
  return %0 : tensor<2x!c>
}

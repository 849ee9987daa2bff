// RUN: sdyc opt -chlo-legalize-to-stablehlo %s | FileCheck %s

// CHECK-LABEL: func.func @erf
// CHECK-NEXT:    %[[LOW:.*]] = stablehlo.constant dense<-4.000000e+00> : tensor<5xf32>
// CHECK-NEXT:    %[[HIGH:.*]] = stablehlo.constant dense<4.000000e+00> : tensor<5xf32>
// CHECK-NEXT:    %[[X:.*]] = stablehlo.clamp %[[LOW]], %arg0, %[[HIGH]]
// CHECK-NEXT:    %[[XX:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK-NEXT:    %[[C0:.*]] = stablehlo.constant dense<-2.72614237E-10>
// CHECK-NEXT:    %[[P0:.*]] = stablehlo.multiply %[[C0]], %[[XX]]
// CHECK-NEXT:    %[[C1:.*]] = stablehlo.constant dense<2.77068146E-8>
// CHECK-NEXT:    stablehlo.add %[[P0]], %[[C1]]
// CHECK:         %[[Q:.*]] = stablehlo.divide
// CHECK-NEXT:    %[[MINUS_ONE:.*]] = stablehlo.constant dense<-1.000000e+00>
// CHECK-NEXT:    %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
// CHECK-NEXT:    stablehlo.clamp %[[MINUS_ONE]], %[[Q]], %[[ONE]]
// CHECK-NEXT:    return
func.func @erf(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = chlo.erf %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @erfc_f64
// CHECK-NEXT:    stablehlo.multiply %arg0, %arg0 : tensor<f64>
// CHECK:         stablehlo.constant dense<2.4619698147353052E-10> : tensor<f64>
// CHECK:         stablehlo.constant dense<8.000000e+00> : tensor<f64>
// CHECK:         stablehlo.constant dense<-709.78271289338397> : tensor<f64>
func.func @erfc_f64(%arg0: tensor<f64>) -> tensor<f64> {
  %0 = chlo.erfc %arg0 : tensor<f64> -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK-LABEL: func.func @erf_inv
// CHECK-NEXT:    %[[MINUS:.*]] = stablehlo.negate %arg0
// CHECK-NEXT:    stablehlo.multiply %arg0, %[[MINUS]]
// CHECK-NEXT:    stablehlo.log_plus_one
// CHECK-NEXT:    %[[W:.*]] = stablehlo.negate
// CHECK-NEXT:    %[[FIVE:.*]] = stablehlo.constant dense<5.000000e+00>
// CHECK-NEXT:    stablehlo.compare LT, %[[W]], %[[FIVE]]
// CHECK-COUNT-10: stablehlo.select
// CHECK:         stablehlo.constant dense<0x7F800000>
func.func @erf_inv(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = chlo.erf_inv %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @lgamma
// CHECK-NEXT:    %[[HALF:.*]] = stablehlo.constant dense<5.000000e-01>
// CHECK-NEXT:    stablehlo.compare LT, %arg0, %[[HALF]]
// CHECK:         stablehlo.constant dense<676.520386>
// CHECK-COUNT-8: stablehlo.divide
// CHECK:         stablehlo.sine
// CHECK:         stablehlo.is_finite
// CHECK:         stablehlo.compare EQ
// CHECK-NEXT:    %[[INF:.*]] = stablehlo.constant dense<0x7F800000>
// CHECK-NEXT:    stablehlo.select
// CHECK-NEXT:    return
func.func @lgamma(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = chlo.lgamma %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @digamma
// CHECK:         %[[COS:.*]] = stablehlo.cosine
// CHECK-NEXT:    %[[SIN:.*]] = stablehlo.sine
// CHECK:         stablehlo.constant dense<0x7FC00000>
// CHECK-NEXT:    stablehlo.select
// CHECK-NEXT:    return
func.func @digamma(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = chlo.digamma %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Ten terms of the series and the one after.
// CHECK-LABEL: func.func @zeta
// CHECK-COUNT-11: stablehlo.power
// CHECK-NOT:     stablehlo.power
// CHECK:         stablehlo.constant dense<4.940660e-324> : tensor<5xf64>
// CHECK:         stablehlo.remainder
func.func @zeta(%arg0: tensor<5xf64>, %arg1: tensor<5xf64>) -> tensor<5xf64> {
  %0 = chlo.zeta %arg0, %arg1 : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

// CHECK-LABEL: func.func @polygamma
// CHECK-NOT:     chlo
// CHECK:         return
func.func @polygamma(%arg0: tensor<5xbf16>, %arg1: tensor<5xbf16>) -> tensor<5xbf16> {
  %0 = chlo.polygamma %arg0, %arg1 : tensor<5xbf16>, tensor<5xbf16> -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

// CHECK-LABEL: func.func @bessel_i1e
// CHECK-NEXT:    %[[ABS:.*]] = stablehlo.abs %arg0
// CHECK:         stablehlo.constant dense<9.38153732E-9>
// CHECK:         stablehlo.constant dense<-3.83538046E-9>
// CHECK:         %[[ROOT:.*]] = stablehlo.sqrt %[[ABS]]
// CHECK:         stablehlo.compare LE, %[[ABS]]
// CHECK-NEXT:    %[[VALUE:.*]] = stablehlo.select
// CHECK-NEXT:    %[[SIGN:.*]] = stablehlo.sign %arg0
// CHECK-NEXT:    stablehlo.multiply %[[SIGN]], %[[VALUE]]
func.func @bessel_i1e(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %0 = chlo.bessel_i1e %arg0 : tensor<5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @next_after
// CHECK-NEXT:    stablehlo.bitcast_convert %arg0 : (tensor<2xf64>) -> tensor<2xi64>
// CHECK-NEXT:    stablehlo.bitcast_convert %arg1 : (tensor<2xf64>) -> tensor<2xi64>
// CHECK:         stablehlo.constant dense<-9223372036854775808> : tensor<2xi64>
// CHECK-NEXT:    stablehlo.constant dense<9223372036854775807> : tensor<2xi64>
func.func @next_after(%arg0: tensor<2xf64>, %arg1: tensor<2xf64>) -> tensor<2xf64> {
  %0 = chlo.next_after %arg0, %arg1 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// CHECK-LABEL: func.func @mulhi
// CHECK-NEXT:    %[[A:.*]] = stablehlo.convert %arg0 : (tensor<2xi8>) -> tensor<2xi16>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.convert %arg1 : (tensor<2xi8>) -> tensor<2xi16>
// CHECK-NEXT:    %[[AB:.*]] = stablehlo.multiply %[[A]], %[[B]]
// CHECK-NEXT:    %[[BITS:.*]] = stablehlo.constant dense<8> : tensor<2xi16>
// CHECK-NEXT:    %[[HIGH:.*]] = stablehlo.shift_right_arithmetic %[[AB]], %[[BITS]]
// CHECK-NEXT:    stablehlo.convert %[[HIGH]] : (tensor<2xi16>) -> tensor<2xi8>
func.func @mulhi(%arg0: tensor<2xi8>, %arg1: tensor<2xi8>) -> tensor<2xi8> {
  %0 = chlo.mulhi %arg0, %arg1 : tensor<2xi8>, tensor<2xi8> -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CHECK-LABEL: func.func @erf_of_bounded_size
// CHECK: stablehlo.clamp %{{.*}}, %arg0, %{{.*}} : tensor<?x4xf32, #stablehlo.bounds<3, ?>>
// CHECK: return %{{.*}} : tensor<?x4xf32, #stablehlo.bounds<3, ?>>
func.func @erf_of_bounded_size(%arg0: tensor<?x4xf32, #stablehlo.bounds<3, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<3, ?>> {
  %0 = chlo.erf %arg0 : tensor<?x4xf32, #stablehlo.bounds<3, ?>> -> tensor<?x4xf32, #stablehlo.bounds<3, ?>>
  return %0 : tensor<?x4xf32, #stablehlo.bounds<3, ?>>
}

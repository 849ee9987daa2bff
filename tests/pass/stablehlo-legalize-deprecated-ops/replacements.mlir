// RUN: sdyc opt %s -stablehlo-legalize-deprecated-ops -split-input-file -verify-diagnostics | FileCheck %s
// RUN: sdyc opt %s -stablehlo-legalize-deprecated-ops=fail-on-unused=false -split-input-file | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: func.func @dots
func.func @dots(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
  // CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.dot_general %arg1, %arg1, contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %1 = stablehlo.dot %arg1, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

// CHECK-LABEL: func.func @others
func.func @others(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xbf16>) {
  // CHECK-NEXT: stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  %0 = stablehlo.broadcast %arg0, sizes = [3, 4] : (tensor<2xcomplex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  // CHECK-NEXT: stablehlo.after_all
  %1 = stablehlo.create_token : !stablehlo.token
  // CHECK-NEXT: "stablehlo.all_reduce"(%arg1) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
  // CHECK-NEXT:   stablehlo.add %arg2, %arg3 : tensor<bf16>
  %2 = "stablehlo.cross-replica-sum"(%arg1) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK: stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  // CHECK-NEXT: stablehlo.einsum {{.*}}, %arg0, config = ",a->" : (tensor<complex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>
  %3 = stablehlo.unary_einsum %arg0, config = "a->" : (tensor<2xcomplex<f32>>) -> tensor<complex<f32>>
  return
}

// -----

func.func @rng(%arg0: tensor<f32>, %arg1: tensor<1xi64>) {
  // expected-error@+2 {{failed to legalize operation 'stablehlo.rng' that was explicitly marked illegal}}
  // KEEP: stablehlo.rng
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// What may be run where the program would not have run it: claims that are right go with what they are about.
// RUN: sdyc opt %s -hlo-test-speculatability -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @extents
// CHECK-NEXT: return
func.func @extents(%s: tensor<2x3xf32>, %d: tensor<2x?xf32>) {
  %0 = stablehlo.abs %d : (tensor<2x?xf32>) -> tensor<?x?xf32>
  "hlo_test_speculatability.is_speculatable"(%0) : (tensor<?x?xf32>) -> ()
  %1 = stablehlo.abs %d : (tensor<2x?xf32>) -> tensor<2x3xf32>
  "hlo_test_speculatability.is_not_speculatable"(%1) : (tensor<2x3xf32>) -> ()
  %2 = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<?x2xf32>
  "hlo_test_speculatability.is_speculatable"(%2) : (tensor<?x2xf32>) -> ()
  %3 = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x?xf32>) -> tensor<3x2xf32>
  "hlo_test_speculatability.is_not_speculatable"(%3) : (tensor<3x2xf32>) -> ()
  %4 = stablehlo.add %s, %d : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  "hlo_test_speculatability.is_not_speculatable"(%4) : (tensor<2x3xf32>) -> ()
  %5 = stablehlo.concatenate %s, %d, dim = 1 : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  "hlo_test_speculatability.is_speculatable"(%5) : (tensor<2x?xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @products
// CHECK-NEXT: return
func.func @products(%a: tensor<?x3xf32>, %b: tensor<3x?xf32>, %c: tensor<?x?xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  "hlo_test_speculatability.is_speculatable"(%0) : (tensor<?x?xf32>) -> ()
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x4xf32>
  "hlo_test_speculatability.is_not_speculatable"(%1) : (tensor<?x4xf32>) -> ()
  %2 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  "hlo_test_speculatability.is_not_speculatable"(%2) : (tensor<?x?xf32>) -> ()
  return
}

// How many processes there are shows at run time; so do numbers that an attribute speaks of.
// CHECK-LABEL: func.func @promises
// CHECK-NEXT: return
func.func @promises(%a: tensor<2x2xf32>) {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<4x2xf32>
  "hlo_test_speculatability.is_not_speculatable"(%0) : (tensor<4x2xf32>) -> ()
  %1 = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  "hlo_test_speculatability.is_not_speculatable"(%1) : (tensor<2x2xf32>) -> ()
  %2 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  "hlo_test_speculatability.is_speculatable"(%2) : (tensor<2x2xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @regions
// CHECK-NEXT: return
func.func @regions(%a: tensor<3xf32>) {
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    %s = stablehlo.add %x, %x : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  "hlo_test_speculatability.is_recursively_speculatable"(%0) : (tensor<3xf32>) -> ()
  return
}

// Claims that are wrong stay, and so do those about what nobody knows.
// CHECK-LABEL: func.func @wrong
// CHECK: "hlo_test_speculatability.is_not_speculatable"
// CHECK: "hlo_test_speculatability.is_not_speculatable"
// CHECK: "hlo_test_speculatability.is_speculatable"
func.func @wrong(%a: tensor<3xf32>) {
  %0 = stablehlo.abs %a : tensor<3xf32>
  "hlo_test_speculatability.is_not_speculatable"(%0) : (tensor<3xf32>) -> ()
  %1 = stablehlo.custom_call @f(%a) : (tensor<3xf32>) -> tensor<3xf32>
  "hlo_test_speculatability.is_not_speculatable"(%1) : (tensor<3xf32>) -> ()
  %2 = stablehlo.custom_call @g(%a) : (tensor<3xf32>) -> tensor<3xf32>
  "hlo_test_speculatability.is_speculatable"(%2) : (tensor<3xf32>) -> ()
  return
}

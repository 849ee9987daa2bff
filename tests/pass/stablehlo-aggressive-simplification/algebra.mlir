// Neutral elements, equal operands, constants to the right.
// RUN: sdyc opt --stablehlo-aggressive-simplification %s | FileCheck %s

// A constant goes to the right, and what it does not change is the result.
// CHECK-LABEL: func.func @neutral(
// CHECK-NEXT: return %arg0, %arg0, %arg1, %arg1, %arg2, %arg1 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi32>
func.func @neutral(%a: tensor<2xf32>, %i: tensor<2xi32>, %b: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %all = stablehlo.constant dense<-1> : tensor<2xi32>
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %0 = stablehlo.add %zero, %a : tensor<2xf32>
  %1 = stablehlo.multiply %one, %0 : tensor<2xf32>
  %2 = stablehlo.subtract %a, %zero : tensor<2xf32>
  %3 = stablehlo.and %all, %i : tensor<2xi32>
  %4 = stablehlo.or %none, %3 : tensor<2xi32>
  %5 = stablehlo.and %true, %b : tensor<2xi1>
  %6 = stablehlo.xor %none, %i : tensor<2xi32>
  return %1, %2, %3, %4, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi32>
}

// What takes everything in is the result; of floats it may be no number, and stays.
// CHECK-LABEL: func.func @absorbing(
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<2xi32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<-1> : tensor<2xi32>
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %0 = stablehlo.multiply %arg1, %cst : tensor<2xf32>
// CHECK-NEXT: return %c, %c, %c_0, %0 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
func.func @absorbing(%i: tensor<2xi32>, %a: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) {
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %all = stablehlo.constant dense<-1> : tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.multiply %none, %i : tensor<2xi32>
  %1 = stablehlo.and %none, %i : tensor<2xi32>
  %2 = stablehlo.or %i, %all : tensor<2xi32>
  %3 = stablehlo.multiply %zero, %a : tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
}

// x - x and x xor x are zero, but for floats.
// CHECK-LABEL: func.func @cancelled(
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<2xi32>
// CHECK-NEXT: %0 = stablehlo.subtract %arg1, %arg1 : tensor<2xf32>
// CHECK-NEXT: return %c, %c, %0 : tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
func.func @cancelled(%i: tensor<2xi32>, %a: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) {
  %0 = stablehlo.subtract %i, %i : tensor<2xi32>
  %1 = stablehlo.xor %i, %i : tensor<2xi32>
  %2 = stablehlo.subtract %a, %a : tensor<2xf32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
}

// Comparisons of integers.
// CHECK-LABEL: func.func @compared(
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %c_1 = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %0 = stablehlo.compare LE, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: return %c_0, %c_1, %0, %arg1 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
func.func @compared(%i: tensor<i32>, %b: tensor<i1>) -> (tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.compare LE, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.compare GT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = stablehlo.compare GE, %c, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %b, %true, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return %0, %1, %2, %3 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
}

// Parts of complex numbers, conversions to the same type, elements of tuples.
// CHECK-LABEL: func.func @parts(
// CHECK-NEXT: return %arg0, %arg1, %arg1, %arg1, %arg2 : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tuple<tensor<2xf32>, tensor<i32>>
func.func @parts(%z: tensor<2xcomplex<f32>>, %a: tensor<2xf32>, %t: tuple<tensor<2xf32>, tensor<i32>>) -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tuple<tensor<2xf32>, tensor<i32>>) {
  %0 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = stablehlo.complex %0, %1 : tensor<2xcomplex<f32>>
  %3 = stablehlo.complex %a, %1 : tensor<2xcomplex<f32>>
  %4 = stablehlo.real %3 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %5 = stablehlo.convert %a : tensor<2xf32>
  %6 = stablehlo.tuple %a, %5 : tuple<tensor<2xf32>, tensor<2xf32>>
  %7 = stablehlo.get_tuple_element %6[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %8 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %9 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %10 = stablehlo.tuple %8, %9 : tuple<tensor<2xf32>, tensor<i32>>
  return %2, %4, %5, %7, %10 : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tuple<tensor<2xf32>, tensor<i32>>
}

// Selections by what is known, or negated.
// CHECK-LABEL: func.func @selected(
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 5, 1]> : tensor<3xi32>
// CHECK-NEXT: %0 = stablehlo.select %arg0, %arg3, %arg2 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
// CHECK-NEXT: %2 = stablehlo.select %1, %arg3, %arg2 : tensor<3xi1>, tensor<3xf32>
// CHECK-NEXT: return %arg2, %arg3, %0, %2, %c : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>
func.func @selected(%p: tensor<3xi1>, %q: tensor<1xi1>, %a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %some = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %ones = stablehlo.constant dense<1> : tensor<3xi32>
  %list = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<3xf32>
  %1 = stablehlo.select %false, %a, %b : tensor<i1>, tensor<3xf32>
  %2 = stablehlo.not %p : tensor<3xi1>
  %3 = stablehlo.select %2, %a, %b : tensor<3xi1>, tensor<3xf32>
  %4 = stablehlo.not %q : tensor<1xi1>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
  %6 = stablehlo.select %5, %a, %b : tensor<3xi1>, tensor<3xf32>
  %7 = stablehlo.select %some, %ones, %list : tensor<3xi1>, tensor<3xi32>
  return %0, %1, %3, %6, %7 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>
}

// What a call has as mhlo.backend_config, and attributes that stay with what is left.
// CHECK-LABEL: func.func @attributes(
// CHECK-NEXT: %0 = stablehlo.custom_call @foo(%arg0) {api_version = 4 : i32, backend_config = {bar = 1 : i32}} : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %1 = stablehlo.abs %arg0 {mhlo.frontend_attributes = {a = "2", b = "3", xla_metadata_payload = "x"}, mhlo.sharding = "{replicated}"} : tensor<f32>
// CHECK-NEXT: return %0, %1 : tensor<f32>, tensor<f32>
func.func @attributes(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.custom_call @foo(%a) {mhlo.backend_config = {bar = 1 : i32}} : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.abs %a {mhlo.frontend_attributes = {a = "1", xla_metadata_payload = "x"}} : tensor<f32>
  %2 = stablehlo.add %1, %zero {mhlo.frontend_attributes = {a = "2", b = "3", xla_metadata_payload = "y"}, mhlo.sharding = "{replicated}"} : tensor<f32>
  return %0, %2 : tensor<f32>, tensor<f32>
}

// Attributes of what goes are taken over, where StableHLO does so.
// CHECK-LABEL: func.func @attributes_taken_over
// CHECK-NEXT:  %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<2xi32>
// CHECK-NEXT:  %[[NOT:.*]] = stablehlo.not %arg0 {third} : tensor<2xi32>
// CHECK-NEXT:  return %[[ZERO]], %[[NOT]], %[[NOT]]
func.func @attributes_taken_over(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %not = stablehlo.not %a : tensor<2xi32>
  %0 = stablehlo.and %not, %zero {first} : tensor<2xi32>
  %1 = stablehlo.xor %not, %zero {second} : tensor<2xi32>
  %2 = stablehlo.or %not, %zero {third} : tensor<2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

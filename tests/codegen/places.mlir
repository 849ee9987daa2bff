// The place of the greatest element of many is looked for in as many parts as there are tasks: strips of the runtime lie
// along memory. A step that takes the last of equals, or knows no NaN, is made by strips across parts, and these are more.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=last | FileCheck %s --check-prefix=LAST
// CHECK: then kernel 0, reduction: stablehlo.reduce tensor<i32>, in parts, 64 tasks
// CHECK: domain 64/1 | 16384, 64 tasks
// LAST: domain 2048/64 | 512, 32 tasks
func.func @main(%a: tensor<1048576xi32>) -> tensor<i32> {
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 0 : tensor<1048576xi32>
  %r:2 = stablehlo.reduce(%a init: %least), (%places init: %zero) across dimensions = [0] : (tensor<1048576xi32>, tensor<1048576xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    reducer(%x: tensor<i32>, %y: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %keeps = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<i32>
      %place = stablehlo.select %keeps, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<i32>, tensor<i32>
    }
  return %r#1 : tensor<i32>
}
func.func @last(%a: tensor<1048576xi32>) -> tensor<i32> {
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = 0 : tensor<1048576xi32>
  %r:2 = stablehlo.reduce(%a init: %least), (%places init: %zero) across dimensions = [0] : (tensor<1048576xi32>, tensor<1048576xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    reducer(%x: tensor<i32>, %y: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %keeps = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %value = stablehlo.select %keeps, %x, %y : tensor<i1>, tensor<i32>
      %place = stablehlo.select %keeps, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %place : tensor<i32>, tensor<i32>
    }
  return %r#1 : tensor<i32>
}

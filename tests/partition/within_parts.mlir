// Pads and slices along a dimension in parts whose elements stay where they are: devices do not
// talk. Where elements stand differs from device to device, each takes its part of what is padded
// enough for all.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
sdy.mesh @mesh = <["x"=2, "y"=3]>

func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<24xi32>
  %table = stablehlo.reshape %n : (tensor<24xi32>) -> tensor<4x6xi32>
  %cut = sdy.sharding_constraint %table <@mesh, [{}, {"y"}]> : tensor<4x6xi32>
  %with = stablehlo.constant dense<99> : tensor<i32>
  %0 = stablehlo.pad %cut, %with, low = [0, 1], high = [0, 0], interior = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<4x6xi32>, tensor<i32>) -> tensor<4x12xi32>
  check.expect_eq_const %0, dense<[[99, 0, 99, 1, 99, 2, 99, 3, 99, 4, 99, 5], [99, 6, 99, 7, 99, 8, 99, 9, 99, 10, 99, 11], [99, 12, 99, 13, 99, 14, 99, 15, 99, 16, 99, 17], [99, 18, 99, 19, 99, 20, 99, 21, 99, 22, 99, 23]]> : tensor<4x12xi32>

  // The first device's elements begin two behind its part, the second's one.
  %six = stablehlo.iota dim = 0 : tensor<6xi32>
  %halves = sdy.sharding_constraint %six <@mesh, [{"x"}]> : tensor<6xi32>
  %1 = stablehlo.pad %halves, %with, low = [2], high = [2], interior = [2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<6xi32>, tensor<i32>) -> tensor<20xi32>
  check.expect_eq_const %1, dense<[99, 99, 0, 99, 99, 1, 99, 99, 2, 99, 99, 3, 99, 99, 4, 99, 99, 5, 99, 99]> : tensor<20xi32>

  // Ends are cut off.
  %nine = stablehlo.iota dim = 0 : tensor<12xi32>
  %halves12 = sdy.sharding_constraint %nine <@mesh, [{"x"}]> : tensor<12xi32>
  %2 = stablehlo.pad %halves12, %with, low = [-2], high = [-2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<12xi32>, tensor<i32>) -> tensor<8xi32>
  check.expect_eq_const %2, dense<[2, 3, 4, 5, 6, 7, 8, 9]> : tensor<8xi32>

  // Three parts; each second element, from the second on; and a middle of two parts.
  %thirds = sdy.sharding_constraint %nine <@mesh, [{"y"}]> : tensor<12xi32>
  %3 = stablehlo.slice %thirds [1:12:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<12xi32>) -> tensor<6xi32>
  check.expect_eq_const %3, dense<[1, 3, 5, 7, 9, 11]> : tensor<6xi32>
  %4 = stablehlo.slice %halves12 [3:9] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<12xi32>) -> tensor<6xi32>
  check.expect_eq_const %4, dense<[3, 4, 5, 6, 7, 8]> : tensor<6xi32>
  %5 = stablehlo.slice %halves12 [1:12:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<12xi32>) -> tensor<4xi32>
  check.expect_eq_const %5, dense<[1, 4, 7, 10]> : tensor<4xi32>
  return
}

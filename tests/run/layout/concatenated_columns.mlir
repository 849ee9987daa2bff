// RUN: sdyc run %s
// A concatenation of twenty columns, many rows of one element each: they are transposed together.
func.func public @main() {
  %all = stablehlo.iota dim = 1 : tensor<20x900xi32>
  %row = stablehlo.iota dim = 0 : tensor<20x900xi32>
  %thousand = stablehlo.constant dense<1000> : tensor<20x900xi32>
  %scaled = stablehlo.multiply %row, %thousand : tensor<20x900xi32>
  %x = stablehlo.add %scaled, %all : tensor<20x900xi32>
  %s0 = stablehlo.slice %x [0:1, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c0 = stablehlo.reshape %s0 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s1 = stablehlo.slice %x [1:2, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c1 = stablehlo.reshape %s1 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s2 = stablehlo.slice %x [2:3, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c2 = stablehlo.reshape %s2 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s3 = stablehlo.slice %x [3:4, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c3 = stablehlo.reshape %s3 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s4 = stablehlo.slice %x [4:5, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c4 = stablehlo.reshape %s4 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s5 = stablehlo.slice %x [5:6, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c5 = stablehlo.reshape %s5 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s6 = stablehlo.slice %x [6:7, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c6 = stablehlo.reshape %s6 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s7 = stablehlo.slice %x [7:8, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c7 = stablehlo.reshape %s7 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s8 = stablehlo.slice %x [8:9, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c8 = stablehlo.reshape %s8 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s9 = stablehlo.slice %x [9:10, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c9 = stablehlo.reshape %s9 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s10 = stablehlo.slice %x [10:11, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c10 = stablehlo.reshape %s10 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s11 = stablehlo.slice %x [11:12, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c11 = stablehlo.reshape %s11 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s12 = stablehlo.slice %x [12:13, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c12 = stablehlo.reshape %s12 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s13 = stablehlo.slice %x [13:14, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c13 = stablehlo.reshape %s13 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s14 = stablehlo.slice %x [14:15, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c14 = stablehlo.reshape %s14 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s15 = stablehlo.slice %x [15:16, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c15 = stablehlo.reshape %s15 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s16 = stablehlo.slice %x [16:17, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c16 = stablehlo.reshape %s16 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s17 = stablehlo.slice %x [17:18, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c17 = stablehlo.reshape %s17 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s18 = stablehlo.slice %x [18:19, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c18 = stablehlo.reshape %s18 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %s19 = stablehlo.slice %x [19:20, 0:900] : (tensor<20x900xi32>) -> tensor<1x900xi32>
  %c19 = stablehlo.reshape %s19 : (tensor<1x900xi32>) -> tensor<900x1xi32>
  %joined = stablehlo.concatenate %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9,
    %c10, %c11, %c12, %c13, %c14, %c15, %c16, %c17, %c18, %c19, dim = 1 :
    (tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>,
     tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>,
     tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>,
     tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>, tensor<900x1xi32>) -> tensor<900x20xi32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<20x900xi32>) -> tensor<900x20xi32>
  check.expect_eq %joined, %t : tensor<900x20xi32>
  return
}

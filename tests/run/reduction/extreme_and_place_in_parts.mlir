// The greatest element and its place, and the first of a sort, along a dimension in parts, even and uneven, are those of the whole.
// RUN: sdyc run %s --storage=private --input=6x64xf32=random:3 --input=5x37xf32=random:4 --output=@%t.0.npy --output=@%t.1.npy --output=@%t.2.npy
// RUN: sdyc run %s --input=6x64xf32=random:3 --input=5x37xf32=random:4 --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%x: tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %u: tensor<5x37xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6xi32>, tensor<5xi32>, tensor<6x3xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.iota dim = 1 : tensor<6x64xi32>
  %q = stablehlo.iota dim = 1 : tensor<5x37xi32>
  %0:2 = stablehlo.reduce(%x init: %least), (%p init: %zero) across dimensions = [1] : (tensor<6x64xf32>, tensor<6x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %4 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %a, %b : tensor<i1>, tensor<f32>
    %6 = stablehlo.select %4, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%u init: %least), (%q init: %zero) across dimensions = [1] : (tensor<5x37xf32>, tensor<5x37xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %4 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %a, %b : tensor<i1>, tensor<f32>
    %6 = stablehlo.select %4, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
  }
  %2:2 = chlo.top_k(%x, k = 3) : tensor<6x64xf32> -> (tensor<6x3xf32>, tensor<6x3xi32>)
  return %0#1, %1#1, %2#1 : tensor<6xi32>, tensor<5xi32>, tensor<6x3xi32>
}

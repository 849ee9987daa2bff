sdy.mesh @m = <["x"=4, "y"=2]>
func.func @f(%a: tensor<9223372036854775800xi8>  {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<9223372036854775800xi8>  {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %c: tensor<9223372036854775800xi8>  {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> (tensor<9223372036854775800xi8> {sdy.sharding = #sdy.sharding<@m, [{}]>}) { 
%0 = stablehlo.clamp %a, %b, %c {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<9223372036854775800xi8>
return %0: tensor<9223372036854775800xi8> }

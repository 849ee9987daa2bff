sdy.mesh @m = <["x"=1099511627776, "y"=2]>
func.func @f(%a: tensor<1099511627776xf32>  {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<1099511627776xf32>  {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) -> (tensor<1099511627776xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) { 
%0 = stablehlo.add %a, %b : tensor<1099511627776xf32>
return %0: tensor<1099511627776xf32> }

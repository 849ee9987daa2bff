sdy.mesh @m = <["x"=4, "y"=2]>
func.func @f(%a: tensor<8x8xi8>  {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x8xi8> { 
%0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijkl, m])->([lk, jim]) {i=2305843009213693952, j=2305843009213693952, k=2305843009213693952, l=2305843009213693952, m=3}, custom>} : (tensor<8x8xi8>) -> tensor<8x8xi8>
return %0: tensor<8x8xi8> }

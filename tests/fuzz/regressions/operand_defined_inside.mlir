func.func @reduce_unused_case1(%arg0: tensor<8xi64>,
                               %arg1: tensor<8xi64>,
                               %arg2: tensor<8xi64>) -> (tensor<i64>, tensor<i64>) {
  %0 = stablehlo.constant dense<1> : tensor<i64>
  %1 = stablehlo.constant dense<2> : tensor<i64>
  %2 = stablehlo.constant dense<3> : tensor<i64>
  %3:3 = stablehlo.reduce(%arg0 init: %0), (%arg1 init: %1), (%arg2 init: %4) across dimensions = [0] :
  (tensor<8xi64>, tensor<8xi64>, tensor<8xi64>, tensor<i64>, tensor<i64>, tensor<i64>) ->
  (tensor<i64>, tensor<i64>, tensor<i64>)
   reducer(%arg3: tensor<i64>, %arg6: tensor<i64>)
          (%arg4: tensor<i64>, %arg7: tensor<i64>)
          (%arg5: tensor<i64>, %arg8: tensor<i64>)
  {
    %4 = stablehlo.add %arg3, %arg6 : tensor<i64>
    %5 = stablehlo.minimum %arg4, %arg7 : tensor<i64>
    %6 = stablehlo.maximum %arg5, %arg8 : tensor<i64>
    stablehlo.return %4, %5, %6 : tensor<i64>, tensor<i64>, tensor<i64>
  }
  return %3#0, %3#2 : tensor<i64>, tensor<i64>
}

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<i32>, tensor<2xf32>) {
  stablehlo.custom_call @say(%b) {api_version = 4 : i32, has_side_effect = true, backend_config = {text = "a \"text\"??/", sizes = array<i64: 7, -8>, inner = {flag = true}}} : (tensor<2xf32>) -> ()
  %0:2 = stablehlo.custom_call @my.scale(%a) {api_version = 4 : i32, backend_config = {factor = 2.5 : f32}} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  %1:2 = stablehlo.custom_call @my.scale(%b) {api_version = 4 : i32, backend_config = {factor = -1.0 : f32}} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>)
  return %0#0, %0#1, %1#0 : tensor<2x3xf32>, tensor<i32>, tensor<2xf32>
}

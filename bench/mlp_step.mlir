module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<1024x4096xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<4096x1024xf32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<1024x4096xf32>) -> tensor<512x4096xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<512x4096xf32>
    %2 = stablehlo.multiply %1, %0 : tensor<512x4096xf32>
    %3 = stablehlo.multiply %0, %0 : tensor<512x4096xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<512x4096xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %7 = stablehlo.multiply %6, %2 : tensor<512x4096xf32>
    %8 = stablehlo.add %0, %7 : tensor<512x4096xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<512x4096xf32>
    %11 = stablehlo.tanh %10 : tensor<512x4096xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<512x4096xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %15 = stablehlo.add %14, %11 : tensor<512x4096xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<512x4096xf32>
    %18 = stablehlo.multiply %0, %17 : tensor<512x4096xf32>
    %19 = stablehlo.dot_general %18, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x1024xf32>) -> tensor<512x1024xf32>
    %20 = stablehlo.multiply %19, %19 : tensor<512x1024xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<512x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%20 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<5.242880e+05> : tensor<f32>
    %24 = stablehlo.divide %23, %cst_7 : tensor<f32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<5.242880e+05> : tensor<f32>
    %25 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %27 = stablehlo.multiply %26, %22 : tensor<512x1024xf32>
    %28 = stablehlo.dot_general %27, %18, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<512x4096xf32>) -> tensor<1024x4096xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<1024x4096xf32>) -> tensor<4096x1024xf32>
    %30 = stablehlo.dot_general %27, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x1024xf32>, tensor<4096x1024xf32>) -> tensor<512x4096xf32>
    %31 = stablehlo.multiply %0, %30 : tensor<512x4096xf32>
    %32 = stablehlo.multiply %30, %17 : tensor<512x4096xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %34 = stablehlo.multiply %33, %31 : tensor<512x4096xf32>
    %35 = stablehlo.multiply %34, %13 : tensor<512x4096xf32>
    %36 = stablehlo.multiply %35, %11 : tensor<512x4096xf32>
    %37 = stablehlo.add %35, %36 : tensor<512x4096xf32>
    %cst_11 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %39 = stablehlo.multiply %38, %37 : tensor<512x4096xf32>
    %40 = stablehlo.add %32, %39 : tensor<512x4096xf32>
    %cst_12 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %42 = stablehlo.multiply %41, %39 : tensor<512x4096xf32>
    %43 = stablehlo.multiply %42, %5 : tensor<512x4096xf32>
    %44 = stablehlo.add %40, %43 : tensor<512x4096xf32>
    %45 = stablehlo.dot_general %44, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x1024xf32>) -> tensor<4096x1024xf32>
    %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %48 = stablehlo.multiply %47, %46 : tensor<1024x4096xf32>
    %49 = stablehlo.subtract %arg1, %48 : tensor<1024x4096xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %51 = stablehlo.multiply %50, %29 : tensor<4096x1024xf32>
    %52 = stablehlo.subtract %arg2, %51 : tensor<4096x1024xf32>
    return %24, %49, %52 : tensor<f32>, tensor<1024x4096xf32>, tensor<4096x1024xf32>
  }
}

// The gradient of a transformer's layer, by its gains and its input, on 2 x 4 devices: the three products of queries, keys and
// values have one operand, and what comes back to it from all of them is summed over devices once.
// COUNT: 7 "stablehlo.all_reduce"
// RUN: sdyc partition --verify %s > /dev/null
module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<2x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg3: tensor<32x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg4: tensor<8x4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}, %arg5: tensor<32x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg6: tensor<32x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg7: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg8: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32xf32> {jax.result_info = "result[1][0]['g1']"}, tensor<32xf32> {jax.result_info = "result[1][0]['g2']"}, tensor<2x16x32xf32> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %5 = stablehlo.subtract %arg2, %4 : tensor<2x16x32xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<2x16x32xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x16x32xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<2x16x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<2x16x1xf32>
    %13 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %14 = stablehlo.subtract %arg2, %13 : tensor<2x16x32xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %16 = stablehlo.add %12, %15 : tensor<2x16x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<2x16x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<2x16x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<2x16x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %22 = stablehlo.multiply %14, %21 : tensor<2x16x32xf32>
    %23 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x16x32xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<2x16x32xf32>
    %26 = stablehlo.dot_general %25, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<32x8x4xf32>) -> tensor<2x16x8x4xf32>
    %27 = stablehlo.dot_general %25, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<32x8x4xf32>) -> tensor<2x16x8x4xf32>
    %28 = stablehlo.dot_general %25, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<32x8x4xf32>) -> tensor<2x16x8x4xf32>
    %29 = stablehlo.dot_general %26, %27, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<2x16x8x4xf32>) -> tensor<2x8x16x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<2x8x16x16xf32>, tensor<f32>) -> tensor<2x8x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16xf32>
    %32 = stablehlo.maximum %31, %30 : tensor<2x8x16xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<2x8x16xf32>) -> tensor<2x8x16x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x8x16x1xf32>) -> tensor<2x8x16x16xf32>
    %35 = stablehlo.subtract %29, %34 : tensor<2x8x16x16xf32>
    %36 = stablehlo.exponential %35 : tensor<2x8x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<2x8x16x16xf32>, tensor<f32>) -> tensor<2x8x16xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<2x8x16xf32>) -> tensor<2x8x16x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<2x8x16x1xf32>) -> tensor<2x8x16x16xf32>
    %40 = stablehlo.divide %36, %39 : tensor<2x8x16x16xf32>
    %41 = stablehlo.multiply %38, %38 : tensor<2x8x16x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %43 = stablehlo.divide %42, %41 : tensor<2x8x16x1xf32>
    %44 = stablehlo.dot_general %28, %40, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<2x8x16x16xf32>) -> tensor<2x8x4x16xf32>
    %45 = stablehlo.transpose %44, dims = [0, 3, 1, 2] : (tensor<2x8x4x16xf32>) -> tensor<2x16x8x4xf32>
    %46 = stablehlo.dot_general %45, %arg4, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<8x4x32xf32>) -> tensor<2x16x32xf32>
    %47 = stablehlo.add %arg2, %46 : tensor<2x16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %51 = stablehlo.divide %49, %50 : tensor<2x16x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %53 = stablehlo.subtract %47, %52 : tensor<2x16x32xf32>
    %54 = stablehlo.multiply %53, %53 : tensor<2x16x32xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x16x32xf32>
    %56 = stablehlo.multiply %55, %53 : tensor<2x16x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%54 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %cst_14 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %60 = stablehlo.divide %58, %59 : tensor<2x16x1xf32>
    %61 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %62 = stablehlo.subtract %47, %61 : tensor<2x16x32xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %64 = stablehlo.add %60, %63 : tensor<2x16x1xf32>
    %65 = stablehlo.rsqrt %64 : tensor<2x16x1xf32>
    %66 = stablehlo.divide %65, %64 : tensor<2x16x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %68 = stablehlo.multiply %67, %66 : tensor<2x16x1xf32>
    %69 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %70 = stablehlo.multiply %62, %69 : tensor<2x16x32xf32>
    %71 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x16x32xf32>
    %73 = stablehlo.multiply %70, %72 : tensor<2x16x32xf32>
    %74 = stablehlo.dot_general %73, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<32x64xf32>) -> tensor<2x16x64xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<2x16x64xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<2x16x64xf32>
    %77 = stablehlo.multiply %74, %74 : tensor<2x16x64xf32>
    %cst_17 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<2x16x64xf32>
    %cst_18 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %81 = stablehlo.multiply %80, %76 : tensor<2x16x64xf32>
    %82 = stablehlo.add %74, %81 : tensor<2x16x64xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %84 = stablehlo.multiply %83, %82 : tensor<2x16x64xf32>
    %85 = stablehlo.tanh %84 : tensor<2x16x64xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %87 = stablehlo.subtract %86, %85 : tensor<2x16x64xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %89 = stablehlo.add %88, %85 : tensor<2x16x64xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %91 = stablehlo.multiply %90, %89 : tensor<2x16x64xf32>
    %92 = stablehlo.multiply %74, %91 : tensor<2x16x64xf32>
    %93 = stablehlo.dot_general %92, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x16x64xf32>, tensor<64x32xf32>) -> tensor<2x16x32xf32>
    %94 = stablehlo.add %47, %93 : tensor<2x16x32xf32>
    %95 = stablehlo.multiply %94, %94 : tensor<2x16x32xf32>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x16x32xf32>
    %97 = stablehlo.multiply %96, %94 : tensor<2x16x32xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%95 init: %cst_24) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %99 = stablehlo.divide %98, %cst_25 : tensor<f32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_27 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %100 = stablehlo.divide %cst_26, %cst_27 : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [] : (tensor<f32>) -> tensor<2x16x32xf32>
    %102 = stablehlo.multiply %101, %97 : tensor<2x16x32xf32>
    %103 = stablehlo.dot_general %102, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<64x32xf32>) -> tensor<2x16x64xf32>
    %104 = stablehlo.multiply %74, %103 : tensor<2x16x64xf32>
    %105 = stablehlo.multiply %103, %91 : tensor<2x16x64xf32>
    %cst_28 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %107 = stablehlo.multiply %106, %104 : tensor<2x16x64xf32>
    %108 = stablehlo.multiply %107, %87 : tensor<2x16x64xf32>
    %109 = stablehlo.multiply %108, %85 : tensor<2x16x64xf32>
    %110 = stablehlo.add %108, %109 : tensor<2x16x64xf32>
    %cst_29 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %112 = stablehlo.multiply %111, %110 : tensor<2x16x64xf32>
    %113 = stablehlo.add %105, %112 : tensor<2x16x64xf32>
    %cst_30 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x16x64xf32>
    %115 = stablehlo.multiply %114, %112 : tensor<2x16x64xf32>
    %116 = stablehlo.multiply %115, %79 : tensor<2x16x64xf32>
    %117 = stablehlo.add %113, %116 : tensor<2x16x64xf32>
    %118 = stablehlo.dot_general %117, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x64xf32>, tensor<32x64xf32>) -> tensor<2x16x32xf32>
    %119 = stablehlo.multiply %70, %118 : tensor<2x16x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_31) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %121 = stablehlo.reshape %120 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %122 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x16x32xf32>
    %123 = stablehlo.multiply %118, %122 : tensor<2x16x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%121 init: %cst_32) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %125 = stablehlo.multiply %62, %123 : tensor<2x16x32xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %127 = stablehlo.reshape %126 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %128 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %129 = stablehlo.multiply %123, %128 : tensor<2x16x32xf32>
    %130 = stablehlo.multiply %127, %68 : tensor<2x16x1xf32>
    %131 = stablehlo.negate %129 : tensor<2x16x32xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %133 = stablehlo.reshape %132 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %134 = stablehlo.add %102, %129 : tensor<2x16x32xf32>
    %cst_35 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %136 = stablehlo.divide %130, %135 : tensor<2x16x1xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.reduce(%136 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1xf32>, tensor<f32>) -> tensor<2x16xf32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x32xf32>
    %139 = stablehlo.multiply %138, %56 : tensor<2x16x32xf32>
    %140 = stablehlo.negate %139 : tensor<2x16x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %142 = stablehlo.reshape %141 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %143 = stablehlo.add %134, %139 : tensor<2x16x32xf32>
    %144 = stablehlo.add %133, %142 : tensor<2x16x1xf32>
    %cst_38 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %146 = stablehlo.divide %144, %145 : tensor<2x16x1xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1xf32>, tensor<f32>) -> tensor<2x16xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x32xf32>
    %149 = stablehlo.add %143, %148 : tensor<2x16x32xf32>
    %150 = stablehlo.dot_general %149, %arg4, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x32xf32>, tensor<8x4x32xf32>) -> tensor<2x16x8x4xf32>
    %151 = stablehlo.transpose %150, dims = [0, 2, 3, 1] : (tensor<2x16x8x4xf32>) -> tensor<2x8x4x16xf32>
    %152 = stablehlo.dot_general %151, %28, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x16xf32>, tensor<2x16x8x4xf32>) -> tensor<2x8x16x16xf32>
    %153 = stablehlo.dot_general %151, %40, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x16xf32>, tensor<2x8x16x16xf32>) -> tensor<2x8x4x16xf32>
    %154 = stablehlo.transpose %153, dims = [0, 3, 1, 2] : (tensor<2x8x4x16xf32>) -> tensor<2x16x8x4xf32>
    %155 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<2x8x16x1xf32>) -> tensor<2x8x16x16xf32>
    %156 = stablehlo.multiply %152, %155 : tensor<2x8x16x16xf32>
    %157 = stablehlo.multiply %156, %36 : tensor<2x8x16x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%157 init: %cst_40) applies stablehlo.add across dimensions = [3] : (tensor<2x8x16x16xf32>, tensor<f32>) -> tensor<2x8x16xf32>
    %159 = stablehlo.reshape %158 : (tensor<2x8x16xf32>) -> tensor<2x8x16x1xf32>
    %160 = stablehlo.negate %159 : tensor<2x8x16x1xf32>
    %161 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<2x8x16x1xf32>) -> tensor<2x8x16x16xf32>
    %162 = stablehlo.divide %152, %161 : tensor<2x8x16x16xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%160 init: %cst_41) applies stablehlo.add across dimensions = [3] : (tensor<2x8x16x1xf32>, tensor<f32>) -> tensor<2x8x16xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<2x8x16xf32>) -> tensor<2x8x16x16xf32>
    %165 = stablehlo.add %162, %164 : tensor<2x8x16x16xf32>
    %166 = stablehlo.multiply %165, %36 : tensor<2x8x16x16xf32>
    %167 = stablehlo.dot_general %166, %26, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x16x16xf32>, tensor<2x16x8x4xf32>) -> tensor<2x8x16x4xf32>
    %168 = stablehlo.transpose %167, dims = [0, 2, 1, 3] : (tensor<2x8x16x4xf32>) -> tensor<2x16x8x4xf32>
    %169 = stablehlo.dot_general %166, %27, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x8x16x16xf32>, tensor<2x16x8x4xf32>) -> tensor<2x8x16x4xf32>
    %170 = stablehlo.transpose %169, dims = [0, 2, 1, 3] : (tensor<2x8x16x4xf32>) -> tensor<2x16x8x4xf32>
    %171 = stablehlo.dot_general %154, %arg6, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<32x8x4xf32>) -> tensor<2x16x32xf32>
    %172 = stablehlo.dot_general %168, %arg3, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<32x8x4xf32>) -> tensor<2x16x32xf32>
    %173 = stablehlo.add %171, %172 : tensor<2x16x32xf32>
    %174 = stablehlo.dot_general %170, %arg5, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<2x16x8x4xf32>, tensor<32x8x4xf32>) -> tensor<2x16x32xf32>
    %175 = stablehlo.add %173, %174 : tensor<2x16x32xf32>
    %176 = stablehlo.multiply %22, %175 : tensor<2x16x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %178 = stablehlo.reshape %177 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %179 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x16x32xf32>
    %180 = stablehlo.multiply %175, %179 : tensor<2x16x32xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%178 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %182 = stablehlo.multiply %14, %180 : tensor<2x16x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %184 = stablehlo.reshape %183 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %185 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<2x16x1xf32>) -> tensor<2x16x32xf32>
    %186 = stablehlo.multiply %180, %185 : tensor<2x16x32xf32>
    %187 = stablehlo.multiply %184, %20 : tensor<2x16x1xf32>
    %188 = stablehlo.negate %186 : tensor<2x16x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %190 = stablehlo.reshape %189 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %191 = stablehlo.add %149, %186 : tensor<2x16x32xf32>
    %cst_46 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %193 = stablehlo.divide %187, %192 : tensor<2x16x1xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %194 = stablehlo.reduce(%193 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1xf32>, tensor<f32>) -> tensor<2x16xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x32xf32>
    %196 = stablehlo.multiply %195, %8 : tensor<2x16x32xf32>
    %197 = stablehlo.negate %196 : tensor<2x16x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<2x16x32xf32>, tensor<f32>) -> tensor<2x16xf32>
    %199 = stablehlo.reshape %198 : (tensor<2x16xf32>) -> tensor<2x16x1xf32>
    %200 = stablehlo.add %191, %196 : tensor<2x16x32xf32>
    %201 = stablehlo.add %190, %199 : tensor<2x16x1xf32>
    %cst_49 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<2x16x1xf32>
    %203 = stablehlo.divide %201, %202 : tensor<2x16x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1xf32>, tensor<f32>) -> tensor<2x16xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x32xf32>
    %206 = stablehlo.add %200, %205 : tensor<2x16x32xf32>
    return %99, %181, %124, %206 : tensor<f32>, tensor<32xf32>, tensor<32xf32>, tensor<2x16x32xf32>
  }
}


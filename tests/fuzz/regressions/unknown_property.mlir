func.func @dynamic_broadcast_in_dim_noop_convert_sharding(
    %arg0: tensor<?xf32>, %arg1: tensor<1xindex>) -> tensor<?xf32> {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) <{
    broadcast_dimensions = array<i64: 0>,
    chlo.broadcast_maximum = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  }> {mhlo.sharding = "{replicated}"} : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

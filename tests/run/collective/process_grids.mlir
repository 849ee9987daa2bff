// Grids of processes: what groups of collectives mean, by channel and flags; functions that differ.
// RUN: sdyc run %s -split-input-file
// RUN: sdyc run %s -split-input-file --storage=private
// RUN: sdyc run %s -split-input-file --jit=cc --reduce=device-order

// Two replicas of two partitions; groups of replicas, of partitions, of both, of flat numbers.
module {
  func.func @f(%x: tensor<1xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>) {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<2xi64>
    %xx = stablehlo.concatenate %x, %x, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %1 = "stablehlo.all_to_all"(%xx) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi64>) -> tensor<2xi64>
    %2 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xi64>) -> tensor<4xi64>
    %3 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xi64>) -> tensor<2xi64>
    %4 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>
    %5 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xi64>) -> tensor<1xi64>
    %6 = stablehlo.replica_id : tensor<ui32>
    %7 = stablehlo.partition_id : tensor<ui32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<10> : tensor<1xi64>
    %b = stablehlo.constant dense<11> : tensor<1xi64>
    %c = stablehlo.constant dense<12> : tensor<1xi64>
    %d = stablehlo.constant dense<13> : tensor<1xi64>
    %0:32 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %0#0, dense<[12, 10]> : tensor<2xi64>
    check.expect_eq_const %0#1, dense<[10, 11]> : tensor<2xi64>
    check.expect_eq_const %0#2, dense<[10, 12, 11, 13]> : tensor<4xi64>
    check.expect_eq_const %0#3, dense<[10, 13]> : tensor<2xi64>
    check.expect_eq_const %0#4, dense<0> : tensor<1xi64>
    check.expect_eq_const %0#5, dense<0> : tensor<1xi64>
    check.expect_eq_const %0#14, dense<0> : tensor<ui32>
    check.expect_eq_const %0#15, dense<1> : tensor<ui32>
    check.expect_eq_const %0#13, dense<10> : tensor<1xi64>
    check.expect_eq_const %0#20, dense<10> : tensor<1xi64>
    check.expect_eq_const %0#22, dense<1> : tensor<ui32>
    check.expect_eq_const %0#23, dense<0> : tensor<ui32>
    check.expect_eq_const %0#24, dense<[13, 11]> : tensor<2xi64>
    check.expect_eq_const %0#25, dense<[12, 13]> : tensor<2xi64>
    check.expect_eq_const %0#27, dense<[10, 13]> : tensor<2xi64>
    return
  }
}

// -----

// Groups of several sizes, processes without one, a fold of several operations, roots known at run time.
module {
  func.func @f(%x: tensor<2xf32>, %r: tensor<1xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.multiply %a, %b : tensor<f32>
      %t = stablehlo.add %s, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.collective_broadcast"(%x, %r) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
    %2 = "stablehlo.collective_reduce"(%x, %r) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
    %y = stablehlo.concatenate %x, %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
    %z = stablehlo.slice %y [0:3] : (tensor<6xf32>) -> tensor<3xf32>
    %3 = "stablehlo.reduce_scatter"(%z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<3xf32>) -> tensor<1xf32>
    return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %c = stablehlo.constant dense<[5.0, 0.0]> : tensor<2xf32>
    %r = stablehlo.constant dense<1> : tensor<1xi32>
    %0:12 = "interpreter.run_parallel"(%a, %r, %b, %r, %c, %r) {programs = [[@f], [@f], [@f]]} : (tensor<2xf32>, tensor<1xi32>, tensor<2xf32>, tensor<1xi32>, tensor<2xf32>, tensor<1xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>)
    check.expect_eq_const %0#0, dense<[6.0, 12.0]> : tensor<2xf32>
    check.expect_eq_const %0#4, dense<[6.0, 12.0]> : tensor<2xf32>
    check.expect_eq_const %0#8, dense<[5.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %0#1, dense<[5.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %0#5, dense<[0.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %0#9, dense<[5.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %0#2, dense<[0.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %0#6, dense<[9.0, 6.0]> : tensor<2xf32>
    check.expect_eq_const %0#3, dense<[5.0]> : tensor<1xf32>
    check.expect_eq_const %0#7, dense<[4.0]> : tensor<1xf32>
    check.expect_eq_const %0#11, dense<[5.0]> : tensor<1xf32>
    return
  }
}

// -----

// A loop around a collective, as often as each process says; a call.
module {
  func.func private @sum(%x: tensor<f32>) -> tensor<f32> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @f(%x: tensor<f32>) -> tensor<f32> {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %o = stablehlo.constant dense<1> : tensor<i32>
    %1:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<f32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.add %i, %o : tensor<i32>
      %s = func.call @sum(%y) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %k, %s : tensor<i32>, tensor<f32>
    }
    return %1#1 : tensor<f32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<1.0> : tensor<f32>
    %b = stablehlo.constant dense<2.0> : tensor<f32>
    %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    check.expect_eq_const %0#0, dense<12.0> : tensor<f32>
    check.expect_eq_const %0#1, dense<12.0> : tensor<f32>
    return
  }
}

// -----

// Functions that differ: they meet in a collective, one sends to the other, both read the infeed.
module {
  func.func @f(%x: tensor<2xi32>, %t: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token) {
    %y = stablehlo.add %x, %x : tensor<2xi32>
    %0 = "stablehlo.all_reduce"(%y) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %1:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %0, %1#0, %1#1 : tensor<2xi32>, tensor<2xi32>, !stablehlo.token
  }
  func.func @g(%t: !stablehlo.token) -> tensor<2xi32> {
    %x:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    %0 = "stablehlo.all_reduce"(%x#0) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    %c = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %p = stablehlo.replica_id : tensor<ui32>
    %q = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
    %r = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d = stablehlo.add %c, %r : tensor<2xi32>
    %s = "stablehlo.send"(%d, %t) {channel_handle = #stablehlo.channel_handle<handle = 4, type = 2>, is_host_transfer = true, source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    %u = stablehlo.after_all %s, %x#1 : !stablehlo.token
    return %x#0 : tensor<2xi32>
  }
  func.func @first() -> tensor<2xi32> {
    %0 = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @second() -> tensor<2xi32> {
    %0 = stablehlo.constant dense<[1000, 2000]> : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %t = stablehlo.create_token : !stablehlo.token
    %0:5 = "interpreter.run_parallel"(%a, %t, %t, %t) {programs = [[@f], [@g], [@g]], infeed = [@first, @second]} : (tensor<2xi32>, !stablehlo.token, !stablehlo.token, !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %0#0, dense<[1102, 2204]> : tensor<2xi32>
    check.expect_eq_const %0#1, dense<[9, 10]> : tensor<2xi32>
    check.expect_eq_const %0#3, dense<[100, 200]> : tensor<2xi32>
    check.expect_eq_const %0#4, dense<[1000, 2000]> : tensor<2xi32>
    return
  }
}

// -----

// A computation that is started and waited for, with a collective in it.
module {
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%y: tensor<2xf32>):
      %1 = "stablehlo.all_reduce"(%y) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
    %2 = stablehlo.add %x, %x : tensor<2xf32>
    %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
    %4 = stablehlo.add %2, %3 : tensor<2xf32>
    return %4 : tensor<2xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %0:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %0#0, dense<[6.0, 10.0]> : tensor<2xf32>
    check.expect_eq_const %0#1, dense<[10.0, 14.0]> : tensor<2xf32>
    return
  }
}

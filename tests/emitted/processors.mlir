// One function for each part of the runtime that has code of its own for a processor, with sizes that leave rests.
module @processors {
  func.func public @products(%a: tensor<37x53xf32>, %b: tensor<53x41xf32>, %c: tensor<53x19xf64>, %d: tensor<19x23xf64>)
      -> (tensor<37x41xf32>, tensor<53x23xf64>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<37x53xf32>, tensor<53x41xf32>) -> tensor<37x41xf32>
    %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<53x19xf64>, tensor<19x23xf64>) -> tensor<53x23xf64>
    return %0, %1 : tensor<37x41xf32>, tensor<53x23xf64>
  }

  func.func public @narrow_products(%a: tensor<33x65xi8>, %b: tensor<65x47xi8>, %c: tensor<29x34xbf16>, %d: tensor<34x21xbf16>,
      %e: tensor<17x35xf16>, %f: tensor<35x18xf16>) -> (tensor<33x47xi32>, tensor<29x21xf32>, tensor<17x18xf16>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<33x65xi8>, tensor<65x47xi8>) -> tensor<33x47xi32>
    %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<29x34xbf16>, tensor<34x21xbf16>) -> tensor<29x21xf32>
    %2 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<17x35xf16>, tensor<35x18xf16>) -> tensor<17x18xf16>
    return %0, %1, %2 : tensor<33x47xi32>, tensor<29x21xf32>, tensor<17x18xf16>
  }

  func.func public @complex_products(%a: tensor<14x25xcomplex<f32>>, %b: tensor<25x11xcomplex<f32>>) -> tensor<14x11xcomplex<f32>> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<14x25xcomplex<f32>>, tensor<25x11xcomplex<f32>>) -> tensor<14x11xcomplex<f32>>
    return %0 : tensor<14x11xcomplex<f32>>
  }

  func.func public @few_rows(%a: tensor<3x129xf32>, %b: tensor<129x70xf32>) -> tensor<3x70xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x129xf32>, tensor<129x70xf32>) -> tensor<3x70xf32>
    return %0 : tensor<3x70xf32>
  }

  func.func public @convolutions(%x: tensor<2x13x11x5xf32>, %w: tensor<3x3x5x9xf32>, %y: tensor<2x9x9x16xf32>, %d: tensor<3x3x1x16xf32>)
      -> (tensor<2x13x11x9xf32>, tensor<2x5x5x16xf32>) {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x11x5xf32>, tensor<3x3x5x9xf32>) -> tensor<2x13x11x9xf32>
    %1 = stablehlo.convolution(%y, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<2x9x9x16xf32>, tensor<3x3x1x16xf32>) -> tensor<2x5x5x16xf32>
    return %0, %1 : tensor<2x13x11x9xf32>, tensor<2x5x5x16xf32>
  }

  func.func public @softmax(%x: tensor<9x77xf32>) -> tensor<9x77xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<9x77xf32>, tensor<f32>) -> tensor<9xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<9xf32>) -> tensor<9x77xf32>
    %2 = stablehlo.subtract %x, %1 : tensor<9x77xf32>
    %3 = stablehlo.exponential %2 : tensor<9x77xf32>
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x77xf32>, tensor<f32>) -> tensor<9xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<9xf32>) -> tensor<9x77xf32>
    %6 = stablehlo.divide %3, %5 : tensor<9x77xf32>
    return %6 : tensor<9x77xf32>
  }

  func.func public @strips(%x: tensor<515xf32>, %h: tensor<515xf16>, %b: tensor<515xbf16>, %d: tensor<515xf64>)
      -> (tensor<515xf32>, tensor<515xf16>, tensor<515xbf16>, tensor<515xf64>) {
    %0 = stablehlo.tanh %x : tensor<515xf32>
    %1 = stablehlo.logistic %0 : tensor<515xf32>
    %2 = stablehlo.convert %h : (tensor<515xf16>) -> tensor<515xf32>
    %3 = stablehlo.multiply %1, %2 : tensor<515xf32>
    %4 = stablehlo.convert %3 : (tensor<515xf32>) -> tensor<515xf16>
    %5 = stablehlo.abs %b : tensor<515xbf16>
    %6 = stablehlo.sqrt %5 : tensor<515xbf16>
    %7 = stablehlo.exponential %d : tensor<515xf64>
    %8 = stablehlo.exponential_minus_one %7 : tensor<515xf64>
    return %3, %4, %6, %8 : tensor<515xf32>, tensor<515xf16>, tensor<515xbf16>, tensor<515xf64>
  }

  func.func public @library(%x: tensor<515xf32>, %d: tensor<515xf64>) -> (tensor<515xf32>, tensor<515xf64>) {
    %0 = stablehlo.cosine %x : tensor<515xf32>
    %1 = stablehlo.sine %d : tensor<515xf64>
    return %0, %1 : tensor<515xf32>, tensor<515xf64>
  }

  func.func public @movement(%x: tensor<7x33x18xf32>, %y: tensor<35x22xi8>) -> (tensor<18x7x33xf32>, tensor<22x35xi8>, tensor<33x7x18xf32>) {
    %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<7x33x18xf32>) -> tensor<18x7x33xf32>
    %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<35x22xi8>) -> tensor<22x35xi8>
    %2 = stablehlo.reverse %x, dims = [2] : tensor<7x33x18xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<7x33x18xf32>) -> tensor<33x7x18xf32>
    return %0, %1, %3 : tensor<18x7x33xf32>, tensor<22x35xi8>, tensor<33x7x18xf32>
  }

  func.func public @running_sums(%x: tensor<6x100xf32>) -> tensor<6x100xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>,
        window_dimensions = array<i64: 1, 100>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) : (tensor<6x100xf32>, tensor<f32>) -> tensor<6x100xf32>
    return %0 : tensor<6x100xf32>
  }

  func.func public @sorted(%x: tensor<3x200xf32>, %k: tensor<3x200xi32>) -> (tensor<3x200xf32>, tensor<3x200xi32>) {
    %0:2 = "stablehlo.sort"(%x, %k) <{dimension = 1 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
        %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
    }) : (tensor<3x200xf32>, tensor<3x200xi32>) -> (tensor<3x200xf32>, tensor<3x200xi32>)
    return %0#0, %0#1 : tensor<3x200xf32>, tensor<3x200xi32>
  }

  func.func public @spectra(%x: tensor<5x60xcomplex<f32>>) -> tensor<5x60xcomplex<f32>> {
    %0 = stablehlo.fft %x, type = FFT, length = [60] : (tensor<5x60xcomplex<f32>>) -> tensor<5x60xcomplex<f32>>
    return %0 : tensor<5x60xcomplex<f32>>
  }

  func.func public @triangles(%x: tensor<2x20x20xf32>, %y: tensor<2x20x3xf32>) -> (tensor<2x20x20xf32>, tensor<2x20x3xf32>) {
    %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2]
        : (tensor<2x20x20xf32>, tensor<2x20x20xf32>) -> tensor<2x20x20xf32>
    %i = stablehlo.iota dim = 1 : tensor<2x20x20xi32>
    %j = stablehlo.iota dim = 2 : tensor<2x20x20xi32>
    %e = stablehlo.compare EQ, %i, %j : (tensor<2x20x20xi32>, tensor<2x20x20xi32>) -> tensor<2x20x20xi1>
    %f = stablehlo.convert %e : (tensor<2x20x20xi1>) -> tensor<2x20x20xf32>
    %ten = stablehlo.constant dense<10.0> : tensor<2x20x20xf32>
    %1 = stablehlo.multiply %f, %ten : tensor<2x20x20xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x20x20xf32>
    %3 = stablehlo.cholesky %2, lower = true : tensor<2x20x20xf32>
    %4 = "stablehlo.triangular_solve"(%3, %y) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
        : (tensor<2x20x20xf32>, tensor<2x20x3xf32>) -> tensor<2x20x3xf32>
    return %3, %4 : tensor<2x20x20xf32>, tensor<2x20x3xf32>
  }

  func.func public @loop(%x: tensor<40xf32>) -> tensor<40xf32> {
    %n = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<40xf32>
     cond {
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %half = stablehlo.constant dense<0.5> : tensor<40xf32>
      %scaled = stablehlo.multiply %v, %half : tensor<40xf32>
      %turned = stablehlo.exponential %scaled : tensor<40xf32>
      stablehlo.return %next, %turned : tensor<i32>, tensor<40xf32>
    }
    return %0#1 : tensor<40xf32>
  }
}

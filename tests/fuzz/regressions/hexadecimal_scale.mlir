func.func @f(%arg0: tensor<1x!quant.uniform<i8:f32, 0x41F0000000000000:3>>) { return }

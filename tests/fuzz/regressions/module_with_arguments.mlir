module {
^bb0(%arg0: tensor<f64>):
}

func.func private @f(!shape.witness)

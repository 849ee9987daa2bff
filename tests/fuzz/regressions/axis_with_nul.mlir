sdy.mesh @mesh = <["y"=4, "y\00z"=4]>

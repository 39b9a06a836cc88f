import Glibc

/// ln x.
func naturalLogarithm(_ number: Double) -> Double { log(number) }

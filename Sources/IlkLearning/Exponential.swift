import Glibc

/// e to the power of x.
func exponential(_ number: Double) -> Double { exp(number) }

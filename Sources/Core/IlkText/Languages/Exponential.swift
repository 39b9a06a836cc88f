/// e to a power of at most 0, the same bits on every machine: no library has a part in it.
package enum Exponential {
    /// e^`power`, exact to about 1e-9; 0 below e^-40.
    package static func value(_ power: Double) -> Double {
        guard power > -40 else { return 0 }
        // e^x = (e^(x/1024))^1024, the inner one by its series.
        let small = power / 1_024
        var result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
        for _ in 0..<10 { result *= result }
        return result
    }
}

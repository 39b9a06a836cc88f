/// The exponential function for exponents of at most 0. The result is bit-identical on all machines, because
/// no math library is used.
package enum Exponential {
    /// Returns e^`power` with an error of about 1e-9, or 0 if `power` is at most -40.
    package static func value(_ power: Double) -> Double {
        guard power > -40 else { return 0 }
        // Range reduction: e^x = (e^(x/1024))^1024. The inner term is a Taylor polynomial of degree 4.
        let small = power / 1_024
        var result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
        for _ in 0..<10 { result *= result }
        return result
    }
}

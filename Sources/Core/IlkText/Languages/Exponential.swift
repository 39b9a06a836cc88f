/// The exponential function for powers of at most 0, bit-identical on all machines because it uses no math
/// library.
package enum Exponential {
    /// Returns e^`power` with an error of about 1e-9, and 0 for powers of -40 and less.
    package static func value(_ power: Double) -> Double {
        guard power > -40 else { return 0 }
        // Range reduction: e^x = (e^(x/1024))^1024. The inner term is a Taylor polynomial of degree 4.
        let small = power / 1_024
        var result = 1 + small * (1 + small / 2 * (1 + small / 3 * (1 + small / 4)))
        for _ in 0..<10 { result *= result }
        return result
    }
}

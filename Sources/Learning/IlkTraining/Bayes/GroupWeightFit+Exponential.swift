extension GroupWeightFit {
    /// Returns *e* to the power of each lane. Lanes must not exceed 0. Lanes below -87 count as -87.
    ///
    /// The power of two is written into the exponent, and the rest, at most ln 2 / 2, is a Taylor polynomial with
    /// a relative error below 3e-7.
    @inline(__always)
    static func exponential(of lanes: SIMD8<Float>) -> SIMD8<Float> {
        let bounded = lanes.replacing(with: -87, where: lanes .< -87)
        // Adding 1.5 * 2^23 rounds to an integer, which is then in the lowest bits.
        let shift: Float = 12_582_912
        let shifted = bounded * Float(1.442_695_04) + shift
        let power = shifted - shift
        // ln 2 in two parts: the product with the first is exact.
        let rest = bounded - power * Float(0.693_145_752) - power * Float(1.428_606_77e-6)
        var sum = rest * Float(1.0 / 720) + Float(1.0 / 120)
        sum = sum * rest + Float(1.0 / 24)
        sum = sum * rest + Float(1.0 / 6)
        sum = sum * rest + Float(0.5)
        sum = sum * rest + 1
        sum = sum * rest + 1
        let bits = (unsafeBitCast(shifted, to: SIMD8<Int32>.self) &+ 127) &<< 23
        return sum * unsafeBitCast(bits, to: SIMD8<Float>.self)
    }
}

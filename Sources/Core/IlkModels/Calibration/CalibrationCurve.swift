/// The calibration curve that converts the scores of one-vs-rest linear SVMs to natural-log odds. Scores
/// below -1, the margin of the negative class, are only multiplied by the sharpness. Above this margin, the
/// curve becomes flatter, because the difference between the scores of two labels that both fit well is too
/// large.
///
///     bent(s) = sharpness × (s - bend × max(0, s + 1)²)
///
/// The curve continues as a line if the slope would otherwise decrease below a fifth of the sharpness. A bend
/// of 0 is temperature scaling. The curve is monotonic.
package struct CalibrationCurve {
    package let sharpness: Double
    package let bend: Double
    /// The distance above the margin -1 at which the slope has decreased to ``least``.
    private let reach: Double

    /// The minimum slope, relative to the sharpness.
    private static let least = 0.2

    package init(sharpness: Double, bend: Double) {
        self.sharpness = sharpness
        self.bend = bend
        reach = bend > 0 ? (1 - Self.least) / (2 * bend) : .infinity
    }

    /// Returns the correction for a score that is already multiplied by the sharpness. It is at most 0.
    @inline(__always)
    package func correction(ofSharpened score: Double) -> Double {
        let height = score / sharpness + 1
        guard height > 0, bend > 0 else { return 0 }
        let bent = min(height, reach)
        return -sharpness * (bend * bent * bent + (1 - Self.least) * (height - bent))
    }
}

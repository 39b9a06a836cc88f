/// Bends the scores of one-against-the-rest fits into natural-log odds: what is far below the edge counts as it is, what is
/// above it the less the further it is, since two categories that both fit well are less apart than their scores.
///
///     bent(s) = sharpness × (s - bend × max(0, s + 1)²), from where its slope is a fifth on straight
///
/// A bend of 0 is temperature scaling alone. Bending keeps the order of scores.
package struct ScoreBend {
    package let sharpness: Double
    package let bend: Double
    /// How far above the edge the slope has come down to ``least``.
    private let reach: Double

    /// The least slope, as a share of the sharpness.
    private static let least = 0.2

    package init(sharpness: Double, bend: Double) {
        self.sharpness = sharpness
        self.bend = bend
        reach = bend > 0 ? (1 - Self.least) / (2 * bend) : .infinity
    }

    /// What bending adds to a score that was multiplied by the sharpness already: 0 or less.
    @inline(__always)
    package func correction(ofSharpened score: Double) -> Double {
        let height = score / sharpness + 1
        guard height > 0, bend > 0 else { return 0 }
        let bent = min(height, reach)
        return -sharpness * (bend * bent * bent + (1 - Self.least) * (height - bent))
    }
}

/// Ranges of margins, with the share of logged texts in each, for post-stratification.
///
/// The margin is the difference in probability between the two most probable labels. The review queue prefers
/// small margins, so corrected texts are not a random sample of the log. Within one range of margins, the
/// corrected texts are nearly a random sample.
package struct MarginStrata: Sendable {
    /// The quantiles at which the margins are divided into ranges.
    private static let quantiles = [0.1, 0.25, 0.5, 0.75]
    /// The number of pseudo-texts that are added to each model (additive smoothing). Their margins are
    /// distributed like the margins of all models.
    private static let smoothing = 5.0
    /// The maximum weight. A text that represents many other texts makes the estimate uncertain.
    private static let largestWeight = 10.0

    private let limits: [Double]
    private let sharesByModel: [String: [Double]]
    /// The share of all logged texts in each range. Without margins there is one range.
    package let shares: [Double]

    /// Creates the ranges.
    ///
    /// - Parameter margins: The margins of a random sample of logged texts. The key is the digest of the
    ///   model that classified the texts.
    /// - Complexity: O(*n* log *n*) in the number of margins.
    package init(_ margins: [String: [Double]]) {
        let sorted = margins.values.joined().sorted()
        let limits =
            sorted.isEmpty ? [] : Self.quantiles.map { sorted[Int($0 * Double(sorted.count - 1))] }
        func counts(_ margins: some Sequence<Double>) -> [Double] {
            var counts = [Double](repeating: 0, count: limits.count + 1)
            for margin in margins { counts[Self.place(of: margin, in: limits)] += 1 }
            return counts
        }
        let all = counts(sorted).map { sorted.isEmpty ? 1 : $0 / Double(sorted.count) }
        sharesByModel = margins.mapValues { margins in
            zip(counts(margins), all).map { count, share in
                (count + Self.smoothing * share) / (Double(margins.count) + Self.smoothing)
            }
        }
        shares = all
        self.limits = limits
    }

    /// Returns the index of the range that contains a margin. An unknown margin belongs to the last range,
    /// with the largest margins.
    ///
    /// - Parameter margin: The margin, 0 … 1, or `nil` if unknown.
    package func place(of margin: Double?) -> Int { Self.place(of: margin ?? 1, in: limits) }

    private static func place(of margin: Double, in limits: [Double]) -> Int {
        limits.firstIndex { margin <= $0 } ?? limits.count
    }

    /// Returns the weight of each corrected text of a model: the number of logged texts that the text
    /// represents, relative to the mean.
    func weights(of texts: [ReviewedText], by model: String) -> [Double] {
        let places = texts.map { place(of: $0.margin) }
        var counts = [Double](repeating: 0, count: limits.count + 1)
        for place in places { counts[place] += 1 }
        let shares = sharesByModel[model] ?? shares
        return places.map { place in
            min(Self.largestWeight, shares[place] * Double(texts.count) / counts[place])
        }
    }
}

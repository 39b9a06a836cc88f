import IlkLog

extension RetrainingReport {
    /// The author whose corrections differ from the logged verdicts significantly more often than those of
    /// the other authors.
    public struct SuspectedAuthor: Sendable, Codable, Hashable {
        /// The name of the author, or the source of corrections without an author.
        public var name: String
        /// The number of corrections by the author, without audits.
        public var corrections: Int
        /// The number of these corrections that differ from the logged verdict.
        public var differing: Int
    }
}

extension RetrainingReport.SuspectedAuthor {
    /// The minimum number of corrections by an author. Authors with fewer are left out.
    private static let minimumCorrections = 8
    /// The critical value of the test. A single author exceeds it by chance with a probability of 1 in 740.
    private static let criticalValue = 3.0
    /// The minimum difference in the share of corrections that differ from the verdict.
    private static let minimumDifference = 0.15

    /// Finds the author whose corrections differ from the logged verdicts significantly more often than those
    /// of the other authors, by a one-sided test of two proportions.
    ///
    /// Corrections are usually made because a verdict is wrong, so the share of corrections that differ is
    /// only meaningful in comparison with other authors. Returns `nil` if fewer than two authors have eight
    /// corrections, or if no difference is significant.
    ///
    /// - Parameter corrections: The corrections. Audits are left out, because they confirm more verdicts than
    ///   other corrections do.
    init?(in corrections: [CorrectedText]) {
        self.init(
            among: corrections.reduce(into: [:]) { authors, correction in
                guard correction.source != .audit else { return }
                let name = correction.authorOrSource
                authors[name, default: (0, 0)].corrections += 1
                authors[name, default: (0, 0)].differing += correction.category == correction.logged ? 0 : 1
            })
    }

    /// - Parameter authors: The number of corrections, and of corrections that differ from the verdict, by
    ///   author.
    init?(among authors: [String: (corrections: Int, differing: Int)]) {
        let authors = authors.filter { $0.value.corrections >= Self.minimumCorrections }
        guard authors.count > 1 else { return nil }
        let all = authors.values.reduce((corrections: 0, differing: 0)) {
            ($0.corrections + $1.corrections, $0.differing + $1.differing)
        }
        let pooled = Double(all.differing) / Double(all.corrections)
        func excess(_ own: (corrections: Int, differing: Int)) -> Double {
            let others = all.corrections - own.corrections
            let share = Double(own.differing) / Double(own.corrections)
            let rest = Double(all.differing - own.differing) / Double(others)
            guard share - rest >= Self.minimumDifference else { return 0 }
            let variance = pooled * (1 - pooled) * (1 / Double(own.corrections) + 1 / Double(others))
            return (share - rest) / variance.squareRoot()
        }
        let most = authors.map { (name: $0.key, counts: $0.value, excess: excess($0.value)) }
            .max { ($0.excess, $1.name) < ($1.excess, $0.name) }
        guard let most, most.excess >= Self.criticalValue else { return nil }
        self.init(name: most.name, corrections: most.counts.corrections, differing: most.counts.differing)
    }
}

public import IlkLearning

extension RetrainingReport {
    /// An automatic return to an earlier version.
    public struct Rollback: Sendable, Codable, Hashable {
        /// The version that was active.
        public var from: String
        /// The version that is active instead.
        public var to: String
        /// The evaluation of `to` as a candidate, on the corrections since the promotion of `from`.
        public var gate: RetrainingGate

        /// The reason in the history of the registry.
        var reason: String {
            let comparison = gate.samples.first?.comparison ?? PairedComparison()
            return "Of \(comparison.texts) corrections since its promotion, \(from) predicts "
                + "\(comparison.bothRight + comparison.onlyFirstRight) correctly, \(to) "
                + "\(comparison.bothRight + comparison.onlySecondRight)."
        }
    }
}

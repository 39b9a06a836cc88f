/// A row of the review queue: an entry for a human to label.
public struct LogReview: Sendable, Hashable {
    /// The entry.
    public var entry: ClassificationLogEntry
    /// `true` for an entry drawn at random, `false` for an uncertain one. The labels of random entries
    /// measure the classifier's accuracy; their source is ``CorrectionSource/audit``.
    public var isAudit: Bool
}

/// A row of the review queue: an entry that a person should look at.
public struct LogReview: Sendable, Hashable {
    /// The entry.
    public var entry: ClassificationLogEntry
    /// Whether it was drawn at random, and not because it is doubtful: what is said of such rows measures the
    /// classifier, and belongs under ``CorrectionSource/audit``.
    public var isAudit: Bool
}

/// How far a rule may be trusted.
public enum RuleStatus: String, Sendable, Hashable, CaseIterable {
    /// It is tried out: it fires, but adds nothing to a score.
    case experimental
    /// It counts, and may still change.
    case test
    /// It counts and has texts that it must and must not match.
    case stable
    /// It never fires. It stands for the record.
    case deprecated

    /// Whether a rule of this status adds its weights to scores.
    public var counts: Bool { self == .test || self == .stable }
}

/// How a retraining is asked for.
public struct RetrainingOptions: Sendable, Hashable {
    /// Whether anything is written; false is a dry run.
    public var promotes = true
    /// Whether everything is counted anew, and not only what is new since the last time.
    public var recounts = false
    /// Whose words are left out from now on: names of authors, or sources (`human`, `api`, `import`, `audit`).
    public var without: [String] = []
    /// Whose words are taken again that were left out before.
    public var with: [String] = []
    /// What texts without a label count for, 0 ... 1; nil to find it on the corrections that are held back.
    public var unlabelledWeight: Double?

    /// The usual way.
    public init() {}
}

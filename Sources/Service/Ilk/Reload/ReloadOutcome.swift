/// The outcome of reloading rules or a model.
public enum ReloadOutcome: Sendable, Hashable {
    /// The new version is active.
    case replaced
    /// The active version did not change.
    case unchanged
    /// The new version is unusable. The previous version stays active.
    case refused

    /// Returns the prefix of a digest in parentheses, or an empty string.
    static func mark(of digest: String?) -> String { digest.map { " (\($0.prefix(12)))" } ?? "" }
}

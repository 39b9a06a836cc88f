/// What became of the rules or the model that were in use.
public enum ReloadOutcome: Sendable, Hashable {
    /// Others are in use now.
    case replaced
    /// They stay: nothing has changed.
    case unchanged
    /// They stay: the new ones cannot be used.
    case refused

    /// The beginning of a digest in brackets, behind a blank; empty without a digest.
    static func mark(of digest: String?) -> String { digest.map { " (\($0.prefix(12)))" } ?? "" }
}

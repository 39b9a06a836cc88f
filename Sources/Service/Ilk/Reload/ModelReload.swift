/// What came of looking for another model.
public struct ModelReload: Sendable, Hashable {
    /// What became of the model that was in use.
    public enum Outcome: Sendable, Hashable {
        /// Another one is in use now.
        case replaced
        /// It stays: it is the one to be used.
        case unchanged
        /// It stays: the new one cannot be used.
        case refused
    }

    /// What became of the model that was in use.
    public let outcome: Outcome
    /// The digest of the model that was in use before; nil when there was none.
    public let before: String?
    /// The digest of the model that is in use now.
    public let after: String?
    /// The version of the registry that was asked for; nil when the model is not from there.
    public let version: String?
    /// Why the new one is refused, in one line; nil when it is not.
    public let reason: String?

    /// What happened, for people: one line, and with a refusal one that says why.
    public var description: String {
        let name = version.map { "model \($0)" } ?? "the model"
        switch outcome {
        case .unchanged: return "the model is as it was\(Self.shown(after))"
        case .replaced: return "\(name) in use now\(Self.shown(after))"
        case .refused:
            return
                "\(name) is not used, the old one stays\(Self.shown(after))\(reason.map { "\n\($0)" } ?? "")"
        }
    }

    private static func shown(_ digest: String?) -> String { digest.map { " (\($0.prefix(12)))" } ?? "" }
}

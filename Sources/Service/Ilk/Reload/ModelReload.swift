/// What came of looking for another model.
public struct ModelReload: Sendable, Hashable {
    /// What became of the model that was in use.
    public let outcome: ReloadOutcome
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
        case .unchanged: return "the model is as it was\(ReloadOutcome.mark(of: after))"
        case .replaced: return "\(name) in use now\(ReloadOutcome.mark(of: after))"
        case .refused:
            return
                "\(name) is not used, the old one stays\(ReloadOutcome.mark(of: after))\(reason.map { "\n\($0)" } ?? "")"
        }
    }
}

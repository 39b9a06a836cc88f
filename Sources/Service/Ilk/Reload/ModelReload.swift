/// The result of reloading the model.
public struct ModelReload: Sendable, Hashable {
    /// The outcome of the reload.
    public let outcome: ReloadOutcome
    /// The digest of the model that was active before the reload, or `nil` if there was none.
    public let before: String?
    /// The digest of the model that is active after the reload, or `nil` if there is none.
    public let after: String?
    /// The version in the registry, or `nil` if the model does not come from there.
    public let version: String?
    /// The reason for a refusal in one line, or `nil` if the model was not refused.
    public let reason: String?
    /// A warning about the new model in one line, or `nil` if there is none.
    public let warning: String?

    /// The message for the user: one line, followed by the reason if the model was refused.
    public var description: String {
        let name = version.map { "model \($0)" } ?? "the model"
        switch outcome {
        case .unchanged: return "model unchanged\(ReloadOutcome.mark(of: after))"
        case .replaced:
            let warning = warning.map { "; warning: \($0)" } ?? ""
            return "\(name) is active\(ReloadOutcome.mark(of: after))\(warning)"
        case .refused:
            return
                "\(name) was refused; the old model stays active\(ReloadOutcome.mark(of: after))\(reason.map { "\n\($0)" } ?? "")"
        }
    }
}

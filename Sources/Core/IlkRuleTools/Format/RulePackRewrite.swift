public import IlkRules

/// The result of rewriting a pack file.
public enum RulePackRewrite: Sendable {
    /// The rewritten file, which equals the input if nothing changes.
    case rewritten([UInt8])
    /// The file is not valid YAML or exceeds a limit.
    case unreadable([RuleDiagnostic])
    /// The file is left unchanged because of something on a line that cannot be rewritten.
    case leftAlone(reason: String, line: Int)
}

/// One problem of one rule file: what is wrong, where, and what to do about it.
///
/// A text for people is ``description``; it quotes the rule file and never a text that is being classified.
public struct RuleDiagnostic: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// The file is not taken; the rules that were active stay.
        case error
        /// The file is taken; the rule may not do what was meant.
        case warning
    }

    /// What kind of problem it is; never reused for another kind.
    public let code: RuleDiagnosticCode
    /// How bad it is.
    public let severity: Severity
    /// The name of the source, as the caller gave it.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// What is wrong, one sentence without a full stop.
    public let message: String
    /// What to do about it, or nil when the message says it all.
    public let hint: String?
    /// The line of the file and a line of carets beneath it; empty when there is no such line.
    public let excerpt: String
}

extension RuleDiagnostic: Comparable {
    /// Ordered by file, line and column.
    public static func < (lhs: RuleDiagnostic, rhs: RuleDiagnostic) -> Bool {
        if lhs.file != rhs.file { return lhs.file < rhs.file }
        return (lhs.line, lhs.column, lhs.code.rawValue, lhs.message)
            < (rhs.line, rhs.column, rhs.code.rawValue, rhs.message)
    }
}

extension RuleDiagnostic: CustomStringConvertible {
    /// The problem as people read it: place, severity, code and message, the excerpt, the hint.
    public var description: String {
        var text = "\(file):\(line):\(column): \(severity.rawValue)[\(code.rawValue)]: \(message)"
        if !excerpt.isEmpty { text += "\n\(excerpt)" }
        if let hint { text += "\n    = help: \(hint)" }
        return text
    }
}

/// One problem in a rule file, with the position of the problem and a hint.
///
/// ``description`` is the message for people. It quotes the rule file but never a classified text.
public struct RuleDiagnostic: Sendable, Hashable, Codable {
    /// The severity of a problem.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The file is rejected, and the active rules stay in use.
        case error
        /// The file is accepted, but a rule may not work as intended.
        case warning
    }

    /// The code of the problem type. Codes are never reused.
    public let code: RuleDiagnosticCode
    /// The severity of the problem.
    public let severity: Severity
    /// The name of the rule file, as given by the caller.
    public package(set) var file: String
    /// The line of the problem, starting at 1.
    public let line: Int
    /// The column of the problem in Unicode scalars, starting at 1.
    public let column: Int
    /// The message: one sentence without a period.
    public let message: String
    /// A hint for the correction, or `nil` if the message suffices.
    public let hint: String?
    /// The source line, with a line of carets below it that marks the problem. It is an empty string if the
    /// line does not exist, is too long or may contain secrets.
    public let excerpt: String
}

extension RuleDiagnostic: Comparable {
    /// Orders problems by file, line and column.
    public static func < (lhs: RuleDiagnostic, rhs: RuleDiagnostic) -> Bool {
        if lhs.file != rhs.file { return lhs.file < rhs.file }
        return (lhs.line, lhs.column, lhs.code.rawValue, lhs.message)
            < (rhs.line, rhs.column, rhs.code.rawValue, rhs.message)
    }
}

extension RuleDiagnostic: CustomStringConvertible {
    /// The problem as text: severity, position, message and code, then the excerpt and the hint.
    public var description: String {
        var text = "\(severity.rawValue): \(file):\(line):\(column): \(message) [\(code.rawValue)]"
        if !excerpt.isEmpty { text += "\n\(excerpt)" }
        if let hint { text += "\nhint: \(hint)" }
        return text
    }
}

/// An error that a program reports to its user: a sentence, advice, and the status with which a command ends.
public protocol ReportedError: Error, CustomStringConvertible {
    /// The exit status of a command, a value of `sysexits.h`.
    var exitStatus: Int32 { get }
    /// Advice for the user, or `nil` if there is none.
    var hint: String? { get }
}

extension ReportedError {
    /// No advice.
    public var hint: String? { nil }
}

/// An error that a program reports to its user: a description, optional advice and an exit status.
public protocol ReportedError: Error, CustomStringConvertible {
    /// The exit status of a command that fails with this error. The values are those of `sysexits.h`.
    var exitStatus: Int32 { get }
    /// Advice for the user, or `nil` if there is none.
    var hint: String? { get }
}

extension ReportedError {
    /// `nil`, because an error has no advice by default.
    public var hint: String? { nil }
}

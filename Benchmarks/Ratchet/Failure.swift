/// An error that is shown to the user, with what to do.
struct Failure: Error, CustomStringConvertible {
    var message: String
    var hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    var description: String { "error: \(message)\nhint: \(hint)" }
}

package import ArgumentParser
import IlkVocabulary

/// An invalid value of an option or argument. Its report has the same form whether the parser, a command or a
/// store rejects the value: `error: PLACE: 'VALUE' is not valid` and a hint.
struct InvalidValue {
    /// The option, such as `--jobs`, or the argument, such as `<mark>`.
    var place: String
    var value: String
    /// The allowed values or the expected form, or `nil` if the parser's message states neither.
    var hint: String?

    init(place: String, value: String, hint: String?) {
        (self.place, self.value, self.hint) = (place, value, hint)
    }

    /// Parses the parser's message `The value 'V' is invalid for '--option <name>'`, which may end with a list of
    /// values or with the message of the error that the option's transform has thrown.
    init?(_ message: Substring) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let border = message.ranges(of: middle).last,
            let end = message[border.upperBound...].firstIndex(of: "'")
        else { return nil }
        value = String(message[..<border.lowerBound].dropFirst(start.count))
        let name = message[border.upperBound..<end]
        // The name of an option's value is omitted.
        place = String(name.hasPrefix("-") ? name.prefix { $0 != " " } : name)
        let rest = message[end...].dropFirst()
        if rest.hasPrefix(": ") {
            hint = String(rest.dropFirst(2))
        } else if rest.contains("\n  - ") {
            hint = Self.allowed(rest.split(separator: "\n  - ").dropFirst().map(String.init), for: value)
        } else if rest.contains("'") {
            // The quoted values are every second part.
            let parts = rest.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
            hint = Self.allowed(stride(from: 1, to: parts.count, by: 2).map { parts[$0] }, for: value)
        }
    }

    /// The error that a command reports.
    var error: CommandError { CommandError(.usage, "'\(value)' is not valid", at: place, hint: hint) }

    /// Returns a hint that suggests the most similar allowed value and lists the allowed values.
    static func allowed(_ values: [String], for value: String) -> String {
        (Suggestion.hint(for: value, among: values).map { $0 + " " } ?? "")
            + "allowed: " + values.joined(separator: ", ")
    }
}

extension CommandError {
    /// Returns the error for a value that a command rejects while it runs.
    ///
    /// - Parameters:
    ///   - place: The option or argument, such as `--cursor` or `<label>`.
    ///   - value: The rejected value.
    ///   - hint: The allowed values or the expected form.
    package static func invalid(_ place: String, _ value: String, hint: String) -> CommandError {
        InvalidValue(place: place, value: value, hint: hint).error
    }

    /// Returns the error for a value that is not one of the allowed values.
    package static func invalid(_ place: String, _ value: String, allowed: [String]) -> CommandError {
        invalid(place, value, hint: InvalidValue.allowed(allowed, for: value))
    }
}

extension ValidationError {
    /// The text between the message and the hint of ``invalid(_:_:expected:)``.
    static let hintMark = "\nhint: "

    /// Returns the error for a value that a command rejects before it runs.
    ///
    /// - Parameters:
    ///   - place: The option or argument, such as `--jobs` or `<mark>`.
    ///   - value: The rejected value.
    ///   - form: The expected form, such as `a number from 1 to 256`.
    package static func invalid(
        _ place: String, _ value: some CustomStringConvertible, expected form: String
    ) -> ValidationError {
        ValidationError(.invalid(place, value.description, hint: "expected " + form))
    }

    /// Returns the error for a value that is not one of the allowed values.
    package static func invalid(_ place: String, _ value: String, allowed: [String]) -> ValidationError {
        ValidationError(.invalid(place, value, allowed: allowed))
    }

    /// Returns the error for an argument that the command does not accept.
    static func unexpected(_ argument: String, hint: String) -> ValidationError {
        ValidationError("Unexpected argument '\(argument)'\(hintMark)\(hint)")
    }

    /// Creates a validation error from a command error. The parser passes the error on, and
    /// ``CommandHelp/errorReport(_:arguments:root:)`` reports it like the command error.
    private init(_ error: CommandError) {
        self.init("\(error.place ?? ""): \(error.what)\(Self.hintMark)\(error.hint ?? "")")
    }
}

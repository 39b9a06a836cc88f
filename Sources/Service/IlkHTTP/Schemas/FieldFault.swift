import IlkFraming

/// An invalid value of a request, with its place.
package struct FieldFault: Hashable, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        /// A required field or parameter is missing.
        case missing
        /// There is no field or parameter with this name.
        case unknown
        /// A parameter occurs more than once.
        case `repeated`
        /// The value has another type.
        case type
        /// A number is out of range.
        case range
        /// A string or an array is too short or too long.
        case length
        /// The value is not one of the allowed values.
        case choice
    }

    package enum Place: Hashable, Sendable {
        /// A value of the body, as a JSON pointer (RFC 6901).
        case body(String)
        case parameter(String)
    }

    package let place: Place
    package let code: Code
    /// A description that does not contain the value, such as `must be an integer from 1 to 100`.
    package let detail: String
    /// The allowed values of a choice, or the known names. Empty for other faults.
    package let allowed: [String]

    package init(_ place: Place, _ code: Code, _ detail: String, allowed: [String] = []) {
        self.place = place
        self.code = code
        self.detail = detail
        self.allowed = allowed
    }

    /// The place and the description, for people.
    package var sentence: String {
        switch place {
        case .body(let pointer): pointer.isEmpty ? "the body \(detail)" : "\(pointer) \(detail)"
        case .parameter(let name): "\(name) \(detail)"
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch place {
        case .body(let pointer): writer.field("pointer", pointer)
        case .parameter(let name): writer.field("parameter", name)
        }
        writer.field("code", code.rawValue)
        writer.field("detail", detail)
        if !allowed.isEmpty { writer.field("allowed", allowed) }
        writer.endObject()
    }
}

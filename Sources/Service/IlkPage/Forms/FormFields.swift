import IlkHTTP

/// The fields of a form that a page sent.
struct FormFields: Sendable {
    /// A file that a person chose.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    private let fields: [Pair]
    /// The chosen file, or `nil` if there is none.
    let file: File?

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - limit: The maximum length of the body in bytes.
    /// - Throws: ``Problem`` if the body is not a form, or is too long.
    init(_ call: APICall, limit: Int) async throws {
        let bytes = try await call.body.whole(upTo: limit)
        if call.mediaType?.name == MultipartForm.type {
            let form = try MultipartForm(bytes, call.request.headers["Content-Type"] ?? "")
            (fields, file) = (form.fields.map { Pair($0.key, Self.lines($0.value)) }, form.file)
        } else {
            guard let pairs = QueryText.pairs(String(decoding: bytes, as: UTF8.self)) else {
                throw Problem(.malformedBody, "the form has an invalid percent-encoding")
            }
            (fields, file) = (pairs.map { Pair($0.name, Self.lines($0.value)) }, nil)
        }
    }

    /// Returns the value of a field, or `nil` if it is missing or empty.
    subscript(name: String) -> String? {
        fields.first { $0.key == name && !$0.value.isEmpty }?.value
    }

    /// The first value of each field.
    var values: [String: String] { Dictionary(fields.map { ($0.key, $0.value) }) { first, _ in first } }

    /// Returns all values of a field that can occur several times.
    func all(_ name: String) -> [String] { fields.filter { $0.key == name }.map(\.value) }

    /// Returns a text with LF as line break. Browsers send CR LF for each typed line break.
    private static func lines(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}

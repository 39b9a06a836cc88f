/// The framing of records in an input.
package enum RecordFraming: Hashable, Sendable {
    /// The whole input is one text.
    case whole
    /// Each line is a text.
    case lines
    /// Each line is a JSON object with the text in the field with this name or path.
    case ndjson(field: String)
}

/// The position of a JSON string in a line, with the properties that decide how it is decoded.
struct JSONString: Hashable, Sendable {
    /// The bytes between the quotes.
    var contents: Range<Int>
    var hasEscapes: Bool
    var isASCII: Bool
}

/// A field of the object on a line, as byte offsets.
struct JSONField {
    var key: JSONString
    var valueStart: Int
    /// The offset after the last byte of the value.
    var valueEnd: Int
    /// The value if it is a string.
    var string: JSONString?
}

/// The contents of a JSON string in a line: where they stand, and what must be done to read them.
struct JSONString: Hashable, Sendable {
    /// The bytes between the quotes.
    var contents: Range<Int>
    /// Whether there are escapes in it.
    var hasEscapes: Bool
    /// Whether every byte is below 0x80.
    var isASCII: Bool
}

/// One member of the object on a line, by its places.
struct JSONMember {
    /// The name.
    var key: JSONString
    /// The first byte of the value.
    var valueStart: Int
    /// The byte behind the value.
    var valueEnd: Int
    /// The value's contents when it is a string.
    var string: JSONString?
}

/// A position between two messages in a list of messages, newest first. A cursor marks the end of a page.
public struct EmailCursor: Sendable, Hashable, LosslessStringConvertible {
    let row: Int64

    init(row: Int64) {
        self.row = row
    }

    /// Parses a cursor.
    ///
    /// - Parameter description: The ``description`` of a cursor: a number in base 36.
    public init?(_ description: String) {
        guard let bits = UInt64(description, radix: 36) else { return nil }
        row = Int64(bitPattern: bits)
    }

    /// The cursor as a string of letters and digits: a number in base 36.
    public var description: String { String(UInt64(bitPattern: row), radix: 36) }
}

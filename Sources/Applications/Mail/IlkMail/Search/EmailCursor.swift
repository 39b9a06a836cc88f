/// A position in a list of messages. The cursor of a page is the position at which the next page begins.
public struct EmailCursor: Sendable, Hashable, LosslessStringConvertible {
    let row: Int64

    init(row: Int64) {
        self.row = row
    }

    /// Parses a cursor.
    ///
    /// - Parameter description: The text of a cursor from ``description``: a number in base 36.
    public init?(_ description: String) {
        guard let bits = UInt64(description, radix: 36) else { return nil }
        row = Int64(bitPattern: bits)
    }

    /// The cursor as text: a number in base 36, written with letters and digits.
    public var description: String { String(UInt64(bitPattern: row), radix: 36) }
}

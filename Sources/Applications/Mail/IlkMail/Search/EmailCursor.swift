/// A place between two messages of a list that goes from newest to oldest.
public struct EmailCursor: Sendable, Hashable, LosslessStringConvertible {
    let row: Int64

    init(row: Int64) {
        self.row = row
    }

    /// Reads a word that ``description`` made.
    public init?(_ description: String) {
        guard let bits = UInt64(description, radix: 36) else { return nil }
        row = Int64(bitPattern: bits)
    }

    /// The cursor as a word for people's and programs' hands: letters and digits.
    public var description: String { String(UInt64(bitPattern: row), radix: 36) }
}

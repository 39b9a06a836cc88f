public import Foundation
public import IlkVocabulary

/// The position between two records of a store at which a page ends. Pages list records from newest to
/// oldest, by timestamp, then by id.
public struct PageCursor: Sendable, Hashable, Codable {
    /// The timestamp of the record before the position.
    public var timestamp: Date
    /// The id of the record before the position.
    public var id: RecordID

    package init(timestamp: Date, id: RecordID) {
        self.timestamp = timestamp
        self.id = id
    }
}

extension PageCursor {
    /// The cursor as an opaque token of letters, digits and a dot.
    public var token: String {
        String(timestamp.timeIntervalSince1970.bitPattern, radix: 36) + "."
            + id.description.filter { $0 != "-" }.lowercased()
    }

    /// Parses a ``token``.
    ///
    /// - Parameter token: The token.
    /// - Throws: ``RecordStoreError/malformedCursor``.
    public init(token: String) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bits = UInt64(parts[0], radix: 36), parts[1].count == 32 else {
            throw RecordStoreError.malformedCursor
        }
        var digits = Substring(parts[1])
        let groups = [8, 4, 4, 4, 12].map { count in
            defer { digits = digits.dropFirst(count) }
            return String(digits.prefix(count))
        }
        guard let id = RecordID(groups.joined(separator: "-")) else { throw RecordStoreError.malformedCursor }
        self.init(timestamp: Date(timeIntervalSince1970: Double(bitPattern: bits)), id: id)
    }
}

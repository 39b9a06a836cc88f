import FoundationEssentials
package import GRDB
public import IlkVocabulary

/// A user's reference to a record of a store.
public enum RecordReference: Sendable, Hashable {
    /// The n-th newest record, counted from 1. Written as `-1`, `-2`, …
    case newest(Int)
    /// The record with this id.
    case id(RecordID)
    /// The record whose id ends with these 8 to 12 hexadecimal digits in upper case.
    case suffix(String)

    /// Parses a reference, ignoring case.
    ///
    /// - Parameter text: `-1`, `-2` and so on, an id, or the last 8 to 12 hexadecimal digits of an id.
    /// - Throws: ``RecordStoreError/malformedReference(_:)``.
    public init(_ text: String) throws {
        if let id = RecordID(text) {
            self = .id(id)
        } else if text.utf8.first == UInt8(ascii: "-"), let place = Int(text), place < 0, place > Int.min {
            self = .newest(-place)
        } else if (8...12).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIHexDigit) {
            self = .suffix(text.uppercased())
        } else {
            throw RecordStoreError.malformedReference(text)
        }
    }
}

extension RecordReference: CustomStringConvertible {
    /// The reference as a user would write it.
    public var description: String {
        switch self {
        case .newest(let place): "-\(place)"
        case .id(let id): id.description
        case .suffix(let suffix): suffix
        }
    }
}

extension RecordReference {
    /// Returns the SQL that follows `WHERE` in a query for the referenced records: the condition and, if
    /// necessary, `ORDER BY` and `LIMIT`.
    ///
    /// - Parameters:
    ///   - key: The column of the id, as text or, if `isText` is `false`, as bytes.
    ///   - order: The `ORDER BY` terms that put the newest record first.
    ///   - limit: The maximum number of records to return for a suffix of an id, or -1 for all.
    package func condition(
        key: String, isText: Bool, newest order: String, limit: Int = 9
    ) -> (sql: String, arguments: StatementArguments) {
        switch self {
        case .id(let id): ("\(key) = ?", isText ? [id.description] : [Data(id.bytes)])
        case .newest(let place): ("1 ORDER BY \(order) LIMIT 1 OFFSET ?", [max(1, place) - 1])
        case .suffix(let suffix):
            ("substr(\(isText ? key : "hex(\(key))"), -length(?1)) = ?1 LIMIT \(limit)", [suffix])
        }
    }

    /// Returns the only record of a query result.
    ///
    /// - Throws: ``RecordStoreError/noSuchEntry(reference:)`` or
    ///   ``RecordStoreError/ambiguousReference(_:count:)``.
    package func one<Record>(of found: [Record]) throws -> Record {
        guard let record = found.first else { throw RecordStoreError.noSuchEntry(reference: description) }
        guard found.count == 1 else {
            throw RecordStoreError.ambiguousReference(description, count: found.count)
        }
        return record
    }
}

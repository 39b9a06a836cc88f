import FoundationEssentials

/// The records of a store that a version was trained on. With this list, the program can later find out
/// whether a training record has been deleted.
public struct StoreTrace: Sendable, Hashable, Codable {
    /// The store, identified by a prefix of the SHA-256 of its path.
    public var store: String
    /// The record identifiers, ascending, as eight little-endian bytes each, in base64.
    private var packed: String

    private enum CodingKeys: String, CodingKey {
        case store
        case packed = "records"
    }

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - store: A prefix of the SHA-256 of the store's path.
    ///   - records: The record identifiers, in any order.
    public init(store: String, records: some Sequence<UInt64>) {
        self.store = store
        var bytes = Data()
        for record in Set(records).sorted() {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: record >> UInt64(8 * place))) }
        }
        packed = bytes.base64EncodedString()
    }

    /// The record identifiers, ascending, or `nil` if the stored value is damaged.
    public var records: [UInt64]? {
        guard let bytes = Data(base64Encoded: packed), bytes.count % 8 == 0 else { return nil }
        let all = Array(bytes)
        return stride(from: 0, to: all.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | UInt64(all[start + $1]) << UInt64(8 * $1) }
        }
    }
}

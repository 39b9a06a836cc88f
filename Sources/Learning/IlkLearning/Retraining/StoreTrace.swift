import FoundationEssentials

/// Which records of a store a version learned from: so that it is known when one of them is gone.
public struct StoreTrace: Sendable, Hashable, Codable {
    /// Which store was read: the beginning of the SHA-256 of its path.
    public var store: String
    /// The records, by the numbers that the store knows them by: eight bytes each, the lowest first, in base64.
    private var packed: String

    private enum CodingKeys: String, CodingKey {
        case store
        case packed = "records"
    }

    /// A trace of these records.
    public init(store: String, records: some Sequence<UInt64>) {
        self.store = store
        var bytes = Data()
        for record in Set(records).sorted() {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: record >> UInt64(8 * place))) }
        }
        packed = bytes.base64EncodedString()
    }

    /// The records; nil when what was written is damaged.
    public var records: [UInt64]? {
        guard let bytes = Data(base64Encoded: packed), bytes.count % 8 == 0 else { return nil }
        let all = Array(bytes)
        return stride(from: 0, to: all.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | UInt64(all[start + $1]) << UInt64(8 * $1) }
        }
    }
}

public import IlkStore
public import IlkSync

// How keys, numbers and records of sync stand in columns.
extension SyncKey: StatementValue {
    /// Binds the 16 bytes as a blob.
    public func bind(to statement: RawStatement, at index: Int32) {
        recordID.bind(to: statement, at: index)
    }
}

extension RawStatement {
    /// A number of 64 bits, as those bits.
    func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    /// The key in a column.
    ///
    /// - Throws: ``SyncStoreError/damaged`` when it is none.
    func key(_ column: Int32) throws -> SyncKey {
        try withBlob(column) { bytes in
            guard bytes.count == 16 else { throw SyncStoreError.damaged }
            return SyncKey(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// The record in a column.
    ///
    /// - Throws: ``SyncStoreError/damaged`` when the bytes are none.
    func record(_ column: Int32) throws -> SyncRecord {
        try withBlob(column) { bytes in
            do {
                return try SyncRecord(bytes: bytes)
            } catch {
                throw SyncStoreError.damaged
            }
        }
    }
}

/// What is wrong with a store of synced records.
public enum SyncStoreError: Error, Hashable, Sendable {
    /// A record or a state in the file cannot be read.
    case damaged
    /// There is no such account.
    case noSuchAccount
    /// There is a token, or an account, of this name.
    case nameTaken
}

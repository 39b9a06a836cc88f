public import IlkStore
public import IlkSync

// The mapping of keys, numbers and records to columns.
extension SyncKey: StatementValue {
    /// Binds the 16 bytes as a blob.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - index: The index of the SQL parameter, from 1.
    public func bind(to statement: RawStatement, at index: Int32) {
        recordID.bind(to: statement, at: index)
    }
}

extension RawStatement {
    /// Returns an integer column as an unsigned number with the same bits.
    func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    /// Returns the key in a column.
    ///
    /// - Throws: ``SyncStoreError/damaged`` if the blob is not 16 bytes long.
    func key(_ column: Int32) throws -> SyncKey {
        try withBlob(column) { bytes in
            guard bytes.count == 16 else { throw SyncStoreError.damaged }
            return SyncKey(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// Returns the record in a column.
    ///
    /// - Throws: ``SyncStoreError/damaged`` if the blob is not a record.
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

/// An error of a store of synced records.
public enum SyncStoreError: Error, Hashable, Sendable {
    /// The file contains an unreadable record or state.
    case damaged
    /// The account does not exist.
    case noSuchAccount
    /// The account already has a token with this name.
    case nameTaken
}

import Ilk
import IlkFiles
import IlkStore
import Synchronization

/// A store of the user that is opened when a request first needs it, and reopened if its file was replaced.
final class OpenRecords<Records: RecordStore>: Sendable {
    let path: String
    private let open = Mutex<(file: UInt64, records: Records)?>(nil)

    /// - Parameter path: The path of the store. The file may be missing; this initializer does not create it.
    init(_ path: String) { self.path = path }

    deinit {
        // A store that is only released would checkpoint its file without the lock.
        open.withLock { try? $0?.records.close() }  // The server has ended.
    }

    /// Returns the store, or `nil` if its file does not exist. The store is read-only if its file cannot be
    /// written.
    ///
    /// - Throws: Errors of opening.
    func records() throws -> Records? {
        guard let file = LogFiles.fileNumber(path) else { return nil }
        return try open.withLock { open in
            if let known = open, known.file == file { return known.records }
            try? open?.records.close()  // Its file is gone.
            open = nil
            let records = try openFile()
            open = (file, records)
            return records
        }
    }

    /// Returns the store like ``records()``, but creates its file if it does not exist.
    ///
    /// - Throws: Errors of creating and opening.
    func recordsOrNew() throws -> Records {
        if let known = try records() { return known }
        try IlkFolders.makeFolder(of: path)
        try Records.open(.file(path)).close()
        guard let new = try records() else {
            throw StoreError(code: .missing, path: path, detail: "another program has removed the new file")
        }
        return new
    }

    /// Opens the store, read-only if its file cannot be written. Searches in a writable store update the
    /// full-text index.
    private func openFile() throws -> Records {
        do {
            return try Records.open(.file(path))
        } catch let error as StoreError where error.code == .noPermission {
            return try Records.open(.file(path), access: .readOnly)
        }
    }
}

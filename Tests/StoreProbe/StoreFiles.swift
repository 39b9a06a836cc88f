import Foundation

/// The files of a store: the database and what stands beside it.
enum StoreFiles {
    static let besides = ["-wal", "-shm", ".lock", ".ledger"]

    /// Removes what stands beside a database, and that itself unless it stays.
    static func remove(_ path: String, keepsDatabase: Bool = false) throws {
        for suffix in (keepsDatabase ? [] : [""]) + besides
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}

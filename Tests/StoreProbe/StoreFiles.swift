import Foundation

/// The files of a store: the database and its companions.
enum StoreFiles {
    static let besides = ["-wal", "-shm", ".lock", ".ledger"]

    /// Removes the companions of a database, and the database itself unless it is kept.
    static func remove(_ path: String, keepsDatabase: Bool = false) throws {
        for suffix in (keepsDatabase ? [] : [""]) + besides
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}

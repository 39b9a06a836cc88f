import FoundationEssentials
import Ilk

/// Brings a backup of a store back, where there is none or where one may go.
struct BackupRestoring {
    /// What is said where there is a store already.
    let found: String
    /// What is said then of what to do.
    let hint: String
    /// Puts the backup in the place of the file.
    let restore: (_ backup: String, _ path: String) throws -> Void

    /// Brings it back.
    ///
    /// - Parameter isForced: Whether what the store holds may go.
    /// - Throws: `cannotCreate` when there is a store and it may not go, and what restoring throws.
    func run(_ backup: String, to path: String, isForced: Bool, _ console: Console) throws {
        guard FileManager.default.fileExists(atPath: backup) else {
            throw CommandFailure(.noInput, "cannot read: there is no such file", at: backup)
        }
        guard isForced || !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.cannotCreate, found, at: path, hint: hint)
        }
        try IlkFolders.makeFolder(of: path)
        try restore(backup, path)
        console.note("restored \(path)")
    }
}

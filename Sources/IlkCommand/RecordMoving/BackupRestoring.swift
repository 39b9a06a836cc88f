import FoundationEssentials
import Ilk
import IlkStore

/// Brings a backup of a store back: to a new file, or in the place of a store after a question.
struct BackupRestoring {
    /// The number of records in the store that is replaced, in words.
    let contents: (_ path: String) async throws -> String
    /// Puts the backup in the place of the file.
    let restore: (_ backup: String, _ path: String) throws -> Void

    /// Brings it back.
    ///
    /// - Parameter erasure: The permission to replace what the store holds.
    /// - Throws: As ``ErasureOptions/allows(_:_:_:)``, and any error of `contents` and `restore`.
    func run(_ backup: String, to path: String, _ erasure: ErasureOptions, _ console: Console) async throws {
        guard FileManager.default.fileExists(atPath: backup) else {
            throw CommandFailure(.noInput, "cannot read: there is no such file", at: backup)
        }
        if FileManager.default.fileExists(atPath: path) {
            let what = try await replaced(path)
            guard try erasure.allows("replace", "\(what) in \(path) by \(backup)", console) else { return }
        } else if erasure.dryRun {
            _ = try erasure.allows("create", "\(path) from \(backup)", console)
            return
        }
        try IlkFolders.makeFolder(of: path)
        try restore(backup, path)
        console.note("restored \(path)")
    }

    private func replaced(_ path: String) async throws -> String {
        do {
            return try await contents(path)
        } catch  where Self.isDamage(error) {
            return "a damaged store"
        }
    }

    /// Damage is no obstacle to a restore, in whatever words an application reports it. A file of another kind is one.
    private static func isDamage(_ error: any Error) -> Bool {
        (error as? StoreError)?.code != .foreign && CommandFailure(error).status == .badInput
    }
}

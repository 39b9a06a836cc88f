package import ArgumentParser
import FoundationEssentials
import IlkFiles
import IlkStore

/// Replaces a store with a backup.
package struct RestoreCommand<Application: StoreApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        let name = Application.name
        let after = Application.afterRestoring.isEmpty ? "" : " " + Application.afterRestoring
        return CommandText(
            "restore",
            abstract: "Replace \(Application.words.all) with a backup.",
            discussion: """
                If the store exists, the command shows the number of its records and asks for confirmation; \
                without a terminal it requires --yes. A damaged store is not deleted: its file gets the \
                ending .damaged.\(after)

                Exit status: 75 if another program has the store open, 65 if the backup is damaged or of \
                another type, and 78 if a newer version of ilk made the backup.
                """,
            after: BackupCommand<Application>.help.examples,
            examples: [
                "Restore the backup": "ilk \(name) restore \(name).backup --yes\(Application.exampleFile)"
            ])
    }

    @Argument(help: "A backup made with 'ilk \(Application.name) backup'.", completion: .file())
    package var file: String

    @OptionGroup package var erasure: ErasureOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        let console = Console.standard(display)
        try await StoreRestore<Application>(
            backup: file, path: Application.path(place.file, console), erasure: erasure.permission,
            console: console
        ).run()
    }

    package init() {}
}

/// The replacement of a store with a backup.
package struct StoreRestore<Application: StoreApplication> {
    package let backup: String
    /// The path of the store. The file need not exist.
    package let path: String
    package let erasure: ErasurePermission
    package let console: Console

    /// Replaces the store. If the store exists, asks for confirmation first.
    ///
    /// - Throws: The errors of ``ErasurePermission/allows(_:_:_:)``, and `StoreError`.
    package func run() async throws {
        guard FileManager.default.fileExists(atPath: backup) else {
            throw InputFile.missing(backup)
        }
        if FileManager.default.fileExists(atPath: path) {
            let what = try await replaced()
            guard try erasure.allows("replace", "\(what) in \(path) with \(backup)", console) else { return }
        } else if erasure.isDryRun {
            _ = try erasure.allows("create", "\(path) from \(backup)", console)
            return
        }
        try IlkFolders.makeFolder(of: path)
        try Application.willReplace(path)
        do {
            try Application.Records.restore(backup, to: path)
        } catch var error as StoreError where error.path == backup && error.hint == nil {
            error.hint = "specify a file that 'ilk \(Application.name) backup' wrote"
            throw error
        }
        console.note("Restored \(path).")
    }

    /// Returns a description of the records that are replaced.
    private func replaced() async throws -> String {
        do {
            let store = try Application.Records.open(.file(path), access: .readOnly)
            defer { try? store.close() }  // It was only read.
            return Application.words.phrase(try await store.preview(of: .everything))
        } catch  where Self.isDamage(error) {
            return "a damaged store"
        }
    }

    /// Returns `true` if the error means that the store is damaged. A damaged store can be replaced, a file
    /// of another type cannot.
    private static func isDamage(_ error: any Error) -> Bool {
        (error as? StoreError)?.code != .foreign && CommandError(error).status == .badInput
    }
}

import IlkLearning
import IlkConsole
import ArgumentParser

/// Deletes versions.
struct ModelRemoveCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rm",
        abstract: "Delete versions.",
        discussion: """
            The number of a deleted version is not used again, and the history still lists it. The active \
            and the built-in version cannot be deleted (status 77).
            """,
        after: ModelCommand.preparation,
        examples: [
            "Delete a version": "ilk model rm 1.0.0 --yes --taxonomy weather --why 'trained on a bad source'"
        ])

    @Argument(help: "The versions.")
    var versions: [String]

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = try change.open()
        // Report an invalid name before anything is deleted. A repeated version is deleted once.
        var seen: Set<String> = []
        let names = try versions.map { try registry.find($0) }.filter { seen.insert($0).inserted }
        for name in names { try registry.checkRemoval(of: name) }
        let what = DecimalText.counted(names.count, "version") + " of \(registry.taxonomy)"
        guard try erasure.permission.allows("delete", "\(what): \(names.joined(separator: ", "))", console)
        else {
            return
        }
        for name in names {
            try registry.remove(name, signature)
            console.note("Deleted version \(name).")
        }
    }
}

import IlkLearning
import IlkConsole
import ArgumentParser

/// Deletes versions.
struct ModelRemoveCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rm",
        abstract: "Delete versions: never the one in use.",
        discussion:
            "A number that a version had is not used again, and the history keeps its name. Ends with 77 for "
            + "the one in use and for the one in the program.",
        after: ModelCommand.preparation,
        examples: [
            "Away with it": "ilk model rm 1.0.0 --yes --taxonomy weather --why 'has a bad source in it'"
        ])

    @Argument(help: "The versions.")
    var versions: [String]

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        // Report an invalid name before anything is deleted.
        let names = try versions.map { try registry.find($0) }
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

import IlkVerdictConsole
import IlkLearning
import IlkConsole
import ArgumentParser

/// Makes a version the active one.
struct ModelPromoteCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "promote",
        abstract: "Activate a version.",
        discussion: """
            All files of the version are checked against their digests first. The change is atomic: if the command is \
            killed, the old or the new version is active. 'none' deactivates the model, so that only the rules decide.

            Exits with 75 if another process is changing the models.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Activate a version": "ilk model promote 1.0.0 --taxonomy weather --why 'better on mails'",
            "Activate the built-in model": "ilk model promote built-in",
            "Use the rules alone": "ilk model promote none",
        ])

    @Argument(help: "The version, or 'none'.")
    var version: String

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        let name = try registry.find(version)
        guard let record = try registry.promote(name, signature) else {
            return console.note("\(VersionChange.subject(name)) is already active")
        }
        console.note(VersionChange.sentence(record, taxonomy: registry.taxonomy))
    }
}

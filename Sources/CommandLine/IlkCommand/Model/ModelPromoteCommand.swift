import IlkVerdictConsole
import IlkLearning
import IlkConsole
import ArgumentParser

/// Makes a version the active one.
struct ModelPromoteCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "promote",
        abstract: "Make a version the one in use, or none.",
        discussion: """
            'none' has the rules alone decide. All files of the version are held to their digests first. Done in one step: who is killed in the middle \
            leaves the old one in use, or this one. Ends with 75 when somebody else is changing the models.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Use it": "ilk model promote 1.0.0 --taxonomy weather --why 'better on mails'",
            "The model in the program": "ilk model promote built-in",
            "No model: the rules alone": "ilk model promote none",
        ])

    @Argument(help: "The version, or none.")
    var version: String

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        let name = try registry.find(version)
        guard let record = try registry.promote(name, signature) else {
            return console.note("\(VersionChange.subject(name)) is in use already")
        }
        console.note(VersionChange.sentence(record, taxonomy: registry.taxonomy))
    }
}

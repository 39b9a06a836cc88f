import IlkVerdictConsole
import IlkLearning
import IlkConsole
import ArgumentParser

/// Restores the previously active version.
struct ModelRollbackCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rollback",
        abstract: "Make the version that was in use before the one in use again, or none.",
        discussion: """
            Which one that is says the history (ilk model show --history): called again, it goes one further back. \
            Removed versions are passed over. Where no model was in use before, the rules alone decide again ('none'). Ends \
            with 66 when nothing was before.
            """,
        examples: [
            "Something to go back from":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#,
            "": "ilk train mine.jsonl --name weather -o mine.ilk",
            "": "ilk train mine.jsonl mine.jsonl --name weather -o other.ilk",
            "": "ilk model import mine.ilk --promote",
            "": "ilk model import other.ilk --promote",
            "Go back": "ilk model rollback --taxonomy weather --why 'worse on mails'",
        ])

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        let record = try registry.rollback(signature)
        console.note(
            "\(VersionChange.subject(record.version)) is in use again"
                + (record.before.map { ", \($0) was before" } ?? ""))
    }
}

import IlkVerdictConsole
import IlkLearning
import IlkConsole
import ArgumentParser

/// Restores the previously active version.
struct ModelRollbackCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rollback",
        abstract: "Restore the previously active version.",
        discussion: """
            Each call goes back one promotion (see ilk model show --history). Deleted versions are skipped. If no model \
            was active before, only the rules decide ('none'). Exits with 66 if there is no previous version.
            """,
        examples: [
            "Two promoted versions":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#,
            "": "ilk train mine.jsonl --name weather -o mine.ilk",
            "": "ilk train mine.jsonl mine.jsonl --name weather -o other.ilk",
            "": "ilk model import mine.ilk --promote",
            "": "ilk model import other.ilk --promote",
            "Roll back": "ilk model rollback --taxonomy weather --why 'worse on mails'",
        ])

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = change.open()
        let record = try registry.rollback(signature)
        console.note(
            "\(VersionChange.subject(record.version)) is active again"
                + (record.before.map { "; it was \($0)" } ?? ""))
    }
}

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
            Each run undoes one promotion ('ilk model show --history' lists them). Deleted versions are \
            skipped. If no model was active before, the version 'none' is restored: only the rules decide. \
            Exits with 66 if there is no previous version.

            --to restores the version that was active at the given time. A date without a time means the \
            start of that day (UTC).
            """,
        examples: [
            "Promote two versions":
                #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#,
            "": "ilk train mine.jsonl --name weather -o mine.ilk",
            "": "ilk train mine.jsonl mine.jsonl --name weather -o other.ilk",
            "": "ilk model import mine.ilk --promote",
            "": "ilk model import other.ilk --promote",
            "Restore the version of an hour ago": "ilk model rollback --taxonomy weather --to 1h",
            "": "ilk model promote --taxonomy weather 1.0.1",
            "Roll back": "ilk model rollback --taxonomy weather --why 'worse on mails'",
        ])

    @Option("Restore the version that was active at this time.", value: "time")
    var to: LogTimeArgument?

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = try change.open()
        let record = try restored(registry, signature)
        guard let record else {
            let version = try registry.activeVersionOrNone()
            return console.note("\(VersionChange.subject(version)) is already active")
        }
        console.note(
            "\(VersionChange.subject(record.version)) is active again"
                + (record.before.map { " (before: \($0))" } ?? ""))
        console.warnWithoutRules(after: record, of: registry)
        if record.version == ModelRegistry.none, let hint = registry.promotionHint { console.note(hint) }
    }

    private func restored(
        _ registry: ModelRegistry, _ signature: ChangeAuthor
    ) throws -> RegistryRecord? {
        guard let to else { return try registry.rollback(signature) }
        return try registry.rollback(to: to.date(now: signature.when), signature)
    }
}

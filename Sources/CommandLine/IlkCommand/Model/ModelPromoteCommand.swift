import Ilk
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
            First, all files of the version are checked against their digests. The change is atomic: if the \
            command is killed, either the old or the new version is active. 'none' deactivates the model, so \
            that only the rules decide. If there are no rules either, texts can no longer be classified, and \
            a warning says so.

            A version that is significantly worse than the active one on the regression set (McNemar's exact \
            test, 5 %) is refused with status 1, unless --force is given. 'ilk model regression-set' stores \
            this set.

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

    @Flag(help: "Activate a version that is worse on the regression set.")
    var force = false

    @OptionGroup var change: SignedRegistryOptions

    func run() throws {
        let (registry, signature, console) = try change.open()
        let name = try registry.find(version)
        if !force, name != ModelRegistry.none,
            let check = try RegressionCheck(registry.taxonomy, console.folders, check: console.checkStop),
            let measured = try check.measure(version: name)
        {
            console.note(RegistrationPhrases.line(measured, on: "the regression set"))
            if let objection = measured.objection {
                throw CommandError(
                    .checkFailed, "\(VersionChange.subject(name)) was not activated: \(objection)",
                    hint: "activate it anyway with --force")
            }
        }
        guard let record = try registry.promote(name, signature) else {
            return console.note("\(VersionChange.subject(name)) is already active")
        }
        console.note(VersionChange.sentence(record, taxonomy: registry.taxonomy))
        console.warnWithoutRules(after: record, of: registry)
    }
}

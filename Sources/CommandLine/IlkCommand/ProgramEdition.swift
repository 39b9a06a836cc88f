package import Ilk
package import ArgumentParser
package import IlkConsole
package import IlkVerdictConsole

/// An edition of the program: the commands that it has besides the core commands. A build contains either the
/// core edition or the full edition.
package protocol ProgramEdition {
    /// The options of `ilk retrain --from` for stores other than the log.
    associatedtype Retraining: RetrainedStores
    /// The options of `ilk doctor` for stores other than the log.
    associatedtype Examination: HealthCheckedStores

    /// The commands of applications and of sync.
    static var applications: [any ParsableCommand.Type] { get }
    /// The commands that serve over HTTP.
    static var services: [any ParsableCommand.Type] { get }
    /// The commands of `ilk log` besides the core commands.
    static var logCommands: [any ParsableCommand.Type] { get }
    /// The commands of the full edition that this edition lacks, each as a list of words.
    static var missing: [[String]] { get }
    /// The reader of mailboxes for commands that read labeled texts, or `nil` if the program has none.
    static var mailboxes: (any MailboxReading)? { get }
    /// The parser of mail messages, or `nil` if the program has none.
    static var messages: (any MessageReading)? { get }
}

/// The stores other than the log that `ilk retrain` learns from.
package protocol RetrainedStores: ParsableArguments {
    /// Checks that the given options belong to the store that `--from` names.
    ///
    /// - Throws: `ValidationError` if an option belongs to a store other than `source`.
    func validate(from source: RetrainingSource) throws

    /// Trains a model from a store.
    ///
    /// - Parameters:
    ///   - source: The store, which is never the log.
    ///   - training: The files of labeled texts, the settings of the training, and the format of the report.
    func retrain(from source: RetrainingSource, _ training: StoreRetrainingRun) async throws
}

/// The stores other than the log that `ilk doctor` checks.
package protocol HealthCheckedStores: ParsableArguments {
    /// Returns the checks in the order of the report.
    func examinations(_ console: Console) -> [StoreHealthCheck]
}

/// The edition without applications, sync and server. It builds in about half the time of the full edition.
package enum CoreEdition: ProgramEdition {
    package static var applications: [any ParsableCommand.Type] { [] }
    package static var services: [any ParsableCommand.Type] { [] }
    package static var logCommands: [any ParsableCommand.Type] { [] }
    package static var missing: [[String]] {
        [
            ["calls"], ["usage"], ["mail"], ["debug"], ["sync"], ["serve"], ["token"], ["log", "sync"],
        ]
    }

    package static var mailboxes: (any MailboxReading)? { nil }
    package static var messages: (any MessageReading)? { nil }

    /// No options for other stores: `ilk retrain` of this edition learns only from the log.
    package struct Retraining: RetrainedStores {
        package init() {}

        package func validate(from source: RetrainingSource) throws {}

        package func retrain(from source: RetrainingSource, _ training: StoreRetrainingRun) async throws {
            throw CommandError.missing("retrain --from \(source.rawValue)")
        }
    }

    /// No options for other stores: `ilk doctor` of this edition checks only the log.
    package struct Examination: HealthCheckedStores {
        package init() {}

        package func examinations(_ console: Console) -> [StoreHealthCheck] { [] }
    }
}

extension CommandError {
    /// Returns the error for a command that is not in this build.
    static func missing(_ command: String) -> CommandError {
        CommandError(
            .unavailable, "this build has no 'ilk \(command)'",
            hint: "build ilk with all applications: make build")
    }
}

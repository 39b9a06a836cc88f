import IlkFiles
import Ilk
import IlkStore
package import IlkCommand
import ArgumentParser
import FoundationEssentials
import IlkCallsCommand
import IlkConsole
import IlkDebugCommand
import IlkMailCommand
import IlkVerdictConsole
import IlkVocabulary

/// The stores of the applications that `ilk retrain` can learn from.
package struct ApplicationRetraining: RetrainedStores {
    @OptionGroup var calls: CallFileOptions

    @OptionGroup var debug: DebugFileOptions

    @OptionGroup var mail: MailTrainingOptions

    @OptionGroup var usage: UsageTrainingOptions

    package init() {}

    package func validate(from source: RetrainingSource) throws {
        if source != .mail && mail.isSaid {
            throw ValidationError("--mail-file, --label, --only and --output require '--from mail'.")
        }
        if source != .usage && usage.usageFile != nil {
            throw ValidationError("--usage-file requires '--from usage'.")
        }
        if source != .calls && calls.callsFile != nil {
            throw ValidationError("--calls-file requires '--from calls'.")
        }
        if source != .debug && debug.debugFile != nil {
            throw ValidationError("--debug-file requires '--from debug'.")
        }
    }

    package func retrain(from source: RetrainingSource, _ training: StoreRetrainingRun) async throws {
        let console = training.console
        switch source {
        case .log: break
        case .calls:
            let store = try calls.open(console)
            try await training.run(
                StoreRetraining(from: store, as: .calls, folders: console.folders, now: Date()))
            try store.close()
        case .debug:
            let store = try await debug.openIndexed(console)
            try await training.run(
                StoreRetraining(from: store, as: .debug, folders: console.folders, now: Date()))
            try store.close()
        case .mail: try await retrainMail(training)
        case .usage:
            let store = try usage.open(console)
            let taxonomy = try await usage.taxonomy(training.taxonomy, of: store, console)
            try await training.run(
                StoreRetraining(from: store, as: .usage(taxonomy), folders: console.folders, now: Date()))
            try store.close()
        }
    }

    private func retrainMail(_ training: StoreRetrainingRun) async throws {
        let console = training.console
        if mail.label == .folder, training.taxonomy != nil {
            throw CommandError(.usage, "--taxonomy requires '--label category'")
        }
        let service = try MailStoreAccess.open(mail.mailFile, console)
        switch mail.label {
        case .folder:
            let learning = MailRetraining(
                only: mail.only, isDry: !training.promotes, format: training.format, console: console)
            try await learning.run(
                service, of: mail.mailFile ?? console.folders.mail,
                output: try mail.target(console.folders))
        case .category:
            let name = training.taxonomy ?? TaxonomyName(Taxonomy.documentType.name)
            try await training.run(
                StoreRetraining(
                    from: service, as: .mail(name.labelSet(console.folders).taxonomy),
                    folders: console.folders, now: Date()))
        }
        try service.close()
    }
}

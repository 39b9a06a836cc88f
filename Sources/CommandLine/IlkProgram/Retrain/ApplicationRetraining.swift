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

/// The stores of the applications that `ilk retrain` can learn from.
package struct ApplicationRetraining: RetrainedStores {
    @OptionGroup var calls: CallFileOptions

    @OptionGroup var debug: DebugFileOptions

    @OptionGroup var mail: MailTrainingOptions

    package init() {}

    package func validate(from source: RetrainingSource) throws {
        if source != .mail && mail.isSaid {
            throw ValidationError("--mail-file, --only and --output require --from mail.")
        }
        if source != .calls && calls.callsFile != nil {
            throw ValidationError("--calls-file requires --from calls.")
        }
        if source != .debug && debug.debugFile != nil {
            throw ValidationError("--debug-file requires --from debug.")
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
        case .mail:
            let service = try MailStoreAccess.open(mail.mailFile, console)
            let learning = MailRetraining(
                only: mail.only, isDry: !training.promotes, format: training.format, console: console)
            try await learning.run(
                service, of: mail.mailFile ?? console.folders.mail,
                output: try mail.target(console.folders))
            try service.close()
        }
    }
}

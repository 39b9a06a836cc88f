import IlkFiles
import Ilk
import IlkStore
import IlkCommand
import ArgumentParser
import IlkCalls
package import IlkConsole
import IlkDebugCommand
import IlkDebugStore
import IlkMail
import IlkServeCommand
import IlkSyncStore
import IlkUsage

/// The stores of the applications and the hub that `ilk doctor` checks.
package struct ApplicationHealthChecks: HealthCheckedStores {
    @Option(
        "The call store. (default: calls.sqlite in the data folder)", value: "file",
        completion: .file())
    var callsFile: String?

    @Option(
        "The mail store. (default: mail.sqlite in the data folder)", value: "file",
        completion: .file())
    var mailFile: String?

    @OptionGroup var debug: DebugFileOptions

    @Option(
        "The usage store. (default: usage.sqlite in the data folder)", value: "file",
        completion: .file())
    var usageFile: String?

    @OptionGroup var hub: HubFileOptions

    package init() {}

    package func examinations(_ console: Console) -> [StoreHealthCheck] {
        [
            calls(callsFile ?? console.folders.calls), mail(mailFile ?? console.folders.mail),
            debug(debug.debugFile ?? console.folders.debug), usage(usageFile ?? console.folders.usage),
            hub(hub.hubFile ?? console.folders.hub), service(console.folders.service),
        ]
    }

    private func calls(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("calls", path) {
            try CallLogStorage.open(.file(path), access: .readOnly)
        } describe: { storage in
            let (waiting, refused) = try await storage.syncCounts()
            return (
                "\(try await storage.statistics().total) calls",
                "\(waiting) wait for a server, \(refused) of them refused", try await storage.ledger()
            )
        }
    }

    private func mail(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("mail", path) {
            try DatabaseService.open(.file(path), access: .readOnly)
        } describe: { service in
            let unread = try await service.emails.unreadCount()
            return ("\(try await service.emails.count()) messages", "\(unread) unread", nil)
        }
    }

    private func debug(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("debug", path) {
            try DebugLogStore.open(.file(path), access: .readOnly)
        } describe: { store in
            let rules = try await store.retention().count
            let kept = rules == 0 ? "no retention rules" : DecimalText.counted(rules, "retention rule")
            return ("\(try await store.count()) events", kept, try await store.ledger())
        }
    }

    private func usage(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("usage", path) {
            try UsageStore.open(.file(path), access: .readOnly)
        } describe: { store in
            (
                "\(try await store.devices().count) devices",
                "\(try await store.caregivers().count) caregiver profiles", try await store.ledger()
            )
        }
    }

    private func hub(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("hub", path) {
            try HubStore.open(.file(path), access: .readOnly)
        } describe: { store in
            let counts = try await store.counts()
            return ("\(counts.records) records", "\(counts.accounts) accounts, \(counts.tokens) tokens", nil)
        }
    }

    private func service(_ path: String) -> StoreHealthCheck {
        StoreHealthCheck("service", path) {
            try ServiceStore.open(.file(path), access: .readOnly)
        } describe: { store in
            let counts = try await store.counts()
            return ("\(counts.jobs) jobs", "\(counts.changes) recorded changes", nil)
        }
    }
}

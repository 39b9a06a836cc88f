import IlkVerdictConsole
package import IlkFiles
package import IlkTransport
import IlkStore
package import IlkConsole
import FoundationEssentials
import Ilk
package import IlkLog
package import IlkSync
import IlkSyncStore
package import IlkVocabulary
import Synchronization

/// A log that models were trained on. If another device has erased entries, the models unlearn these entries
/// before the log purges them. A deferred record is applied when the label set of the log has its labels.
package final class UnlearningLog: ChangeTrackingStore, DeferringStore {
    private let log: ClassificationLogStore
    private let taxonomy: Taxonomy
    private let labels: LabelSet?
    package let mapping: LogSyncMapping
    private let folders: IlkFolders
    private let reports = Mutex<[UnlearningReport]>([])

    /// The number of retries, one per second, while another program trains a model on the log.
    private static let patience = 60

    /// - Parameters:
    ///   - log: The log.
    ///   - labels: The label set of the log, or `nil` if the set was removed. The models of the log's
    ///     taxonomy unlearn the entries even without a label set.
    ///   - folders: The user's folders.
    package init(_ log: ClassificationLogStore, _ labels: LabelSet?, _ folders: IlkFolders) {
        self.log = log
        self.labels = labels
        mapping = LogSyncMapping(log.taxonomy, set: labels)
        taxonomy = labels?.taxonomy ?? log.taxonomy
        self.folders = folders
    }

    package var name: String { log.name }
    package var collections: Set<String> { mapping.collections }
    package var hasFormerCollections: Bool { mapping.prefixes.count > 1 }

    package func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        try await log.writes(after: mark, limit: limit, as: mapping)
    }

    package func changeListID() async throws -> String? { try await log.changeListID() }

    package func changeCount(after mark: String?) async throws -> Int {
        try await log.changeCount(after: mark)
    }

    package func apply(_ news: [RemoteChange]) async throws {
        // A log without a name has no models.
        guard LabelSet.isName(taxonomy.name) else {
            return try await log.apply(news, as: mapping, purging: nil)
        }
        try await log.apply(news, as: mapping) { purge in
            let retraining = Retraining(
                store: self.log, taxonomy: self.taxonomy, labels: self.labels, folders: self.folders,
                now: Date())
            var attempts = 0
            while true {
                do {
                    let (_, report) = try await retraining.unlearning { before in
                        try await self.log.purge(purge, before: before)
                    }
                    return self.reports.withLock { $0.append(report) }
                } catch let error as IlkError where error.kind == .tryLater && attempts < Self.patience {
                    attempts += 1
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
    }

    package func applicableKeys(after key: SyncKey?, limit: Int) async throws -> [SyncKey] {
        // The set may have gained labels while a sync was running with --watch.
        if key == nil { try LogFiles.addLabels(to: log, folders) }
        return try await log.applicableKeys(after: key, limit: limit)
    }

    package func deferred() async throws -> DeferredRecords { try await log.deferred() }

    /// The name of the label set, or `nil` if its labels are fixed.
    package var editableTaxonomy: String? {
        guard let labels, labels.origin != .shipped,
            !LabelSet.shipped.contains(where: { $0.name == labels.name })
        else { return nil }
        return labels.name
    }

    /// Prints the models that were replaced or removed since the last call.
    package func tell(_ console: Console) {
        let reports = reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        for report in reports {
            let again = "ilk retrain\(VersionChange.option(taxonomy.name))"
            if let words = Unlearning.words(report, again: again) { console.note(words) }
        }
    }
}

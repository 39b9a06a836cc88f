import IlkVerdictConsole
package import IlkFiles
import IlkTransport
import IlkStore
package import IlkConsole
import FoundationEssentials
import Ilk
package import IlkLog
package import IlkSync
import IlkSyncStore
package import IlkVocabulary
import Synchronization

/// A log that models may have learned from: what was erased elsewhere is unlearned before it goes here.
package final class LearnedLog: ListedStore {
    private let log: ClassificationLogStore
    private let taxonomy: Taxonomy
    private let folders: IlkFolders
    private let reports = Mutex<[UnlearningReport]>([])

    /// How often it is tried again, once a second, while somebody makes a model of the log.
    private static let patience = 60

    /// A log whose entries stand for texts of a taxonomy: among the models of that are those that learned from it.
    package init(_ log: ClassificationLogStore, _ taxonomy: Taxonomy, _ folders: IlkFolders) {
        self.log = log
        self.taxonomy = taxonomy
        self.folders = folders
    }

    package var name: String { log.name }
    package var collections: Set<String> { log.collections }

    package func writes(
        after mark: String?, limit: Int
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        try await log.writes(after: mark, limit: limit)
    }

    package func listOfChanges() async throws -> String? { try await log.listOfChanges() }

    package func changeCount(after mark: String?) async throws -> Int {
        try await log.changeCount(after: mark)
    }

    package func take(_ news: [ReplicaNews]) async throws {
        try await log.take(news) { purge in
            let retraining = Retraining(
                store: self.log, taxonomy: self.taxonomy, folders: self.folders, now: Date())
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

    /// Says which models were replaced or went since this was last asked.
    package func tell(_ console: Console) {
        let reports = reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
        for report in reports {
            Unlearning.tell(report, again: "ilk retrain\(VersionChange.option(taxonomy.name))", console)
        }
    }
}

import IlkServer
import IlkStore

/// What `GET /metrics` of one run of `ilk serve` says: what this process counted, and the ledgers of its files, read when
/// they are asked for.
struct MetricsServing: Sendable {
    private let page = MetricsPage.shared
    private struct Journal: Sendable {
        let age: @Sendable () -> Duration
        let ledger: @Sendable () async throws -> JournalLedger
        let gauges: LedgerMetrics
    }

    private var journals: [Journal] = []

    /// Adds a journal of this process and the ledger of its file to the page.
    ///
    /// - Parameters:
    ///   - name: The name of the journal.
    ///   - age: The age of its oldest uncommitted entry.
    ///   - ledger: Reads the ledger. If it fails, the figures of the last time stay.
    mutating func add(
        _ name: String, age: @escaping @Sendable () -> Duration,
        ledger: @escaping @Sendable () async throws -> JournalLedger
    ) {
        journals.append(Journal(age: age, ledger: ledger, gauges: LedgerMetrics(journal: name)))
    }

    /// The page, for the server.
    var part: (mediaType: String, text: @Sendable () async -> String) {
        (
            MetricsPage.mediaType,
            { [self] in
                for journal in journals {
                    journal.gauges.report(journal.age())
                    let ledger = try? await journal.ledger()  // The gauges keep their last values.
                    if let ledger { journal.gauges.report(ledger) }
                }
                return page.text
            }
        )
    }
}

import IlkStore

/// The content of `GET /metrics`: the counters of this process, and the ledgers of its databases (numbers of
/// entries by outcome, such as stored or lost).
struct MetricsServing: Sendable {
    private let page = MetricsPage.shared
    private struct Journal: Sendable {
        let age: @Sendable () -> Duration
        let ledger: @Sendable () async throws -> JournalLedger
        let gauges: LedgerMetrics
    }

    private var journals: [Journal] = []
    private let process: ProcessMetrics

    /// - Parameter version: The version of the program.
    init(version: String) {
        page.describe(MetricsDescriptions.texts)
        process = ProcessMetrics(version: version)
    }

    /// Adds the metrics of a journal (the write queue of a database) and of the database's ledger.
    ///
    /// - Parameters:
    ///   - name: The name of the journal.
    ///   - age: Returns the age of the oldest uncommitted entry.
    ///   - ledger: Reads the ledger. If reading fails, the gauges keep their last values.
    mutating func add(
        _ name: String, age: @escaping @Sendable () -> Duration,
        ledger: @escaping @Sendable () async throws -> JournalLedger
    ) {
        journals.append(Journal(age: age, ledger: ledger, gauges: LedgerMetrics(journal: name)))
    }

    /// The metrics page and its media type.
    var part: (mediaType: String, text: @Sendable () async -> String) {
        (
            MetricsPage.mediaType,
            { [self] in
                process.report()
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

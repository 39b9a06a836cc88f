import IlkServer
import IlkStore

/// What `GET /metrics` of one run of `ilk serve` says: what this process counted, and the ledgers of its files, read when
/// they are asked for.
struct MetricsServing: Sendable {
    private let page = MetricsPage.install()
    private var ledgers: [(gauges: LedgerMetrics, read: @Sendable () async throws -> JournalLedger)] = []

    /// Has a file's ledger stand on the page.
    ///
    /// - Parameters:
    ///   - journal: What its journals are called.
    ///   - read: Reads it. That it cannot be read just now leaves the figures of the last time.
    mutating func add(_ journal: String, _ read: @escaping @Sendable () async throws -> JournalLedger) {
        ledgers.append((LedgerMetrics(journal: journal), read))
    }

    /// The page, for the server.
    var part: (mediaType: String, text: @Sendable () async -> String) {
        (
            MetricsPage.mediaType,
            { [self] in
                for (gauges, read) in ledgers {
                    if let ledger = try? await read() { gauges.report(ledger) }  // See above.
                }
                return page.text
            }
        )
    }
}

public import Metrics

/// A journal's ledger as metrics: `ilk_journal_entries_total` by outcome, and `ilk_journal_pending`.
struct JournalMetrics {
    private let counters: [String: Counter]
    private let pending: Gauge
    private var reported = JournalLedger()

    init(journal name: String, factory: any MetricsFactory = MetricsSystem.factory) {
        let outcomes = JournalLedger().outcomes.map(\.name).filter { $0 != "pending" }
        counters = Dictionary(
            uniqueKeysWithValues: outcomes.map { outcome in
                let dimensions = [("journal", name), ("outcome", outcome)]
                return (
                    outcome,
                    Counter(label: "ilk_journal_entries_total", dimensions: dimensions, factory: factory)
                )
            })
        pending = Gauge(label: "ilk_journal_pending", dimensions: [("journal", name)], factory: factory)
    }

    /// Reports what is new since the last report.
    mutating func report(_ ledger: JournalLedger) {
        guard ledger != reported else { return }
        for (now, before) in zip(ledger.outcomes, reported.outcomes) where now.entries > before.entries {
            counters[now.name]?.increment(by: now.entries - before.entries)
        }
        pending.record(ledger.pending)
        reported = ledger
    }
}

/// The ledger of a file as gauges, `ilk_journal_file_entries` by journal and outcome: what became of all that the journals of
/// all processes on it were ever given, where ``JournalMetrics`` has what this process did.
public struct LedgerMetrics: Sendable {
    private let gauges: [String: Gauge]

    /// The gauges of a file.
    ///
    /// - Parameters:
    ///   - name: What its journals are called.
    ///   - factory: Where they stand.
    public init(journal name: String, factory: any MetricsFactory = MetricsSystem.factory) {
        gauges = Dictionary(
            uniqueKeysWithValues: JournalLedger().outcomes.map { outcome in
                let dimensions = [("journal", name), ("outcome", outcome.name)]
                return (
                    outcome.name,
                    Gauge(label: "ilk_journal_file_entries", dimensions: dimensions, factory: factory)
                )
            })
    }

    /// Sets the gauges.
    public func report(_ ledger: JournalLedger) {
        for (name, entries) in ledger.outcomes { gauges[name]?.record(entries) }
    }
}

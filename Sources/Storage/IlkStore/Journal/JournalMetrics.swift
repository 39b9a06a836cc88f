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
/// all processes on it were ever given, where ``JournalMetrics`` has what this process did. `ilk_journal_file_slots` has the
/// damaged and the rebuilt slots of the ledger file, and `ilk_journal_oldest_uncommitted_seconds` the age of the oldest
/// uncommitted entry of this process: what a crash would take at most, in time.
public struct LedgerMetrics: Sendable {
    private let gauges: [String: Gauge]
    private let damaged: Gauge
    private let rebuilt: Gauge
    private let age: Gauge

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
        func slots(_ state: String) -> Gauge {
            Gauge(
                label: "ilk_journal_file_slots", dimensions: [("journal", name), ("state", state)],
                factory: factory)
        }
        damaged = slots("damaged")
        rebuilt = slots("rebuilt")
        age = Gauge(
            label: "ilk_journal_oldest_uncommitted_seconds", dimensions: [("journal", name)], factory: factory
        )
    }

    /// Sets the gauges of the ledger.
    public func report(_ ledger: JournalLedger) {
        for (name, entries) in ledger.outcomes { gauges[name]?.record(entries) }
        damaged.record(ledger.damagedSlots)
        rebuilt.record(ledger.rebuiltSlots)
    }

    /// Sets the gauge of the age, which is zero if every entry is committed.
    public func report(_ age: Duration) { self.age.record(age / .seconds(1)) }
}

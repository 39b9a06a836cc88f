public import Metrics

/// The metrics of one journal in this process: `ilk_journal_entries_total` by outcome, and
/// `ilk_journal_pending`.
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

    mutating func report(_ ledger: JournalLedger) {
        guard ledger != reported else { return }
        for (now, before) in zip(ledger.outcomes, reported.outcomes) where now.entries > before.entries {
            counters[now.name]?.increment(by: now.entries - before.entries)
        }
        pending.record(ledger.pending)
        reported = ledger
    }
}

/// The metrics of a file's ledger. `ilk_journal_file_entries` is the number of entries by journal and
/// outcome. It covers all entries that the journals of any process ever received, while ``JournalMetrics``
/// covers this process only. `ilk_journal_file_slots` counts the damaged and rebuilt slots of the ledger
/// file. `ilk_journal_oldest_uncommitted_seconds` is the age of the oldest uncommitted entry of this process.
/// A crash loses at most the entries that arrived within that time.
public struct LedgerMetrics: Sendable {
    private let gauges: [String: Gauge]
    private let damaged: Gauge
    private let rebuilt: Gauge
    private let age: Gauge

    /// Creates the gauges of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file's journals.
    ///   - factory: The factory of the gauges.
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

    /// Sets the gauges of entries and slots.
    ///
    /// - Parameter ledger: The ledger of the file.
    public func report(_ ledger: JournalLedger) {
        for (name, entries) in ledger.outcomes { gauges[name]?.record(entries) }
        damaged.record(ledger.damagedSlots)
        rebuilt.record(ledger.rebuiltSlots)
    }

    /// Sets the gauge of the oldest uncommitted entry.
    ///
    /// - Parameter age: The age of the entry, or zero if every entry is committed.
    public func report(_ age: Duration) { self.age.record(age / .seconds(1)) }
}

import MetricsTestKit
import Testing

@testable import IlkStore

@Suite struct JournalMetricsTests {
    @Test func `counters increase by new entries and the gauge shows the pending ones`() throws {
        let system = TestMetrics()
        var metrics = JournalMetrics(journal: "log", factory: system)
        var ledger = JournalLedger(accepted: 10, stored: 4, pending: 3)
        ledger.dropped = [.full: 2]
        ledger.skipped = [.empty: 1]
        metrics.report(ledger)
        ledger.stored = 7
        ledger.pending = 0
        metrics.report(ledger)
        metrics.report(ledger)
        let facts: [(String, Int64)] = [
            ("accepted", 10), ("stored", 7), ("dropped.full", 2), ("skipped.empty", 1), ("quarantined", 0),
        ]
        for (outcome, total) in facts {
            let counter = try system.expectCounter(
                "ilk_journal_entries_total", [("journal", "log"), ("outcome", outcome)])
            #expect(counter.totalValue == total, "\(outcome)")
        }
        #expect(try system.expectGauge("ilk_journal_pending", [("journal", "log")]).values == [3, 0])
    }

    @Test func `the age of the oldest uncommitted entry and the slots of the ledger file have gauges`() throws
    {
        let system = TestMetrics()
        LedgerMetrics(journal: "log", factory: system).report(.milliseconds(1500))
        #expect(
            try system.expectGauge("ilk_journal_oldest_uncommitted_seconds", [("journal", "log")]).values == [
                1.5
            ])
        var ledger = JournalLedger()
        (ledger.damagedSlots, ledger.rebuiltSlots) = (2, 3)
        LedgerMetrics(journal: "log", factory: system).report(ledger)
        for (state, slots) in [("damaged", 2.0), ("rebuilt", 3.0)] {
            let gauge = try system.expectGauge(
                "ilk_journal_file_slots", [("journal", "log"), ("state", state)])
            #expect(gauge.values == [slots])
        }
    }
}

extension JournalLedger {
    init(accepted: Int, stored: Int, pending: Int = 0) {
        self.init()
        self.accepted = accepted
        self.stored = stored
        self.pending = pending
    }
}

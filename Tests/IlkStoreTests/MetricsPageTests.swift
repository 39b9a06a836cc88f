import Metrics
import Testing

@testable import IlkStore

@Suite struct MetricsPageTests {
    @Test func `metrics are exported in the format of Prometheus`() {
        let page = MetricsPage()
        #expect(page.text == "")
        let first = Counter(
            label: "ilk.things-total", dimensions: [("b", "2"), ("a", #"x"y\z"#)], factory: page)
        first.increment(by: 3)
        Counter(label: "ilk.things-total", dimensions: [("a", #"x"y\z"#), ("b", "2")], factory: page)
            .increment()
        Counter(label: "ilk.things-total", dimensions: [], factory: page).increment(by: 7)
        Gauge(label: "1st", dimensions: [], factory: page).record(2.5)
        Timer(label: "wait", dimensions: [], factory: page).recordNanoseconds(1_500_000_000)
        let meter = Meter(label: "depth", dimensions: [], factory: page)
        meter.set(5)
        meter.decrement(by: 2)
        #expect(
            page.text == #"""
                # TYPE _1st gauge
                _1st 2.5
                # TYPE depth gauge
                depth 3
                # TYPE ilk_things_total counter
                ilk_things_total 7
                ilk_things_total{a="x\"y\\z",b="2"} 4
                # TYPE wait_seconds summary
                wait_seconds_sum 1.5
                wait_seconds_count 1

                """#)
    }

    @Test func `the page contains the ledger of a journal`() {
        let page = MetricsPage()
        var metrics = JournalMetrics(journal: "log", factory: page)
        metrics.report(JournalLedger(accepted: 10, stored: 4, pending: 6))
        #expect(page.text.contains(#"ilk_journal_entries_total{journal="log",outcome="stored"} 4"#))
        #expect(page.text.contains(#"ilk_journal_pending{journal="log"} 6"#))
    }
}

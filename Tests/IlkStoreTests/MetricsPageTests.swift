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

                """#)
    }

    @Test func `a timer is a histogram in seconds, and described metrics have HELP`() {
        let page = MetricsPage()
        page.describe(["wait_seconds": "The time\nof a \\ wait.", "nothing": "Not on the page."])
        for milliseconds in [1, 3, 3, 1500, 60_000] {
            Timer(label: "wait", dimensions: [("a", "b")], factory: page).recordMilliseconds(milliseconds)
        }
        let counts = [1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5]
        let bounds = [
            "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5",
        ]
        let buckets = zip(bounds + ["10", "+Inf"], counts).map { bound, count in
            "wait_seconds_bucket{a=\"b\",le=\"\(bound)\"} \(count)\n"
        }
        #expect(
            page.text
                == #"""
                # HELP wait_seconds The time\nof a \\ wait.
                # TYPE wait_seconds histogram

                """# + buckets.joined() + #"""
                    wait_seconds_sum{a="b"} 61.507
                    wait_seconds_count{a="b"} 5

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

import IlkFraming
import Testing

@testable import IlkPage

@Suite("views of pages") struct PageViewTests {
    private func line(_ status: Int, _ limit: String, _ count: Int, route: String = "/v1/classify") -> String
    {
        "ilk_http_request_duration_seconds_bucket{method=\"POST\",route=\"\(route)\",status=\"\(status)\",le=\"\(limit)\"}"
            + " \(count)\n"
    }

    @Test func `durations of all statuses are added, and pages do not count`() throws {
        let metrics =
            [
                "# TYPE ilk_http_request_duration_seconds histogram\n", line(200, "0.001", 60),
                line(200, "0.5", 98), line(200, "+Inf", 98), line(401, "0.001", 0), line(401, "0.5", 1),
                line(401, "+Inf", 2), line(200, "+Inf", 7, route: "/ui/try"),
            ].joined()
        let rows = try #require(LatencyView(metrics)).rows
        #expect(rows.map(\.route) == ["POST /v1/classify"] && rows.first?.requests == 100)
        #expect(rows.first?.median == "at most 1 ms" && rows.first?.slow == "at most 500 ms")
        #expect(LatencyView("ilk_http_requests_total 3\n") == nil)
    }

    @Test func `durations above the last limit are reported as such`() throws {
        let rows = try #require(LatencyView(line(200, "10", 0) + line(200, "+Inf", 1))).rows
        #expect(rows.first?.median == "more than 10 s")
    }

    @Test func `a reliability diagram has a bar for each range with texts, and the same numbers as a table`()
        throws
    {
        let json = try JSONTree(
            strictly: Array(
                #"""
                {"confidence":{"texts":3,"isOfAudits":true,"calibration":{"expectedError":0.1,"ranges":[
                {"lower":0,"upper":0.5,"texts":0,"meanProbability":0,"accuracy":0},
                {"lower":0.5,"upper":1,"texts":3,"meanProbability":0.8,"accuracy":1}]},
                "riskCurve":{"area":0,"points":[{"threshold":0.8,"coverage":0.5,"risk":0},{"threshold":0.7,"coverage":1,"risk":0}]}}}
                """#.utf8))
        let charts = ConfidenceCharts.all(json)
        #expect(charts.map(\.id) == ["reliability", "risk"])
        let reliability = try #require(charts.first)
        #expect(reliability.boxes.count == 1 && reliability.lines.map(\.style) == ["ideal"])
        #expect(reliability.rows.map(\.cells) == [["50.0 % to 100.0 %", "80.0 %", "100.0 %", "3"]])
        #expect(reliability.summary.contains("3 texts drawn at random"))
        #expect(ConfidenceCharts.all(.null).isEmpty)
    }
}

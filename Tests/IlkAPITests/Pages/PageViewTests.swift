import IlkFraming
import IlkHTTP
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

    @Test func `a template finds the fields of a structure by name`() throws {
        struct Inner { let name: String }
        struct View {
            let text = "a"
            let count = 3
            let flag = false
            let none: String? = nil
            let some: String? = "b"
            let inner: Inner? = Inner(name: "c")
            let absent: Inner? = nil
            let rows: [Inner] = [Inner(name: "d"), Inner(name: "e")]
            let pair = (first: 1, second: Inner(name: "f"))
            let map = ["k": "v"]
        }
        let fields = try #require(PlainValue.plain(View()) as? [String: Any])
        #expect(fields.keys.sorted() == ["count", "flag", "inner", "map", "pair", "rows", "some", "text"])
        #expect(fields["text"] as? String == "a" && fields["some"] as? String == "b")
        #expect(fields["count"] as? Int == 3 && fields["flag"] as? Bool == false)
        #expect((fields["inner"] as? [String: Any])?["name"] as? String == "c")
        #expect((fields["rows"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["d", "e"])
        let pair = fields["pair"] as? [String: Any]
        #expect(pair?["first"] as? Int == 1)
        #expect((pair?["second"] as? [String: Any])?["name"] as? String == "f")
        #expect(fields["map"] as? [String: String] == ["k": "v"])
    }

    @Test func `durations above the last limit are reported as such`() throws {
        let rows = try #require(LatencyView(line(200, "10", 0) + line(200, "+Inf", 1))).rows
        #expect(rows.first?.median == "more than 10 s")
    }

    @Test(arguments: [
        (1, "1 text from a to b, at most 1 in a day."), (2, "3 texts from a to b, at most 2 in a day."),
    ])
    func `a chart counts its values with the right noun`(count: Int, summary: String) {
        let bars = StackedBars(days: [("a", [count - 1]), ("b", [count])], series: ["x"])
        #expect(bars.chart("id", "Texts", noun: "text").summary == summary)
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

    private func json(_ text: String) throws -> JSONTree { try JSONTree(strictly: Array(text.utf8)) }

    @Test func `an entry with several labels shows a correction without labels, which can be withdrawn`()
        throws
    {
        let details = try json(
            #"""
            {"entry":{"category":null,"categories":[],"classified":"a","classifiedCategories":["a","b"],
            "scores":{"a":0.9,"b":0.6,"c":0.1},"correction":{"categories":[],"source":"human"}},
            "history":[{"categories":[],"source":"human"},{"source":"human","ignored":true}]}
            """#)
        let labels = PageLabels(names: ["a", "b", "c"], isMultilabel: true)
        let view = LogEntryView(
            details, .failure(Problem(.noSuchRecord, "gone")), taxonomy: "tags", labels: labels)
        #expect(view.label == "No label" && view.predicted == "a, b" && view.verdict?.label == "a, b")
        #expect(view.correction?.canWithdraw == true)
        #expect(view.history.map(\.label) == ["no label", "withdrawn"])
    }

    @Test(arguments: [
        (#""category":"b","categories":["b","a"],"correction":{"categories":["b","a"]}"#, false),
        (#""category":"b","categories":["b"],"correction":{"categories":["b"]}"#, true),
        (#""category":"a","categories":["a","b"],"correction":{"ignored":true}"#, false),
        (#""category":"a","categories":["a","b"]"#, false),
    ])
    func `an entry with several labels is corrected if its human labels differ from the predicted ones`(
        fields: String, wasCorrected: Bool
    ) throws {
        let entry = try json(#"{"classified":"a","classifiedCategories":["a","b"],\#(fields)}"#)
        let view = LogListView.Entry(entry, in: "/ui/log/tags")
        #expect(view.wasCorrected == wasCorrected && view.predicted == "a, b")
    }

    @Test(arguments: [(#""categories":["a","b"],"#, "+2.00", nil as String?), ("", "+1.50", "b")])
    func `the support in a multi-label taxonomy is the weight, and no label is the nearest`(
        fields: String, support: String, nearest: String?
    ) throws {
        let verdict = try json(
            #"{\#(fields)"evidence":[{"type":"token","id":"x","weights":[2,1,0],"spans":[]}]}"#)
        let view = ExplanationView("x", verdict, labels: ["a", "b", "c"], first: ["a", "b"])
        #expect(view.modelEvidence?.rows.map(\.support) == [support])
        #expect(view.nearest?.label == nearest)
    }

    @Test func `missing tables of evidence do not have the names of values of the page around them`() throws {
        let view = LogEntryView(
            try json(#"{"entry":{"model":"ab12"}}"#), .success(try json("{}")), taxonomy: "doctype",
            labels: PageLabels())
        let outer = Mirror(reflecting: view).children.compactMap(\.label)
        let inner = Mirror(reflecting: try #require(view.explanation)).children.filter { child in
            let value = Mirror(reflecting: child.value)
            return value.displayStyle == .optional && value.children.isEmpty
        }.compactMap(\.label)
        #expect(!inner.isEmpty && Set(inner).isDisjoint(with: outer))
    }

    @Test func `label issues are offered only for taxonomies with one label per text`() throws {
        for isMultilabel in [false, true] {
            let set = try json(#"{"multilabel":\#(isMultilabel)}"#)
            let view = ModelListView(
                .null, .success(.null), of: .success(set), taxonomy: "tags", canChange: false)
            #expect(view.canFindIssues != isMultilabel)
        }
    }

    @Test(arguments: [
        (#","value":"{\"title\":\"Dinner\",\"kind\":1}""#, "usage: session 504ABA84", ["Dinner", "1", ""]),
        ("", "usage: session 504ABA84 (deleted)", ["", ""]),
    ])
    func `a replaced value is compared with the kept one by field`(
        kept: String, heading: String, left: [String]
    ) throws {
        let time = #""changedAt":"2026-11-20T10:00:00.000Z""#
        let copy = #"""
            {"store":"usage","id":"A","collection":"usage.session","record":"1F28504ABA84","kept":{\#(time)\#(kept)},
            "replaced":{\#(time),"value":"{\"title\":\"Supper\",\"place\":\"kitchen\"}"}}
            """#
        let view = ConflictCopyView(try json(#"{"items":[\#(copy)],"total":3}"#), canDelete: true)
        let item = try #require(view.items.first)
        #expect(item.heading == heading && view.part != nil && view.groups.isEmpty)
        #expect(item.fields.dropLast().map(\.left) == left)
        #expect(item.fields.map(\.right).contains("Supper"))
        #expect(item.fields.last?.left == "2026-11-20 10:00" && item.fields.last?.differs == false)
    }

    @Test func `values other than objects are shown as text, and one form deletes all of a store`() throws {
        let copies = ["A", "B"].map { id in
            #"{"store":"usage","id":"\#(id)","collection":"usage.x","replaced":{"value":"[1]"}}"#
        }.joined(separator: ",")
        let list = try json(#"{"items":[\#(copies)],"total":2}"#)
        let view = ConflictCopyView(list, canDelete: true)
        #expect(view.groups.map(\.ids) == [["A", "B"]] && view.part == nil)
        #expect(view.items.first?.fields.map(\.right) == ["[1]", ""])
        #expect(ConflictCopyView(list, canDelete: false).groups.isEmpty)
    }

    @Test(arguments: [(true, ["a", "c"]), (false, [])])
    func `refused calls that the server never stored can be deleted from the outbox`(
        canRetry: Bool, keys: [String]
    ) throws {
        let rows = [("a", "create", "failed"), ("b", "update", "failed"), ("c", "create", "failed")]
        let items = (rows + [("d", "create", "pending")]).map { key, change, status in
            #"{"key":"\#(key)","change":"\#(change)","syncStatus":"\#(status)"}"#
        }.joined(separator: ",")
        let view = OutboxView([], try json(#"{"items":[\#(items)]}"#), canRetry: canRetry)
        #expect(view.refused == keys && view.rows.count == 4)
    }

    @Test(arguments: [
        (#""deferred":0"#, nil as String?),
        (
            #""deferred":2,"missingLabels":["a","b"]"#,
            "2 received records, for which the log lacks the labels a, b"
        ),
    ])
    func `records that wait for a label are named with it`(fields: String, text: String?) throws {
        let status = try json(#"{"stores":[{"name":"log-tags",\#(fields)}]}"#)
        let store = try #require(SyncView(status, tokens: .null).stores.first)
        #expect(store.deferred == text && store.hasProblem == (text != nil))
    }

    @Test func `a number with an exponent in a payload has no link`() throws {
        let rows = DebugPayloadView.rows(try json(#"{"a":1e30,"b":1.5,"c":"1e30","d":7}"#))
        #expect(rows.map { $0.path != nil } == [false, true, true, true])
    }

    @Test func `calls are grouped by day, then by week and month`() throws {
        let times = ["28T09:00", "27T09:00", "24T09:00", "23T09:00", "22T09:00"].map { "2026-11-\($0):00Z" }
        let items = (times + ["2026-10-31T23:00:00Z"]).map { "{\"key\": \"k\", \"calledAt\": \"\($0)\"}" }
        let page = try json("{\"items\": [\(items.joined(separator: ","))]}")
        // A Saturday.
        let periods = CallListView([], page, now: 1795867200_000, canChange: false).periods
        let names = ["Today", "Yesterday", "This week", "This month", "October 2026"]
        #expect(periods.map(\.name) == names && periods.map(\.rows.count) == [1, 1, 2, 1, 1])
        #expect(periods.first?.rows.first?.time == "09:00")
        #expect(periods.last?.rows.first?.time == "2026-10-31 23:00")
    }
}

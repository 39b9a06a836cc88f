import Foundation
import TestSupport
import Testing

@Suite("debug") struct DebugTests {
    private static let correlation = "7D444840-9DC0-11D1-B245-5FFDCE74FAD2"

    private static func line(
        _ number: Int, _ event: String, level: String? = "info", source: String = "ios",
        payload: String = "{}",
        time: String = "2026-11-22T09:30:00.250Z"
    ) -> String {
        let level = level.map { ",\"level\":\"\($0)\"" } ?? ""
        return
            "{\"id\":\"6F9619FF-8B86-D011-B42D-00CF4FC9640\(number)\",\"correlation_id\":\"\(correlation)\",\"timestamp\":\"\(time)\",\"source\":\"\(source)\"\(level),\"event\":\"\(event)\",\"payload\":\(payload)}\n"
    }

    private static let events =
        line(1, "API_REQUEST", payload: #"{"method":"GET","path":"/users/17"}"#)
        + line(
            2, "DB_ERROR", level: nil, source: "backend",
            payload:
                #"{"message":"fatal error: connection failed","status":503,"zero":-0.0,"one":1.0,"nul":"a\u0000b","big":9223372036854775807}"#,
            time: "2026-11-22T09:30:01.750123456Z")
        + line(3, "=CACHE", level: "warn", source: "web", payload: #"{"text":"a,\"b\"\r\nc"}"#)

    private func filled() throws -> Tool {
        let tool = try Tool()
        try tool.write("events.ndjson", Self.events)
        let outcome = try tool.run("debug", "import", "events.ndjson")
        #expect(outcome.status == 0 && outcome.errors.contains("Imported 3 records"), "\(outcome.errors)")
        return tool
    }

    @Test func `search finds matching events and no match ends with 1`() throws {
        let tool = try filled()
        #expect(try tool.run("debug", "search").lines.count == 3)
        #expect(try tool.run("debug", "search", "--source", "ios", "--level", "info").lines.count == 1)
        #expect(try tool.run("debug", "search", "payload.status>=500 connection").output.contains("DB_ERROR"))
        #expect(
            try tool.run("debug", "search", "--correlation", Self.correlation, "--format", "ndjson").lines
                .count == 3)
        #expect(try tool.run("debug", "search", "--since", "2026-11-23").status == 1)
        #expect(try tool.run("debug", "search", "absent").status == 1)
        let first = try tool.run("debug", "search", "--limit", "1")
        #expect(first.errors.contains("more: --before 4FC96403"))
        #expect(try tool.run("debug", "search", "--before", "4FC96403").lines.count == 2)
        #expect(try tool.run("debug", "search", "level>=loud").status == 64)
        #expect(try tool.run("debug", "search", "--correlation", "x\r\ny").status == 64)
        #expect(try Tool().run("debug", "search").status == 66)
    }

    @Test func `an event without a level gets a suggested level with its evidence`() throws {
        let tool = try filled()
        let shown = try tool.run("debug", "show", "4FC96402")
        #expect(shown.output.contains("error?") && shown.output.contains("evidence"), "\(shown.output)")
        #expect(try tool.run("debug", "search", "level:error").lines.count == 1)
        let json = try tool.run("debug", "show", "-2", "--format", "json").output
        #expect(json.contains(#""suggestion":{"#) && !json.contains(#""level":"error","event""#))
        let bare = try Tool()
        try bare.write("events.ndjson", Self.events)
        try bare.run("debug", "import", "events.ndjson", "--no-suggest")
        #expect(try bare.run("debug", "search", "level:error").status == 1)
    }

    @Test(arguments: ["ndjson", "json", "csv", "otlp"]) func `exported events can be imported`(format: String)
        throws
    {
        let tool = try filled()
        let out = try tool.run("debug", "export", "--format", format, "--output", "out.\(format)")
        #expect(out.status == 0, "\(out.errors)")
        for added in ["Imported 3 records", "Imported 0 records"] {
            let taken = try tool.run(
                "debug", "import", "out.\(format)", "--format", format, "--debug-file", "other.sqlite")
            #expect(taken.status == 0 && taken.errors.contains(added), "\(taken.errors)")
        }
        if format != "otlp" {
            let again = try tool.run("debug", "export", "--format", format, "--debug-file", "other.sqlite")
            #expect(again.data == (try tool.bytes("out.\(format)")))
        }
        #expect(
            try tool.run("debug", "show", "4FC96402", "--debug-file", "other.sqlite").output.contains(
                "9223372036854775807"))
    }

    @Test func `a spreadsheet export has no formulas and loses nothing`() throws {
        let tool = try filled()
        try tool.run("debug", "export", "--spreadsheet", "--output", "out.csv")
        #expect(String(decoding: try tool.bytes("out.csv"), as: UTF8.self).contains(",'=CACHE,"))
        try tool.run("debug", "import", "out.csv", "--debug-file", "other.sqlite")
        let before = try tool.run("debug", "export").data
        #expect(try tool.run("debug", "export", "--debug-file", "other.sqlite").data == before)
        #expect(try tool.run("debug", "export", "--spreadsheet", "--format", "ndjson").status == 64)
    }

    @Test func `a trace is shown as a timeline`() throws {
        let tool = try filled()
        let lines = try tool.run("debug", "trace", Self.correlation).lines
        #expect(
            lines.count == 3 && lines[0].contains("+0.000s") && lines[2].contains("+1.500s")
                && lines[2].contains("DB_ERROR"))
        #expect(try tool.run("debug", "trace", "-1").lines == lines)
        let absent = try tool.run("debug", "trace", "00000000-0000-0000-0000-00000000000A")
        #expect(absent.status == 1 && absent.errors.contains("No matching events."), "\(absent.errors)")
        let unknown = try tool.run("debug", "trace", "0000000A")
        #expect(unknown.status == 66 && unknown.errors.contains("'ilk debug search' lists the ids"))
        let page = try tool.run("debug", "search", "--before", "0000000A")
        #expect(page.errors.contains("'ilk debug search' lists the ids"))
    }

    @Test func `errors about a reference name the event and its argument`() throws {
        let tool = try filled()
        for (line, message) in [
            ("show -99", "error: there is no event '-99'\n"),
            ("trace -99", "error: there is no event '-99'\n"),
            ("show zzz", "error: <event>: 'zzz' is not valid\nhint: expected -1"),
            ("trace zzz", "error: <id>: 'zzz' is not valid\nhint: expected -1"),
            ("search --before zzz", "error: --before: 'zzz' is not valid\nhint: expected -1"),
            ("correct zzz error", "error: <event>: 'zzz' is not valid\nhint: expected -1"),
        ] {
            let run = try tool.shell("ilk debug \(line)")
            #expect(run.errors.hasPrefix(message), "\(line): \(run.errors)")
        }
    }

    @Test func `a trace shows events more than 292 years apart`() throws {
        let tool = try Tool()
        let events =
            Self.line(1, "OLD", time: "1690-01-01T00:00:00Z")
            + Self.line(2, "NEW", time: "2026-01-01T00:00:00Z")
        try tool.write("events.ndjson", events)
        try tool.run("debug", "import", "events.ndjson")
        let trace = try tool.run("debug", "trace", Self.correlation)
        #expect(trace.status == 0, "\(trace.errors)")
        #expect(trace.lines.last?.contains("+10603094400.000s") == true, "\(trace.output)")
    }

    @Test func `top, stats, tail, purge and retention handle the same events`() throws {
        let tool = try filled()
        let top = try tool.run("debug", "top", "--format", "json").output
        #expect(
            top.contains(#""template" : "API_REQUEST method=GET path=/users/<*>""#)
                && top.contains(#""isNew" : true"#))
        #expect(try tool.run("debug", "top").output.contains("new"))
        #expect(try tool.run("debug", "stats", "--by", "event", "--format", "ndjson").lines.count == 3)
        #expect(try tool.run("debug", "tail", "--no-follow", "--limit", "2").lines.count == 2)
        #expect(try tool.run("debug", "purge").status == 64)
        #expect(
            try tool.run("debug", "purge", "--match", "connection", "--dry-run").output.contains(
                "Would delete 1 event"))
        #expect(try tool.run("debug", "purge", "--match", "connection", "--yes").status == 0)
        #expect(try tool.run("debug", "search").lines.count == 2)
        try tool.run("debug", "retention", "--level-at-most", "info")
        #expect(
            try tool.run("debug", "retention").output.contains(
                "1. erase events of level info or below; expired now: 1"))
        #expect(try tool.run("debug", "purge", "--due", "--yes").errors.contains("Purged 1 event"))
        #expect(try tool.run("debug", "purge", "--all", "--yes").errors.contains("Purged 1 event"))
        #expect(try tool.run("debug", "search").status == 1)
    }

    @Test func `an invalid event is reported with its line`() throws {
        let tool = try Tool()
        try tool.write("bad.ndjson", Self.line(1, "OK") + "{\"id\":1}\n" + Self.line(2, "OK"))
        let stopped = try tool.run("debug", "import", "bad.ndjson")
        #expect(
            stopped.status == 65 && stopped.errors.contains(":2: ") && stopped.errors.contains("UUID"),
            "\(stopped.errors)")
        let skipped = try tool.run("debug", "import", "bad.ndjson", "--on-error", "skip")
        #expect(skipped.status == 2 && skipped.errors.contains("1 skipped"))
        try tool.write("other.ndjson", Self.line(1, "OTHER"))
        #expect(try tool.run("debug", "import", "other.ndjson").status == 65)
        try tool.write("bad.otlp", "{\"resourceLogs\":1}\n")
        #expect(try tool.run("debug", "import", "bad.otlp", "--format", "otlp").status == 65)
    }

    /// Returns events with a level from their sender, one for each combination of text and ending.
    static func labeled(_ texts: [(level: String, text: String)], endings: [String]) -> String {
        texts.enumerated().flatMap { place, text in
            endings.enumerated().map { number, ending in
                let id = "6F9619FF-8B86-D011-B42D-000000\(place)0\(number < 10 ? "0" : "")\(number)00"
                return
                    "{\"id\":\"\(id)\",\"timestamp\":\"2026-11-22T09:30:00Z\",\"source\":\"ios\",\"level\":\"\(text.level)\",\"event\":\"LOG\",\"payload\":{\"message\":\"\(text.text) \(ending)\"}}\n"
            }
        }.joined()
    }

    @Test func `a corrected level is shown, searched and withdrawn`() throws {
        let tool = try filled()
        let corrected = try tool.run("debug", "correct", "4FC96401", "error", "--by", "ann")
        #expect(corrected.status == 0 && corrected.output.contains("info → error"), "\(corrected)")
        #expect(try tool.run("debug", "search", "level:error source:ios").lines.count == 1)
        let shown = try tool.run("debug", "show", "4FC96401").output
        #expect(shown.contains("info → error") && shown.contains("error by ann"), "\(shown)")
        let json = try tool.run("debug", "show", "4FC96401", "--format", "json").output
        #expect(json.contains(#""level":"info""#) && json.contains(#""corrected_level":"error""#), "\(json)")
        let again = try tool.run("debug", "correct", "4FC96401", "error", "--format", "json")
        #expect(try JSONValue(again.data)["before"].string == "error")
        #expect(try tool.run("debug", "correct", "4FC96401", "--withdraw").output.contains("error → info"))
        #expect(try tool.run("debug", "search", "level:error source:ios").status == 1)
        #expect(try tool.run("debug", "show", "4FC96401").output.contains("withdrawn"))
        let near = try tool.run("debug", "correct", "-1", "errr")
        #expect(near.errors.contains("hint: did you mean 'error'? allowed: debug, info"), "\(near.errors)")
        for (arguments, status) in [
            (["-1", "loud"], 64), (["-1"], 64), (["-1", "warn", "--withdraw"], 64), (["-9", "warn"], 66),
        ] {
            let run = try tool.run(list: ["debug", "correct"] + arguments)
            #expect(run.status == status, "\(arguments): \(run.errors)")
        }
    }

    @Test(arguments: ["ndjson", "csv", "json"])
    func `an export carries the corrections of levels`(format: String) throws {
        let tool = try filled()
        let copied = try tool.shell(
            """
            set -e
            ilk debug correct 4FC96401 error --by ann > correct.txt
            ilk debug correct 4FC96403 info > correct.txt
            ilk debug export --output c.\(format)
            for time in 1 2; do ilk debug import c.\(format) --debug-file b.sqlite; done
            ilk debug export --output d.\(format) --debug-file b.sqlite
            cmp c.\(format) d.\(format)
            ilk debug show 4FC96401 --debug-file b.sqlite
            ilk debug search level:error source:ios --debug-file b.sqlite
            ilk debug correct 4FC96401 --withdraw --debug-file b.sqlite
            """)
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(copied.output.contains("error by ann") && copied.output.contains("error → info"))
        let wrong = try tool.shell(
            "sed 's/\"category\":\"error\"/\"category\":\"loud\"/' c.ndjson | ilk debug import - --format ndjson"
        )
        #expect(
            format != "ndjson" || wrong.status == 65 && wrong.errors.contains("debug, info, warn or error"))
    }

    @Test func `levels from senders are learned`() throws {
        let tool = try Tool()
        #expect(try tool.run("retrain", "--from", "debug").status == 66)
        let words = [
            ("debug", "cache lookup miss for key"), ("info", "request finished in time"),
            ("warn", "retry after slow answer"),
            ("error", "could not write the file"),
        ]
        let nouns = ["alpha", "beta", "gamma", "delta", "omega", "sigma", "kappa", "theta", "zeta", "iota"]
        try tool.write("labeled.ndjson", Self.labeled(words, endings: nouns))
        #expect(try tool.run("debug", "import", "labeled.ndjson").status == 0)
        let report = try tool.run("retrain", "--from", "debug", "--format", "json")
        #expect(report.output.contains(#""events" : 40"#), "\(report.output) \(report.errors)")
        #expect(report.output.contains(#""version""#))
        #expect(try tool.run("retrain", "--from", "log", "--debug-file", "x").status == 64)
    }
}

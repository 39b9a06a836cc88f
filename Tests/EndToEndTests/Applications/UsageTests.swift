import Foundation
import TestSupport
import Testing

/// The `ilk usage` commands.
@Suite("ilk usage") struct UsageTests {
    private func value(_ tool: Tool, _ line: String) throws -> JSONValue {
        let outcome = try tool.shell(line)
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        return try JSONValue(outcome.data)
    }

    /// Creates a store with two sessions, two people, and all types of formulas that spreadsheets recognize.
    private func fill(_ tool: Tool) throws {
        for line in [
            "ilk usage devices --rename 'home iPad'", "ilk usage profiles --add mom --role parent",
            "ilk usage profiles --use mom",
            "ilk usage tap I want cookie --category home/food --at 2026-11-01T09:00:00Z",
            "ilk usage speak --at 2026-11-01T09:00:07Z --removed 1 --tag request",
            "ilk usage tap '=1+1' --label '@x' --grid 1,3 --language bg --at 2026-11-02T09:00:00Z",
            "ilk usage tap dragon --modeling --at 2026-11-02T09:00:01Z",
            "ilk usage speak 'two \"words\", and a line' --symbols dragon,want --time 900 --at 2026-11-02T09:00:02Z",
            "ilk usage session -1 --title 'snack, time' --place school",
        ] {
            let outcome = try tool.shell(line)
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
    }

    @Test func `taps form a phrase and sessions have statistics`() throws {
        let tool = try Tool()
        try fill(tool)
        let sessions = try value(tool, "ilk usage session --format json")
        #expect(sessions[0]["total_symbols"].number == 2)
        #expect(sessions[0]["title"].string == "snack, time")
        #expect(sessions[1]["total_symbols"].number == 3)
        #expect(sessions[1]["longest_phrase"].number == 3)
        #expect(sessions[1]["seconds"].number == 7)
        let phrases = try value(tool, "ilk usage ls cookie --type phrase --format json")
        #expect(phrases[0]["phrase"].string == "I want cookie")
        #expect(phrases[0]["construction_time_ms"].number == 7000)
        #expect(phrases[0]["edits_made"]["removed"].number == 1)
        #expect(try tool.shell("ilk usage speak --at 2026-11-03T09:00:00Z").status == 1)
    }

    /// 30 days of taps and phrases with all fields, as a list to import.
    private static var month: [[String: Any]] {
        (1...30).flatMap { day -> [[String: Any]] in
            let date = "2026-09-\(day < 10 ? "0" : "")\(day)T"
            let id = { (number: Int) in
                "01990000-0000-7000-8000-\(String(format: "%012X", day * 100 + number))"
            }
            let shared: [String: Any] = [
                "version": 1, "session_id": id(90), "device_id": id(91 - day * 100),
                "caregiver_profile_id": id(92 - day * 100), "language_setting": day % 2 == 0 ? "en" : "bg",
                "tag": "day \(day)",
            ]
            let taps = (0..<5).map { number -> [String: Any] in
                [
                    "type": "tap", "id": id(number), "timestamp": date + "09:00:0\(number).250+02:00",
                    "symbol_id": "s\(number)", "symbol_label_displayed": "дума \(number), \"\(day)\"",
                    "category_path": "home/food", "grid_position": [number, day],
                    "phrase_position": number + 1,
                    "modeling": true,
                ].merging(shared) { own, _ in own }
            }
            let phrase: [String: Any] = [
                "type": "phrase", "id": id(50), "timestamp": date + "09:00:07.000+02:00",
                "symbol_ids": ["s0", "s1"], "phrase": "want\ncookie", "construction_time_ms": 7000 + day,
                "edits_made": ["removed": day % 3, "reordered": 1], "final_phrase_length": 2,
            ]
            return taps + [phrase.merging(shared) { own, _ in own }]
        }
    }

    private static func lines(_ records: [[String: Any]]) throws -> String {
        try records.map {
            let line = try JSONSerialization.data(
                withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])
            return String(decoding: line, as: UTF8.self) + "\n"
        }.joined()
    }

    @Test func `an export of 30 days contains all entries with all fields`() throws {
        let tool = try Tool()
        try tool.write("month.ndjson", Self.lines(Self.month))
        let outcome = try tool.shell("ilk usage import month.ndjson")
        #expect(outcome.status == 0 && outcome.errors.contains("Imported 180 records"), "\(outcome.errors)")
        let export = try tool.shell("ilk usage export --format json")
        let records = try #require(JSONSerialization.jsonObject(with: export.data) as? [[String: Any]])
        let events = records.filter { ["tap", "phrase"].contains($0["type"] as? String) }
        let unlisted = events.map { $0.filter { $0.key != "received_at" } }
        let order = { (left: [String: Any], right: [String: Any]) in
            (left["id"] as? String ?? "") < (right["id"] as? String ?? "")
        }
        #expect(try Self.lines(unlisted.sorted(by: order)) == Self.lines(Self.month.sorted(by: order)))
    }

    @Test(arguments: ["ndjson", "csv", "json", "obl"])
    func data_export_complete(format: String) throws {
        let tool = try Tool()
        try fill(tool)
        try tool.write("month.ndjson", Self.lines(Self.month))
        #expect(try tool.shell("ilk usage import month.ndjson").status == 0)
        for line in [
            "ilk usage export --output a.\(format)", "ilk usage import a.\(format) --usage-file other.sqlite",
            "ilk usage export --usage-file other.sqlite --output b.\(format)",
            "ilk usage import b.\(format)",
        ] {
            let outcome = try tool.shell(line)
            #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        }
        #expect(try tool.shell("cmp a.\(format) b.\(format)").status == 0)
        // Existing records are not added again.
        let again = try tool.shell("ilk usage import a.\(format) --usage-file other.sqlite")
        #expect(again.errors.contains("Imported 0 records"), "\(again.errors)")
        let text = try String(contentsOf: tool.folder.appending(path: "a.\(format)"), encoding: .utf8)
        #expect(text.contains("2026-11-01T09:00:07.000"))
    }

    @Test func `a spreadsheet export has no formulas and can be imported`() throws {
        let tool = try Tool()
        try fill(tool)
        try tool.shell("ilk usage export --spreadsheet --output a.csv")
        let text = try String(contentsOf: tool.folder.appending(path: "a.csv"), encoding: .utf8)
        #expect(
            text.contains("'=1+1") && text.contains("'@x") && !text.contains(",=") && !text.contains(",@"))
        #expect(try tool.shell("ilk usage import a.csv --usage-file other.sqlite").status == 0)
        try tool.shell("ilk usage export --output b.ndjson")
        try tool.shell("ilk usage export --usage-file other.sqlite --output c.ndjson")
        #expect(try tool.shell("cmp b.ndjson c.ndjson").status == 0)
    }

    @Test(arguments: [
        ("head -n 4 a.ndjson", "ndjson", "bad.ndjson:4:"),
        ("sed '3s/mom/dad/' a.ndjson", "ndjson", "bad.ndjson:"),
        ("sed '5s/\"type\":\"tap\"/\"type\":\"tap\",\"type\":\"tap\"/' a.ndjson", "ndjson", "bad.ndjson:5:"),
        ("sed '5s/}$/,}/' a.ndjson", "ndjson", "bad.ndjson:5:"),
        ("printf '\\357\\273\\277'; cat a.ndjson", "ndjson", "bad.ndjson:1:"),
        ("printf '\\357\\273\\277'; cat a.csv", "csv", "bad.csv:1:"),
        ("sed '5s/\"version\":1/\"version\":9/' a.ndjson", "ndjson", "bad.ndjson:5:"),
        ("sed '5s/\"version\":1/\"version\":9223372036854775808/' a.ndjson", "ndjson", "bad.ndjson:5:"),
        ("sed '$s/^]$/,]/' a.json", "json", "record"), ("head -n -1 a.json", "json", "record"),
        ("printf 'type,id,grid_row\\ntap,x,3\\n'", "csv", "bad.csv:2: fields 'grid_row' and 'grid_column'"),
        ("head -n 4 a.csv", "csv", "bad.csv:"), ("sed 's/want/wait/' a.csv", "csv", "bad.csv:"),
        ("head -c 300 a.obl", "obl", "bad.obl:"), ("echo '{}'", "obl", "not an Open Board Log"),
        ("cat a.ndjson | sed '5s/\"id\":\"[0-9A-F]*/\"id\":\"X/'", "ndjson", "bad.ndjson:5:"),
    ])
    func `a truncated or altered file is rejected with its line and nothing is imported`(
        change: String, format: String, says: String
    ) throws {
        let tool = try Tool()
        try fill(tool)
        try tool.shell("ilk usage export --output a.\(format)")
        try tool.shell("(\(change)) > bad.\(format)")
        let outcome = try tool.shell("ilk usage import bad.\(format) --usage-file other.sqlite")
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
        #expect(try tool.shell("ilk usage ls --usage-file other.sqlite --format json").output == "[]\n")
    }

    @Test func `an anonymized log does not identify its user`() throws {
        let tool = try Tool()
        try fill(tool)
        let log = try tool.shell("ilk usage export --format obla --user 'clinic:anna' --notice 'for study 7'")
        #expect(log.output.hasPrefix("/* for study 7 */\n"))
        for word in ["anna", "dragon", "home", "snack", "mom", "iPad", "2026-", "school", "cookie"] {
            #expect(!log.output.contains(word), "\(word)")
        }
        #expect(log.output.contains("2000-01-01T00:00:00.000Z") && log.output.contains("I want ????"))
        #expect(log.output.contains("\"anonymizations\":[\"timestamp_shift\",\"name_masking\"]"))
        for options in ["--notice x", "--user clinic:anna --format csv", "--user a:b --output a.json"] {
            let refused = try tool.shell("ilk usage export \(options)")
            #expect(refused.status == 64, "\(options)")
            #expect(refused.errors.contains("requires '--format obl'"), "\(refused.errors)")
        }
        // The log can still be read, including its notice.
        try tool.shell("ilk usage export --output a.obla --notice 'for study 7'")
        #expect(try tool.shell("ilk usage import a.obla --usage-file other.sqlite").status == 0)
        #expect(
            try tool.shell("ilk usage import a.obla --usage-file other.sqlite").errors.contains(
                "Imported 0 records"))
    }

    @Test func `a log of another program is imported`() throws {
        let tool = try Tool()
        let log = """
            /* NOTICE: do not share */
            {"format":"open-board-log-0.1","user_id":"coughdrop:1_2","source":"coughdrop","locale":"en","sessions":[
              {"id":"s1","type":"log","started":"2020-05-01T10:00:00Z","ended":"2020-05-01T10:01:00Z","device_id":"d1",
               "events":[
                {"id":"s1:0","timestamp":"2020-05-01T10:00:00Z","type":"button","label":"more","button_id":7,"board_id":"b",
                 "modeling":true,"spoken":true},
                {"id":"s1:1","timestamp":"2020-05-01T10:00:01Z","type":"action","action":":home"},
                {"id":"s1:2","timestamp":"2020-05-01T10:00:05Z","type":"utterance","text":"more juice",
                 "buttons":[{"id":"7","label":"more","board_id":"b"},{"redacted":true}]}]}]}
            """
        try Data(log.utf8).write(to: tool.folder.appending(path: "a.obl"))
        #expect(try tool.shell("ilk usage import a.obl").errors.contains("Imported 2 records"))
        #expect(
            try tool.shell("ilk usage import a.obl").errors.contains("Imported 0 records, 2 already present"))
        let events = try value(tool, "ilk usage ls --format json")
        #expect(events[0]["phrase"].string == "more juice")
        #expect(events[1]["symbol_id"].string == "7")
        #expect(events[1]["modeling"].bool == true)
    }

    @Test func `a report is available as tables, JSON and a self-contained page`() throws {
        let tool = try Tool()
        try fill(tool)
        let days = "--from 2026-11-01 --to 2026-11-30"
        let report = try value(tool, "ilk usage report \(days) --format json")
        #expect(report["total"]["taps"].number == 5)
        #expect(report["total"]["phrases"].number == 2)
        #expect(report["days"][1]["vocabulary"].number == 5)
        #expect(report["devices"][0]["name"].string == "home iPad")
        #expect(report["caregivers"][0]["name"].string == "mom")
        let text = try tool.shell("ilk usage report \(days)")
        #expect(text.output.contains("home iPad") && text.output.contains("I want cookie"))
        let page = try tool.shell("ilk usage report \(days) --format html").output
        #expect(page.contains("<svg") && page.contains("home iPad") && page.contains("=1+1"))
        #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    }

    @Test func `buttons that are no longer used are flagged`() throws {
        let tool = try Tool()
        for day in 1...16 {
            let words = day <= 10 ? "help want more go stop" : "want more go stop"
            try tool.shell(
                "TZ=UTC ilk usage tap \(words) \(words) --at 2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00Z")
        }
        let found = try value(tool, "ilk usage regressions --on 2026-03-16 --format json")
        #expect(found["flags"].elements.count == 1)
        #expect(found["flags"][0]["symbol_id"].string == "help")
        #expect(found["flags"][0]["last_used_date"].string == "2026-03-10")
        #expect(found["flags"][0]["previous_frequency"].number == 20)
        let again = try value(tool, "ilk usage regressions --on 2026-03-16 --format json")
        #expect(again["flags"].elements.count == 1 && again["flags"][0]["is_new"].bool == true)
    }

    @Test func `a corrected phrase has its new label in lists and in training`() throws {
        let tool = try Tool()
        try fill(tool)
        let corrected = try tool.shell("ilk usage correct -2 question --by mom")
        #expect(corrected.status == 0 && corrected.output.contains("request → question"), "\(corrected)")
        let labeled = try tool.shell("ilk usage classify --labeled").output
        #expect(labeled == "{\"label\":\"question\",\"text\":\"I want cookie\"}\n")
        #expect(try tool.shell("ilk usage classify").output.contains(" → question"))
        #expect(try tool.shell("ilk usage ls cookie --format ndjson").output.contains(#""tag":"request""#))
        #expect(try tool.shell("ilk usage correct -2 --withdraw").output.contains("question → request"))
        #expect(try tool.shell("ilk usage classify --labeled").output.contains("request"))
        #expect(try tool.shell("ilk usage correct -9 x").status == 66)
        #expect(try tool.shell("ilk usage correct -1").status == 64)
    }

    @Test(arguments: ["ndjson", "csv", "json"])
    func `an export carries the corrections of phrases`(format: String) throws {
        let tool = try Tool()
        try fill(tool)
        let copied = try tool.shell(
            """
            set -e
            ilk usage correct -2 question --by mom > correct.txt
            ilk usage correct -1 --withdraw > correct.txt
            ilk usage export --output c.\(format)
            for time in 1 2; do ilk usage import c.\(format) --usage-file b.sqlite; done
            ilk usage export --output d.\(format) --usage-file b.sqlite
            cmp c.\(format) d.\(format)
            ilk usage classify --labeled --usage-file b.sqlite
            """)
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(copied.output == "{\"label\":\"question\",\"text\":\"I want cookie\"}\n")
        #expect(copied.errors.contains("Imported 0 records"), "\(copied.errors)")
    }

    @Test func `the tags of phrases and their corrections are learned`() throws {
        let tool = try Tool()
        let none = try tool.shell("ilk retrain --from usage")
        #expect(none.status == 66 && none.errors.contains("ilk usage speak"), "\(none.errors)")
        let made = try tool.shell(
            """
            for i in 1 2 3 4 5 6 7 8; do ilk usage speak "want the cookie $i" --symbols want --tag request
            ilk usage speak "hello dear friend $i" --symbols hello --tag greeting; done
            ilk usage speak 'good evening friend' --symbols hello --tag request && ilk usage correct -1 greeting
            """)
        #expect(made.status == 0, "\(made.errors)")
        let unknown = try tool.shell("ilk retrain --from usage")
        #expect(unknown.status == 64 && unknown.errors.contains("--taxonomy"), "\(unknown.errors)")
        let trained = try tool.shell("ilk usage classify --labeled | ilk train - --name intents")
        #expect(trained.status == 0, "\(trained.errors)")
        for line in ["ilk retrain --from usage", "ilk retrain --from usage --taxonomy intents --dry-run"] {
            let report = try tool.shell("\(line) --format json")
            #expect(report.output.contains(#""phrases" : 17"#), "\(report.output)\(report.errors)")
        }
        #expect(try tool.shell("ilk retrain --from usage --taxonomy none").status == 64)
        #expect(try tool.shell("ilk retrain --from calls --taxonomy emotion").status == 64)
    }

    @Test func `mistakes are reported`() throws {
        let tool = try Tool()
        try fill(tool)
        for (line, status, says) in [
            ("ilk usage tap want --caregiver mum", 66, "did you mean 'mom'"),
            ("ilk usage session nothing", 64, "<session>: 'nothing' is not valid"),
            ("ilk usage ls --session nothing", 64, "--session: 'nothing' is not valid"),
            ("ilk usage correct nothing joy", 64, "<phrase>: 'nothing' is not valid"),
            ("ilk usage correct -99 joy", 66, "there is no phrase '-99'"),
            ("ilk usage ls fild:x", 0, "unknown field 'fild': searched as text"),
            ("ilk usage regressions --recent 0", 64, "1 to 366"),
            ("ilk usage report --from 2026-02-30", 64, "--from: '2026-02-30' is not valid"),
            ("ilk usage tap want --grid 1", 64, "grid"),
            ("ilk usage export --spreadsheet --format json", 64, "requires '--format csv'"),
            ("ilk usage purge", 64, "select events with"),
            ("ilk usage profiles --add MOM", 1, "already in use"), ("ilk usage raport", 64, "report"),
        ] {
            let outcome = try tool.shell(line)
            #expect(outcome.status == Int32(status), "\(line): \(outcome.errors)")
            #expect(outcome.errors.contains(says), "\(line): \(outcome.errors)")
        }
    }
}

import Foundation
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@Suite("log") struct LogTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// 2026-11-02T08:00:00Z. Each entry is one second later than the previous one.
    private static let start = 1_793_606_400.0

    /// The logged texts with label, probability, and whether the label was predicted.
    private static let entries: [(text: String, category: String, probability: Double, isSure: Bool)] = [
        ("see you at 8 then", "message", 0.91, true),
        ("minutes of the board\nattached", "email", 0.4, false),
        ("one\u{1B}[31m line\tand \u{0} more", "social", 0.999, true),
        ("select 1", "code", 0.42, false),
    ]

    /// Logs the entries like `classify --log`. The logger is still open during the call of `body`.
    private func withLog<Outcome>(
        _ file: String, taxonomy: Taxonomy = .documentType,
        _ body: (ClassificationLogger) async throws -> Outcome
    ) async throws -> Outcome {
        try FileManager.default.createDirectory(
            at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
        let store = try ClassificationLogStore.open(.file(file), taxonomy: taxonomy)
        let logger = ClassificationLogger(store: store)
        for (place, entry) in Self.entries.enumerated() {
            let category = taxonomy == .documentType ? Category(entry.category) : taxonomy.categories[0]
            await logger.log(
                classification: Self.classification(entry, category, taxonomy, Self.start + Double(place)),
                fullText: entry.text, features: nil)
        }
        #expect(await logger.flush() == .reached)
        let outcome = try await body(logger)
        await logger.close()
        try store.close()
        return outcome
    }

    private static func classification(
        _ entry: (text: String, category: String, probability: Double, isSure: Bool), _ category: Category,
        _ taxonomy: Taxonomy, _ seconds: Double
    ) -> TextClassification {
        let rest = (1 - entry.probability) / Double(taxonomy.count - 1)
        let probabilities = taxonomy.categories.map { $0 == category ? entry.probability : rest }
        let verdict = Verdict(
            category: category, probability: entry.probability, probabilities: probabilities,
            scores: probabilities, taxonomy: taxonomy, abstention: entry.isSure ? nil : .unsure,
            provenance: Provenance(classifier: "fused", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1")
        )
        return TextClassification(
            category: category, timestamp: Date(timeIntervalSince1970: seconds), textSample: "",
            verdict: verdict)
    }

    @Test func `the newest entries are listed on one line each and are safe for a terminal`() async throws {
        try await withLog(tool.log) { _ in
            let listed = try tool.run("log", "ls")
            #expect(listed.status == 0 && listed.errors.isEmpty)
            let rows = listed.lines.map { line in
                // The reason of an abstention is a word of its column.
                let cells = line.replacing("? unsure", with: "?unsure").split(separator: " ")
                return cells.prefix(4).map(String.init) + [cells.dropFirst(4).joined(separator: " ")]
            }
            try #require(rows.count == 5)
            #expect(rows[0] == ["id", "time", "category", "p", "text"])
            #expect(rows[1].dropFirst() == ["2026-11-02T08:00:03Z", "code?unsure", "0.42", "select 1"])
            #expect(
                rows[2].dropFirst() == ["2026-11-02T08:00:02Z", "social", "1.00", "one␛[31m line and ␀ more"])
            #expect(
                rows[3].dropFirst() == [
                    "2026-11-02T08:00:01Z", "email?unsure", "0.40", "minutes of the board attached",
                ])
            #expect(rows[4].dropFirst() == ["2026-11-02T08:00:00Z", "message", "0.91", "see you at 8 then"])
            #expect(rows[1...].allSatisfy { $0[0].count == 8 })
        }
    }

    @Test func `entries are selected by certainty, label, number and position`() async throws {
        try await withLog(tool.log) { _ in
            func texts(_ arguments: String) throws -> [String] {
                let listed = try tool.shell("ilk log ls --format ndjson \(arguments)")
                #expect(listed.status == 0, "\(listed.errors)")
                return try listed.lines.map { try #require(JSONValue(Data($0.utf8))["text"].string) }
            }
            let all = Self.entries.reversed().map(\.text)
            #expect(try texts("") == all)
            #expect(try texts("--abstained") == [all[0], all[2]])
            #expect(try texts("--category social --limit 1") == [all[1]])
            // The guess of an abstention is not a predicted label.
            #expect(try texts("--category email") == [])
            #expect(try texts("--category email --abstained") == [all[2]])
            #expect(try texts("--limit 2") == Array(all[..<2]))
            #expect(try texts("--limit 2 --cursor=-2") == Array(all[2...]))
            #expect(try texts("--category document") == [])
            let none = try tool.run("log", "ls", "--category", "document")
            #expect(none.status == 0 && none.data.isEmpty && none.errors == "ilk: No matching entries.\n")
        }
    }

    @Test func `JSON output contains all data of an entry`() async throws {
        try await withLog(tool.log) { _ in
            try tool.run("log", "correct", "-2", "message", "--by", "ida")
            let listed = try JSONValue(tool.run("log", "ls", "--format", "json").data)
            let entry = listed[1]
            #expect(entry["category"].string == "message" && entry["classified"].string == "social")
            #expect(
                entry["correction"]["author"].string == "ida"
                    && entry["correction"]["source"].string == "human")
            #expect(
                entry["timestamp"].string == "2026-11-02T08:00:02.000Z"
                    && entry["probability"].number == 0.999)
            #expect(entry["text"].string == Self.entries[2].text && entry["textLength"].number == 24)
            #expect(entry["scores"].names.count == 6 && entry["classifier"].string == "fused")
            #expect(entry["id"].string?.hasSuffix(entry["shortID"].string ?? "-") ?? false)
            #expect(listed[0]["abstention"].string == "unsure" && listed[0]["correction"].names.isEmpty)
        }
    }

    @Test func `a correction shows the old and new label while a logger is running`() async throws {
        try await withLog(tool.log) { logger in
            let first = try tool.run("log", "correct", "-1", "search")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.output.contains("  code? → search  select 1\n"), "\(first.output)")
            let id = String(first.output.prefix(8))
            #expect(
                try tool.run("log", "correct", id.lowercased(), "code").output
                    == "\(id)  search → code  select 1\n")
            #expect(
                try tool.run("log", "correct", id, "code").output
                    == "\(id)  code, confirmed  select 1\n")
            #expect(try tool.run("log", "ls", "--limit", "1").output.contains("code? unsure → code"))
            let json = try JSONValue(tool.run("log", "correct", "-1", "email", "--format", "json").data)
            #expect(json["before"].string == "code" && json["after"].string == "email")
            #expect(json["entry"]["correction"]["author"].string == "tester")
            let entry = Self.entries[0]
            await logger.log(
                classification: Self.classification(entry, "message", .documentType, Self.start + 60),
                fullText: "one more", features: nil)
            #expect(await logger.flush() == .reached, "the logger still writes")
            #expect(try tool.run("log", "ls", "--limit", "1").output.hasSuffix("one more\n"))
        }
    }

    @Test(arguments: [
        (["log", "correct", "-1", "letter"], 64, "unknown label 'letter'\nhint: allowed: email, message, "),
        (["log", "correct", "-9", "email"], 66, "there is no entry '-9'"),
        (["log", "correct", "0000FFFF", "email"], 66, "there is no entry '0000FFFF'"),
        (["log", "correct", "xyz", "email"], 64, "<entry>: 'xyz' is not valid\nhint: expected -1"),
        (["log", "ls", "--category", "letter"], 64, "unknown label 'letter'"),
        (["log", "ls", "--cursor", "xyz"], 64, "--cursor: 'xyz' is not valid\nhint: expected -1"),
        (["log", "purge", "--entry", "xyz"], 64, "--entry: 'xyz' is not valid\nhint: expected -1"),
    ])
    func `an invalid argument is reported and changes nothing`(
        arguments: [String], status: Int32, message: String
    ) async throws {
        try await withLog(tool.log) { _ in
            let outcome = try tool.shell("ilk " + arguments.joined(separator: " "))
            #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.data.isEmpty)
            #expect(!(try tool.run("log", "ls").output.contains("→")))
        }
    }

    @Test(arguments: [["ls"], ["correct", "-1", "email"]])
    func `a missing log is reported and not created`(arguments: [String]) throws {
        let outcome = try tool.shell("ilk log " + arguments.joined(separator: " "))
        #expect(outcome.status == 66 && outcome.errors.contains("there is no log"))
        #expect(outcome.errors.contains("hint: start a log with: ilk classify --log\n"))
        #expect(!FileManager.default.fileExists(atPath: tool.log))
        let named = try tool.shell(
            "ilk log " + (arguments + ["--log-file", "own.sqlite"]).joined(separator: " "))
        #expect(named.status == 66 && named.errors.contains("--log-file own.sqlite"))
        #expect(try tool.names().isEmpty)
    }

    @Test func `a file that is not a log is rejected and left unchanged`() throws {
        try tool.write("notes.txt", String(repeating: "just notes\n", count: 100))
        let before = try tool.bytes("notes.txt")
        for arguments in ["ls", "correct -1 email"] {
            let outcome = try tool.shell("ilk log \(arguments) --log-file notes.txt")
            #expect(
                outcome.status == 65 && outcome.errors.hasPrefix("error: notes.txt: "), "\(outcome.errors)")
        }
        #expect(try tool.bytes("notes.txt") == before)
    }

    @Test func `a log with other labels can be used but not learned from`() async throws {
        let file = tool.path("own.sqlite")
        let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour"])
        try await withLog(file, taxonomy: taxonomy) { _ in
            let listed = try tool.run("log", "ls", "--log-file", file)
            #expect(listed.output.contains("garden?"))
            #expect(try tool.run("log", "correct", "-1", "harbour", "--log-file", file).status == 0)
            #expect(try tool.run("log", "correct", "-1", "email", "--log-file", file).status == 64)
            #expect(try tool.run("retrain", "--log-file", file).status == 78)
        }
    }

    @Test func `long lines are truncated at the terminal width`() async throws {
        try await withLog(tool.log) { logger in
            let entry = (text: "", category: "message", probability: 0.9, isSure: true)
            await logger.log(
                classification: Self.classification(entry, "message", .documentType, Self.start + 9),
                fullText: String(repeating: "文字 ", count: 4_000), features: nil)
            #expect(await logger.flush() == .reached)
            let line = try #require(try tool.shell("COLUMNS=60 ilk log ls --limit 1").lines.last)
            #expect(line.hasSuffix("…") && line.contains("文字 文字"))
            #expect(line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x3000 ? 2 : 1) } <= 60)
        }
    }
}

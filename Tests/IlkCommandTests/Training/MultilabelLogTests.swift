import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The log of a multi-label taxonomy.
@Suite("the log of a multi-label taxonomy") struct MultilabelLogTests {
    private let tool: Tool

    private static let taxonomy: TrainedTaxonomy = {
        let words = ["garden": "rake", "harbour": "tide", "kitchen": "oven"]
        let texts = (0..<80).map { index in
            let labels = words.keys.sorted().enumerated().filter { index >> $0.offset & 1 == 1 }.map(
                \.element)
            let text = (labels.compactMap { words[$0] } + ["note", "\(index)"]).joined(separator: " ")
            return #"{"text":"\#(text)","label":["#
                + labels.map { "\"\($0)\"" }.joined(separator: ",") + "]}\n"
        }
        return TrainedTaxonomy(texts.joined())
    }()

    init() async throws {
        tool = try Tool()
        try await Self.taxonomy.install(in: tool)
    }

    private func log(_ text: String) async throws {
        let run = try await tool.run("classify", "--taxonomy", "tags", "--log", input: text)
        #expect(run.status == 0, "\(run.errors)")
    }

    private func entry(_ reference: String = "-1") async throws -> JSONValue {
        let run = try await tool.run("log", "show", reference, "--taxonomy", "tags", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        return try JSONValue(run.data)["entry"]
    }

    private func labels(_ entry: JSONValue) -> Set<String> {
        Set(entry["categories"].elements.compactMap(\.string))
    }

    private func correct(_ arguments: String) async throws -> Tool.Outcome {
        let run = try await tool.line("ilk log correct \(arguments) --taxonomy tags")
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return run
    }

    @Test func `an entry and its listing have all categories`() async throws {
        try await log("rake and tide")
        #expect(labels(try await entry()) == ["garden", "harbour"])
        let list = try await tool.run("log", "ls", "--taxonomy", "tags")
        #expect(list.output.contains("garden") && list.output.contains("harbour"), "\(list.output)")
        let explained = try await tool.run("log", "explain", "-1", "--taxonomy", "tags")
        #expect(explained.status == 0, "\(explained.errors)")
    }

    @Test(
        arguments: [
            ("kitchen", ["kitchen"]), ("kitchen garden", ["kitchen", "garden"]),
            ("kitchen,garden", ["kitchen", "garden"]), ("'kitchen, garden' garden", ["kitchen", "garden"]),
            ("--no-label", []),
        ] as [(String, Set<String>)])
    func `a correction sets all labels, overrides the classifier and can be withdrawn`(
        arguments: String, expected: Set<String>
    ) async throws {
        try await log("rake and tide")
        let run = try await correct("-1 \(arguments)")
        #expect(run.output.contains(expected.isEmpty ? "no label" : "kitchen"), "\(run.output)")
        let corrected = try await entry()
        #expect(labels(corrected) == expected)
        #expect(corrected["category"].string == nil ? expected.isEmpty : !expected.isEmpty)
        let answer = try await tool.run(
            "classify", "--taxonomy", "tags", "--format", "json", input: "rake and tide")
        #expect(labels(try JSONValue(answer.data)["classification"]) == expected, "\(answer.output)")
        _ = try await correct("-1 --withdraw")
        #expect(labels(try await entry()) == ["garden", "harbour"])
    }

    @Test func `the review queue has the texts of a multi-label log, equal ones once`() async throws {
        for text in ["rake and tide", "Rake and tide!", "oven", "tide"] { try await log(text) }
        for strategy in ["diverse", "uncertain", "random"] {
            let run = try await tool.run(
                "log", "queue", "--taxonomy", "tags", "--strategy", strategy, "--format", "json")
            let rows = try JSONValue(run.data).elements
            #expect(rows.count == 3, "\(run.output)")
            for row in rows {
                // An audit stands for its own text only, because a nearly equal one would be learned.
                let text = row["entry"]["text"].string?.lowercased() ?? ""
                let isDouble = text.hasPrefix("rake") && row["audit"].bool == false
                #expect(row["entries"].number == (isDouble ? 2 : 1), "\(run.output)")
            }
        }
        _ = try await correct("-4 garden harbour")
        _ = try await correct("-1 --no-label")
        let run = try await tool.run("log", "queue", "--taxonomy", "tags", "--gain", "--format", "json")
        let gain = try JSONValue(run.data)
        #expect(gain["texts"].number == 2 && gain["reason"].string == "tooFew", "\(run.output)")
        let text = try await tool.run("log", "queue", "--taxonomy", "tags")
        #expect(text.output.contains("too few corrections to estimate (2 of 25)"), "\(text.output)")
        #expect(!text.output.lowercased().contains("rake"), "a nearly equal text is corrected")
    }

    @Test func `a learning report counts exact matches, and each label`() async throws {
        for text in ["rake and tide", "tide", "oven"] { try await log(text) }
        _ = try await correct("-3 garden harbour")
        _ = try await correct("-2 harbour kitchen")
        _ = try await correct("-1 --no-label")
        let run = try await tool.run("learn", "report", "--taxonomy", "tags", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        let report = try JSONValue(run.data)
        let all = report["total"]["all"]
        #expect(all["texts"].number == 3 && all["correct"].number == 1 && report["multilabel"].bool == true)
        let rows = report["labels"].elements.map { row in
            [row["recall"]["texts"], row["recall"]["correct"], row["precision"]["texts"]].map(\.number)
        }
        #expect(rows == [[1, 1, 1], [2, 2, 2], [1, 0, 1]], "garden, harbour, kitchen")
        let text = try await tool.run("learn", "report", "--taxonomy", "tags")
        #expect(text.output.contains("exactly the labels of the correction"), "\(text.errors)")
        #expect(text.output.contains("Not measured for texts with several labels."))
    }

    @Test(arguments: ["-1 loft", "-1 kitchen loft", "-1 kitchen,loft", "-1", "-1 kitchen --no-label"])
    func `an invalid correction is rejected`(arguments: String) async throws {
        try await log("rake and tide")
        let run = try await tool.line("ilk log correct \(arguments) --taxonomy tags")
        #expect(run.status == 64, "\(run.errors)")
        #expect(try await entry()["correction"].names.isEmpty)
    }

    @Test func `a taxonomy with one label for a text takes no second label`() async throws {
        try await tool.run("classify", "--log", input: "see you at 8 then")
        for arguments in ["-1 message email", "-1 --no-label"] {
            let run = try await tool.line("ilk log correct \(arguments)")
            #expect(run.status == 64 && run.errors.contains("gives each text one label"), "\(run.errors)")
        }
    }

    @Test func `files of corrections name several labels`() async throws {
        for text in ["rake and tide", "tide", "oven"] { try await log(text) }
        var ids: [String] = []
        for reference in ["-3", "-2", "-1"] { ids.append(try await entry(reference)["id"].string ?? "") }
        try tool.write(
            "fixed.jsonl",
            #"{"id":"\#(ids[0])","categories":["kitchen","garden"]}"# + "\n"
                + #"{"id":"\#(ids[1])","none":true}"# + "\n" + #"{"id":"\#(ids[2])","category":null}"# + "\n")
        _ = try await correct("--from fixed.jsonl")
        #expect(labels(try await entry(ids[0])) == ["kitchen", "garden"])
        #expect(labels(try await entry(ids[1])).isEmpty)
        #expect(try await entry(ids[2])["correction"].names.isEmpty)
        try tool.write("fixed.csv", "id,category,none\n\(ids[1]),\"garden, kitchen\",\n\(ids[0]),,true\n")
        _ = try await correct("--from fixed.csv")
        #expect(labels(try await entry(ids[0])).isEmpty)
        #expect(labels(try await entry(ids[1])) == ["kitchen", "garden"])
    }

    @Test(arguments: ["ndjson", "csv", "json"])
    func `an export with labels is imported without loss`(format: String) async throws {
        for text in ["rake and tide", "tide", "note"] { try await log(text) }
        _ = try await correct("-3 kitchen garden")
        _ = try await correct("-2 --no-label")
        for line in [
            "export -o one.\(format)", "purge --all --yes", "import one.\(format)", "export -o two.\(format)",
        ] {
            let run = try await tool.line("ilk log \(line) --taxonomy tags")
            #expect(run.status == 0, "\(line): \(run.errors)")
        }
        #expect(try tool.bytes("one.\(format)") == tool.bytes("two.\(format)"))
        #expect(String(decoding: try tool.bytes("one.\(format)"), as: UTF8.self).contains("categories"))
    }

    // MARK: Retraining

    private func quince(_ number: Int, label: String) -> String {
        #"{"id":"\#(String(format: "01900000-0000-7000-8000-%012x", number))","timestamp":"#
            + #""2026-01-01T00:00:00Z","category":null,"guess":{"category":"kitchen","probability":0.2},"#
            + #""categories":[],"text":"quince in basket \#(number)","verdict":{"probability":0.2,"margin":0.8,"#
            + #""abstention":"unsure","scores":{},"classifier":"model","icu":"72.1"},"#
            + #""corrections":[{"id":"\#(String(format: "01900000-0000-7000-9000-%012x", number))","#
            + #""timestamp":"2026-01-02T00:00:00Z","category":"\#(label)","source":"human","#
            + #""categories":["\#(label)","harbour"]}]}"# + "\n"
    }

    /// Imports entries with the word quince, which are about garden and harbour.
    private func importCorrections() async throws {
        try tool.write("log.ndjson", (0..<60).map { quince($0, label: "garden") }.joined())
        let run = try await tool.run("log", "import", "log.ndjson", "--taxonomy", "tags")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `retraining learns all labels of corrections, and a purge deletes the version`() async throws {
        try await importCorrections()
        try tool.write(
            "mine.jsonl",
            (0..<20).map { #"{"text":"oven and tide \#($0)","label":["kitchen","harbour"]}"# + "\n" }
                .joined())
        let set = try await tool.run("model", "regression-set", "mine.jsonl", "--taxonomy", "tags")
        #expect(set.status == 0 && set.errors.contains("20 texts (harbour 20, kitchen 20)"), "\(set.errors)")
        let text = "the quince in our basket"
        #expect(try await found(text) != ["garden", "harbour"])
        let run = try await tool.run(
            "retrain", "--taxonomy", "tags", "--texts", "tags.jsonl", "--format", "json")
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        let report = try JSONValue(run.data)
        #expect(report["isPromoted"].bool == true && report["corrections"].number == 60, "\(run.output)")
        #expect(try #require(report["heldOut"].number) > 0)
        #expect(run.output.contains("your regression set") && run.output.contains("held out"))
        #expect(try await found(text) == ["garden", "harbour"])
        let purge = try await tool.run("log", "purge", "--match", "quince", "--yes", "--taxonomy", "tags")
        #expect(purge.status == 0, "\(purge.errors)")
        #expect(try await found(text) != ["garden", "harbour"])
        let list = try await tool.run("model", "ls", "--taxonomy", "tags")
        let version = try #require(report["version"].string)
        #expect(!list.output.contains(version) && list.output.contains("1.0.0"), "\(list.output)")
    }

    private func found(_ text: String) async throws -> Set<String> {
        let run = try await tool.run("classify", "--taxonomy", "tags", "--format", "json", input: text)
        return labels(try JSONValue(run.data)["classification"])
    }

    @Test func `without texts the active model learns from corrections, and a purge unlearns them`()
        async throws
    {
        try await importCorrections()
        let text = "quince in basket 99"
        #expect(try await found(text) == ["garden", "harbour"], "corrections apply to similar texts at once")
        let run = try await tool.run("retrain", "--taxonomy", "tags", "--full", "--format", "json")
        let report = try JSONValue(run.data)
        let version = try #require(report["version"].string, "\(run.output) \(run.errors)")
        #expect(report["trace"]["headTexts"].number == report["learned"].number)
        if report["isPromoted"].bool == false {
            try await tool.run("model", "promote", version, "--taxonomy", "tags")
        }
        #expect(try await found(text) == ["garden", "harbour"])
        #expect(try await found("oven and tide 3") == ["kitchen", "harbour"])
        let purge = try await tool.run("log", "purge", "--match", "quince", "--yes", "--taxonomy", "tags")
        #expect(purge.status == 0, "\(purge.errors)")
        #expect(try await found(text) != ["garden", "harbour"])
        let list = try await tool.run("model", "ls", "--taxonomy", "tags")
        #expect(!list.output.contains(version) && list.output.contains("1.0.0"), "\(list.output)")
    }

    @Test func `a half-life discounts the corrections of a multi-label taxonomy`() async throws {
        try await importCorrections()
        let run = try await tool.line("ilk retrain --taxonomy tags --half-life 90d --dry-run --format json")
        #expect(try JSONValue(run.data)["trace"]["halfLife"].number == 90 * 86_400, "\(run.errors)")
    }

    @Test func `texts retrain only the model of a multi-label taxonomy, with its labels`() async throws {
        try await importCorrections()
        let full = try await tool.run("retrain", "--taxonomy", "tags", "--texts", "tags.jsonl", "--full")
        #expect(full.status == 64)
        #expect(full.errors.contains("--texts cannot be combined with --full"), "\(full.errors)")
        try await tool.run("classify", "--log", input: "see you at 8 then")
        let single = try await tool.run("retrain", "--texts", "tags.jsonl")
        #expect(single.status == 64 && single.errors.contains("multi-label"), "\(single.errors)")
        try tool.write("other.jsonl", #"{"text":"a","label":["garden","loft"]}"# + "\n")
        let other = try await tool.run("retrain", "--taxonomy", "tags", "--texts", "other.jsonl")
        #expect(other.status == 65 && other.errors.contains("has no label 'loft'"), "\(other.errors)")
    }
}

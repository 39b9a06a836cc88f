import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("multi-label taxonomies") struct MultilabelTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let words = [
        "garden": "rake and hedge", "harbour": "tide and hull", "kitchen": "oven and dough",
    ]

    /// Returns texts that are about none to three topics, with their labels.
    private static let texts: [(text: String, labels: [String])] = (0..<160).map { index in
        let labels = words.keys.sorted().enumerated().filter { index >> $0.offset & 1 == 1 }.map(\.element)
        let parts = labels.compactMap { words[$0] } + ["note \(["one", "two", "six", "ten"][index / 8 % 4])"]
        return (parts.joined(separator: " or ") + " of day \(index)", labels)
    }

    private static let lines = texts.map { text, labels in
        let list = labels.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"text":"\#(text)","label":[\#(list)]}"# + "\n"
    }.joined()

    private static let taxonomy = TrainedTaxonomy(lines)

    private func lines() throws -> String {
        try tool.write("tags.jsonl", Self.lines)
        return "tags.jsonl"
    }

    private func trained() async throws { try await Self.taxonomy.install(in: tool) }

    @Test func `arrays of labels make a taxonomy that answers with several categories`() async throws {
        let made = try await tool.run("train", try lines(), "--name", "tags")
        #expect(made.status == 0, "\(made.errors)")
        for part in [
            "features, linear", "no label 20", "exact-match accuracy", "micro-F1", "1.0.0 is active now",
        ] {
            #expect(made.errors.contains(part), "\(part) in: \(made.errors)")
        }
        let shown = try await tool.run("taxonomy", "show", "tags", "--format", "json")
        #expect(try JSONValue(shown.data)["multilabel"].bool == true, "\(shown.output)")
        let input = [
            #"{"text":"tide and hull or rake and hedge"}"#, #"{"text":"oven and dough"}"#,
            #"{"text":"note two"}"#,
        ].joined(separator: "\n")
        let run = try await tool.run("classify", "--taxonomy", "tags", "--ndjson", input: input)
        let verdicts = try run.output.split(separator: "\n").map {
            try JSONValue(Data($0.utf8))["classification"]
        }
        #expect(verdicts.count == 3, "\(run.errors)")
        let found = verdicts.map { Set($0["categories"].elements.compactMap(\.string)) }
        #expect(found == [["garden", "harbour"], ["kitchen"], []])
        #expect(verdicts[1]["category"].string == "kitchen")
        #expect(verdicts[2]["category"].string == nil && verdicts[2]["abstention"].string != nil)
        let text = try await tool.run(
            "classify", "--taxonomy", "tags", input: "tide and hull or rake and hedge")
        #expect(text.output.contains("garden") && text.output.contains("harbour"), "\(text.output)")
        let explained = try await tool.run(
            "explain", "--taxonomy", "tags", input: "tide and hull or rake and hedge")
        #expect(explained.output.contains("Evidence for and against "), "\(explained.output)")
        #expect(
            explained.output.contains("Evidence for garden")
                || explained.output.contains("Evidence for harbour"))
    }

    @Test func `lines of fastText and a table give the same model as arrays`() async throws {
        _ = try lines()
        try tool.write(
            "tags.txt",
            Self.texts.map { text, labels in
                labels.map { "__label__\($0) " }.joined() + text + "\n"
            }.joined())
        try tool.write(
            "tags.csv",
            "text,label\n"
                + Self.texts.map { "\($0.text),\"\($0.labels.joined(separator: "; "))\"\n" }.joined())
        try await tool.run("train", "tags.jsonl", "-o", "arrays.ilk")
        let second = try await tool.run(
            "train", "tags.txt", "--input-format", "fasttext", "--multilabel", "-o", "lines.ilk")
        #expect(second.status == 0, "\(second.errors)")
        let third = try await tool.run(
            "train", "tags.csv", "--multilabel", "--label-separator", ";", "-o", "table.ilk")
        #expect(third.status == 0, "\(third.errors)")
        #expect(try tool.bytes("arrays.ilk") == tool.bytes("lines.ilk"))
        #expect(try tool.bytes("arrays.ilk") == tool.bytes("table.ilk"))
    }

    @Test func `the report counts the labels of each text`() async throws {
        let report = try await tool.run("train", try lines(), "--check")
        #expect(
            report.output.hasPrefix(
                "160 texts, 3 labels; texts by number of labels: none: 20, 1: 60, 2: 60, 3: 20\n"))
        #expect(!report.output.contains("under two labels"))
        let json = try await tool.run("train", "tags.jsonl", "--check", "--format", "json")
        #expect(try JSONValue(json.data)["labelsPerText"].elements.count == 4)
    }

    @Test func `eval reports micro-F1, macro-F1, the exact match and each label`() async throws {
        try await trained()
        let json = try await tool.run("eval", "tags.jsonl", "--taxonomy", "tags", "--format", "json")
        #expect(json.status == 0, "\(json.errors)")
        let report = try JSONValue(json.data)
        #expect(try #require(report["microF1"].number) > 0.95 && #require(report["macroF1"].number) > 0.95)
        #expect(report["categories"].elements.count == 3 && !report.names.contains("confusion"))
        let text = try await tool.run("eval", "tags.jsonl", "--taxonomy", "tags")
        for part in ["exact match", "micro-F1", "macro-F1", "kitchen"] { #expect(text.output.contains(part)) }
        #expect(!text.output.contains("actual \\ predicted"))
        let folds = try await tool.run("train", "tags.jsonl", "--cross-validate", "3", "--format", "json")
        #expect(try #require(JSONValue(folds.data)["microF1"].number) > 0.9, "\(folds.errors)")
    }

    @Test func `versions count texts, not the labels of the texts`() async throws {
        try await trained()
        let list = try await tool.line("ilk model ls --taxonomy tags")
        #expect(list.output.contains("160") && !list.output.contains("240"), "\(list.output)")
        let page = try await tool.line("ilk model show 1.0.0 --taxonomy tags")
        #expect(page.output.contains("160: garden 80, harbour 80, kitchen 80"), "\(page.output)")
        let json = try await tool.line("ilk model show 1.0.0 --taxonomy tags --format json")
        #expect(try JSONValue(json.data)["texts"].number == 160, "\(json.output)")
    }

    @Test func `a retired label is removed from texts with other labels, and the other texts are ignored`()
        async throws
    {
        try await trained()
        #expect(try await tool.line("ilk taxonomy edit tags --retire garden").status == 0)
        let stored = try await tool.line("ilk model regression-set tags.jsonl --taxonomy tags")
        #expect(stored.errors.contains("ignored 20 texts with retired labels"), "\(stored.errors)")
        #expect(stored.errors.contains("Stored 140 texts (harbour 80, kitchen 80)"), "\(stored.errors)")
        #expect(try await tool.line("ilk taxonomy edit tags --restore garden").status == 0)
        let restored = try await tool.line("ilk model regression-set --taxonomy tags")
        #expect(restored.errors.isEmpty, "\(restored.errors)")
        #expect(restored.output.contains("(garden 60, harbour 80, kitchen 80)"), "\(restored.output)")
        #expect(try await tool.line("ilk taxonomy edit tags --retire garden").status == 0)
        let removed = try await tool.line("ilk model regression-set --remove --yes --taxonomy tags")
        #expect(removed.status == 0, "\(removed.errors)")
        let run = try await tool.line("ilk train tags.jsonl --name tags")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("ignored 20 texts with retired labels"), "\(run.errors)")
        #expect(run.errors.contains("tags: 140 texts (harbour 80, kitchen 80"), "\(run.errors)")
    }

    @Test func `a threshold replaces those of the model`() async throws {
        try await trained()
        let never = try await tool.run(
            "classify", "--taxonomy", "tags", "--threshold", "kitchen=never", "--format", "json",
            input: "oven and dough")
        #expect(try JSONValue(never.data)["classification"]["categories"].elements.isEmpty, "\(never.output)")
        let all = try await tool.run(
            "classify", "--taxonomy", "tags", "--threshold", "0", "--format", "json", input: "oven and dough")
        #expect(try JSONValue(all.data)["classification"]["categories"].elements.count == 3, "\(all.output)")
    }

    @Test(arguments: [
        ("[]", 65, "no text has a label"), (#"["a"]"#, 65, "all texts have the same labels"),
        (#"["a",""]"#, 65, "has an empty label"), ("[1]", 65, "is not an array of strings"),
    ])
    func `labels from which nothing can be learned are rejected`(
        label: String, status: Int32, message: String
    ) async throws {
        try tool.write("bad.jsonl", String(repeating: #"{"text":"a","label":\#(label)}"# + "\n", count: 3))
        let made = try await tool.run("train", "bad.jsonl", "-o", "bad.ilk")
        #expect(made.status == status && made.errors.contains(message), "\(made.errors)")
    }

    @Test(arguments: [
        "--kind bayes", "--kind auto", "--label-issues", "--strip", "--prior even", "--rules none",
    ])
    func `options of other models are rejected`(options: String) async throws {
        let made = try await tool.line("ilk train \(try lines()) -o m.ilk \(options)")
        #expect(made.status == 64 && made.errors.contains("linear"), "\(made.errors)")
    }

    @Test func `an unknown label gets a suggestion`() async throws {
        try await trained()
        try tool.write("more.jsonl", #"{"text":"a","label":["garden","kichen"]}"# + "\n")
        for command in ["train more.jsonl --name tags", "eval more.jsonl --taxonomy tags"] {
            let run = try await tool.line("ilk \(command)")
            #expect(run.status == 65 && run.errors.contains("did you mean 'kitchen'?"), "\(run.errors)")
        }
    }

    @Test func `arrays of labels do not fit a taxonomy with one label for a text`() async throws {
        let run = try await tool.run("eval", try lines())
        #expect(run.status == 65 && run.errors.contains("tags.jsonl:1:"), "\(run.errors)")
        let other = try await tool.run("train", "tags.jsonl", "--name", "spam", "--multilabel")
        #expect(other.status == 78 && other.errors.contains("gives each text one label"), "\(other.errors)")
        try await trained()
        let single = try await tool.run("train", try tool.corpus(seed: 1, 60), "-o", "single.ilk")
        #expect(single.status == 0)
        let model = try await tool.run("classify", "--taxonomy", "tags", "--model", "single.ilk", input: "a")
        #expect(model.status == 78 && model.errors.contains("several labels"), "\(model.errors)")
    }

    @Test func `commands that need one label for a text refuse the log and the taxonomy`() async throws {
        try await trained()
        let logged = try await tool.run("classify", "--taxonomy", "tags", "--log", input: "oven and dough")
        #expect(logged.status == 0, "\(logged.errors)")
        let shown = try await tool.run("log", "ls", "--taxonomy", "tags")
        #expect(
            shown.output.contains("kitchen") && shown.output.contains("oven and dough"), "\(shown.errors)")
        let explained = try await tool.run("log", "explain", "-1", "--taxonomy", "tags")
        #expect(explained.status == 0 && explained.output.hasPrefix("kitchen"), "\(explained.errors)")
        for command in [
            "log drift --taxonomy tags", "log suspects --taxonomy tags",
            "rules fit --taxonomy tags --corpus tags.jsonl",
            "rules stats --taxonomy tags --corpus tags.jsonl",
            "rules diff built-in built-in --taxonomy tags --corpus tags.jsonl",
            "eval tags.jsonl --taxonomy tags --max-error 0.1",
            "eval tags.jsonl --taxonomy tags --group-by source",
        ] {
            let run = try await tool.line("ilk \(command)")
            #expect(
                run.status == 78 && run.errors.contains("one label for each text"),
                "\(command): \(run.errors)")
        }
    }
}

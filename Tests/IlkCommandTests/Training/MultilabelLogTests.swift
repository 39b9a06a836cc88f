import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The log of a multi-label taxonomy.
@Suite("the log of a multi-label taxonomy") struct MultilabelLogTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        let words = ["garden": "rake", "harbour": "tide", "kitchen": "oven"]
        let texts = (0..<80).map { index in
            let labels = words.keys.sorted().enumerated().filter { index >> $0.offset & 1 == 1 }.map(
                \.element)
            let text = (labels.compactMap { words[$0] } + ["note", "\(index)"]).joined(separator: " ")
            return #"{"text":"\#(text)","label":["#
                + labels.map { "\"\($0)\"" }.joined(separator: ",") + "]}\n"
        }
        try tool.write("tags.jsonl", texts.joined())
        let made = try await tool.run("train", "tags.jsonl", "--name", "tags")
        #expect(made.status == 0, "\(made.errors)")
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
        for file in ["one", "two"] {
            let log = file == "one" ? "--taxonomy tags" : "--log-file copy.sqlite --taxonomy tags"
            let run = try await tool.line("ilk log export --format \(format) -o \(file).\(format) \(log)")
            #expect(run.status == 0, "\(run.errors)")
            guard file == "one" else { continue }
            let copy = try await tool.line(
                "ilk log import one.\(format) --log-file copy.sqlite --taxonomy tags")
            #expect(copy.status == 0, "\(copy.errors)")
        }
        #expect(try tool.bytes("one.\(format)") == tool.bytes("two.\(format)"))
        #expect(String(decoding: try tool.bytes("one.\(format)"), as: UTF8.self).contains("categories"))
    }
}

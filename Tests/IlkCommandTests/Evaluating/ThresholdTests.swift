import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The minimum probability of a prediction.
@Suite("Thresholds") struct ThresholdTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func abstentions(_ options: String, _ input: String) async throws -> [String?] {
        let run = try await tool.line("ilk classify --ndjson \(options)", input: input)
        #expect(run.status == 0, "\(run.errors)")
        return try run.lines.map { try JSONValue(Data($0.utf8))["classification"]["abstention"].string }
    }

    @Test(arguments: ["", "--by-category"])
    func `thresholds for an error rate are saved, applied, and hold on other texts`(how: String)
        async throws
    {
        var texts = GeneratedTexts(seed: 31)
        try tool.write("own.jsonl", texts.lines(60))
        try tool.write("held.jsonl", texts.lines(900))
        let other = texts.lines(900)
        try await tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let found = try await tool.line(
            "ilk eval held.jsonl --model own.ilk --max-error 0.05 \(how) --save-thresholds five.json")
        #expect(found.status == 0, "\(found.errors)")
        let options = try #require(found.lines.first { $0.hasPrefix("0.05: ilk classify --threshold") })
        let run = try await tool.line(
            "ilk classify --ndjson --model own.ilk --thresholds five.json", input: other)
        let records = try run.lines.map { try JSONValue(Data($0.utf8)) }
        let accepted = records.filter { $0["classification"]["abstention"].string == nil }
        let wrong = accepted.filter { $0["classification"]["category"].string != $0["label"].string }
        #expect(
            accepted.count > 300 && wrong.count * 20 <= accepted.count, "\(wrong.count) of \(accepted.count)")
        // The options in the text report contain all digits.
        let written = options.dropFirst("0.05: ilk classify".count)
        let again = try await tool.line(
            "ilk classify --ndjson --model own.ilk\(written)", input: other)
        #expect(again.data == run.data, "\(again.errors)")
    }

    @Test func `thresholds apply only to the model and rules they were computed for`() async throws {
        var texts = GeneratedTexts(seed: 32)
        try tool.write("own.jsonl", texts.lines(300))
        try await tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        try await tool.run(
            "eval", "own.jsonl", "--model", "own.ilk", "--max-error", "0.1", "--save-thresholds", "t.json")
        let used = try await tool.run(
            "classify", "--model", "own.ilk", "--thresholds", "t.json", input: "rake\n")
        #expect(used.status == 0, "\(used.errors)")
        try tool.write("own.jsonl", texts.lines(330))
        try await tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places", "--force")
        for command in ["classify", "explain", "eval own.jsonl"] {
            let refused = try await tool.line("ilk \(command) --model own.ilk --thresholds t.json")
            #expect(refused.status == 78 && refused.errors.contains("another model"), "\(refused.errors)")
        }
    }

    @Test func `too few rows give no guarantee and no predictions`() async throws {
        var texts = GeneratedTexts(seed: 33)
        try tool.write("own.jsonl", texts.lines(90))
        try await tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let found = try await tool.run(
            "eval", "own.jsonl", "--model", "own.ilk", "--max-error", "0.001", "--save-thresholds", "t.json")
        #expect(found.output.contains("too few texts") && !found.output.contains("ilk classify"))
        let used = try await tool.run(
            "classify", "--model", "own.ilk", "--thresholds", "t.json", input: "rake hedge\n")
        #expect(used.status == 0 && used.output.contains("unsure"), "\(used.errors)")
    }

    @Test func `a text of unknown words is not predicted by style features alone`() async throws {
        var texts = GeneratedTexts(seed: 34)
        try tool.write("own.jsonl", texts.lines(300))
        try await tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let input =
            #"{"text":"καλημέρα σας σήμερα ο καιρός είναι πολύ ωραίος."}"# + "\n"
            + #"{"text":"the tulips again"}"#
        let found = try await abstentions("--model own.ilk --threshold 0", input)
        #expect(found == ["unfamiliar", nil])
        let line = try await tool.run(
            "classify", "--model", "own.ilk", input: "καλημέρα σας σήμερα ο καιρός είναι πολύ ωραίος\n")
        #expect(line.output.hasPrefix("unfamiliar (guess: "), "\(line.output)")
    }
}

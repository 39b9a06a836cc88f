import Foundation
import Testing

/// From which probability on a category is claimed.
@Suite("Thresholds") struct ThresholdTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func abstentions(_ options: String, _ input: String) throws -> [String?] {
        let run = try tool.shell("ilk classify --ndjson \(options)", input: Data(input.utf8))
        #expect(run.status == 0, "\(run.errors)")
        return try run.lines.map { try JSONValue(Data($0.utf8))["classification"]["abstention"].string }
    }

    @Test func `a category may have one of its own`() throws {
        let texts = #"{"text":"lol no"}"# + "\n" + #"{"text":"select id from t;"}"# + "\n"
        #expect(try abstentions("", texts) == [nil, nil])
        #expect(try abstentions("--threshold message=never", texts) == ["unsure", nil])
        #expect(try abstentions("--threshold 1 --threshold code=.5", texts) == ["unsure", nil])
        #expect(try abstentions("--threshold code=1 --threshold code=.5", texts) == [nil, nil])
    }

    @Test(arguments: [
        ("--threshold 1.5", 64), ("--threshold =.5", 64), ("--threshold code=x", 64), ("--threshold nan", 64),
        ("--threshold kode=.5", 78), ("--thresholds none.json", 66), ("--thresholds bad.json", 65),
        ("--thresholds bad.json --threshold .5", 64),
    ])
    func `what is no threshold is told`(options: String, status: Int32) throws {
        try tool.write("bad.json", "{}")
        let run = try tool.shell("ilk classify \(options)", input: Data("lol no\n".utf8))
        #expect(run.status == status && !run.errors.isEmpty && run.data.isEmpty, "\(run.errors)")
    }

    @Test(arguments: ["", "--by-category"])
    func `the thresholds of a promise are found, written, used, and kept on other texts`(how: String) throws {
        var texts = GeneratedTexts(seed: 31)
        try tool.write("own.jsonl", texts.lines(60))
        try tool.write("held.jsonl", texts.lines(900))
        let other = texts.lines(900)
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let found = try tool.shell(
            "ilk eval held.jsonl --model own.ilk --max-error 0.05 \(how) --save-thresholds five.json")
        #expect(found.status == 0, "\(found.errors)")
        let options = try #require(found.lines.first { $0.hasPrefix("0.05: ilk classify --threshold") })
        let run = try tool.shell(
            "ilk classify --ndjson --model own.ilk --thresholds five.json", input: Data(other.utf8))
        let records = try run.lines.map { try JSONValue(Data($0.utf8)) }
        let accepted = records.filter { $0["classification"]["abstention"].string == nil }
        let wrong = accepted.filter { $0["classification"]["category"].string != $0["label"].string }
        #expect(
            accepted.count > 300 && wrong.count * 20 <= accepted.count, "\(wrong.count) of \(accepted.count)")
        // The line for people says the same, to the last digit.
        let written = options.dropFirst("0.05: ilk classify".count)
        let again = try tool.shell(
            "ilk classify --ndjson --model own.ilk\(written)", input: Data(other.utf8))
        #expect(again.data == run.data, "\(again.errors)")
    }

    @Test func `thresholds hold for the model and the rules that they were found for`() throws {
        var texts = GeneratedTexts(seed: 32)
        try tool.write("own.jsonl", texts.lines(300))
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        try tool.run(
            "eval", "own.jsonl", "--model", "own.ilk", "--max-error", "0.1", "--save-thresholds", "t.json")
        let used = try tool.run("classify", "--model", "own.ilk", "--thresholds", "t.json", input: "rake\n")
        #expect(used.status == 0, "\(used.errors)")
        try tool.write("own.jsonl", texts.lines(330))
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places", "--force")
        for command in ["classify", "explain", "eval own.jsonl"] {
            let refused = try tool.shell("ilk \(command) --model own.ilk --thresholds t.json </dev/null")
            #expect(refused.status == 78 && refused.errors.contains("another model"), "\(refused.errors)")
        }
    }

    @Test func `too few rows keep no promise: nothing is claimed, and that is said`() throws {
        var texts = GeneratedTexts(seed: 33)
        try tool.write("own.jsonl", texts.lines(90))
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let found = try tool.run(
            "eval", "own.jsonl", "--model", "own.ilk", "--max-error", "0.001", "--save-thresholds", "t.json")
        #expect(found.output.contains("too few rows") && !found.output.contains("ilk classify"))
        let used = try tool.run(
            "classify", "--model", "own.ilk", "--thresholds", "t.json", input: "rake hedge\n")
        #expect(used.status == 0 && used.output.contains("unsure"), "\(used.errors)")
    }

    @Test func `a text of unknown words is not claimed by its looks`() throws {
        var texts = GeneratedTexts(seed: 34)
        try tool.write("own.jsonl", texts.lines(300))
        try tool.run("train", "own.jsonl", "-o", "own.ilk", "--name", "places")
        let input =
            #"{"text":"καλημέρα σας σήμερα ο καιρός είναι πολύ ωραίος."}"# + "\n"
            + #"{"text":"the tulips again"}"#
        let found = try abstentions("--model own.ilk --threshold 0", input)
        #expect(found == ["outOfVocabulary", nil])
        let line = try tool.run(
            "classify", "--model", "own.ilk", input: "καλημέρα σας σήμερα ο καιρός είναι πολύ ωραίος\n")
        #expect(line.output.contains("unknown words"), "\(line.output)")
    }
}

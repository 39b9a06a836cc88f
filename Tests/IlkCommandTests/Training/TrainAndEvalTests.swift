import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("train and eval") struct TrainAndEvalTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a model is trained, reports its contents and predicts new texts`() async throws {
        let made = try await tool.run("train", try tool.corpus(seed: 1), "-o", "own.ilk")
        #expect(made.status == 0 && made.data.isEmpty)
        for part in ["own.ilk: 180 texts", "garden 60", "harbour 60", "kitchen 60", "features", "KiB"] {
            #expect(made.errors.contains(part), "\(part) in: \(made.errors)")
        }
        let told = made.errors.split(separator: "\n")
        #expect(told.count == 5 && told[1].contains("ilk: selected style, unigrams"), "\(told)")
        #expect(
            told[1].contains("leave-one-source-out") && told[2].contains("runner-up "), "\(told)")
        #expect(told[3].hasPrefix("ilk: calibrated on 9 held-out sources: calibration error 0.0"), "\(told)")
        #expect(told[4].hasPrefix("ilk: new sources: no error rate is guaranteed"), "\(told)")
        let measured = try await tool.run(
            "eval", "--model", "own.ilk", try tool.corpus(seed: 2), "--format", "json")
        #expect(measured.status == 0 && measured.errors.isEmpty)
        let report = try JSONValue(measured.data)
        #expect(try #require(report["accuracy"].number) > 0.95)
        #expect(try #require(report["macroF1"].number) > 0.95)
        #expect(report["texts"].number == 180 && report["classifier"].string == "bayes")
        #expect(report["confusion"]["taxonomy"]["name"].string == "custom")
        #expect(try #require(report["model"].string).count == 64)
    }

    @Test func `a model is measured on held-out texts`() async throws {
        let measured = try await tool.run(
            "train", try tool.corpus(seed: 31), "--cross-validate", "3", "--format", "json")
        #expect(measured.status == 0, "\(measured.errors)")
        let report = try JSONValue(measured.data)
        #expect(report["folds"].number == 3 && report["texts"].number == 180)
        #expect(try #require(report["accuracy"].number) > 0.9)
        let said = try await tool.run("train", try tool.corpus(seed: 31), "--cross-validate", "3")
        #expect(said.output.hasPrefix("bayes on 180 texts, cross-validated (3 folds)\n"))
        #expect(try tool.names() == ["corpus-31.jsonl"], "no model was requested")
    }

    @Test func `a changed label is reported as a label issue`() async throws {
        let lines = try String(contentsOfFile: tool.corpus(seed: 32), encoding: .utf8).split(separator: "\n")
            .map(
                String.init)
        var changed = lines
        let isGarden = lines[40].contains(#""label":"garden""#)
        changed[40] = lines[40].replacingOccurrences(
            of: #""label":"[a-z]*""#, with: #""label":"\#(isGarden ? "harbour" : "garden")""#,
            options: .regularExpression)
        try tool.write("changed.jsonl", changed.joined(separator: "\n"))
        let found = try await tool.run("train", "changed.jsonl", "--label-issues", "--format", "json")
        #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
        #expect(try JSONValue(found.data)[0]["line"].number == 41)
        let said = try await tool.run("train", "changed.jsonl", "--label-issues", "--top", "1")
        #expect(said.output.contains("contradict a model trained on the other texts"))
        #expect(said.output.contains("line  label"))
    }

    @Test(arguments: [
        ([], "register the model with --name NAME, or write it with --output FILE"),
        (["--cross-validate", "1"], "expected an integer of at least 2"),
        (["--label-issues", "--cross-validate", "3"], "cannot be combined"),
        (
            ["-o", "a.ilk", "--format", "ndjson"],
            "--format: 'ndjson' is not valid\nhint: did you mean 'json'? allowed: text, json"
        ),
        (
            ["-o", "a.ilk", "--time-limit", "0s"],
            "--time-limit: '0s' is not valid\nhint: expected a time above 0"
        ),
        (["-o", "a.ilk", "--time-limit", "2026-11-21"], "hint: expected a time above 0"),
        (["--check", "--time-limit", "30s"], "--time-limit require --name or --output"),
        (["--cross-validate", "3", "--time-limit", "30s"], "--time-limit require --name or --output"),
    ])
    func `train reports missing and conflicting options`(arguments: [String], message: String) async throws {
        let refused = try await tool.line("ilk train a.jsonl " + arguments.joined(separator: " "))
        #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
    }

    @Test func `equal lines give identical bytes`() async throws {
        let file = try tool.corpus(seed: 3)
        for name in ["first.ilk", "second.ilk"] {
            #expect(try await tool.run("train", file, "-o", name).status == 0)
        }
        #expect(try tool.bytes("first.ilk") == tool.bytes("second.ilk"))
        #expect(try await tool.run("train", file, "-o", "first.ilk", "--force", "-q").errors.isEmpty)
        #expect(try tool.bytes("first.ilk") == tool.bytes("second.ilk"))
        #expect(
            try tool.names() == ["corpus-3.jsonl", "first.ilk", "second.ilk"], "nothing else is left behind")
    }

    @Test func `a time limit that is not reached does not change the model`() async throws {
        let file = try tool.corpus(seed: 3)
        #expect(try await tool.run("train", file, "-o", "free.ilk").status == 0)
        let limited = try await tool.run("train", file, "--time-limit", "1d", "-o", "limited.ilk")
        #expect(limited.status == 0 && !limited.errors.contains("time limit"), "\(limited.errors)")
        #expect(try tool.bytes("free.ilk") == tool.bytes("limited.ilk"))
    }

    @Test(arguments: [
        (#"{"text":"a","label":"x"}"#, "at least two texts are required"),
        (#"{"text":"a","label":"x"}|{"text":"b","label":"x"}"#, "all texts have the same label: x"),
        (#"{"text":"a","label":"x"}|{"text":"a","label":"y"}"#, "all texts are equal"),
        (#"{"text":"","label":"x"}|{"text":"","label":"y"}"#, "all texts are empty"),
    ])
    func `texts from which nothing can be learned are an error`(lines: String, message: String) async throws {
        try tool.write("few.jsonl", lines.replacingOccurrences(of: "|", with: "\n"))
        for kind in ["bayes", "linear", "auto"] {
            let made = try await tool.run("train", "few.jsonl", "--kind", kind, "-o", "few.ilk")
            #expect(made.status == 65 && made.errors.contains("error: " + message), "\(made.errors)")
            #expect(made.errors.contains("hint: "))
        }
        #expect(try tool.names() == ["few.jsonl"])
    }

    @Test func `a model without features is reported`() async throws {
        // Digits are a single character class to the model.
        try tool.write("few.jsonl", #"{"text":"x1","label":"a"}"# + "\n" + #"{"text":"x2","label":"b"}"#)
        let made = try await tool.run("train", "few.jsonl", "--kind", "linear", "-o", "few.ilk")
        #expect(made.status == 0 && made.errors.contains("warning: no feature distinguishes the labels"))
    }

    @Test func `several files and standard input are one corpus`() async throws {
        let whole = try tool.corpus(seed: 4)
        let lines = try String(contentsOfFile: whole, encoding: .utf8).split(separator: "\n")
        try tool.write("a.jsonl", lines[..<100].joined(separator: "\n"))
        try await tool.run("train", whole, "-o", "whole.ilk")
        let parts = try await tool.run(
            "train", "a.jsonl", "-", "-o", "parts.ilk", input: lines[100...].joined(separator: "\n"))
        #expect(parts.status == 0)
        #expect(try tool.bytes("whole.ilk") == tool.bytes("parts.ilk"))
    }

    @Test func `sources in a file are equivalent to sources in the lines`() async throws {
        let whole = try tool.corpus(seed: 5, 90)
        let lines = try String(contentsOfFile: whole, encoding: .utf8).split(separator: "\n")
        let parts = lines.map { $0.components(separatedBy: #","source":""#) }
        try tool.write("bare.jsonl", parts.map { $0[0] + "}\n" }.joined())
        try tool.write("sources.txt", parts.map { $0[1].dropLast(2) + "\r\n" }.joined())
        try await tool.run("train", whole, "-o", "inside.ilk")
        let beside = try await tool.run("train", "bare.jsonl", "-o", "beside.ilk", "--sources", "sources.txt")
        #expect(beside.status == 0)
        #expect(try tool.bytes("inside.ilk") == tool.bytes("beside.ilk"))
        try tool.write("few.txt", "one\n")
        let few = try await tool.run("train", "bare.jsonl", "-o", "few.ilk", "--sources", "few.txt")
        #expect(few.status == 65 && few.errors.contains("1 lines, but there are 90 labeled texts"))
    }

    @Test func `feature groups and frequencies change the model`() async throws {
        let file = try tool.corpus(seed: 6, 60)
        var sizes: [Int] = []
        for arguments in [
            ["--feature-groups", "unigrams"], ["--feature-groups", "unigrams,skeletonBigrams"],
            ["--minimum-frequency", "30"],
        ] {
            let made = try await tool.line(
                "ilk train \(file) -o m.ilk --force \(arguments.joined(separator: " "))")
            #expect(made.status == 0)
            sizes.append(try tool.bytes("m.ilk").count)
        }
        #expect(sizes[0] < sizes[1])
        let fixed = try await tool.run(
            "train", file, "-o", "m.ilk", "--force", "--feature-groups", "unigrams,wordNgrams", "--prior",
            "even")
        #expect(
            fixed.status == 0 && !fixed.errors.contains("selected"), "the search is skipped: \(fixed.errors)")
        #expect(
            try await tool.run("train", file, "-o", "m.ilk", "--feature-groups", "unigrams,moods").status
                == 64)
    }

    @Test(arguments: [
        (
            "",
            "lines.jsonl: there are no texts to train on\n"
                + "hint: expected a JSON object on each line, with the fields 'text' and 'label'"
        ),
        ("\n \n", "there are no texts to train on"),
        (
            #"{"text":"a b","label":"x"}"# + "\n" + #"{"text":"c d","label":"x"}"#,
            "all texts have the same label: x"
        ),
        (#"{"text":"a b","label":"x"}"# + "\nnonsense\n", "lines.jsonl:2:1: "),
        (#"{"text":"a b"}"#, "'label'"), (#"{"text":"a b","label":""}"#, "the label is empty"),
    ])
    func `unsuitable training data is rejected with 65`(lines: String, message: String) async throws {
        try tool.write("lines.jsonl", lines)
        let made = try await tool.run("train", "lines.jsonl", "-o", "m.ilk")
        #expect(made.status == 65 && made.errors.contains(message), "\(made.errors)")
        #expect(try tool.names() == ["lines.jsonl"])
    }

    @Test func `an input without texts is rejected with the expected form of its format`() async throws {
        try tool.write("lines.ndjson", "")
        try tool.write("table.csv", "body,label\n")
        let lines = try await tool.run("eval", "lines.ndjson")
        #expect(lines.status == 65)
        let message = "error: lines.ndjson: there are no texts to measure\nhint: expected a JSON object"
        #expect(lines.errors.hasPrefix(message), "\(lines.errors)")
        let table = try await tool.run("eval", "table.csv", "--text-field", "body")
        #expect(table.status == 65)
        #expect(
            table.errors.contains("hint: a table needs a header row with the columns body and label"),
            "\(table.errors)")
    }

    @Test func `invalid lines are skipped on request`() async throws {
        let file = try tool.corpus(seed: 7, 60)
        let good = try String(contentsOfFile: file, encoding: .utf8)
        try tool.write("mixed.jsonl", "[1]\n" + good + "{\"text\":7,\"label\":\"x\"}\n")
        let made = try await tool.run("train", "mixed.jsonl", "-o", "mixed.ilk", "--on-error", "skip")
        #expect(made.status == 2)
        #expect(
            made.errors.contains("skipped mixed.jsonl:1:1: ")
                && made.errors.contains("and 1 more line\n")
        )
        try await tool.run("train", file, "-o", "good.ilk")
        #expect(try tool.bytes("mixed.ilk") == tool.bytes("good.ilk"))
        let measured = try await tool.run(
            "eval", "--model", "good.ilk", "mixed.jsonl", "--on-error", "skip", "--format", "json")
        #expect(measured.status == 2)
        #expect(try JSONValue(measured.data)["skipped"].number == 2)
    }

    @Test func `an unusable output path is rejected and a link is followed`() async throws {
        let file = try tool.corpus(seed: 8, 12)
        for place in ["nowhere/m.ilk", "."] {
            let made = try await tool.run("train", file, "-o", place)
            #expect(made.status == 73 && made.errors.contains("cannot create"), "\(place): \(made.errors)")
        }
        try tool.write("real.ilk", "old")
        try FileManager.default.createSymbolicLink(
            atPath: tool.path("link.ilk"), withDestinationPath: "real.ilk")
        #expect(try await tool.run("train", file, "-o", "link.ilk", "--force").status == 0)
        #expect(try tool.bytes("real.ilk") != Data("old".utf8))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: tool.path("link.ilk")) == "real.ilk")
    }
}

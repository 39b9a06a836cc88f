import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("linear models") struct LinearModelTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a linear model is trained, reports its limitations and predicts new texts`()
        async throws
    {
        let made = try await tool.run(
            "train", try tool.corpus(seed: 1, 120), "--kind", "linear", "-o", "own.ilk")
        #expect(made.status == 0 && made.data.isEmpty)
        for part in ["own.ilk: 120 texts", "features, linear", "selected cost", "runner-up", "has no counts"]
        {
            #expect(made.errors.contains(part), "\(part) in: \(made.errors)")
        }
        let measured = try await tool.run(
            "eval", "--model", "own.ilk", try tool.corpus(seed: 2, 120), "--format", "json")
        #expect(measured.status == 0 && measured.errors.isEmpty)
        let report = try JSONValue(measured.data)
        #expect(try #require(report["accuracy"].number) > 0.95)
        #expect(report["classifier"].string == "linear")
        let alone = try await tool.run(
            "classify", "--model", "own.ilk", "--classifier", "linear", input: "the tide after the hull")
        #expect(alone.output.hasPrefix("harbour"))
        let explained = try await tool.run("explain", "--model", "own.ilk", input: "the tide after the hull")
        #expect(explained.output.contains("Starting score") && explained.output.contains("tide"))
        let refused = try await tool.run(
            "classify", "--model", "own.ilk", "--classifier", "bayes", input: "tide")
        #expect(refused.status == 78 && refused.errors.contains("'linear', not 'bayes'"), "\(refused.errors)")
        #expect(refused.errors.contains("--classifier linear"))
    }

    @Test func `the order of the lines does not affect the model`() async throws {
        let file = try tool.corpus(seed: 3, 60)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        try tool.write("turned.jsonl", lines.reversed().joined(separator: "\n"))
        try await tool.run("train", file, "--kind", "linear", "-o", "first.ilk")
        try await tool.run("train", "turned.jsonl", "--kind", "linear", "-o", "second.ilk")
        #expect(try tool.bytes("first.ilk") == tool.bytes("second.ilk"))
    }

    @Test(arguments: [
        (30, "selected bayes: too few texts to compare the kinds"),
        (120, "leave-one-source-out; runner-up linear: "),
    ])
    func `auto reports its choice and prefers bayes in a tie`(_ count: Int, _ remark: String) async throws {
        let made = try await tool.run(
            "train", try tool.corpus(seed: 4, count), "--kind", "auto", "-o", "own.ilk")
        #expect(made.status == 0 && made.errors.contains(remark), "\(made.errors)")
        #expect(made.errors.contains("selected bayes"))
    }

    @Test(arguments: [
        (
            ["--kind", "auto", "--feature-groups", "unigrams"],
            "'--kind auto' cannot be combined with --feature-groups"
        ),
        (["--kind", "guess"], "guess"),
        (["--kind", "linear", "--strip"], "a linear model has no counts"),
        (["--kind", "auto", "--label-issues"], "--label-issues requires '--kind bayes' or '--kind linear'"),
        (["--max-size", "2X"], "2X"),
    ])
    func `conflicting options are rejected`(_ options: [String], _ message: String) async throws {
        let file = try tool.corpus(seed: 5, 12)
        let made = try await tool.line("ilk train \(file) -o m.ilk \(options.joined(separator: " "))")
        #expect(made.status == 64 && made.errors.contains(message), "\(made.errors)")
    }

    @Test(arguments: ["bayes", "linear", "auto"])
    func `all types of models are measured on held-out texts`(_ kind: String)
        async throws
    {
        let measured = try await tool.run(
            "train", try tool.corpus(seed: 6, 120), "--kind", kind, "--cross-validate", "3", "--format",
            "json")
        #expect(measured.status == 0, "\(measured.errors)")
        let report = try JSONValue(measured.data)
        #expect(report["classifier"].string == kind)
        #expect(report["texts"].number == 120)
        #expect(try #require(report["accuracy"].number) > 0.9)
    }

    @Test func `a linear model finds label issues`() async throws {
        let lines = try String(contentsOfFile: try tool.corpus(seed: 7, 90), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let text = "the tide, the hull and the ferry"
        let wrong = #"{"text":"\#(text)","label":"garden"}"#
        try tool.write("mixed.jsonl", (lines + [wrong]).joined(separator: "\n") + "\n")
        let listed = try await tool.run(
            "train", "mixed.jsonl", "--kind", "linear", "--label-issues", "--format", "json")
        #expect(listed.status == 0, "\(listed.errors)")
        let first = try JSONValue(listed.data)[0]
        #expect(first["text"].string == text && first["label"].string == "garden")
        #expect(first["category"].string == "harbour" && first["line"].number == 91)
        let few = try await tool.run(
            "train", try tool.corpus(seed: 8, 12), "--kind", "linear", "--label-issues")
        #expect(few.status == 65 && few.errors.contains("too few texts"), "\(few.status) \(few.errors)")
    }

    @Test func `a model without counts gives the same verdicts and obeys the size limit`()
        async throws
    {
        let file = try tool.corpus(seed: 9, 120)
        try await tool.run("train", file, "-o", "whole.ilk")
        let made = try await tool.run("train", file, "--strip", "-o", "bare.ilk")
        #expect(made.status == 0 && made.errors.contains("written without counts"), "\(made.errors)")
        #expect(try tool.bytes("bare.ilk").count < tool.bytes("whole.ilk").count)
        var verdicts: [Double?] = []
        for model in ["whole.ilk", "bare.ilk"] {
            let report = try await tool.run(
                "eval", "--model", model, try tool.corpus(seed: 10, 120), "--format", "json")
            verdicts.append(try JSONValue(report.data)["logLoss"].number)
        }
        #expect(verdicts[0] != nil && verdicts[0] == verdicts[1])
        for kind in ["bayes", "linear"] {
            let made = try await tool.run(
                "train", file, "--kind", kind, "--max-size", "40K", "-o", "small.ilk", "--force")
            #expect(made.status == 0, "\(made.errors)")
            #expect(try tool.bytes("small.ilk").count <= 40 * 1_024)
            for (size, limit) in [("100", "100 bytes"), ("1", "1 byte")] {
                let none = try await tool.run(
                    "train", file, "--kind", kind, "--max-size", size, "-o", "none.ilk")
                #expect(none.status == 65 && none.errors.contains("fits into \(limit)"), "\(none.errors)")
                #expect(!none.errors.contains("1 bytes"), "\(none.errors)")
                #expect(none.errors.hasSuffix("\nhint: use a larger --max-size, such as 1M\n"))
            }
        }
    }

    @Test func `an active linear model learns from corrections`() async throws {
        let kinds = ["lol no": "message", "x = 1;": "code"]
        let lines = kinds.map { #"{"text":"\#($0.key)","label":"\#($0.value)"}"# + "\n" }
        try tool.write("mine.jsonl", lines.joined())
        try await tool.run("train", "mine.jsonl", "--kind", "linear", "-o", "mine.ilk")
        try await tool.run("classify", "--log", input: "see you at 8 then")
        try await tool.run("log", "correct", "-1", "message")
        let registry = URL(filePath: tool.log).deletingLastPathComponent().appending(path: "models/doctype")
        let version = registry.appending(path: "9.0.0")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try tool.bytes("mine.ilk").write(to: version.appending(path: "doctype.ilk"))
        try Data("9.0.0\n".utf8).write(to: registry.appending(path: "active"))
        let learned = try await tool.run("retrain", "--dry-run")
        #expect(learned.output.hasPrefix("Learned   1 correction\n"), "\(learned.output) \(learned.errors)")
        #expect(learned.output.contains("regression set") && learned.output.contains("Dry run"))
        #expect(
            try await tool.run("classify", input: "x = 1;").status == 0, "the linear model still classifies")
    }
}

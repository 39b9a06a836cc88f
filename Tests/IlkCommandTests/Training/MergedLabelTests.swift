import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// Explanations of log entries after the labels of their taxonomy changed.
@Suite("log entries with labels that changed") struct MergedLabelTests {
    private let tool: Tool

    private static let words = [
        ("bug", "crash"), ("defect", "glitch"), ("question", "please"), ("wish", "add"),
    ]

    private static let taxonomy = TrainedTaxonomy(
        words.flatMap { label, word in
            (0..<20).map { #"{"text":"\#(word) in report \#($0)","label":"\#(label)"}"# + "\n" }
        }.joined())

    private static let multilabel = TrainedTaxonomy(
        (0..<96).map { index in
            let chosen = words.enumerated().filter { index >> $0.offset & 1 == 1 }.map(\.element)
            let labels = chosen.map { "\"\($0.0)\"" }.joined(separator: ",")
            let text = (chosen.map(\.1) + ["report", "\(index)"]).joined(separator: " ")
            return #"{"text":"\#(text)","label":[\#(labels)]}"# + "\n"
        }.joined())

    init() throws { tool = try Tool() }

    @discardableResult
    private func ilk(_ line: String, input: String = "") async throws -> Tool.Outcome {
        let run = try await tool.line("ilk \(line) --taxonomy tags", input: input)
        #expect(run.status == 0, "\(line): \(run.errors)")
        return run
    }

    private func edit(_ options: String) async throws {
        let run = try await tool.line("ilk taxonomy edit tags \(options)")
        #expect(run.status == 0, "\(options): \(run.errors)")
    }

    /// Returns the explanation of the newest entry in the output format.
    private func explained(_ format: String) async throws -> Tool.Outcome {
        try await ilk("log explain -1 --format \(format)")
    }

    @Test(arguments: [false, true])
    func `an explanation has the labels of the verdict and names what they count as now`(
        isMultilabel: Bool
    ) async throws {
        try await (isMultilabel ? Self.multilabel : Self.taxonomy).install(in: tool)
        try await ilk("classify --log", input: "a crash")
        let before = [try await explained("text").output, try await explained("json").output]
        #expect(before[0].hasPrefix("bug") && !before[0].contains("merged"), "\(before[0])")
        #expect(try JSONValue(Data(before[1].utf8))["merged"].names.isEmpty)

        try await edit("--merge bug=defect")
        let text = try await explained("text").output.split(separator: "\n").map(String.init)
        #expect(text[1].hasSuffix("bug was merged into defect: this verdict counts as defect now"), "\(text)")
        #expect(try await explained("html").output.contains("this verdict counts as defect now"))
        let json = try JSONValue(try await explained("json").data)
        #expect(json["category"].string == "bug" && json["merged"]["bug"].string == "defect")
        #expect(json["merged"].names == ["bug"])
        #expect(text.filter { $0 != text[1] } == before[0].split(separator: "\n").map(String.init))

        try await edit("--merge defect=wish")
        #expect(try JSONValue(try await explained("ndjson").data)["merged"]["bug"].string == "wish")
    }

    @Test(
        arguments: ["--merge bug=defect", "--retire wish", "--add praise", "--merge wish=bug --add praise"],
        [false, true])
    func `a verdict after a change of the labels is explained by the model of before`(
        change: String, isMultilabel: Bool
    ) async throws {
        try await (isMultilabel ? Self.multilabel : Self.taxonomy).install(in: tool)
        try await edit(change)
        try await ilk("classify --log", input: "a crash")
        let now = try await ilk("explain", input: "a crash").output
        #expect(try await explained("text").output == now)
        try await edit("--merge question=defect")
        let later = try await explained("text").output
        #expect(later == now, "the labels of the verdict stay: \(later)")
    }

    @Test func `entries of a merged label are counted by the label that it became`() async throws {
        try await Self.taxonomy.install(in: tool)
        for text in ["a crash", "a glitch", "a crash again"] {
            try await ilk("classify --log", input: text)
        }
        func counts() async throws -> [String] {
            try JSONValue(try await ilk("log stats --by category --format json").data).elements.map {
                "\($0["category"].string ?? "") \($0["entries"].number ?? 0)"
            }
        }
        #expect(try await counts() == ["bug 2.0", "defect 1.0"])
        try await edit("--merge bug=defect")
        #expect(try await counts() == ["defect 3.0"])
    }

    @Test func `rules that were compiled before a change of the labels explain their verdicts`() async throws
    {
        try await Self.taxonomy.install(in: tool)
        try tool.write(
            "own.yaml",
            """
            version: 1
            pack: tags.own
            taxonomy: tags
            description: A rule for bugs.
            rules:
              - { id: own.crash, description: A crash, label: bug, weight: 3, match: { m: { words: [crash] } } }

            """)
        for classifier in ["rules", "fused"] {
            let options = "--rules own.yaml --classifier \(classifier)"
            try await ilk("classify --log \(options)", input: "a crash")
            let now = try await ilk("explain \(options)", input: "a crash").output
            #expect(try await explained("text").output == now)
        }
        try await edit("--merge defect=bug --add praise")
        // Adds the label to the log.
        try await ilk("classify --log", input: "a crash")
        for reference in ["-2", "-3"] {
            let later = try await ilk("log explain \(reference)")
            #expect(later.output.contains("own.crash"), "\(later.output)")
        }
    }
}

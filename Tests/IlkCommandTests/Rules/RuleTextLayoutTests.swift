import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The output of rule commands fits a terminal, and is complete in other outputs.
@Suite("Rules on narrow terminals") struct RuleTextLayoutTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        try tool.write("own.yaml", Self.pack)
        try tool.write("bad.yaml", Self.pack.replacing("label: email", with: "label: emial"))
    }

    private static let says =
        "Speaks of a pump and of what it is thought to have done while nobody looked, at some length"
    private static let text = String(repeating: "The harbour is closed for repairs today. ", count: 30)

    private static var pack: String {
        RulePackText.head + """
              - id: email.speaks-of-a-pump-and-of-what-it-did
                description: \(says)
                label: email
                weight: 3
                match:
                  pump: { words: [pump, compressor, ventilator, generator, transformer, condenser, radiator] }
                  valve: { regex: '(?i)\\b(valve|nozzle|gasket|flange|manifold|sprocket|bearing|crankshaft)s?\\b' }
                when: pump and not valve and wordCount < 20 and lineCount < 30 and sentenceCount < 40 and urlCount == 0
                examples:
                  match: ["\(text)The pump is back. \(text)"]
                  reject: ["nothing of it"]

            """
    }

    private static let lines = [
        "rules show --rules own.yaml", "rules show --rules own.yaml --full", "rules lint bad.yaml",
        "rules test own.yaml", "rules trace --rules own.yaml", "explain --rules own.yaml",
    ]

    @Test(arguments: lines, [80, 120])
    func `all output fits the terminal`(command: String, columns: Int) async throws {
        let outcome = try await tool.line(
            "COLUMNS=\(columns) ilk \(command)", input: "The pump, it is back\n")
        #expect(!outcome.lines.isEmpty)
        for line in outcome.lines { #expect(line.count <= columns, "\(line)") }
    }

    @Test func `output to a file is not truncated`() async throws {
        let list = try await tool.run("rules", "show", "--rules", "own.yaml")
        #expect(list.output.contains(Self.says), "\(list.output)")
        let narrow = try await tool.line("COLUMNS=80 ilk rules show --rules own.yaml")
        #expect(!narrow.output.contains(Self.says) && narrow.output.contains("…\n"), "\(narrow.output)")
    }

    @Test func `a long text is abbreviated around the relevant part`() async throws {
        let test = try await tool.run("rules", "test", "own.yaml")
        #expect(test.status == 1)
        #expect(
            test.output.contains("The pump is back.") && test.output.contains("^~~~ pump\n"), "\(test.output)"
        )
        #expect(test.lines.count < 16 && test.lines.count { $0.hasSuffix("…") } == 2, "\(test.output)")
    }
}

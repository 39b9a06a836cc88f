import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The labels of a log whose taxonomy changed.
@Suite("labels of a log whose taxonomy changed") struct LogLabelTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    /// Writes the file of the taxonomy `mine`.
    private func define(_ fields: String...) throws {
        let folder = URL(filePath: tool.userFolder).appending(path: "taxonomies")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lines =
            ["version: 1", "taxonomy: mine", "id: 01A21FD2-7A11-7C42-9A43-5D1D3B8A0C11"] + fields
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "mine.yaml"))
    }

    private func ilk(_ line: String, _ status: Int32 = 0) async throws -> Tool.Outcome {
        let run = try await tool.line("ilk \(line) --taxonomy mine")
        #expect(run.status == status, "\(line): \(run.errors)")
        return run
    }

    private func importEntries(_ fields: String...) async throws {
        let lines = fields.enumerated().map { number, fields in
            #"{"timestamp":"2026-01-01T00:00:00Z",\#(fields),"text":"text \#(number)"}"# + "\n"
        }
        try tool.write("entries.jsonl", lines.joined())
        let run = try await ilk("log import entries.jsonl")
        #expect(run.errors.contains("Imported \(fields.count) record"), "\(run.errors)")
    }

    private func labels() async throws -> [String] {
        try await ilk("log export").output.split(separator: "\n").map {
            try JSONValue(Data($0.utf8))["category"].string ?? ""
        }
    }

    @Test func `an import accepts labels that the taxonomy gained after the log was created`() async throws {
        try define("labels: [good]")
        try await importEntries(#""category":"good""#)
        try define("labels: [good, extra]")
        try await importEntries(#""category":"extra""#)
        #expect(try await labels() == ["good", "extra"])
    }

    @Test(arguments: [false, true])
    func `an import into a new log keeps merged and retired labels`(isMultilabel: Bool) async throws {
        try define(
            "multilabel: \(isMultilabel)", "labels: [good, {key: old, retired: true}]",
            "merged: {bad: good, worse: good}")
        let all = isMultilabel ? #","categories":["bad","worse","old"]"# : ""
        try await importEntries(
            #""category":"bad"\#(all)"#, #""category":"worse""#, #""category":"old""#)
        #expect(try await labels() == ["bad", "worse", "old"])
        #expect(try await ilk("log ls --category bad").output.contains("text 0"))
        if isMultilabel {
            let exported = try await ilk("log export").output
            #expect(exported.contains(#""categories":["bad","worse","old"]"#), "\(exported)")
        }
    }

    @Test func `entries are selected by each label of the taxonomy, also if the log has no such entry`()
        async throws
    {
        try define("labels: [good]")
        try await importEntries(#""category":"good""#)
        try define("labels: [good, extra, {key: old, retired: true}]", "merged: {bad: good}")
        for label in ["extra", "old", "bad"] {
            let listed = try await ilk("log ls --category \(label)")
            #expect(listed.output.isEmpty && listed.errors.contains("No matching entries."), "\(label)")
        }
        let unknown = try await ilk("log ls --category extr", 64)
        #expect(unknown.errors.contains("unknown label 'extr'"), "\(unknown.errors)")
        #expect(unknown.errors.contains("'extra'"), "\(unknown.errors)")
    }
}

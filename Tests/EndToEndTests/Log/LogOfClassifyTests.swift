import Foundation
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@Suite("The log of classify") struct LogOfClassifyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `nothing is logged by default`() throws {
        try tool.run("classify", input: "lol no\n")
        #expect(!FileManager.default.fileExists(atPath: tool.log))
    }

    @Test func `the text is logged as classified, without the final line break of echo`() async throws {
        #expect(try tool.run("classify", "--log", input: "lol no\n").status == 0)
        #expect(
            try tool.run("classify", "--log", "--lines", input: "select 1;\r\n\ncheap hotels\n").status == 0)
        #expect(try tool.run("classify", "--log", "--ndjson", input: #"{"text":"a\nb"}"#).status == 0)
        let entries = try await tool.loggedEntries()
        #expect(entries.map(\.log.text).sorted() == ["a\nb", "cheap hotels", "lol no", "select 1;"])
        let entry = try #require(entries.first { $0.log.text == "lol no" })
        #expect(entry.log.category == "message" && entry.verdict?.provenance.classifier == "fused")
    }

    @Test(arguments: ["--ndjson", "--lines --format ndjson", "--format json"])
    func `a logged answer in JSON contains the id of its entry`(options: String) throws {
        let input = options == "--ndjson" ? #"{"id":"mine","text":"lol no"}"# : "lol no"
        let answer = try JSONValue(
            tool.shell("ilk classify --log \(options)", input: Data(input.utf8)).data)
        let id = try #require(answer["classification"]["entry"].string)
        let run = try tool.run("log", "correct", id, "email", "--format", "json")
        #expect(try JSONValue(run.data)["entry"]["text"].string == "lol no", "\(run.errors)")
        let unlogged = try tool.shell("ilk classify \(options)", input: Data(input.utf8))
        #expect(try JSONValue(unlogged.data)["classification"]["entry"].string == nil)
    }

    @Test func `features are logged with --log-features only`() async throws {
        try tool.run("classify", "--log", input: "lol no\n")
        #expect(try await tool.loggedEntries().first?.log.extractedFeatures == nil)
        try tool.run("classify", "--log", "--log-features", input: "lol yes\n")
        let features = try await tool.loggedEntries().first { $0.log.text == "lol yes" }?.log
            .extractedFeatures
        #expect(try JSONValue(Data((features ?? "{}").utf8))["wordCount"].number == 2)
        let run = try tool.run("classify", "--log-features", input: "lol no\n")
        #expect(run.status == 64 && run.errors.contains("--log-features requires --log"))
    }

    @Test func `a custom log file is created with its folder`() throws {
        let run = try tool.run("classify", "--log", "--log-file", "deep/er/own.sqlite", input: "lol no\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(FileManager.default.fileExists(atPath: tool.path("deep/er/own.sqlite")))
    }

    @Test(arguments: [
        (["classify", "--ndjson"], #"{"text":"lol no"}"#),
        (["classify", "--log", "--ndjson"], #"{"text":"lol no"}"#),
    ])
    func `a corrected text has the corrected label from then on`(arguments: [String], input: String) throws {
        try tool.run("classify", "--log", input: "lol no\n")
        #expect(try tool.run("log", "correct", "-1", "email").status == 0)
        let run = try tool.shell("ilk \(arguments.joined(separator: " "))", input: Data(input.utf8))
        #expect(try JSONValue(run.data)["classification"]["category"].string == "email", "\(run.errors)")
        let line = try tool.run("classify", input: "lol no")
        #expect(
            line.output.hasPrefix("email    1.00   human correction of this text +40.0"), "\(line.output)")
        #expect(try tool.run("explain", input: "lol no\n").output.contains("Human correction"))
    }

    @Test func `an unreadable log does not prevent classification`() throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: tool.log).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("not a database".utf8).write(to: URL(filePath: tool.log))
        let run = try tool.run("classify", input: "lol no\n")
        #expect(run.status == 0 && run.output.hasPrefix("message"))
        #expect(run.errors.hasPrefix("ilk: warning: corrections are not used: "))
    }
}

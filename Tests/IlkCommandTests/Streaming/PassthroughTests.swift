import Foundation
import Ilk
import IlkVocabulary
import Testing

@testable import IlkCommand

@Suite("ilk classify --passthrough") struct PassthroughTests {
    private let bench: CommandRunner

    init() throws { bench = try CommandRunner() }

    /// Accepts messages with a subject, as the mail parser does.
    private struct PlainMessages: MessageReading {
        func read(_ message: [UInt8]) async throws -> MessageText? {
            let text = String(decoding: message, as: UTF8.self).replacing("\r\n", with: "\n")
            guard text.hasPrefix("Subject: ") else { return nil }
            guard !text.contains("crash") else { throw IlkError(.badData, "the parser ended") }
            return MessageText(text: String(text.split(separator: "\n\n", maxSplits: 1).last ?? ""))
        }
    }

    private func filter(_ message: String, _ options: String...) async throws -> CommandRunner.Outcome {
        try await MessageReader.$current.withValue(PlainMessages()) {
            try await bench.run(list: ["classify", "--passthrough"] + options, input: Array(message.utf8))
        }
    }

    private static let spam = "Subject: a\nTo: b\n\nYou have won a 1000 prize. Call 09061701461 now\n"

    @Test func `a message gains the verdict at the top of its header`() async throws {
        let run = try await filter(Self.spam, "--taxonomy", "spam")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let names = lines.prefix { $0.hasPrefix("X-Ilk-") }.map { String($0.prefix { $0 != ":" }) }
        #expect(names == ["X-Ilk-Category", "X-Ilk-Score", "X-Ilk-Model", "X-Ilk-Rules"])
        #expect(lines[0] == "X-Ilk-Category: spam" && lines[1] == "X-Ilk-Score: 1.0000")
        #expect(lines[2].utf8.count == "X-Ilk-Model: ".utf8.count + 12)
        #expect(lines.dropFirst(4).joined(separator: "\n") == Self.spam)
    }

    @Test func `an abstention is unsure, and has its reason`() async throws {
        let run = try await filter(Self.spam, "--taxonomy", "spam", "--threshold", "spam=never")
        #expect(run.output.hasPrefix("X-Ilk-Category: unsure\nX-Ilk-Score: "))
        #expect(run.output.contains("\nX-Ilk-Abstention: unsure\n"))
    }

    @Test func `with the option log the header has the id of the entry`() async throws {
        let log = bench.path("log.sqlite")
        let run = try await filter(Self.spam, "--taxonomy", "spam", "--log", "--log-file", log)
        let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("X-Ilk-Entry: ") })
        #expect(line.utf8.count == "X-Ilk-Entry: ".utf8.count + 36)
        #expect(FileManager.default.fileExists(atPath: log))
    }

    /// A message, options, and a part of the reason.
    @Test(arguments: [
        ("no header\n", [], "no header"), ("", [], "no header"),
        ("Subject: a\n\ncrash\n", [], "the parser ended"),
        (spam, ["--model", "missing.ilk"], "missing.ilk"), (spam, ["--taxonomy", "missing"], "missing"),
        (spam, ["--log", "--log-file", "/dev/null/log.sqlite"], "/dev/null"),
    ])
    func `after a failure the message is unchanged and the status is 0`(
        message: String, options: [String], reason: String
    ) async throws {
        let run = try await MessageReader.$current.withValue(PlainMessages()) {
            try await bench.run(
                list: ["classify", "--passthrough"] + options, input: Array(message.utf8))
        }
        #expect(run.status == 0 && run.output == message)
        #expect(run.errors.hasPrefix("ilk: the message is unchanged: ") && run.errors.contains(reason))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func `a message over the size limit is unchanged`() async throws {
        let message = Array(Self.spam.utf8) + [UInt8](repeating: 0x61, count: PassthroughRun.maximumBytes)
        let run = try await MessageReader.$current.withValue(PlainMessages()) {
            try await bench.run(list: ["classify", "--passthrough"], input: message)
        }
        let isSame = run.data == Data(message)
        #expect(run.status == 0 && isSame && run.errors.contains("it is larger than"))
    }

    @Test func `a program without the mail parser says how to get it`() async throws {
        let run = try await bench.run("classify", "--passthrough", input: Self.spam)
        #expect(run.status == 0 && run.output == Self.spam && run.errors.contains("--passthrough"))
    }

    @Test(arguments: ["--lines", "--ndjson", "--format json", "--explain", "--top 2", "a.eml b.eml"])
    func `options of other inputs and outputs are usage errors`(options: String) async throws {
        let run = try await bench.run(line: "classify --passthrough " + options, input: Self.spam)
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("--passthrough"))
    }
}

@Suite("The header of a message") struct MessageHeaderTests {
    private func adding(_ value: String, to message: String) -> String {
        String(
            decoding: MessageHeader.adding([("Category", value)], to: Array(message.utf8)), as: UTF8.self)
    }

    /// Messages before and after.
    @Test(arguments: [
        ("A: 1\n\nbody", "X-Ilk-Category: x\nA: 1\n\nbody"),
        ("A: 1\r\n\r\nbody\r\n", "X-Ilk-Category: x\r\nA: 1\r\n\r\nbody\r\n"),
        ("From a b\nA: 1\n\nbody", "From a b\nX-Ilk-Category: x\nA: 1\n\nbody"),
        (
            "x-ilk-category: y\n folded\n\tmore\nA: 1\nX-ILK-Else: z\n\nX-Ilk-Category: body\n",
            "X-Ilk-Category: x\nA: 1\n\nX-Ilk-Category: body\n"
        ),
        ("A: 1\n folded\nX-Ilkley: 2\n\n", "X-Ilk-Category: x\nA: 1\n folded\nX-Ilkley: 2\n\n"),
        ("A: 1", "X-Ilk-Category: x\nA: 1"), ("\nbody", "X-Ilk-Category: x\n\nbody"),
    ])
    func `fields come first, and earlier ones are removed from the header only`(
        before: String, after: String
    ) { #expect(adding("x", to: before) == after) }

    @Test func `other bytes than ASCII become encoded words on short lines`() throws {
        let label = String(repeating: "é", count: 50)
        let header = adding(label, to: "A: 1\r\n\r\n")
        let lines = header.components(separatedBy: "\r\n")
        #expect(lines[1].hasPrefix(" =?UTF-8?B?") && lines.allSatisfy { $0.utf8.count <= 92 })
        let words = header.components(separatedBy: "=?UTF-8?B?").dropFirst()
        let texts = try words.map { word in
            let base64 = try #require(word.components(separatedBy: "?=").first)
            return String(decoding: try #require(Data(base64Encoded: base64)), as: UTF8.self)
        }
        #expect(texts.joined() == label)
        // No label can add a field or pass for an encoded word.
        for value in ["a=?b", "a\nX: 1", "a\r\n\r\nb", "a\u{0}"] {
            let lines = adding(value, to: "A: 1\n\n").split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("X-Ilk-Category: =?UTF-8?B?"))
        }
    }
}

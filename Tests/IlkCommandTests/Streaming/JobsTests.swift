import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// Commands that process lines on several threads.
@Suite("Threads of stream commands") struct JobsTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    private static let count = 700

    /// About 40 KB, which is several batches: texts, blank lines, and, if `hasFaults`, invalid records.
    private static func records(hasFaults: Bool) -> String {
        var generator = SeededGenerator(seed: 0x0B_5)
        let words = ["the", "pump", "is", "back", "Dear", "Ana", "lol", "int x = 1;", "\\u00e9", "caf\u{E9}"]
        return (0..<count).map { number in
            if number % 97 == 5 { return "" }
            if hasFaults, number % 101 == 50 { return "x\(number)" }
            let text = (0..<generator.below(12)).map { _ in words[generator.below(words.count)] }
            return #"{"n":\#(number),"text":"\#(text.joined(separator: " "))"}"#
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        "classify --ndjson", "classify --ndjson --explain --components", "classify --ndjson --format text",
        "classify --lines --top 2", "classify --ndjson --on-error skip", "features --ndjson",
        "features --ndjson --format text", "features --lines --explain",
    ])
    func `output, messages and status do not depend on the number of threads`(line: String) async throws {
        let input = Self.records(hasFaults: true)
        let one = try await runner.run(line: line + " -j 1", input: input)
        #expect(one.lines.count > Self.count * 9 / 10)
        for jobs in TestLength.some(1, of: [5, 2]) {
            let many = try await runner.run(line: line + " -j \(jobs)", input: input)
            #expect(many.data == one.data, "-j \(jobs)")
            #expect(many.errors == one.errors && many.status == one.status, "-j \(jobs)")
        }
    }

    @Test func `an invalid record ends the command after the output of the records before it`() async throws {
        let input = Self.records(hasFaults: false) + "\nx\n" + Self.records(hasFaults: false)
        let one = try await runner.run(line: "classify --ndjson --on-error stop -j 1", input: input)
        #expect(one.status == 65 && one.errors.contains("standard input:\(Self.count + 1):"), "\(one.errors)")
        #expect(one.output.contains("\"n\":\(Self.count - 1)"))
        #expect(one.output.split(separator: "\n").count <= Self.count)
        let many = try await runner.run(line: "classify --ndjson --on-error stop -j 4", input: input)
        #expect(many.data == one.data && many.errors == one.errors && many.status == one.status)
    }

    @Test func `a missing file is reported between the lines of the others`() async throws {
        let first = try runner.write("first.jsonl", Self.records(hasFaults: true))
        let last = try runner.write("last.jsonl", Self.records(hasFaults: true) + "\n\u{FF}")
        let files = [first, runner.path("none.jsonl"), last]
        let one = try await runner.run(list: ["classify", "--ndjson", "-j", "1"] + files, input: [])
        #expect(one.errors.contains("none.jsonl"))
        let many = try await runner.run(list: ["classify", "--ndjson", "-j", "3"] + files, input: [])
        #expect(many.data == one.data && many.errors == one.errors && many.status == one.status)
    }

    @Test(arguments: ["0", "257", "two", "-1"])
    func `the number of threads is checked`(jobs: String) async throws {
        let run = try await runner.run("classify", "--lines", "--jobs", jobs)
        #expect(run.status == 64, "\(run.errors)")
    }
}

import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("segment") struct SegmentTests {
    private let bench: CommandRunner

    init() throws { bench = try CommandRunner() }

    @Test func `words are a table of spans, types, normal forms and texts`() async throws {
        let run = try await bench.run("segment", "--words", input: "Don’t panic: 42!\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        let rows = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == [
                "bytes kind normal form text", "0..<7 letter don't Don’t", "8..<13 letter panic panic",
                "13..<14 other :", "15..<17 number 42 42", "17..<18 other !",
            ])
    }

    @Test func `with --all the words cover the text`() async throws {
        let text = "One — zwei, 三 カナ.\r\n  ok"
        let data = try await bench.run("segment", "--words", "--all", "--format", "json", input: text).data
        let words = try JSONValue(data)["words"].elements
        #expect(words.map { $0["text"].string ?? "" }.joined() == text)
        var end = 0.0
        for word in words {
            #expect(word["span"][0].number == end)
            end = word["span"][1].number ?? -1
        }
        #expect(Int(end) == text.utf8.count)
        #expect(
            Set(words.compactMap { $0["kind"].string }) == [
                "letter", "space", "other", "ideographic", "kana",
            ])
    }

    @Test func `sentence boundaries depend on the style`() async throws {
        let text = "Dr. Ito left at 5 p.m. on Monday. Nobody saw her.\n"
        func sentences(_ style: String) async throws -> [String] {
            let data = try await bench.run(
                "segment", "--sentences", "--style", style, "--format", "json", input: text
            ).data
            return try JSONValue(data)["sentences"].elements.compactMap { $0["text"].string }
        }
        #expect(
            try await sentences("unicode") == ["Dr.", "Ito left at 5 p.m. on Monday.", "Nobody saw her."])
        #expect(try await sentences("people") == ["Dr. Ito left at 5 p.m. on Monday.", "Nobody saw her."])
        let table = try await bench.run("segment", "--sentences", input: "One.  Two!\n")
        #expect(
            table.output.contains("0..<4   One.") || table.output.contains(" 0..<4  One."), "\(table.output)")
        #expect(table.output.contains("6..<10  Two!"))
    }

    @Test func `lines are preserved and gain one field`() async throws {
        let line = #"{"id": 7 , "text":"Ab. Cd."}"#
        let words = try await bench.run("segment", "--words", "--ndjson", input: line + "\r\n\r\n")
        #expect(
            words.output.hasPrefix(
                #"{"id": 7 , "text":"Ab. Cd.","words":[{"span":[0,2],"text":"Ab","kind":"letter","#))
        #expect(words.output.hasSuffix("]}\r\n\r\n"))
        let sentences = try await bench.run("segment", "--sentences", "--ndjson", input: line)
        #expect(
            sentences.output == #"{"id": 7 , "text":"Ab. Cd.","sentences":[{"span":[0,3],"text":"Ab."},"#
                + #"{"span":[4,7],"text":"Cd."}]}"# + "\n")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: String
        /// The bytes of the input, one per scalar.
        var input = "a\n"
        var status: Int32
        var output = ""
        var testDescription: String { arguments }
    }

    @Test(arguments: [
        Row(arguments: "segment", status: 64),
        Row(arguments: "segment --words --sentences", status: 64),
        Row(arguments: "segment --words --style people", status: 64),
        Row(arguments: "segment --sentences --all", status: 64),
        Row(arguments: "segment --words --replace", status: 64),
        Row(arguments: "segment --words --lines --format json", status: 64),
        Row(arguments: "segment --words none.txt", status: 66),
        Row(arguments: "segment --words .", status: 66),
        Row(arguments: "segment --words --format ndjson", input: "", status: 0, output: "{\"words\":[]}\n"),
        Row(
            arguments: "segment --sentences --format ndjson", input: " \n", status: 0,
            output: "{\"sentences\":[]}\n"),
        Row(arguments: "segment --words --ndjson", input: "", status: 0),
        Row(
            arguments: "segment --words --format ndjson", input: "\u{E9}!", status: 0,
            output: "{\"words\":[{\"span\":[0,3],\"text\":\"\u{FFFD}\",\"kind\":\"other\"},"
                + "{\"span\":[3,4],\"text\":\"!\",\"kind\":\"other\"}]}\n"),
        Row(
            arguments: "segment --words --ndjson --on-error skip", input: "x\n{\"text\":\"b\"}\n", status: 2,
            output: #"{"text":"b","words":[{"span":[0,1],"text":"b","kind":"letter","normal":"b"}]}"# + "\n"),
        Row(arguments: "segment --words --ndjson --on-error stop", input: "x\n", status: 65),
        Row(arguments: "features --ndjson --on-error stop", input: "x\n", status: 65),
        Row(
            arguments: "features --ndjson --on-error skip", input: #"{"text":"a","features":1}"# + "\n",
            status: 2),
        Row(arguments: "features --replace", status: 64),
    ])
    func `invalid input and usage end as in other commands`(row: Row) async throws {
        let run = try await bench.run(line: row.arguments, input: row.input)
        #expect(run.status == row.status && run.output == row.output, "\(run.output) \(run.errors)")
    }
}

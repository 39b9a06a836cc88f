import Foundation
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// Records that cannot be read, and texts that must be repaired.
@Suite("Invalid records") struct BadRecordTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var arguments: String
        /// The bytes of the input, one per scalar.
        var input: String
        var status: Int32
        /// Parts of standard output; empty if there must be no output.
        var output: [String] = []
        /// Parts of standard error; empty if there must be no output.
        var errors: [String] = []

        init(
            _ description: String, _ arguments: String, _ input: String, _ status: Int32,
            output: [String] = [], errors: [String] = []
        ) {
            testDescription = description
            self.arguments = arguments
            self.input = input
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    static let texts = [
        Row(
            "invalid UTF-8", "classify", "caf\u{E9} at 8?", 0, output: ["[repaired]"],
            errors: ["warning: bytes that are not UTF-8"]),
        Row(
            "invalid UTF-8 in a line", "classify --ndjson", "{\"text\":\"caf\u{E9}\"}\n", 0,
            output: [#""flags":["repaired"]"#], errors: ["standard input:1"]),
        Row(
            "half a surrogate pair", "classify --ndjson", #"{"text":"\ud800 hey"}"# + "\n", 0,
            output: [#""flags":["repaired"]"#, #"\ud800 hey"#], errors: ["reported once"]),
        Row("NUL bytes", "classify", "see\0you\0at 8", 0, output: ["0."]),
        Row(
            "NUL bytes in a line", "classify --lines --format ndjson", "see\0you\n\0\n", 0,
            output: [#"see\u0000you"#, #""text":"\u0000""#]),
        Row("an empty input", "classify", "", 0, output: ["empty  -\n"]),
        Row("an empty stream", "classify --ndjson", "", 0),
        Row("white space alone", "classify", " \n\t\n", 0, output: ["empty  -\n"]),
        Row(
            "an empty text", "classify --ndjson", #"{"text":""}"# + "\n", 0,
            output: [#""abstention":"empty""#]),
        Row("features of an empty input", "features", "", 0, output: ["wordCount"]),
    ]

    static let records = [
        Row(
            "a line that is no JSON", "classify --ndjson", "{\"text\":\"a\"\n{\"text\":\"b\"}\n", 2,
            output: [#"{"error":{"code":"notJSON""#, #"{"text":"b","classification""#],
            errors: ["standard input:1:12: "]),
        Row(
            "a line without the field", "classify --ndjson", #"{"body":"a"}"# + "\n", 2,
            output: [#""code":"fieldMissing""#], errors: ["1 record could not be read"]),
        Row(
            "a classification that is there", "classify --ndjson", #"{"text":"a","classification":1}"# + "\n",
            2, output: [#""code":"fieldTaken""#], errors: ["'classification' exists already"]),
        Row(
            "invalid lines skipped", "classify --ndjson --on-error skip", "x\n{\"text\":\"b\"}\n", 2,
            output: [#"{"text":"b","#], errors: ["1 record could not be read"]),
        Row(
            "a bad line that stops", "classify --ndjson --on-error stop", "{\"text\":\"b\"}\nx\n", 65,
            output: [#"{"text":"b","#], errors: ["error: standard input:2:1: "]),
        Row(
            "features of a bad line", "features --ndjson", "x\n{\"text\":\"b\"}\n", 2,
            output: [#""code":"notJSON""#, #"{"text":"b","features":{"#],
            errors: ["1 record could not be read"]),
        Row(
            "a bad line among explanations", "explain --ndjson", "x\n{\"text\":\"lol no\"}\n", 2,
            output: ["standard input:1:1: ", "standard input:2:\nmessage "],
            errors: ["1 record could not be read"]),
    ]

    @Test(arguments: texts + records)
    func `an invalid record is reported with its status and no other record is lost`(row: Row) async throws {
        let run = try await CommandRunner().run(line: row.arguments, input: row.input)
        #expect(run.status == row.status, "\(run.errors)")
        for part in row.output { #expect(run.output.contains(part), "\(run.output)") }
        if row.output.isEmpty { #expect(run.data.isEmpty, "\(run.output)") }
        for part in row.errors { #expect(run.errors.contains(part), "\(run.errors)") }
        if row.errors.isEmpty { #expect(run.errors.isEmpty, "\(run.errors)") }
    }

    @Test func `an empty file is an empty text`() async throws {
        let bench = try CommandRunner()
        let run = try await bench.run("classify", try bench.write("none.txt", ""))
        #expect(run.status == 0 && run.output == "empty  -\n" && run.errors.isEmpty)
    }

    @Test func `repairs are reported once per stream`() async throws {
        let run = try await CommandRunner().run(
            line: "classify --lines", input: "a\u{E9}\nb\u{E9}\nc\u{E9}\n")
        #expect(run.lines.count == 3 && run.lines.allSatisfy { $0.contains("[repaired]") })
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}

import Ilk
import IlkFraming
import IlkPipeline
import IlkVocabulary
import Testing

/// A test case for the classification stream: an input with its expected output and log.
struct StreamCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var records = RecordFramer.Settings()
    var layout = JSONVerdicts.Layout.lines
    /// The bytes of the input, one per scalar.
    let input: String
    /// The output, with abbreviated verdicts: `<email>`, `<?>` for no evidence, `<->` for an empty text.
    let output: String
    let logged: [String]

    init(
        _ description: String, _ framing: RecordFraming, _ input: String, output: String, logged: [String],
        layout: JSONVerdicts.Layout = .lines, _ change: (inout RecordFramer.Settings) -> Void = { _ in }
    ) {
        testDescription = description
        records.framing = framing
        if case .ndjson = framing { records.splicer = JSONLineSplicer() }
        change(&records)
        self.layout = layout
        self.input = input
        self.output = output
        self.logged = logged
    }

    private var bytes: [UInt8] { input.unicodeScalars.map { UInt8($0.value) } }

    /// Checks the case with the input split into chunks of a length.
    func check(_ source: ClassificationStream.Source, chunk: Int) throws {
        let splicer = records.splicer ?? JSONLineSplicer()
        let stream = try ClassificationStream(source, records: records) {
            JSONVerdicts($0, layout, splicer: splicer)
        }
        stream.records.input = "in"
        var output: [UInt8] = []
        var logged: [String] = []
        if records.framing == .whole {
            let outcome = try bytes.withUnsafeBufferPointer { try stream.whole($0, into: &output) }
            logged += [outcome.log?.text].compactMap(\.self)
        } else {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                let part = bytes[start..<min(start + chunk, bytes.count)]
                part.withUnsafeBufferPointer { stream.records.lines.append($0) }
                logged += try Self.drain(stream, &output)
            }
            stream.records.lines.finish()
            logged += try Self.drain(stream, &output)
        }
        stream.finish(&output)
        let expected = try Self.spelled(self.output, source.pipeline.current)
        let found = String(decoding: output, as: UTF8.self)
        #expect(found.replacing(Self.entry, with: "") == expected, "chunks of \(chunk)")
        #expect(logged == self.logged, "chunks of \(chunk)")
    }

    /// The ids of log entries, which differ in each run.
    private nonisolated(unsafe) static let entry = /,"entry":"[0-9A-F-]{36}"/

    /// Checks the case with lines divided into batches, each of which another stream processes.
    func checkBatches(_ source: ClassificationStream.Source, bytes limit: Int) throws {
        guard records.framing != .whole else { return }
        var framer = LineFramer(maxRecordBytes: records.maxRecord)
        bytes.withUnsafeBufferPointer { framer.append($0) }
        framer.finish()
        var output: [UInt8] = []
        var logged: [String] = []
        while true {
            let lines = framer.nextBatch(of: limit, input: "in")
            if lines.lines.isEmpty { break }
            let stamps = lines.lines.compactMap { _ in source.stamp() }
            let stream = try ClassificationStream(source, records: records) {
                JSONVerdicts($0, layout, splicer: records.splicer ?? JSONLineSplicer())
            }
            let result = stream.process(RecordBatch(lines: lines, stamps: stamps))
            output += result.output
            logged += result.logs.map(\.text)
            #expect(result.logs.map(\.id) == stamps.prefix(result.logs.count).map(\.id))
        }
        let expected = try Self.spelled(self.output, source.pipeline.current)
        let found = String(decoding: output, as: UTF8.self)
        #expect(found.replacing(Self.entry, with: "") == expected, "batches of \(limit)")
        #expect(logged == self.logged, "batches of \(limit)")
    }

    private static func drain(_ stream: ClassificationStream, _ output: inout [UInt8]) throws -> [String] {
        var logged: [String] = []
        while let outcome = try stream.next(into: &output) {
            if let request = outcome.log { logged.append(request.text) }
        }
        return logged
    }

    /// Replaces abbreviated verdicts by those of the pipeline.
    private static func spelled(_ output: String, _ pipeline: Pipeline) throws -> String {
        var json = VerdictJSON(pipeline)
        var output = output
        for (short, text) in [("email", "the pump"), ("?", "other"), ("-", "")] {
            for (suffix, flags) in [("", []), (" repaired", [.repaired]), (" truncated", [.truncated])]
                as [(String, [Verdict.Flag])]
            {
                var verdict = try pipeline.classify(text)
                verdict.flags = flags
                json.write(verdict)
                output = output.replacing(
                    "<\(short)\(suffix)>", with: String(decoding: json.bytes, as: UTF8.self))
            }
        }
        return output
    }
}

extension StreamCase {
    private static let records = RecordFraming.ndjson(field: "text")

    static let lines = [
        StreamCase(
            "each line is a text", .lines, "the pump\nother\n",
            output: #"{"line":1,"text":"the pump","classification":<email>}"# + "\n"
                + #"{"line":2,"text":"other","classification":<?>}"# + "\n",
            logged: ["the pump", "other"]),
        StreamCase(
            "a byte order mark is no text at the start of an input", .lines,
            "\u{EF}\u{BB}\u{BF}pump\n\u{EF}\u{BB}\u{BF}other\n",
            output: #"{"line":1,"text":"pump","classification":<email>}"# + "\n"
                + "{\"line\":2,\"text\":\"\u{FEFF}other\",\"classification\":<?>}\n",
            logged: ["pump", "\u{FEFF}other"]),
        StreamCase(
            "CRLF and the end of the input end a line too", .lines, "the pump\r\n\r\nother",
            output: #"{"line":1,"text":"the pump","classification":<email>}"# + "\n"
                + #"{"line":2,"text":"","classification":<->}"# + "\n"
                + #"{"line":3,"text":"other","classification":<?>}"# + "\n",
            logged: ["the pump", "", "other"]),
        StreamCase(
            "bytes that are not UTF-8 are replaced and flagged", .lines, "pump caf\u{E9}\n",
            output: "{\"line\":1,\"text\":\"pump caf\u{FFFD}\",\"classification\":<email repaired>}\n",
            logged: ["pump caf\u{FFFD}"]),
        StreamCase(
            "a long text is truncated between two characters and flagged", .lines, "pump\u{C3}\u{A9}\n",
            output: #"{"line":1,"text":"pump","classification":<email truncated>}"# + "\n",
            logged: ["pump"]
        ) { $0.maxText = 5 },
        StreamCase(
            "a long line is a fault", .lines, "the pumps\npump\n",
            output: #"{"error":{"code":"tooLong","message":"the line has 9 bytes, more than 8"},"line":1}"#
                + "\n" + #"{"line":2,"text":"pump","classification":<email>}"# + "\n",
            logged: ["pump"]
        ) { $0.maxRecord = 8 },
        StreamCase("an empty input has no records", .lines, "", output: "", logged: []),
    ]

    static let objects = [
        StreamCase(
            "a line is kept byte for byte and gains a field", records,
            "{\"id\": 7 ,\"text\":\"the pump\"} \n",
            output: "{\"id\": 7 ,\"text\":\"the pump\",\"classification\":<email>} \n", logged: ["the pump"]),
        StreamCase(
            "line endings and blank lines are kept, and the last line is ended", records,
            "{\"text\":\"other\"}\r\n \r\n\n{\"text\":\"\"}",
            output: "{\"text\":\"other\",\"classification\":<?>}\r\n \r\n\n"
                + "{\"text\":\"\",\"classification\":<->}\n",
            logged: ["other", ""]),
        StreamCase(
            "escapes are decoded in the text and kept in the line", records,
            #"{"text":"p\u0075mp\n"}"# + "\n",
            output: #"{"text":"p\u0075mp\n","classification":<email>}"# + "\n", logged: ["pump\n"]),
        StreamCase(
            "half a surrogate pair is replaced in the text and flagged", records,
            #"{"text":"pump \ud800"}"# + "\n",
            output: #"{"text":"pump \ud800","classification":<email repaired>}"# + "\n",
            logged: ["pump \u{FFFD}"]),
        StreamCase(
            "faults are reported in their place", records,
            "x\n{\"a\":1}\n{\"text\":1}\n[]\n{\"text\":\"pump\"}\n",
            output: #"{"error":{"code":"notJSON","message":"invalid JSON value","byte":0},"line":1}"# + "\n"
                + #"{"error":{"code":"fieldMissing","message":"missing field 'text'","byte":6},"line":2}"#
                + "\n"
                + #"{"error":{"code":"fieldNotAString","message":"field 'text' is not a string","byte":8},"#
                + #""line":3}"# + "\n"
                + #"{"error":{"code":"notAnObject","message":"not a JSON object","byte":0},"line":4}"#
                + "\n"
                + #"{"text":"pump","classification":<email>}"# + "\n", logged: ["pump"]),
        StreamCase(
            "faults are left out", records, "x\n{\"text\":\"pump\"}\n",
            output: #"{"text":"pump","classification":<email>}"# + "\n", logged: ["pump"]
        ) { $0.showsFaults = false },
        StreamCase(
            "a classification in the line is a fault", records, #"{"text":"pump","classification":1}"# + "\n",
            output: #"{"error":{"code":"fieldTaken","message":"the field 'classification' exists already","#
                + #""byte":32},"line":1}"# + "\n",
            logged: []),
        StreamCase(
            "a classification in the line is replaced", records,
            #"{"text":"pump","classification":{"a":[]},"id":1}"# + "\n",
            output: #"{"text":"pump","classification":<email>,"id":1}"# + "\n", logged: ["pump"]
        ) { $0.splicer = JSONLineSplicer(existingField: .replace) },
        StreamCase(
            "another field contains the text", .ndjson(field: "body"), #"{"text":1,"body":"pump"}"# + "\n",
            output: #"{"text":1,"body":"pump","classification":<email>}"# + "\n", logged: ["pump"]),
        StreamCase(
            "a nested field contains the text", .ndjson(field: "ticket.body"),
            #"{"ticket": {"body":"pump"},"id":1.0}"# + "\n",
            output: #"{"ticket": {"body":"pump"},"id":1.0,"classification":<email>}"# + "\n",
            logged: ["pump"]),
        StreamCase(
            "a decoded text is truncated", records, #"{"text":"pump\u00e9"}"# + "\n",
            output: #"{"text":"pump\u00e9","classification":<email truncated>}"# + "\n", logged: ["pump"]
        ) { $0.maxText = 5 },
    ]

    static let wholes = [
        StreamCase(
            "a whole input is one text", .whole, "the pump\nother\n", output: "<email>\n",
            logged: ["the pump\nother\n"], layout: .bare),
        StreamCase(
            "a whole input may be repaired", .whole, "\u{FF}", output: "<? repaired>\n", logged: ["\u{FFFD}"],
            layout: .bare),
        StreamCase(
            "a whole input may begin with a byte order mark", .whole, "\u{EF}\u{BB}\u{BF}pump",
            output: "<email>\n", logged: ["pump"], layout: .bare),
        StreamCase("a whole input may be empty", .whole, "", output: "<->\n", logged: [""], layout: .bare),
        StreamCase(
            "a long input is truncated", .whole, "pumping", output: "<email truncated>\n", logged: ["pump"],
            layout: .bare
        ) { $0.maxText = 4 },
    ]
}

import Foundation
import IlkDebugStore
import IlkFraming
import IlkLearning
import IlkLog
import IlkStore
import IlkVocabulary

@testable import IlkCallsCommand
@testable import IlkCommand
@testable import IlkConsole
@testable import IlkDebugCommand
@testable import IlkUsageCommand

/// Records of files as each store imports them: NDJSON, arrays and CSV.
enum RecordGrammars {
    private static let commaSeparated = [
        "a", ",", "\"", "\"\"", "\"a\"", "\"a\",", "\r", "\n", "\r\n", "'", "=", "a,b\n", "\"a\nb\"\n",
        "\u{0}", "é", " ", "a\"", ",,\n",
    ]
    private static let header = "timestamp,category,text,features,corrections\n2026-11-21T08:00:00Z,email,"
    private static let entry = #"{"timestamp":"2026-11-21T08:00:00Z","category":"email","text":"a","#
    private static let call = #"{"contact":"Ann","calledAt":"2026-11-21T08:00:00Z","#
    private static let session =
        #"{"format":"open-board-log-0.1","sessions":[{"id":"s","type":"log","started":"2026-11-21T08:00:00Z","events":["#
    private static let button = #"{"id":"1","type":"button","label":"a","timestamp":"2026-11-21T08:00:00Z"},"#

    /// Splits records in blocks, as an import does.
    private static func cut(_ format: RecordFileFormat, _ bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
        var cutter = RecordSplitter(format)
        var records: [[UInt8]] = []
        var place = 0
        while place < bytes.count {
            let end = min(place + 4096, bytes.count)
            cutter.append(Array(bytes[place..<end])[...])
            while let record = cutter.next() { records.append(Array(record.bytes)) }
            place = end
        }
        cutter.finish()
        while let record = cutter.next() { records.append(Array(record.bytes)) }
        return records
    }

    private static func members(
        _ name: String, _ opening: String, _ read: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
    )
        -> Grammar
    {
        Grammar(
            name, frames: [.init(), .init(opening, "\"z\":1}"), .init(opening + "\"a\":\"", "\"}")],
            tokens: FramingGrammars.json
        ) {
            return { try? read(Array($0)[...]) }  // Most inputs are invalid.
        }
    }

    static let all = [
        Grammar("rows of CSV", tokens: commaSeparated) {
            return { bytes in
                for record in cut(.csv, bytes) { _ = CommaSeparated.row(record[...]) }
                _ = CommaSeparated.rows(Array(bytes))
            }
        },
        Grammar("rows of TSV", tokens: ["a", "\t", "\n", "\r", "\r\n", "\"", "é", "\t\t\n"]) {
            return { bytes in
                var reader = DelimitedRowReader(separator: UInt8(ascii: "\t"), hasQuoting: false)
                while reader.next(bytes) { for cell in reader.cells { _ = reader.text(cell, of: bytes) } }
            }
        },
        Grammar(
            "labeled texts in CSV", frames: [.init(), .init("text,label\n", "\n")], tokens: commaSeparated
        ) {
            let reader = LabeledTextReader(format: .csv, labels: .any)
            return { reader.read(Array($0)) { _, _ in } }
        },
        Grammar(
            "lines of fastText",
            tokens: ["__label__", "__label__a", "a", " ", "\t", "\n", "\r", "\u{0}", "é"],
            shapes: [
                .init("distinct labels") { size in
                    Array((0..<size / 16).map { "__label__\($0) " }.joined().utf8)
                }
            ]
        ) {
            let reader = LabeledTextReader(format: .fasttext)
            return { reader.read(Array($0)) { _, _ in } }
        },
        Grammar(
            "entries in CSV", frames: [.init(header, "\n"), .init(header + "\"", "\"\n")],
            tokens: commaSeparated
        ) {
            return { bytes in
                var fields: LogRecordCSV?
                for record in cut(.csv, bytes) {
                    guard let row = CommaSeparated.row(record[...]) else { continue }
                    if let fields {
                        _ = try? fields.record(row) { RecordID(high: 0, low: 0) }  // Most are invalid.
                    } else {
                        fields = try? LogRecordCSV(names: row)  // Most are invalid.
                    }
                }
            }
        },
        Grammar("names of CSV columns", tokens: ["a,", ",", "\"a\",", "text,", "timestamp,category,text,"]) {
            return { bytes in
                let names = CommaSeparated.row(Array(bytes)[...]) ?? []
                let fields = try? NamedFields(names: names, needed: ["text"])  // Some have none.
                for name in names { _ = fields?.field(name ?? "", of: names) }
            }
        },
        Grammar("records of JSON lines", frames: FramingGrammars.jsonFrames, tokens: FramingGrammars.json) {
            return { _ = cut(.ndjson, $0) }
        },
        Grammar("objects of a JSON array", frames: FramingGrammars.jsonFrames, tokens: FramingGrammars.json) {
            return { bytes in
                for record in cut(.json, bytes) { _ = try? JSONFields(record[...]) }  // Most are invalid.
            }
        },
        members("entries of a log in JSON", entry) { json in
            _ = try LogRecordJSON.record(json) { RecordID(high: 0, low: 0) }
        },
        members("calls in JSON", call) { json in
            _ = try CallRecordJSON.record(
                json, newID: { RecordID(high: 0, low: 0) }, now: Date(timeIntervalSince1970: 0))
        },
        members("debug events in JSON", #"{"event":"A","#) { json in
            _ = try DebugRecordJSON.record(json, now: 0)
        },
        Grammar(
            "Open Board Logs", frames: [.init(), .init(session, "{}]}]}"), .init("/*", "*/{}")],
            tokens: FramingGrammars.json + ["*", "*/", button],
            shapes: [
                .init(
                    #"{"format":"open-board-log-0.1","sessions":[{"id":""#, "s", #"","events":["#, button,
                    "{}]}]}"),
                .init(
                    #"{"format":"open-board-log-0.1","sessions":[{"device_id":""#, "d", #"","events":["#,
                    button,
                    "{}]}]}"),
                .init(
                    #"{"format":"open-board-log-0.1","user_id":""#, "u",
                    #"","sessions":[{"id":"s","events":["#, button, "{}]}]}"),
                .init(
                    #"{"format":"open-board-log-0.1","locale":""#, "u",
                    #"","sessions":[{"id":"s","events":["#, button, "{}]}]}"),
                .init(
                    #"{"format":"open-board-log-0.1","user_id":""#, "u", #"","sessions":["#,
                    #"{"id":"s","events":[]},"#,
                    #"{"id":"s","events":[]}]}"#),
            ]
        ) {
            return { _ = try? BoardLogImport(name: "test").records(of: Array($0)) }  // Most fail.
        },
    ]
}

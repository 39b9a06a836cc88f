import ArgumentParser
import Foundation
import IlkFraming
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkProgram

@Suite struct RecordMovingTests {
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            // A linear congruential generator with Knuth's MMIX constants, with its low bits mixed.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let pieces = [
        "a", "word", " ", ",", "\"", "\"\"", "\r", "\n", "\r\n", "\0", "\t", "\\", "/", "é", "日本", "🙂",
        "\u{2028}",
        "\u{FEFF}", "<", "{}", "[", "\u{7F}", "\u{1B}", "null", "'",
    ]

    private static func text(_ dice: inout Dice, atLeast: Int = 1) -> String {
        (0..<Int.random(in: atLeast...9, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }
            .joined()
    }

    private static func record(_ place: Int, _ ids: RecordIDSource, _ dice: inout Dice) -> LogRecord {
        let seconds =
            [
                0, 0.5, 1_800_000_000, 1_800_000_000.123_456_7, 1_763_766_000.25, 4_102_444_800.125, -1.5,
                1e-7, 1e15,
                Double.random(in: 0...2e9, using: &dice),
            ].randomElement(using: &dice) ?? 0
        var record = LogRecord(
            id: ids.next(), seconds: seconds, category: DocumentType.allCases[place % 6].category,
            text: text(&dice))
        if place % 2 == 0 { record.features = "{\"a\":1.5,\"b\":{\"x\":[1, \"}\\\"\"]}}" }
        if place % 3 == 0 {
            record.verdict = .init(
                probability: Double.random(in: 0...1, using: &dice), margin: 0.1,
                abstention: place % 9 == 0 ? "unsure" : nil, scores: "{\"email\":0.25,\"code\":1e-9}",
                flags: place % 4 == 0 ? "repaired,truncated" : nil,
                provenance: Provenance(
                    classifier: "fused", modelDigest: place % 2 == 0 ? "ab12" : nil, ruleSetDigest: nil,
                    icuVersion: "72.1"))
        }
        if place % 5 == 0 { record.redacted = "email,ip" }
        for number in 0..<(place % 4) {
            record.corrections.append(
                .init(
                    id: ids.next(), category: "code", source: .human,
                    author: number == 1 ? text(&dice, atLeast: 0) : nil, seconds: Double(number) + 0.1))
        }
        return record
    }

    @Test(arguments: RecordFileFormat.allCases, TestLength.some(1, of: [1, 2, 3] as [UInt64]))
    func `exported and imported records are identical byte for byte`(format: RecordFileFormat, seed: UInt64)
        async throws
    {
        var dice = Dice(state: seed)
        let ids = RecordIDSource()
        let records = (0..<400).map { Self.record($0, ids, &dice) }
        let first = try ClassificationLogStore.open(.memory)
        #expect(try await first.insert(records) == 400)
        let bytes = try await Self.export(first, format)
        let second = try ClassificationLogStore.open(.memory)
        let outcome = try await Self.importRecords(bytes, format, second, &dice)
        #expect(outcome.added == 400)
        #expect(try await second.records(after: nil, limit: 1000).records == records)
        #expect(try await Self.export(second, format) == bytes, "seed \(seed)")
        let again = try await Self.importRecords(bytes, format, second, &dice)
        #expect(again.added == 0 && again.present == 400)
        try first.close()
        try second.close()
    }

    @Test(arguments: RecordFileFormat.allCases, [1, 2, 5])
    func `entries are stored in the order of the file for any number of threads`(
        format: RecordFileFormat, threads: Int
    ) async throws {
        let bad = 1_700
        let texts = (0..<2_300).map { $0 == bad ? "" : "text \($0)" }
        let time = "2026-01-01T00:00:00Z"
        let objects = texts.map { #"{"timestamp":"\#(time)","category":"code","text":"\#($0)"}"# }
        let file =
            switch format {
            case .ndjson: objects.joined(separator: "\n")
            case .json: "[" + objects.joined(separator: ",\n") + "]"
            case .csv: "timestamp,category,text\n" + texts.map { "\(time),code,\($0)\n" }.joined()
            }
        for policy in [InputErrorPolicy.stop, .skip] {
            let store = try ClassificationLogStore.open(.memory)
            var rest = Array(file.utf8)[...]
            let request = ImportRequest<LogApplication>(
                settings: (policy, threads), format: format, name: "file"
            ) { block in
                let next = rest.prefix(block.count)
                block.replaceSubrange(..<next.count, with: next)
                rest = rest.dropFirst(next.count)
                return next.count
            }
            let open = Self.open(store, .toNowhere)
            if policy == .stop {
                let line = format == .csv ? bad + 2 : bad + 1
                let error = await #expect(throws: CommandError.self) {
                    try await LogApplication.importRecords(request, into: open)
                }
                #expect(error?.what == "field 'text' is empty" && error?.place?.hasSuffix("\(line)") == true)
            } else {
                let outcome = try await LogApplication.importRecords(request, into: open)
                #expect(outcome.added == texts.count - 1 && outcome.skipped == 1)
            }
            let stored = try await store.records(after: nil, limit: texts.count).records
            let wanted = policy == .stop ? Array(texts[..<bad]) : texts.filter { !$0.isEmpty }
            #expect(stored.sorted { $0.id < $1.id }.map(\.text) == wanted)
            try store.close()
        }
    }

    private static let entry = #"{"timestamp":"2026-01-01T00:00:00Z","category":"code","text":"x"}"#

    @Test(arguments: RecordFileFormat.allCases, [1, 2, 3, 4, 100])
    func `a byte order mark is skipped for any block size`(format: RecordFileFormat, size: Int) async throws {
        let file =
            switch format {
            case .ndjson: Self.entry
            case .json: "[\(Self.entry)]"
            case .csv: "timestamp,category,text\n2026-01-01T00:00:00Z,code,x\n"
            }
        let store = try ClassificationLogStore.open(.memory)
        let outcome = try await Self.importRecords(Array("\u{FEFF}\(file)".utf8), format, store) { size }
        #expect(outcome.added == 1)
        try store.close()
    }

    @Test(arguments: ["", ",", ",]", "]x", "]]", " \(entry)]", ",1]"])
    func `an invalid JSON array is rejected and its complete records are stored`(end: String) async throws {
        let store = try ClassificationLogStore.open(.memory)
        let bytes = Array("[\(Self.entry)\(end)".utf8)
        let error = await #expect(throws: CommandError.self) {
            try await Self.importRecords(bytes, .json, store) { 7 }
        }
        #expect(error?.status == .badInput && error?.place == "file")
        #expect(try await !store.records(after: nil, limit: 10).records.isEmpty)
        try store.close()
    }

    /// Imports in blocks of random size, so that record boundaries can be anywhere.
    private static func importRecords(
        _ bytes: [UInt8], _ format: RecordFileFormat, _ store: ClassificationLogStore, _ dice: inout Dice
    ) async throws -> RecordImportOutcome {
        var own = dice
        return try await importRecords(bytes, format, store) { Int.random(in: 1...90, using: &own) }
    }

    private static func importRecords(
        _ bytes: [UInt8], _ format: RecordFileFormat, _ store: ClassificationLogStore,
        blockSize: @escaping () -> Int
    ) async throws -> RecordImportOutcome {
        var rest = bytes[...]
        let request = ImportRequest<LogApplication>(
            settings: (.stop, threads: 1), format: format, name: "file"
        ) { block in
            let next = rest.prefix(blockSize())
            block.replaceSubrange(..<next.count, with: next)
            rest = rest.dropFirst(next.count)
            return next.count
        }
        return try await LogApplication.importRecords(request, into: open(store, .toNowhere))
    }

    @Test(
        arguments: [
            (RecordFileFormat.ndjson, "{}\n\n [1]\r\n3", [(1, "{}"), (3, " [1]\r"), (4, "3")]),
            (.csv, "a,\"b\nc\"\r\n\r\nd\re\"\n", [(1, "a,\"b\nc\""), (4, "d"), (5, "e\"")]),
            (.csv, "\"a\"\"\r\n\"\n\"open\n", [(1, "\"a\"\"\r\n\""), (3, "\"open\n")]),
            (.json, " [{\"a\":\"}\\\"\"} , {\"b\":{}}]x", [(1, "{\"a\":\"}\\\"\"}"), (2, "{\"b\":{}}")]),
            (.json, "[{\"a\":[", [(1, "{\"a\":[")]), (.json, "[]", []), (.csv, "", []),
        ] as [(RecordFileFormat, String, [(Int, String)])])
    func `records are split correctly for any block size`(
        format: RecordFileFormat, text: String, records: [(Int, String)]
    ) {
        for size in 1...(text.utf8.count + 1) {
            var cutter = RecordSplitter(format)
            var found: [(Int, String)] = []
            var rest = Array(text.utf8)[...]
            repeat {
                rest.isEmpty ? cutter.finish() : cutter.append(rest.prefix(size))
                let isLast = rest.isEmpty
                rest = rest.dropFirst(size)
                while let record = cutter.next() {
                    found.append((record.number, String(decoding: record.bytes, as: UTF8.self)))
                }
                if isLast { break }
            } while true
            #expect(found.map(\.0) == records.map(\.0) && found.map(\.1) == records.map(\.1), "\(size)")
        }
    }

    private static func export(_ store: ClassificationLogStore, _ format: RecordFileFormat) async throws
        -> [UInt8]
    {
        let url = FileManager.default.temporaryDirectory.appending(path: "ilk-export-\(UUID().uuidString)")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }  // Otherwise the system removes it.
        let handle = try FileHandle(forWritingTo: url)
        let writer = OutputWriter(descriptor: handle.fileDescriptor, name: "file", flushesEachRecord: false)
        let request = ExportRequest<LogApplication>(selection: LogFilter(), format: format, isGuarded: false)
        _ = try await LogApplication.export(request, from: open(store, writer), to: writer)
        try handle.close()
        return [UInt8](try Data(contentsOf: url))
    }

    private static func open(
        _ store: ClassificationLogStore, _ output: OutputWriter
    ) -> OpenStore<LogApplication> {
        OpenStore(store: store, settings: StoreSettings(file: nil), console: console(output))
    }

    private static func console(_ output: OutputWriter) -> Console {
        Console(
            output: output, stop: StopFlag(), environment: [:], style: Style(isColored: false), columns: 80,
            room: 80,
            showsProgress: false,
            isQuiet: true, writeMessage: { _ in })
    }

    @Test(
        arguments: [
            ("a,b\r\n1,2\n", [["a", "b"], ["1", "2"]]), ("\"a\"\"b\",\r\n", [["a\"b", nil]]),
            ("\"\",x", [["", "x"]]),
            ("\"a\r\nb\",c", [["a\r\nb", "c"]]), ("\n\na", [["a"]]), ("a\"b,c", [nil]),
            ("\"a\"b,c\nd,e", [nil, ["d", "e"]]),
            ("\"open", [nil]),
        ] as [(String, [[String?]?])]) func `rows are parsed by RFC 4180`(text: String, rows: [[String?]?])
    {
        let found = CommaSeparated.rows(Array(text.utf8)).map(\.fields)
        #expect(found == rows)
    }
}

extension OutputWriter {
    static var toNowhere: OutputWriter {
        OutputWriter(descriptor: -1, name: "nowhere", flushesEachRecord: false)
    }
}

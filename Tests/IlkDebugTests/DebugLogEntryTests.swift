import DebugTestSupport
import Foundation
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkDebug

@Suite struct `Debug log entries` {
    private var entry: DebugLogEntry {
        DebugLogEntry(
            id: DebugSamples.id(1), correlationId: DebugSamples.id(2), nanoseconds: 1_790_000_000_250_000_001,
            source: .ios, level: .warn, event: "API_REQUEST",
            payload: [
                "method": "GET", "status": 503, "ratio": 0.5, "ok": false, "none": nil, "list": [1, "two"],
            ],
            deviceId: DebugSamples.id(3), sessionId: DebugSamples.id(4), sequence: 7)
    }

    @Test func `DebugLogEntry encodes to JSON with correct snake_case keys`() throws {
        let members = try DebugPayload(json: entry.json)
        #expect(
            Set(members.fields.map(\.name)) == [
                "id", "correlation_id", "timestamp", "source", "level", "event", "payload", "device_id",
                "session_id", "sequence",
            ])
        let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(entry)) as? [String: Any]
        #expect(Set(coded?.keys.map { $0 } ?? []) == Set(members.fields.map(\.name)))
        #expect(members["timestamp"] == "2026-09-21T14:13:20.250000001Z")
    }

    @Test func `DebugLogEntry decodes from JSON correctly`() throws {
        #expect(try DebugLogEntry(json: entry.json) == entry)
        #expect(
            try JSONDecoder().decode(DebugLogEntry.self, from: JSONEncoder().encode(entry)).id == entry.id)
        let least = """
            {"id":"\(DebugSamples.id(1))","timestamp":"2026-11-22T10:30:00+01:00","source":"web","event":"X","new":1}
            """
        let read = try DebugLogEntry(json: least.utf8)
        #expect(read.level == nil && read.correlationId == read.id && read.payload.isEmpty)
        #expect(DebugTime.text(read.nanoseconds) == "2026-11-22T09:30:00.000Z")
    }

    @Test func `LogLevel and LogSource enums serialize as expected strings`() throws {
        #expect(LogLevel.allCases.map(\.rawValue) == ["debug", "info", "warn", "error"])
        #expect(LogSource.allCases.map(\.rawValue) == ["ios", "backend", "web"])
        for source in LogSource.allCases {
            for level in LogLevel.allCases {
                var entry = entry
                (entry.source, entry.level) = (source, level)
                let text = String(decoding: entry.json, as: UTF8.self)
                #expect(text.contains("\"source\":\"\(source.rawValue)\",\"level\":\"\(level.rawValue)\""))
                #expect(try DebugLogEntry(json: entry.json) == entry)
            }
        }
    }

    @Test(arguments: [
        "{}", #"{"a":-0.0}"#, #"{"a":9223372036854775807,"b":-9223372036854775808}"#, #"{"a":1,"b":1.0}"#,
        #"{"a":1e+300,"b":5e-324,"c":0.1}"#, #"{"a":"nul \u0000 end","b":"\"\\"}"#,
        #"{"a":[[],{},[null,true,false]]}"#,
        "{\"\":0,\"\u{E9}\":1,\"e\u{301}\":2}", #"{"a.b":{"c":1}}"#, #"{"a":"🙂"}"#,
    ]) func `a payload survives a round trip byte for byte`(json: String) throws {
        let payload = try DebugPayload(json: json.utf8)
        #expect(String(decoding: payload.json, as: UTF8.self) == json)
        #expect(try DebugPayload(json: payload.json) == payload)
    }

    @Test func `random payloads survive a round trip`() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<300 {
            let payload = DebugPayload((0..<5).map { .init("m\($0)", Self.value(&random, depth: 1)) })
            let again = try DebugPayload(json: payload.json)
            #expect(again.json == payload.json && again == payload)
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int) -> DebugPayloadValue {
        switch random.below(depth > 5 ? 5 : 7) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .integer(Int64(bitPattern: random.next()))
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : 0.5)
        case 4:
            let scalars = (0..<random.below(8)).compactMap { _ in
                Unicode.Scalar(UInt32(random.below(0x11_0000)))
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 5: return .array((0..<random.below(4)).map { _ in value(&random, depth: depth + 1) })
        default:
            return .object(
                DebugPayload((0..<random.below(4)).map { .init("k\($0)", value(&random, depth: depth + 1)) }))
        }
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, DebugEntryError.repeatedName), (#"{"a":"\ud800"}"#, .notUnicode),
        (#"{"a":"\udc00\ud800"}"#, .notUnicode), (#"{"a":1e400}"#, .notANumber),
        (#"{"a":9223372036854775809}"#, .notANumber),
        (#"{"a":[1,]}"#, .notJSON), (#"{"a":01}"#, .notJSON), (#"{"a":NaN}"#, .notJSON),
        (#"{"a":1}x"#, .notJSON),
        ("\u{FEFF}{}", .notJSON), ("[1]", .badPayload), ("{\"a\":\"\n\"}", .notJSON),
        (#"{"a":+1}"#, .notJSON),
    ]) func `a payload that cannot be restored exactly is rejected`(json: String, fault: DebugEntryError) {
        #expect(throws: fault) { try DebugPayload(json: json.utf8) }
    }

    @Test func `an entry with many values below a long name is too large`() throws {
        func json(name: Int, values: Int) -> [UInt8] {
            let list = [String](repeating: "1", count: values).joined(separator: ",")
            return Array(
                """
                {"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","timestamp":"2026-11-21T08:00:00Z","source":"ios",\
                "event":"A","payload":{"\(String(repeating: "n", count: name))":[\(list)]}}
                """.utf8)
        }
        // A common name with as many values as an entry can contain.
        #expect(try DebugLogEntry(json: json(name: 30, values: 120_000)).sendError == nil)
        #expect(throws: DebugEntryError.tooLarge) {
            try DebugLogEntry(json: json(name: 60_000, values: 60_000))
        }
    }

    @Test func `a repeated name keeps its first position and its last value`() {
        let members = (0..<4000).map { DebugPayload.Field("n\($0 % 1000)", .integer(Int64($0))) }
        let payload = DebugPayload(members)
        #expect(payload.fields.map(\.name) == (0..<1000).map { "n\($0)" })
        #expect(payload.fields.map(\.value) == (3000..<4000).map { .integer(Int64($0)) })
    }

    @Test func `nesting beyond the limit is rejected without a stack overflow`() throws {
        func nested(_ depth: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
                + "}"
        }
        #expect(throws: Never.self) { try DebugPayload(json: nested(64).utf8) }
        for depth in [65, 600, 100_000] {
            #expect(throws: DebugEntryError.tooDeep) { try DebugPayload(json: nested(depth).utf8) }
        }
        var deep: DebugPayloadValue = 1
        for _ in 0..<600 { deep = .array([deep]) }
        var entry = entry
        entry.payload = ["a": deep]
        #expect(entry.sendError == .tooDeep)
        entry.payload = ["a": .number(.nan)]
        #expect(entry.sendError == .notANumber)
        // An integer beyond 64 bits is accepted if a Double represents it exactly.
        #expect(try DebugPayload(json: #"{"a":9223372036854775808}"#.utf8)["a"] == .number(0x1p63))
    }

    @Test func `plain Swift values convert to payload values`() {
        let value: [String: Any] = ["a": 1, "b": [true, "x", 2.5], "c": ["d": Int8(3)]]
        #expect(DebugPayloadValue(value) == ["a": 1, "b": [true, "x", 2.5], "c": ["d": 3]])
        #expect(DebugPayloadValue(UInt64.max) == nil && DebugPayloadValue(Date()) == nil)
        #expect(DebugPayloadValue(["a": [Date()]] as [String: Any]) == nil)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-22t09:30:00.5z", 1_795_339_800_500_000_000),
        ("1969-12-31T23:59:59.999999999Z", -1), ("2026-11-22T23:59:60Z", 1_795_392_000_000_000_000),
        ("2000-02-29T00:00:00.1234567891Z", 951_782_400_123_456_789),
        ("1677-09-22T00:00:00Z", -9_223_286_400_000_000_000),
    ]) func `an RFC 3339 time is parsed and written back`(text: String, nanoseconds: Int64) {
        #expect(DebugTime.nanoseconds(text) == nanoseconds)
        #expect(DebugTime.nanoseconds(DebugTime.text(nanoseconds)) == nanoseconds)
    }

    @Test(arguments: [
        "", "2026-02-29T00:00:00Z", "2026-11-22", "2026-11-22T24:00:00Z", "2026-11-22T00:00:00",
        "9999-01-01T00:00:00Z",
        "2026-11-22T00:00:00.Z", "2026-11-22T00:00:00+0100", "2026-13-01T00:00:00Z",
    ]) func `an invalid time is rejected`(text: String) {
        #expect(DebugTime.nanoseconds(text) == nil)
    }

    @Test(arguments: [
        (#""id":"x""#, DebugEntryError.badID), (#""source":"tv""#, .badSource),
        (#""level":"loud""#, .badLevel),
        (#""event":"a\nb""#, .badEvent), (#""event":"""#, .badEvent), (#""timestamp":1"#, .badTimestamp),
        (#""correlation_id":"a\r\nb""#, .badReference), (#""payload":[]"#, .badPayload),
        (#""sequence":"1""#, .badReference),
    ]) func `an invalid field is rejected with the reason`(member: String, fault: DebugEntryError) {
        let name = member.prefix { $0 != ":" }
        let others = [
            "\"id\":\"\(DebugSamples.id(1))\"", #""timestamp":"2026-11-22T09:30:00Z""#, #""source":"ios""#,
            #""event":"E""#,
        ].filter { !$0.hasPrefix(name + ":") }
        #expect(throws: fault) {
            try DebugLogEntry(json: ("{" + (others + [member]).joined(separator: ",") + "}").utf8)
        }
    }
}

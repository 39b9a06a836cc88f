import CGzip
import Glibc
import IlkDebug
import IlkFraming
import TestSupport

@testable import IlkDebugStore

/// Debug events: JSON, payloads, OTLP, templates, compressed bodies.
enum DebugGrammars {
    private static let eventStart =
        #"{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","timestamp":"2026-11-21T08:00:00Z","source":"ios","event":"A","payload":{"#
    private static let frames = [
        Grammar.Frame(), .init(eventStart + "\"a\":\"", "\"}}"), .init(eventStart + "\"a\":[", "1]}}"),
        .init(eventStart, "\"z\":1}}"), .init("{\"entries\":[", "{}]}"), .init("[", "1]"),
    ]
    private static let openTelemetry = [
        Grammar.Frame("{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[", "{}]}]}]}"),
        .init("{\"resourceLogs\":[{\"scopeLogs\":[", "{}]}]}"), .init("{\"resourceLogs\":[", "{}]}"),
        .init("{\"resourceLogs\":[{\"resource\":{\"attributes\":[", "{}]}}]}"),
        .init(
            "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"body\":{\"stringValue\":\"", "\"}}]}]}]}"),
    ]
    private static let records = [
        "{},", "{\"body\":{\"stringValue\":\"a\"}},", "{\"attributes\":[{\"key\":\"a\",\"value\":{}}]},",
    ]
    /// A long resource or scope that many records share.
    private static let shared: [Grammar.Shape] = records.flatMap { record in
        [
            Grammar.Shape(
                #"{"resourceLogs":[{"resource":{"attributes":[{"key":"a","value":{"stringValue":""#, "a",
                #""}}]},"scopeLogs":[{"logRecords":["#, record, "{}]}]}]}"),
            .init(
                #"{"resourceLogs":[{"scopeLogs":[{"scope":{"name":""#, "a", #""},"logRecords":["#, record,
                "{}]}]}]}"),
            .init(
                #"{"resourceLogs":[{"resource":{"attributes":[{"key":"a","value":{"arrayValue":{"values":["#,
                #"{"intValue":1},"#, #"{}]}}}]},"scopeLogs":[{"logRecords":["#, record, "{}]}]}]}"),
        ]
    }

    static let all = [
        Grammar("debug events", frames: frames, tokens: FramingGrammars.json, shapes: events) {
            return { bytes in
                let batch = try? DebugBatch(json: Array(bytes))  // Most inputs are invalid.
                _ = batch?.items.count
                guard let entry = try? DebugLogEntry(json: bytes) else { return }  // Most inputs are invalid.
                _ = entry.text
                _ = DebugMarks.numbers(of: entry.payload)
                _ = DebugTemplateText.of(entry)
            }
        },
        Grammar(
            "OpenTelemetry's logs", frames: openTelemetry, tokens: FramingGrammars.json + records,
            shapes: shared
        ) {
            return { _ = try? OTLPLogs.entries(Array($0), now: 0) }  // Most inputs are invalid.
        },
        Grammar("payloads of debug events", tokens: ["a", "{\"a\":1}", "1,"], shapes: payloads) {
            return { bytes in
                guard let payload = try? DebugPayload(json: bytes) else { return }  // Some are invalid.
                _ = DebugTemplateText.of(event: "A", payload: payload)
                _ = payload.json
                _ = DebugPayload(payload.fields + payload.fields)
            }
        },
        Grammar(
            "templates of debug events",
            tokens: [
                "a", "1", "/", "?", "@", "@.", "a1-", "deadbeef", " ", "-", "_", "é", "\n", "<", "/1", "%20",
                "0x",
            ]
        ) {
            return { bytes in
                let payload: DebugPayload = ["message": .string(String(decoding: bytes, as: UTF8.self))]
                _ = DebugTemplateText.of(event: String(decoding: bytes, as: UTF8.self), payload: payload)
            }
        },
        Grammar(
            "trace parents", tokens: ["0", "-", "00-", "f", "00-0af7651916cd43dd8448eb211c80319c-", " ", ","]
        ) {
            return {
                _ = TraceParent.correlation(header: nil, traceparent: String(decoding: $0, as: UTF8.self))
            }
        },
        Grammar(
            "packed bodies", tokens: ["a", "\u{0}"],
            bytes: [[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], [0, 0, 0, 0xFF, 0xFF], [3, 0]]
        ) {
            return { bytes in
                var unpacked: UnsafeMutablePointer<UInt8>?
                var count = 0
                let member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(bytes)
                _ = member.withUnsafeBufferPointer {
                    ilk_gzip_unpack($0.baseAddress, $0.count, 64 << 20, &unpacked, &count)
                }
                ilk_gzip_free(unpacked)
            }
        },
    ]

    /// One name above many values: the path of each leaf contains the name.
    private static let events: [Grammar.Shape] = [
        .init(eventStart + "\"", "a", "\":[", "1,", "1]}}"),
        .init(eventStart + "\"", "a", "\":[", "\"b\",", "1]}}"),
        .init(eventStart + "\"", "a", "\":{\"b\":[", "{\"c\":1},", "1]}}}"),
    ]

    private static let payloads: [Grammar.Shape] = [
        .init("{\"", "a", "\":[", "1,", "1]}"),
        .init("{\"", "a", "\":{\"b\":[", "{\"c\":1},", "1]}}"),
        .init("{\"a\":\"", "b", "\",\"c\":[", "[],", "1]}"),
        .init("distinct names") { size in
            Array(("{" + (0..<size / 12).map { "\"n\($0)\":1" }.joined(separator: ",") + "}").utf8)
        },
        .init("names twice") { size in
            Array(("{" + (0..<size / 12).map { "\"n\($0 / 2)\":1" }.joined(separator: ",") + "}").utf8)
        },
    ]
}

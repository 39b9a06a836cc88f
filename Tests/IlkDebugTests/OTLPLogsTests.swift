import DebugTestSupport
import Foundation
import IlkVocabulary
import Testing

@testable import IlkDebug

@Suite struct `OpenTelemetry's logs` {
    private static let example = """
        {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop-web"}},
        {"key":"device.id","value":{"stringValue":"\(DebugSamples.id(5))"}}]},"scopeLogs":[{"scope":{"name":"my.lib"},
        "logRecords":[{"timeUnixNano":"1544712660300000000","observedTimeUnixNano":"1544712660300000001",
        "severityNumber":10,"severityText":"Information","traceId":"5B8EFFF798038103D269B633813FC60C",
        "spanId":"EEE19B7EC3C1B174","flags":1,"body":{"stringValue":"Example log record"},"unknown":{"x":[1]},
        "attributes":[{"key":"n","value":{"intValue":"10"}},{"key":"d","value":{"doubleValue":637.704}},
        {"key":"a","value":{"arrayValue":{"values":[{"boolValue":true},{"stringValue":"many"}]}}},
        {"key":"m","value":{"kvlistValue":{"values":[{"key":"k","value":{"bytesValue":"AQI="}}]}}}]},
        {"body":{"kvlistValue":{"values":[{"key":"status","value":{"intValue":503}}]}},"eventName":"DB","severityNumber":21}
        ]}]}]}
        """

    @Test func `an OTLP request is parsed`() throws {
        let entries = try OTLPLogs.entries(Array(Self.example.utf8), now: 42).map { try $0.get() }
        #expect(entries.count == 2)
        let first = entries[0]
        #expect(
            first.nanoseconds == 1_544_712_660_300_000_000 && first.level == .info && first.source == .web)
        #expect(first.correlationId == RecordID("5B8EFFF7-9803-8103-D269-B633813FC60C"))
        #expect(first.deviceId == DebugSamples.id(5) && first.event == "LOG")
        #expect(first.payload["otel.body"] == "Example log record")
        #expect(
            first.payload["otel.severity_text"] == "Information"
                && first.payload["otel.severity_number"] == 10)
        #expect(first.payload["otel.span_id"] == "eee19b7ec3c1b174" && first.payload["otel.flags"] == 1)
        #expect(first.payload["otel.attributes"]?.asObject?["a"]?.asArray?[1] == "many")
        #expect(entries[1].level == .error && entries[1].event == "DB" && entries[1].nanoseconds == 42)
        #expect(entries[1].payload["status"] == 503)
        // Equal bytes yield equal ids, so sending twice stores once.
        let again = try OTLPLogs.entries(Array(Self.example.utf8), now: 43).map { try $0.get().id }
        #expect(again == entries.map(\.id) && Set(again).count == 2)
    }

    @Test func `records that repeat a resource beyond 64 KiB and 32 times the request are rejected`() throws {
        func entries(resource: Int, records: Int) throws -> [Result<DebugLogEntry, DebugEntryError>] {
            let name = String(repeating: "a", count: resource)
            let list = [String](repeating: #"{"body":{"stringValue":"b"}}"#, count: records)
            return try OTLPLogs.entries(
                Array(
                    """
                    {"resourceLogs":[{"resource":{"attributes":[{"key":"k","value":{"stringValue":"\(name)"}}]},\
                    "scopeLogs":[{"logRecords":[\(list.joined(separator: ","))]}]}]}
                    """.utf8), now: 0)
        }
        // A common case: a resource of 500 bytes and many short records.
        let usual = try entries(resource: 500, records: 2000).map { try $0.get() }
        #expect(Set(usual.map(\.id)).count == 2000)
        #expect(usual.allSatisfy { $0.payload["otel.resource"]?.asObject?["k"]?.asString?.count == 500 })
        let many = try entries(resource: 100_000, records: 1000)
        // 64 KiB and 32 times 130 kB permit 41 copies of the resource.
        #expect(many.prefix(41).allSatisfy { (try? $0.get()) != nil })  // Only success counts.
        #expect(many.dropFirst(45).allSatisfy { $0 == .failure(.tooLarge) })
    }

    @Test func `a parsed OTLP request can be written and parsed again`() throws {
        let entries = try OTLPLogs.entries(Array(Self.example.utf8), now: 42).map { try $0.get() }
        let bytes = OTLPLogs.json(entries) { _ in 7 }
        #expect(try OTLPLogs.entries(bytes, now: 0).map { try $0.get() } == entries)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""timeUnixNano":"1544712660300000000","observedTimeUnixNano":"7""#))
        #expect(text.contains(#""severityNumber":10,"severityText":"Information""#))
        #expect(text.contains(#""traceId":"5b8efff798038103d269b633813fc60c""#))
        #expect(
            text.contains(#"{"bytesValue":"AQI="}"#)
                && text.contains(#"{"key":"service.name","value":{"stringValue":"shop-web"}}"#))
    }

    @Test func `entries survive a round trip through OTLP`() throws {
        var entries = (0..<40).map { DebugSamples.entry($0) }
        entries[3].level = nil
        entries[4].deviceId = DebugSamples.id(99)
        entries[5].payload = [
            "deep": ["list": [1, 2.5, nil, ["x": true]]], "message": "hi", "big": .integer(.max),
        ]
        entries[6].correlationId = entries[6].id
        let read = try OTLPLogs.entries(OTLPLogs.json(entries), now: 0).map { try $0.get() }
        #expect(read == entries)
    }

    @Test func `times up to 1970 survive a round trip through OTLP`() throws {
        var entries = (0..<3).map { DebugSamples.entry($0) }
        entries[0].nanoseconds = 0
        entries[1].nanoseconds = -1_500_000_001
        entries[2].nanoseconds = 1
        let bytes = OTLPLogs.json(entries) { _ in 0 }
        #expect(try OTLPLogs.entries(bytes, now: 42).map { try $0.get() } == entries)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""key":"ilk.timestamp","value":{"stringValue":"1970-01-01T00:00:00.000Z"}"#))
        #expect(text.contains(#""1969-12-31T23:59:58.499999999Z""#))
        #expect(text.components(separatedBy: "UnixNano").count == 2, "one record has its time in a field")
    }

    @Test func `an invalid record does not affect the others`() throws {
        func record(_ members: String) -> String { "{\(members)}" }
        let records = [
            record(#""body":{"stringValue":"fine"}"#), record(#""body":{"stringValue":"\ud800"}"#),
            record(#""timeUnixNano":"x""#), record(#""body":{"doubleValue":"NaN"}"#),
            record(#""attributes":[{"key":"a","value":{"intValue":1}},{"key":"a","value":{"intValue":2}}]"#),
            record(
                "\"body\":" + String(repeating: #"{"arrayValue":{"values":["#, count: 70)
                    + String(repeating: "]}}", count: 70)),
            record(
                "\"body\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
        ]
        let body =
            #"{"resourceLogs":[{"scopeLogs":[{"logRecords":["# + records.joined(separator: ",") + "]}]}]}"
        let entries = try OTLPLogs.entries(Array(body.utf8), now: 1)
        let faults = entries.map { entry -> DebugEntryError? in
            if case .failure(let fault) = entry { fault } else { nil }
        }
        #expect(faults == [nil, .notUnicode, .badTimestamp, .notANumber, .repeatedName, .tooDeep, .tooDeep])
    }

    @Test(arguments: ["", " ", "{}", #"{"resourceLogs":[]}"#, #"{"resourceLogs":null}"#])
    func `an empty request succeeds`(body: String) throws {
        #expect(try OTLPLogs.entries(Array(body.utf8), now: 0).isEmpty)
    }

    @Test(arguments: ["x", "[]", #"{"resourceLogs":1}"#, #"{"resourceLogs":[1]}"#, #"{"resourceLogs":["#])
    func `an invalid request is rejected`(body: String) {
        #expect(throws: DebugEntryError.notJSON) { try OTLPLogs.entries(Array(body.utf8), now: 0) }
    }

    @Test func `a response reports the rejected records`() {
        #expect(OTLPLogs.Response().json == Array("{}".utf8))
        let answer = OTLPLogs.Response(rejected: 2, message: "too deep")
        #expect(String(decoding: answer.json, as: UTF8.self).contains(#""rejectedLogRecords":"2""#))
        #expect(OTLPLogs.Response(json: answer.json) == answer)
        #expect(OTLPLogs.Response(json: Array("<html>".utf8)) == nil)
    }
}

@Suite struct `Trace parents` {
    private let text = "00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01"

    @Test func `a trace parent survives a round trip`() throws {
        let parent = try #require(TraceParent(text))
        #expect(parent.text == text && parent.flags == 1)
        #expect(parent.correlationId == RecordID("5B8EFFF7-9803-8103-D269-B633813FC60C"))
        // Of a later version, the known part is parsed.
        #expect(TraceParent("01" + text.dropFirst(2) + "-more") == parent)
    }

    @Test(arguments: [
        "", "ff-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01",
        "00-00000000000000000000000000000000-eee19b7ec3c1b174-01",
        "00-5b8efff798038103d269b633813fc60c-0000000000000000-01",
        "00-5B8EFFF798038103D269B633813FC60C-eee19b7ec3c1b174-01",
        "00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01-x",
        "00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-0\r",
        "01-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01x",
        "0x-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b174-01",
    ]) func `an invalid trace parent is rejected`(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func `a correlation id that is not a UUID is ignored`() {
        let id = DebugSamples.id(3)
        #expect(TraceParent.correlation(header: id.description, traceparent: text) == id)
        for hostile in [
            "a\r\nX-Evil: 1", String(repeating: "a", count: 10_000), "not-a-uuid", id.description + "\r\n",
        ] {
            #expect(TraceParent.correlation(header: hostile, traceparent: nil) == nil)
            #expect(
                TraceParent.correlation(header: hostile, traceparent: text)
                    == TraceParent(text)?.correlationId)
        }
    }
}

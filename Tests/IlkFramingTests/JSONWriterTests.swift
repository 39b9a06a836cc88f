import Foundation
import IlkFraming
import IlkVocabulary
import TestSupport
import Testing

@Suite("JSON writer") struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `the writer inserts commas and keeps the order of names`() {
        let text = written { writer in
            writer.beginObject()
            writer.key("z")
            writer.integer(-7)
            writer.key("a")
            writer.beginArray()
            writer.bool(true)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.raw(#"{"r":1}"#.utf8)
            writer.endArray()
            writer.key("s")
            writer.string("x")
            writer.endObject()
        }
        #expect(text == #"{"z":-7,"a":[true,null,{},{"r":1}],"s":"x"}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("é文😀/", "\"é文😀/\""),
    ])
    func `strings have only the necessary escapes`(value: String, json: String) {
        #expect(written { $0.string(value) } == json)
    }

    @Test func `invalid UTF-8 is repaired`() {
        #expect(
            written { writer in lend([0x61, 0xFF, 0x0A]) { writer.string(utf8: $0) } } == "\"a\u{FFFD}\\n\"")
    }

    @Test(
        arguments: [
            (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
            (1e-9, "1e-09"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
            (.nan, "null"),
            (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)])
    func `numbers are short, and NaN and infinities are null`(value: Double, json: String) {
        #expect(written { $0.number(value) } == json)
    }

    @Test(arguments: [(0, "0"), (42, "42"), (.max, "9223372036854775807"), (.min, "-9223372036854775808")])
    func `integers are written without a fraction`(value: Int, json: String) {
        #expect(written { $0.integer(value) } == json)
    }

    @Test func `numbers survive a round trip`() throws {
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<2_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            let json = written { $0.number(value) }
            #expect(
                try JSONDecoder().decode([Double].self, from: Data("[\(json)]".utf8)) == [value], "seed 51")
        }
    }

    @Test func `a reset writer starts a new document`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("left open")
        writer.reset()
        writer.string("x")
        #expect(writer.bytes == Array(#""x""#.utf8))
    }

    @Test(arguments: 0..<20) func `encoded values have the bytes of JSONEncoder`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let object = Self.object(depth: 0, &random)
            let expected = try JSONEncoder.deterministic().encode(object)
            var writer = JSONWriter()
            try writer.value(object)
            #expect(
                String(decoding: writer.bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test func `a number that is not finite cannot be encoded`() {
        for value in [["a": Double.nan], ["a": Double.infinity]] as [JSONObject] {
            var writer = JSONWriter()
            #expect(throws: EncodingError.self) { try writer.value(value) }
        }
    }

    private static let numbers: [Double] = [
        0, -0.0, 1, -1, 0.1, 1e15, 1e16, -1e16, 123_456_789_012_345_680, 1e300, .leastNonzeroMagnitude,
        0.30000000000000004,
    ]
    private static let texts = [
        "", "a", "A", "a10", "a2", "é", "e\u{301}", "z/\u{2028}\u{7F}", "\"\\\u{8}\t\n\u{C}\r\0\u{1F}", "文😀",
        "_", "~", "\u{FFFD}",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        texts[Int.random(in: texts.indices, using: &random)]
    }

    private static func object(depth: Int, _ random: inout SeededGenerator) -> JSONObject {
        var object: JSONObject = [:]
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            object[text(&random) + text(&random)] = value(depth: depth, &random)
        }
        return object
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> any Encodable {
        let text = text(&random)
        let number = numbers[Int.random(in: numbers.indices, using: &random)]
        switch Int.random(in: 0...(depth > 2 ? 7 : 10), using: &random) {
        case 0: return text
        case 1: return Int.random(in: .min ... .max, using: &random)
        case 2: return number
        case 3: return Bool.random(using: &random)
        case 4: return JSONNull()
        case 5: return [text, "b"]
        case 6: return [text: number, "b": 2.5]
        case 7: return [Int64.max, 0]
        case 8: return [object(depth: depth + 1, &random), [:]]
        case 9:
            return JSONObject(object(depth: depth + 1, &random), with: object(depth: depth + 1, &random))
        default: return object(depth: depth + 1, &random)
        }
    }
}

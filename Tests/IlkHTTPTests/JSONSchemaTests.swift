import IlkFraming
import IlkHTTP
import Testing

@Suite("JSON schemas") struct JSONSchemaTests {
    private static let text = JSONSchema.object([
        .init("text", .string(1...5), isRequired: true), .init("top", .integer(1...3)),
        .init("share", .number(0...1)), .init("kind", .choice(["a", "b"])), .init("on", .boolean),
    ])
    private static let texts = JSONSchema.named(
        "Texts", .object([.init("inputs", .array(of: .anyOf([.string(), text]), 1...3), isRequired: true)]))
    private static let either = JSONSchema.anyOf([text, texts])

    /// The schema, a value, and its faults as place and code.
    private static let cases: [(JSONSchema, String, [String])] = [
        (text, #"{"text":"a"}"#, []),
        (text, #"{"text":"a","top":3,"share":1,"kind":"b","on":false}"#, []),
        (text, #"{"text":"a","top":2.0}"#, []),
        (text, #"{"text":"äöüßé"}"#, []),
        (text, #"{}"#, ["/text missing"]),
        (text, #"{"text":""}"#, ["/text length"]),
        (text, #"{"text":"abcdef"}"#, ["/text length"]),
        (text, #"{"text":7}"#, ["/text type"]),
        (text, #"{"text":null}"#, ["/text type"]),
        (text, #"{"text":"a","top":0}"#, ["/top range"]),
        (text, #"{"text":"a","top":1.5}"#, ["/top type"]),
        (text, #"{"text":"a","share":-0.1}"#, ["/share range"]),
        (text, #"{"text":"a","kind":"c"}"#, ["/kind choice"]),
        (text, #"{"text":"a","on":"true"}"#, ["/on type"]),
        (text, #"{"text":"a","a/b~c":1}"#, ["/a~1b~0c unknown"]),
        (text, #"{"txt":"a","top":9}"#, ["/txt unknown", "/top range", "/text missing"]),
        (text, #"[]"#, [" type"]),
        (texts, #"{"inputs":["x",{"text":"y"}]}"#, []),
        (texts, #"{"inputs":[]}"#, ["/inputs length"]),
        (texts, #"{"inputs":["x",{"text":"y","top":9}]}"#, ["/inputs/1/top range"]),
        (texts, #"{"inputs":["x",7]}"#, ["/inputs/1 type"]),
        (either, #"{"inputs":["x"]}"#, []), (either, #"{"text":"x"}"#, []),
        (either, #"{"text":"x","top":9}"#, ["/top range"]), (either, #"{}"#, ["/text missing"]),
        (either, #"7"#, [" type"]),
        (.object([], others: .ignored), #"{"a":{}}"#, []),
        (.object([], others: .each(.null)), #"{"a":null,"b":1}"#, ["/b type"]),
        (.any, #"[{}]"#, []), (.null, "null", []), (.null, "0", [" type"]),
    ]

    @Test(arguments: cases.indices) func `a value has exactly the expected faults`(index: Int) throws {
        let (schema, text, expected) = Self.cases[index]
        let faults = schema.faults(in: try JSONTree(strictly: Array(text.utf8)))
        let found = faults.map { fault in
            guard case .body(let pointer) = fault.place else { return "\(fault)" }
            return "\(pointer) \(fault.code.rawValue)"
        }
        #expect(found == expected, "\(text)")
    }

    @Test func `an unknown field is named with the most similar one and all allowed ones`() throws {
        let faults = Self.text.faults(in: try JSONTree(strictly: Array(#"{"text":"a","tpo":1}"#.utf8)))
        #expect(faults.first?.sentence == "/tpo is not a known field; did you mean 'top'?")
        #expect(faults.first?.allowed == ["text", "top", "share", "kind", "on"])
    }

    @Test func `at most twenty faults are reported`() throws {
        let fields = (0..<50).map { #""x\#($0)":1"# }.joined(separator: ",")
        for schema in [Self.text, Self.either] {
            let faults = schema.faults(in: try JSONTree(strictly: Array("{\(fields)}".utf8)))
            #expect(faults.count == JSONSchema.maximumFaults)
        }
    }

    @Test(arguments: [
        (JSONSchema.string(), "a string"), (.string(1...100), "a string of 1 to 100 characters"),
        (.integer(), "an integer"), (.integer(1...9), "an integer from 1 to 9"),
        (.integer(0...Int.max), "an integer of at least 0"), (.number(), "a number"),
        (.number(0...0.5), "a number from 0 to 0.5"), (.boolean, "true or false"),
        (.choice(["a", "b"]), "one of a, b"), (.array(of: .any, 1...3), "an array of 1 to 3 elements"),
        (.anyOf([.string(), .null]), "a string or null"), (texts, "an object"),
        (either, "an object"), (.anyOf([.string(), text, .string()]), "a string or an object"),
    ])
    func `a requirement is stated in words`(schema: JSONSchema, words: String) {
        #expect(schema.requirement == words)
    }

    @Test func `a schema is written in JSON Schema 2020-12`() {
        var writer = JSONWriter()
        Self.text.write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"type":"object","properties":{"text":{"type":"string","minLength":1,"maxLength":5},"#
                + #""top":{"type":"integer","minimum":1,"maximum":3},"share":{"type":"number","minimum":0.0,"#
                + #""maximum":1.0},"kind":{"type":"string","enum":["a","b"]},"on":{"type":"boolean"}},"#
                + #""required":["text"],"additionalProperties":false}"#)
        writer.reset()
        JSONSchema.array(of: Self.texts).write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == ##"{"type":"array","items":{"$ref":"#/components/schemas/Texts"}}"##)
        #expect(JSONSchema.array(of: Self.texts).components.keys.sorted() == ["Texts"])
    }
}

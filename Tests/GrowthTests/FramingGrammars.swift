import IlkFraming

/// Lines, JSON, and bytes that are not UTF-8.
enum FramingGrammars {
    /// The tokens of JSON.
    static let json = [
        "{", "}", "[", "]", "[]", "{}", "\"", "\\", "\\\"", "\\u0041", "\\ud83d", "\\n", ":", ",", " ", "\n",
        "\t", "1",
        "-", "0.", "1e", "1,", "\"a\",", "\"a\":", "\"a\":1,", "{\"a\":", "[[],", "true", "null,", "a", "é",
        "😀", "\u{0}", "/",
    ]
    static let jsonFrames = [
        Grammar.Frame(), .init("{\"text\":\"", "\"}"), .init("{\"text\":\"a\",\"b\":[", "1]}"),
        .init("{", "\"text\":\"a\"}"),
        .init("[", "]"), .init("{\"a\":", "}"),
    ]
    private static let invalid: [[UInt8]] = [
        [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xEF, 0xBB, 0xBF],
    ]
    private static let lines = ["\n", "\r\n", "\r", "a", "a\n", " ", "\u{0}", "\"", "ab\r", "{}\n", "é"]

    static let all = [
        Grammar("lines", tokens: lines, bytes: invalid) {
            return { bytes in
                var framer = LineFramer(maxRecordBytes: 1 << 16, blockBytes: 1 << 10)
                var place = 0
                while place < bytes.count {
                    let end = min(place + 1000, bytes.count)
                    framer.append(UnsafeBufferPointer(rebasing: bytes[place..<end]))
                    while framer.next() != nil {}
                    place = end
                }
                framer.finish()
                while framer.next() != nil {}
            }
        },
        Grammar("lines of NDJSON", frames: jsonFrames, tokens: json, bytes: invalid) {
            let field = JSONFieldPath("text")
            var text: [UInt8] = []
            let splicer = JSONLineSplicer(existingField: .replace)
            return { bytes in
                guard let line = try? JSONLine(bytes, field: field) else { return }  // Most fail.
                _ = line.decodeText(from: bytes, into: &text)
                var output: [UInt8] = []
                try splicer.append(bytes, line, value: [0x31], to: &output)
            }
        },
        Grammar("labeled lines", frames: jsonFrames, tokens: json) {
            var reader = LabeledLineReader()
            return { _ = try? reader.read($0, needsLabel: false) }  // Most inputs are invalid.
        },
        Grammar("nested fields of labeled lines", frames: jsonFrames, tokens: json) {
            var reader = LabeledLineReader(textField: "a.a.a", labelField: "a.b")
            return { _ = try? reader.read($0, needsLabel: false) }  // Most inputs are invalid.
        },
        Grammar(
            "strict JSON", frames: jsonFrames, tokens: json,
            shapes: [
                .init("distinct names") { size in
                    Array(("{" + (0..<size / 12).map { "\"n\($0)\":1" }.joined(separator: ",") + "}").utf8)
                },
                .init("{\"", "a", "\":[", "{\"b\":1},", "1]}"),
            ]
        ) {
            return { _ = try? JSONTree(strictly: $0) }  // Most inputs are invalid.
        },
        Grammar("JSON strings", tokens: json, bytes: invalid) {
            return { bytes in
                var writer = JSONWriter()
                writer.beginArray()
                writer.string(utf8: bytes)
                writer.endArray()
            }
        },
        Grammar("repair of UTF-8", tokens: lines, bytes: invalid) {
            return { bytes in
                var output: [UInt8] = []
                _ = UTF8Repair.append(bytes, to: &output)
            }
        },
    ]
}

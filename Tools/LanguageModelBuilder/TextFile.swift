import Foundation
import IlkFraming

/// Labeled texts in memory, read from NDJSON with `text`, `label` and `source`.
struct TextFile {
    struct Text {
        var text: String
        var label: String
        var source: String
    }

    private(set) var texts: [Text] = []

    /// Returns the text of a line. `corpora/doctype` contains English and code. The few texts in other
    /// languages have letters outside ASCII, and get no language.
    private static func text(_ line: LabeledLine) -> Text {
        let source = line.source ?? "ilk"
        switch line.label {
        case "document", "email", "message", "search", "social":
            let isEnglish = !line.text.unicodeScalars.contains { $0.properties.isAlphabetic && !$0.isASCII }
            return Text(text: line.text, label: isEnglish ? "en" : "und", source: source)
        case "code": return Text(text: line.text, label: "zxx", source: source)
        default: return Text(text: line.text, label: line.label, source: source)
        }
    }

    init(_ paths: [String]) throws {
        var reader = LabeledLineReader()
        for path in paths {
            let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            try data.withUnsafeBytes { raw in
                let bytes = raw.bindMemory(to: UInt8.self)
                var start = 0
                while start < bytes.count {
                    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                    let line = try reader.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                    texts.append(Self.text(line))
                    start = end + 1
                }
            }
        }
    }
}

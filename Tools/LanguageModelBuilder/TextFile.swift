import Foundation
import IlkFraming

/// Labelled texts as JSON lines with `text`, `label` and `source`, in memory.
struct TextFile {
    struct Text {
        var text: String
        var label: String
        var source: String
    }

    private(set) var texts: [Text] = []

    init(_ paths: [String]) throws {
        var reader = LabelledLineReader()
        for path in paths {
            let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            try data.withUnsafeBytes { raw in
                let bytes = raw.bindMemory(to: UInt8.self)
                var start = 0
                while start < bytes.count {
                    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
                    let line = try reader.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                    texts.append(Text(text: line.text, label: line.label, source: line.source ?? ""))
                    start = end + 1
                }
            }
        }
    }
}

/// A Swift file, and the same bytes with what is no code blanked out, so that every place stays what it is.
struct SwiftSource: Sendable {
    /// Its path in the project.
    let path: String
    /// The file as it is.
    let text: [UInt8]
    /// Without comments, the words of strings and raw identifiers; what is interpolated into strings stays.
    let code: [UInt8]
    /// Without comments.
    let uncommented: [UInt8]

    init(path: String, text: [UInt8]) {
        self.path = path
        self.text = text
        var scanner = SwiftScanner(text)
        scanner.scan()
        code = scanner.code
        uncommented = scanner.uncommented
    }

    init(path: String = "Made.swift", _ text: String) {
        self.init(path: path, text: Array(text.utf8))
    }

    /// The target that the file belongs to, or nil when it is in none of `Sources`.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    /// The lines of the code, as they are numbered from 1 on.
    var codeLines: [String] { Self.lines(code) }

    /// The lines of the file.
    var textLines: [String] { Self.lines(text) }

    /// How many lines the file has; what follows the last line break counts if it is not empty.
    var lineCount: Int {
        text.count { $0 == UInt8(ascii: "\n") } + (text.last == UInt8(ascii: "\n") || text.isEmpty ? 0 : 1)
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// What the file imports: the module's name and the line.
    var imports: [(module: String, line: Int)] {
        let first =
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(.+)$/#
        return codeLines.enumerated().compactMap { index, line in
            guard let match = line.firstMatch(of: first) else { return nil }
            var words = match.1.split(separator: " ")
            if words.count > 1,
                ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"].contains(words[0])
            {
                words.removeFirst()
            }
            guard let module = words.first?.split(separator: ".").first else { return nil }
            return (String(module), index + 1)
        }
    }

    /// `path:line: what`, as people click it.
    func place(_ line: Int, _ what: String) -> String { "\(path):\(line): \(what)" }
}

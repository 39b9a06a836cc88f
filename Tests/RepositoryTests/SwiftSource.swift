import Foundation

/// A Swift file, and its bytes with everything except code blanked out. All positions stay the same.
struct SwiftSource: Sendable {
    /// The path in the project.
    let path: String
    /// The content of the file.
    let text: [UInt8]
    /// The content without comments, string contents and raw identifiers. Interpolations in strings are
    /// preserved.
    let code: [UInt8]
    /// The content without comments.
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

    /// The target that the file belongs to, or `nil` if it is not in a target of `Sources`.
    var target: String? { Tree.target(of: path) }

    /// The lines of the code.
    var codeLines: [String] { Self.lines(code) }

    /// The lines of the file.
    var textLines: [String] { Self.lines(text) }

    /// The number of lines. Text after the last line break counts as a line.
    var lineCount: Int {
        text.count { $0 == UInt8(ascii: "\n") } + (text.last == UInt8(ascii: "\n") || text.isEmpty ? 0 : 1)
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns the lines that contain one of these words, with their indexes from 0 on. This is a fast filter
    /// before regular expressions, which would be slow on every line.
    static func lines(_ bytes: [UInt8], with words: [String]) -> [(index: Int, line: String)] {
        let words = words.map { Array($0.utf8) }
        return bytes.withUnsafeBytes { all in
            var found: [(index: Int, line: String)] = []
            var (start, index) = (0, 0)
            while start < all.count {
                let rest = UnsafeRawBufferPointer(rebasing: all[start...])
                let line = UnsafeRawBufferPointer(rebasing: rest[..<length(ofLineIn: rest)])
                if words.contains(where: { has(line, $0) }) {
                    found.append((index, String(decoding: line, as: UTF8.self)))
                }
                start += line.count + 1
                index += 1
            }
            return found
        }
    }

    /// Returns `true` if bytes contain a word.
    static func has(_ bytes: [UInt8], _ word: String) -> Bool {
        bytes.withUnsafeBytes { has($0, Array(word.utf8)) }
    }

    private static func has(_ bytes: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
        guard let base = bytes.baseAddress, let first = word.first else { return word.isEmpty }
        var start = 0
        while start + word.count <= bytes.count,
            let found = memchr(base + start, Int32(first), bytes.count - start - word.count + 1)
        {
            if memcmp(found, word, word.count) == 0 { return true }
            start = UnsafeRawPointer(found) - base + 1
        }
        return false
    }

    private static func length(ofLineIn bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else {
            return bytes.count
        }
        return UnsafeRawPointer(end) - start
    }

    /// The imported modules with their lines.
    var imports: [(module: String, line: Int)] {
        let first =
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(.+)$/#
        return Self.lines(code, with: ["import"]).compactMap { index, line in
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

    /// Returns `path:line: what`, which editors make clickable.
    func place(_ line: Int, _ what: String) -> String { "\(path):\(line): \(what)" }
}

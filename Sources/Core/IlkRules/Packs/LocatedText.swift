import Yams

/// A YAML scalar in a rule file, with its quoting style and its source position.
package struct LocatedText {
    package let text: String
    let style: Node.Scalar.Style
    package let position: SourcePosition

    /// The number of source scalars to underline.
    package var caretLength: Int {
        switch style {
        case .literal, .folded: 1
        case .singleQuoted, .doubleQuoted: text.unicodeScalars.count + 2
        case .plain, .any: text.unicodeScalars.count
        }
    }

    /// `true` if the scalar may be a number. Quoted scalars are always text.
    var isPlain: Bool { style == .plain || style == .any }

    /// Returns the source position of the Unicode scalar at an offset of the text.
    ///
    /// Walks through the text and the source in parallel, because quotes, escapes, folded lines and
    /// indentation are only in the source. The result is exact for visible characters, but it can be slightly
    /// off within folded white space.
    package func position(ofScalarAt offset: Int, in source: SourceText) -> SourcePosition {
        var cursor = ScalarCursor(source: source, start: position, style: style, length: text.utf8.count)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if !scalar.properties.isWhitespace { cursor.skipWhitespace() }
            if index == offset { return cursor.position }
            cursor.consume(scalar)
        }
        return cursor.position
    }
}

extension LocatedText {
    /// Creates a text that is not in the source but is derived from the source at a position.
    init(plain text: String, at position: SourcePosition) {
        self.init(text: text, style: .plain, position: position)
    }
}

/// A cursor in the source of a YAML scalar.
private struct ScalarCursor {
    private let scalars: [Unicode.Scalar]
    private let style: Node.Scalar.Style
    private var index = 0
    private(set) var position: SourcePosition

    init(source: SourceText, start: SourcePosition, style: Node.Scalar.Style, length: Int) {
        let lower = source.utf8Offset(of: start)
        let upper = min(source.bytes.count, lower + 8 * length + 4_096)
        scalars = Array(String(decoding: source.bytes[lower..<upper], as: UTF8.self).unicodeScalars)
        position = start
        self.style = style
        switch style {
        case .singleQuoted, .doubleQuoted: advance()
        case .literal, .folded:
            while index < scalars.count, scalars[index] != "\n" { advance() }
            advance()
            skipWhitespace()
        case .plain, .any: break
        }
    }

    private mutating func advance() {
        guard index < scalars.count else { return }
        if scalars[index] == "\n" {
            position = SourcePosition(line: position.line + 1, column: 1)
        } else {
            position.column += 1
        }
        index += 1
    }

    private func scalar(ahead count: Int) -> Unicode.Scalar? {
        index + count < scalars.count ? scalars[index + count] : nil
    }

    private var isEscape: Bool { style == .doubleQuoted && scalar(ahead: 0) == "\\" }

    mutating func skipWhitespace() {
        while let scalar = scalar(ahead: 0) {
            if isEscape, self.scalar(ahead: 1) == "\n" {
                advance()
            } else if !scalar.properties.isWhitespace {
                return
            }
            advance()
        }
    }

    mutating func consume(_ wanted: Unicode.Scalar) {
        guard let scalar = scalar(ahead: 0) else { return }
        if isEscape {
            var length = 2
            switch self.scalar(ahead: 1) {
            case "x": length = 4
            case "u": length = 6
            case "U": length = 10
            default: break
            }
            for _ in 0..<length { advance() }
        } else if wanted.properties.isWhitespace {
            if scalar.properties.isWhitespace { advance() }
        } else {
            if style == .singleQuoted, scalar == "'" { advance() }
            advance()
        }
    }
}

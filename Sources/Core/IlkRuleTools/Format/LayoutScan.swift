import IlkRules
import IlkVocabulary

/// Scans the bytes of a pack file from scalar to scalar, and collects the comments in between.
struct LayoutScan {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var depth = 0
    /// `true` if only white space precedes the current position on its line.
    private var isLineEmpty = true
    private var blankLines = 0

    private(set) var comments: [LayoutComment] = []
    private(set) var hasMarker = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Between scalars

    /// Moves to the offset at which a scalar begins.
    private mutating func advance(to end: Int) throws(LayoutReader.Refusal) {
        guard end >= index else { throw refusal("the values of the file are not in order") }
        while index < end { try step(end) }
        isLineEmpty = false
    }

    private mutating func step(_ end: Int) throws(LayoutReader.Refusal) {
        switch bytes[index] {
        case 0x0A: newline()
        case 0x20, 0x09, 0x0D: index += 1
        case UInt8(ascii: "#") where index == lineStart || isBlank(bytes[index - 1]): comment()
        case UInt8(ascii: "["), UInt8(ascii: "{"): mark(1)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): mark(-1)
        case UInt8(ascii: "-") where index == lineStart && bytes[index...].starts(with: "---".utf8):
            guard comments.allSatisfy(\.isAlone), !hasMarker else {
                throw refusal("the file contains several YAML documents")
            }
            hasMarker = true
            index += 3
            isLineEmpty = false
        case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "?"): mark(0)
        case 0xEF where index == 0 && ByteOrderMark.length(in: bytes) > 0:
            index += ByteOrderMark.bytes.count
            lineStart = index
        case UInt8(ascii: "%") where index == lineStart: throw refusal("the file has a YAML directive ('%')")
        default: throw misplaced
        }
    }

    // MARK: Names

    /// `true` if an offset is before the current position and was already scanned.
    func hasPassed(_ offset: Int) -> Bool { offset < index }

    /// The position after the last anchor, or 0 if there was none.
    private(set) var place = 0

    /// Moves to an offset and skips the anchor there, if any.
    mutating func anchor(at start: Int) throws(LayoutReader.Refusal) -> String? {
        place = 0
        guard start < bytes.count, bytes[start] == UInt8(ascii: "&") else { return nil }
        try advance(to: start)
        let name = name()
        while index < bytes.count,
            isBlank(bytes[index]) || bytes[index] == 0x0A || bytes[index] == UInt8(ascii: "#")
        {
            try step(bytes.count)
        }
        place = index
        return name
    }

    /// Moves to the next alias and skips it.
    mutating func alias() throws(LayoutReader.Refusal) -> String {
        while index < bytes.count, bytes[index] != UInt8(ascii: "*") { try step(bytes.count) }
        guard index < bytes.count else { throw refusal("an alias cannot be found") }
        return name()
    }

    private mutating func name() -> String {
        let start = index
        index += 1
        while index < bytes.count, isName(bytes[index]) { index += 1 }
        isLineEmpty = false
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private func isName(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: "-")
    }

    private mutating func mark(_ change: Int) {
        depth += change
        index += 1
        isLineEmpty = false
    }

    private mutating func newline() {
        blankLines = isLineEmpty ? blankLines + 1 : 0
        if isLineEmpty, let last = comments.indices.last, comments[last].line == line - 1 {
            comments[last].hasGapBehind = true
        }
        index += 1
        line += 1
        lineStart = index
        isLineEmpty = true
    }

    private mutating func comment() {
        let start = index
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        var end = index
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        comments.append(
            LayoutComment(
                text: String(decoding: bytes[start..<end], as: UTF8.self), isAlone: isLineEmpty,
                hasGap: isLineEmpty && blankLines > 0, line: line, column: start - lineStart + 1,
                offset: start,
                depth: depth))
        isLineEmpty = false
    }

    /// Moves to the end of the file.
    mutating func finish() throws(LayoutReader.Refusal) {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "."), bytes[index...].starts(with: "...".utf8) {
                index += 3
                continue
            }
            try step(bytes.count)
        }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private func refusal(_ reason: String) -> LayoutReader.Refusal {
        LayoutReader.Refusal(reason: reason, offset: index)
    }

    private var misplaced: LayoutReader.Refusal {
        refusal("unsupported YAML syntax")
    }

    // MARK: Scalars

    /// Skips a byte of a scalar.
    private mutating func skipByte() {
        if bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
            blankLines = 0
        }
        index += 1
        isLineEmpty = false
    }

    /// Skips a quoted scalar.
    mutating func quoted(at start: Int, isDouble: Bool) throws(LayoutReader.Refusal) {
        try advance(to: start)
        let quote = isDouble ? UInt8(ascii: "\"") : UInt8(ascii: "'")
        guard index < bytes.count, bytes[index] == quote else { throw misplaced }
        skipByte()
        while index < bytes.count {
            if isDouble, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                skipByte()
                skipByte()
            } else if bytes[index] == quote {
                skipByte()
                guard !isDouble, index < bytes.count, bytes[index] == quote else { return }
                skipByte()
            } else {
                skipByte()
            }
        }
    }

    /// Skips a plain scalar. The source and the value of the scalar differ only in white space.
    mutating func plain(_ text: String, at start: Int) throws(LayoutReader.Refusal) {
        // An empty value has no source text, and its mark is that of the next token.
        guard !text.isEmpty else { return }
        try advance(to: start)
        for byte in text.utf8 where byte != 0x20 && byte != 0x0A {
            while index < bytes.count, isBlank(bytes[index]) || bytes[index] == 0x0A { skipByte() }
            guard index < bytes.count, bytes[index] == byte else { throw misplaced }
            skipByte()
        }
    }

    /// Skips a block scalar. `indent` is the indentation of its parent.
    mutating func block(at start: Int, indent: Int) throws(LayoutReader.Refusal) -> LayoutScalar.Style {
        try advance(to: start)
        let first = index
        guard index < bytes.count, bytes[index] == UInt8(ascii: "|") || bytes[index] == UInt8(ascii: ">")
        else { throw misplaced }
        while index < bytes.count, !isBlank(bytes[index]), bytes[index] != 0x0A { skipByte() }
        let header = String(decoding: bytes[first..<index], as: UTF8.self)
        while index < bytes.count, bytes[index] != 0x0A { try step(bytes.count) }
        if index < bytes.count { skipByte() }
        var lines: [[UInt8]] = []
        let digit = header.utf8.first { $0.isASCIIDigit && $0 != UInt8(ascii: "0") }
        var inner = digit.map { max(0, indent) + Int($0 - UInt8(ascii: "0")) }
        while index < bytes.count {
            var end = index
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            var content = index
            while content < end, bytes[content] == 0x20 { content += 1 }
            let isEmpty = content == end || bytes[content] == 0x0D && content + 1 == end
            if !isEmpty {
                if inner == nil, content - index > indent { inner = content - index }
                guard let inner, content - index >= inner else { break }
            }
            lines.append(Array(bytes[min(end, index + (inner ?? 0))..<end]))
            while index < end { skipByte() }
            if index < bytes.count { skipByte() }
        }
        // The line break after the last line was skipped, so the next token begins a line.
        isLineEmpty = true
        // Blank lines after a block scalar belong to the next entry, unless the block keeps them.
        blankLines = header.contains("+") ? 0 : lines.reversed().prefix { $0.allSatisfy(isBlank) }.count
        return .block(
            header: header,
            lines: lines.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0[...], as: UTF8.self) })
    }
}
